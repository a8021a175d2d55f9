import type { SampleRequest } from '../request-sample.ts';
import { doubleQuoted, methodWord, splitContentType, type SampleWriter } from './source-code.ts';

/** Writes a request with `HttpClient`. */
export const writeCSharp: SampleWriter = (request) => {
  const { method, url, body } = request;
  const { contentType, others } = splitContentType(request);
  const content = body && contentCode(body);
  const word = methodWord(method);
  const methodCode = word === undefined ? `new HttpMethod(${doubleQuoted(method)})` : `HttpMethod.${word}`;
  const statements = [
    `var request = new HttpRequestMessage(${methodCode}, ${doubleQuoted(url)});`,
    ...others.map(
      ({ name, value }) => `request.Headers.TryAddWithoutValidation(${doubleQuoted(name)}, ${doubleQuoted(value)});`,
    ),
    ...(content === undefined ? [] : [`request.Content = ${content};`]),
    ...(content === undefined || contentType === undefined || body?.kind === 'form'
      ? []
      : [`request.Content.Headers.ContentType = MediaTypeHeaderValue.Parse(${doubleQuoted(contentType)});`]),
  ];
  return `using System.Net.Http.Headers;

var client = new HttpClient();
${statements.join('\n')}

using var response = await client.SendAsync(request);
Console.WriteLine($"{(int)response.StatusCode} {await response.Content.ReadAsStringAsync()}");`;
};

/** Text as a raw literal if it has several lines. */
function csharpQuoted(text: string): string {
  const wellFormed = text.toWellFormed();
  if (!wellFormed.includes('\n')) return doubleQuoted(wellFormed);
  const longest = Math.max(2, ...[...wellFormed.matchAll(/"+/g)].map(([run]) => run.length));
  const quotes = '"'.repeat(longest + 1);
  return `${quotes}\n${wellFormed}\n${quotes}`;
}

const FILE = 'new ByteArrayContent(File.ReadAllBytes("file"))';

function contentCode(body: NonNullable<SampleRequest['body']>): string {
  switch (body.kind) {
    case 'json':
    case 'text':
      return `new StringContent(${csharpQuoted(body.text)})`;
    case 'file':
      return FILE;
    case 'form':
      return `new FormUrlEncodedContent(new KeyValuePair<string, string>[]\n{\n${body.fields
        .map(({ name, value }) => `    new(${doubleQuoted(name)}, ${doubleQuoted(value)}),`)
        .join('\n')}\n})`;
    case 'multipart':
      return `new MultipartFormDataContent\n{\n${body.fields
        .map(({ name, value, isFile }) =>
          isFile
            ? `    { ${FILE}, ${doubleQuoted(name)}, "file" },`
            : `    { new StringContent(${doubleQuoted(value)}), ${doubleQuoted(name)} },`,
        )
        .join('\n')}\n}`;
  }
}
