import { hasBigInteger } from '../../../../domain/openapi-specs/exact-json.ts';
import type { SampleRequest } from '../request-sample.ts';
import { doubleQuoted, indent, type SampleWriter } from './source-code.ts';

/** Writes a request with `fetch`. */
export const writeJavaScript: SampleWriter = ({ method, url, headers, body }) => {
  const preparation = prepareForm(body);
  const fields = headers.map(({ name, value }) => `    ${doubleQuoted(name)}: ${doubleQuoted(value)}`);
  const options = [
    `  method: ${doubleQuoted(method)}`,
    ...(fields.length > 0 ? [`  headers: {\n${fields.join(',\n')}\n  }`] : []),
    ...(body ? [`  body: ${indent(bodyCode(body), '  ')}`] : []),
  ];
  return `${preparation}const response = await fetch(${doubleQuoted(url)}, {
${options.join(',\n')}
});

console.log(response.status, await response.text());`;
};

/** File that a reader has picked in a form. */
const FILE = 'fileInput.files[0]';

function prepareForm(body: SampleRequest['body']): string {
  if (body?.kind !== 'multipart') return '';
  const lines = body.fields.map(
    ({ name, value, isFile }) => `form.append(${doubleQuoted(name)}, ${isFile ? FILE : doubleQuoted(value)});`,
  );
  return ['const form = new FormData();', ...lines, '', ''].join('\n');
}

function bodyCode(body: NonNullable<SampleRequest['body']>): string {
  switch (body.kind) {
    case 'json':
      // A literal of the language would be rounded.
      return hasBigInteger(body.value)
        ? doubleQuoted(body.text)
        : `JSON.stringify(${JSON.stringify(body.value, null, 2)})`;
    case 'text':
      return doubleQuoted(body.text);
    case 'file':
      return FILE;
    case 'form':
      return `new URLSearchParams([\n${body.fields
        .map(({ name, value }) => `  [${doubleQuoted(name)}, ${doubleQuoted(value)}]`)
        .join(',\n')}\n])`;
    case 'multipart':
      return 'form';
  }
}
