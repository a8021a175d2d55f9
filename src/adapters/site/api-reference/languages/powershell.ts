import type { SampleRequest } from '../request-sample.ts';
import { encodeForm, fieldsByName, methodWord, splitContentType, type SampleWriter } from './source-code.ts';

/** Writes a request with `Invoke-RestMethod`. */
export const writePowerShell: SampleWriter = (request) => {
  const { method, url, body } = request;
  const { contentType, others } = splitContentType(request);
  const word = methodWord(method);
  const parameters = [
    `Uri = ${quoted(url)}`,
    word === undefined ? `CustomMethod = ${quoted(method)}` : `Method = ${quoted(word)}`,
    ...(others.length > 0 ? [`Headers = ${table(others, ({ value }) => quoted(value))}`] : []),
    ...(contentType === undefined ? [] : [`ContentType = ${quoted(contentType)}`]),
    ...bodyParameters(body),
  ];
  return `$request = @{\n${parameters.map((line) => `  ${line}\n`).join('')}}
Invoke-RestMethod @request`;
};

/** Text in single quotes. PowerShell also reads typographic quotes as such. */
const quoted = (text: string): string => `'${text.toWellFormed().replace(/['\u2018-\u201b]/g, '$&$&')}'`;

function table<Field extends { readonly name: string }>(
  fields: readonly Field[],
  write: (field: Field) => string,
): string {
  return `@{\n${fields.map((field) => `    ${quoted(field.name)} = ${write(field)}\n`).join('')}  }`;
}

function bodyParameters(body: SampleRequest['body']): readonly string[] {
  switch (body?.kind) {
    case undefined:
      return [];
    case 'json':
    case 'text':
      return [`Body = ${quoted(body.text)}`];
    case 'file':
      return ["InFile = 'file'"];
    case 'form':
      return [`Body = ${quoted(encodeForm(body.fields))}`];
    case 'multipart': {
      // A table has each key once; a list of values becomes several parts.
      const fields = [...fieldsByName(body.fields)].map(([name, values]) => ({ name, values }));
      return [
        `Form = ${table(fields, ({ values }) =>
          values.map(({ value, isFile }) => (isFile ? "(Get-Item 'file')" : quoted(value))).join(', '),
        )}`,
      ];
    }
  }
}
