import type { SampleRequest } from '../request-sample.ts';
import { doubleQuoted, writeLiteral, type Literals, type SampleWriter } from './source-code.ts';

const LITERALS: Literals = {
  null: 'None',
  true: 'True',
  false: 'False',
  text: doubleQuoted,
  object: ['{', ': ', '}'],
  emptyObject: '{}',
};

/** Writes a request with the library `requests`. */
export const writePython: SampleWriter = ({ method, url, headers, body }) => {
  const { argument, value } = bodyArgument(body) ?? {};
  const fields = headers.map(({ name, value: text }) => `    ${doubleQuoted(name)}: ${doubleQuoted(text)}`);
  const blocks = [
    'import requests',
    `url = ${doubleQuoted(url)}`,
    fields.length > 0 && `headers = {\n${fields.join(',\n')}\n}`,
    value !== undefined && `payload = ${value}`,
    `response = requests.request(${[
      doubleQuoted(method),
      'url',
      ...(fields.length > 0 ? ['headers=headers'] : []),
      ...(argument === undefined ? [] : [`${argument}=payload`]),
    ].join(', ')})`,
    'print(response.status_code, response.text)',
  ];
  return blocks.filter((block) => block !== false).join('\n\n');
};

const list = (members: readonly string[]): string => `[\n${members.map((member) => `    ${member}`).join(',\n')}\n]`;

function bodyArgument(body: SampleRequest['body']): { readonly argument: string; readonly value: string } | undefined {
  switch (body?.kind) {
    case undefined:
      return undefined;
    case 'json':
      // None stands for no body.
      if (body.value === null) return { argument: 'data', value: doubleQuoted('null') };
      return { argument: 'json', value: writeLiteral(body.value, LITERALS).replace(/^(?: {2})+/gm, '$&$&') };
    case 'text':
      return { argument: 'data', value: `${doubleQuoted(body.text)}.encode("utf-8")` };
    case 'file':
      return { argument: 'data', value: 'open("file", "rb")' };
    case 'form':
      return {
        argument: 'data',
        value: list(body.fields.map(({ name, value }) => `(${doubleQuoted(name)}, ${doubleQuoted(value)})`)),
      };
    case 'multipart':
      return {
        argument: 'files',
        value: list(
          body.fields.map(
            ({ name, value, isFile }) =>
              `(${doubleQuoted(name)}, ${isFile ? 'open("file", "rb")' : `(None, ${doubleQuoted(value)})`})`,
          ),
        ),
      };
  }
}
