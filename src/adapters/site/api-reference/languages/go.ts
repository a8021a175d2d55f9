import type { SampleRequest } from '../request-sample.ts';
import { doubleQuoted, type SampleWriter } from './source-code.ts';

/** Writes a request with the standard library. */
export const writeGo: SampleWriter = ({ method, url, headers, body }) => {
  const { imports, lines, reader } = bodyCode(body);
  const all = ['fmt', 'io', 'net/http', ...imports].sort();
  const statements = [
    ...lines,
    `request, err := http.NewRequest(${doubleQuoted(method)}, ${doubleQuoted(url)}, ${reader})`,
    'if err != nil {',
    '\tpanic(err)',
    '}',
    ...headers.map(({ name, value }) => `request.Header.Set(${doubleQuoted(name)}, ${doubleQuoted(value)})`),
    ...(body?.kind === 'multipart' ? ['request.Header.Set("Content-Type", form.FormDataContentType())'] : []),
    '',
    'response, err := http.DefaultClient.Do(request)',
    'if err != nil {',
    '\tpanic(err)',
    '}',
    'defer response.Body.Close()',
    'content, _ := io.ReadAll(response.Body)',
    'fmt.Println(response.Status, string(content))',
  ];
  return `package main

import (
${all.map((name) => `\t${doubleQuoted(name)}`).join('\n')}
)

func main() {
${statements.map((line) => (line === '' ? '' : `\t${line}`)).join('\n')}
}`;
};

/** Text in back quotes, which needs no escapes, or else in double quotes. */
const goQuoted = (text: string): string =>
  /[`\r\0\ufeff]/.test(text) || !text.isWellFormed() || !text.includes('"') ? doubleQuoted(text) : `\`${text}\``;

function bodyCode(body: SampleRequest['body']): {
  readonly imports: readonly string[];
  readonly lines: readonly string[];
  readonly reader: string;
} {
  switch (body?.kind) {
    case undefined:
      return { imports: [], lines: [], reader: 'nil' };
    case 'json':
    case 'text':
      return { imports: ['strings'], lines: [`body := strings.NewReader(${goQuoted(body.text)})`], reader: 'body' };
    case 'file':
      return { imports: ['os'], lines: ['body, err := os.Open("file")', ...PANIC], reader: 'body' };
    case 'form':
      return {
        imports: ['net/url', 'strings'],
        lines: [
          'form := url.Values{}',
          ...body.fields.map(({ name, value }) => `form.Add(${doubleQuoted(name)}, ${doubleQuoted(value)})`),
        ],
        reader: 'strings.NewReader(form.Encode())',
      };
    case 'multipart':
      return multipartCode(body.fields);
  }
}

const PANIC = ['if err != nil {', '\tpanic(err)', '}'];

function multipartCode(
  fields: readonly { readonly name: string; readonly value: string; readonly isFile: boolean }[],
): ReturnType<typeof bodyCode> {
  const hasFile = fields.some(({ isFile }) => isFile);
  const add = (name: string, value: string, isFile: boolean): string =>
    isFile
      ? `addFile(form, ${doubleQuoted(name)}, "file")`
      : `form.WriteField(${doubleQuoted(name)}, ${doubleQuoted(value)})`;
  return {
    imports: ['bytes', 'mime/multipart', ...(hasFile ? ['os'] : [])],
    lines: [
      'body := &bytes.Buffer{}',
      'form := multipart.NewWriter(body)',
      ...(hasFile ? ADD_FILE : []),
      ...fields.map(({ name, value, isFile }) => add(name, value, isFile)),
      'form.Close()',
    ],
    reader: 'body',
  };
}

const ADD_FILE = [
  'addFile := func(form *multipart.Writer, field, name string) {',
  '\tcontent, err := os.ReadFile(name)',
  '\tif err != nil {',
  '\t\tpanic(err)',
  '\t}',
  '\tpart, _ := form.CreateFormFile(field, name)',
  '\tpart.Write(content)',
  '}',
];
