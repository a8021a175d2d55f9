import type { SampleRequest } from '../request-sample.ts';
import { methodWord, singleQuoted, type SampleWriter } from './source-code.ts';

/** Writes a request with the standard library. */
export const writeRuby: SampleWriter = ({ method, url, headers, body }) =>
  [
    "require 'net/http'",
    '',
    `url = URI(${singleQuoted(url)})`,
    `request = ${newRequest(method)}`,
    ...headers.map(({ name, value }) => `request[${singleQuoted(name)}] = ${singleQuoted(value)}`),
    ...bodyLines(body),
    '',
    "response = Net::HTTP.start(url.host, url.port, use_ssl: url.scheme == 'https') { |http| http.request(request) }",
    'puts response.code, response.body',
  ].join('\n');

/** Methods without a class of their own say whether a request and a response have a body. */
function newRequest(method: string): string {
  const word = methodWord(method);
  return word === undefined
    ? `Net::HTTPGenericRequest.new(${singleQuoted(method)}, true, true, url)`
    : `Net::HTTP::${word}.new(url)`;
}

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
