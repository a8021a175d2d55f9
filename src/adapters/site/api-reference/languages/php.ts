import type { SampleRequest } from '../request-sample.ts';
import {
  encodeForm,
  fieldsByName,
  indent,
  singleQuoted,
  writeLiteral,
  type Literals,
  type SampleWriter,
} from './source-code.ts';

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Text in one line, so that it can be indented. */
const quoted = (text: string): string =>
  /[\n\r]/.test(text)
    ? `"${text.toWellFormed().replace(/[\\"$\n\r\t]/g, (sign) => ESCAPES[sign] ?? `\\${sign}`)}"`
    : singleQuoted(text);

const LITERALS: Literals = {
  null: 'null',
  true: 'true',
  false: 'false',
  text: quoted,
  object: ['[', ' => ', ']'],
  // An empty list is written as [] in JSON.
  emptyObject: 'new stdClass()',
};

/** Writes a request with the extension `curl`. */
export const writePhp: SampleWriter = ({ method, url, headers, body }) => {
  const options = [
    `CURLOPT_CUSTOMREQUEST => ${singleQuoted(method)}`,
    'CURLOPT_RETURNTRANSFER => true',
    ...(method === 'HEAD' ? ['CURLOPT_NOBODY => true'] : []),
    ...(headers.length > 0
      ? [`CURLOPT_HTTPHEADER => ${list(headers.map(({ name, value }) => singleQuoted(`${name}: ${value}`)))}`]
      : []),
    ...(body ? [`CURLOPT_POSTFIELDS => ${bodyCode(body)}`] : []),
  ];
  return `<?php

$curl = curl_init(${singleQuoted(url)});
curl_setopt_array($curl, ${list(options)});
$response = curl_exec($curl);

echo $response === false ? curl_error($curl) : $response;`;
};

const list = (members: readonly string[]): string =>
  `[\n${members.map((member) => `  ${indent(member, '  ')},\n`).join('')}]`;

function bodyCode(body: NonNullable<SampleRequest['body']>): string {
  switch (body.kind) {
    case 'json':
      return `json_encode(${writeLiteral(body.value, LITERALS)})`;
    case 'text':
      return quoted(body.text);
    case 'file':
      return "file_get_contents('file')";
    case 'form':
      return singleQuoted(encodeForm(body.fields));
    case 'multipart': {
      return list(
        [...fieldsByName(body.fields)].map(([name, fields]) => {
          const all = fields.map(({ value, isFile }) => (isFile ? "new CURLFile('file')" : quoted(value)));
          return `${singleQuoted(name)} => ${all.length === 1 ? all[0]! : `[${all.join(', ')}]`}`;
        }),
      );
    }
  }
}
