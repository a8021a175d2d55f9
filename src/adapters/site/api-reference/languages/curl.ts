import type { SampleRequest } from '../request-sample.ts';
import { shellQuoted, type SampleWriter } from './source-code.ts';

/** Writes a request with curl. */
export const writeCurl: SampleWriter = ({ method, url, headers, body }) =>
  [
    // HEAD as a custom method waits for a body.
    method === 'HEAD' ? 'curl --head' : `curl --request ${method}`,
    `--url ${shellQuoted(url)}`,
    // Brackets stand for several addresses otherwise.
    ...(/[[\]]/.test(url) ? ['--globoff'] : []),
    ...headers.map(({ name, value }) => `--header ${shellQuoted(`${name}: ${value}`)}`),
    ...bodyOptions(body),
  ].join(' \\\n  ');

function bodyOptions(body: SampleRequest['body']): readonly string[] {
  switch (body?.kind) {
    case undefined:
      return [];
    case 'json':
    case 'text':
      return [`--data-raw ${shellQuoted(body.text)}`];
    case 'file':
      return [`--data-binary ${shellQuoted('@file')}`];
    case 'form':
      return body.fields.map(
        ({ name, value }) => `--data-urlencode ${shellQuoted(`${encodeURIComponent(name)}=${value}`)}`,
      );
    case 'multipart':
      return body.fields.map(({ name, value, isFile }) => {
        if (isFile) return `--form ${shellQuoted(`${name}=@file`)}`;
        // Leading signs and semicolons have a meaning in --form.
        return `${/^[@<]|;/.test(value) ? '--form-string' : '--form'} ${shellQuoted(`${name}=${value}`)}`;
      });
  }
}
