import type { SampleRequest } from '../request-sample.ts';
import { methodWord, singleQuoted, type SampleWriter } from './source-code.ts';

/** Writes a request with the standard library. */
export const writeRuby: SampleWriter = ({ method, url, headers, body }) =>
  [
    "require 'net/http'",
    '',
    `url = URI(${singleQuoted(url)})`,
    `request = Net::HTTP::${methodWord(method)}.new(url)`,
    ...headers.map(({ name, value }) => `request[${singleQuoted(name)}] = ${singleQuoted(value)}`),
    ...bodyLines(body),
    '',
    "response = Net::HTTP.start(url.host, url.port, use_ssl: url.scheme == 'https') { |http| http.request(request) }",
    'puts response.code, response.body',
  ].join('\n');

const FILE = "File.open('file')";

function bodyLines(body: SampleRequest['body']): readonly string[] {
  switch (body?.kind) {
    case undefined:
      return [];
    case 'json':
    case 'text':
      return [`request.body = ${singleQuoted(body.text)}`];
    case 'file':
      return ["request.body = File.binread('file')"];
    case 'form':
    case 'multipart': {
      const fields = body.fields.map(
        ({ name, value, isFile }) => `  [${singleQuoted(name)}, ${isFile ? FILE : singleQuoted(value)}]`,
      );
      const form = `[\n${fields.join(',\n')}\n]`;
      return body.kind === 'form'
        ? [`request.body = URI.encode_www_form(${form})`]
        : [`request.set_form(${form}, 'multipart/form-data')`];
    }
  }
}
