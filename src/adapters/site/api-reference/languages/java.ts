import type { SampleRequest } from '../request-sample.ts';
import { doubleQuoted, indent, type SampleWriter } from './source-code.ts';

/** Methods that OkHttp sends only with a body. */
const NEEDS_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** Writes a request with OkHttp. */
export const writeJava: SampleWriter = (request) => {
  const { method, url, headers } = request;
  const body = bodyCode(request);
  return [
    'OkHttpClient client = new OkHttpClient();',
    ...(body === undefined ? [] : ['', `RequestBody body = ${body};`]),
    '',
    'Request request = new Request.Builder()',
    `  .url(${doubleQuoted(url)})`,
    ...headers.map(({ name, value }) => `  .addHeader(${doubleQuoted(name)}, ${doubleQuoted(value)})`),
    `  .method(${doubleQuoted(method)}, ${body === undefined ? 'null' : 'body'})`,
    '  .build();',
    '',
    'try (Response response = client.newCall(request).execute()) {',
    '  System.out.println(response.code() + " " + response.body().string());',
    '}',
  ].join('\n');
};

/** Text as a text block if it has several lines. Common indentation would be lost. */
function javaQuoted(text: string): string {
  const wellFormed = text.toWellFormed();
  if (!wellFormed.includes('\n') || /^\s/.test(wellFormed)) return doubleQuoted(wellFormed);
  const lines = wellFormed
    .replaceAll('\\', '\\\\')
    .replaceAll('"""', '\\"""')
    .replaceAll('\r', '\\r')
    // Text blocks lose spaces at the ends of lines.
    .replace(/ $/gm, '\\s')
    .replace(/\t$/gm, '\\t');
  return `"""\n${lines.replace(/"$/, '\\"')}"""`;
}

function bodyCode({ method, body }: SampleRequest): string | undefined {
  switch (body?.kind) {
    case undefined:
      return NEEDS_BODY.has(method) ? 'RequestBody.create("", null)' : undefined;
    case 'json':
    case 'text':
      return `RequestBody.create(${indent(javaQuoted(body.text), '  ')}, MediaType.get(${doubleQuoted(body.type)}))`;
    case 'file':
      return fileCode(body.type);
    case 'form':
      return [
        'new FormBody.Builder()',
        ...body.fields.map(({ name, value }) => `  .add(${doubleQuoted(name)}, ${doubleQuoted(value)})`),
        '  .build()',
      ].join('\n');
    case 'multipart':
      return [
        'new MultipartBody.Builder()',
        '  .setType(MultipartBody.FORM)',
        ...body.fields.map(({ name, value, isFile }) =>
          isFile
            ? `  .addFormDataPart(${doubleQuoted(name)}, "file", ${fileCode('application/octet-stream')})`
            : `  .addFormDataPart(${doubleQuoted(name)}, ${doubleQuoted(value)})`,
        ),
        '  .build()',
      ].join('\n');
  }
}

const fileCode = (type: string): string => `RequestBody.create(new File("file"), MediaType.get(${doubleQuoted(type)}))`;
