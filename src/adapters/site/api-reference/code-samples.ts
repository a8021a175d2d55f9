import { HTTPSnippet, type HarRequest } from '@readme/httpsnippet';
import type { SampleRequest } from './request-sample.ts';

export interface CodeSample {
  readonly title: string;
  /** Name of the language for coloring. */
  readonly language: string;
  readonly code: string;
}

/** Languages of samples, in order, with the library that each uses. */
const TARGETS = [
  { title: 'cURL', language: 'bash', target: 'shell', client: 'curl' },
  { title: 'JavaScript', language: 'javascript', target: 'javascript', client: 'fetch' },
  { title: 'Python', language: 'python', target: 'python', client: 'requests' },
  { title: 'Go', language: 'go', target: 'go', client: 'native' },
  { title: 'Ruby', language: 'ruby', target: 'ruby', client: 'native' },
  { title: 'PHP', language: 'php', target: 'php', client: 'curl' },
  { title: 'Java', language: 'java', target: 'java', client: 'okhttp' },
  { title: 'C#', language: 'csharp', target: 'csharp', client: 'httpclient' },
  { title: 'PowerShell', language: 'powershell', target: 'powershell', client: 'restmethod' },
] as const;

/** Writes a request in several languages; empty for one that cannot be written, such as one with an invalid URL. */
export function writeCodeSamples(request: SampleRequest): readonly CodeSample[] {
  return TARGETS.flatMap(({ title, language, target, client }) => {
    const code = convert(request, target, client);
    // Parameters of the path that have no value stay readable.
    return code === undefined ? [] : [{ title, language, code: code.replace(/%7B(?!%22|%7D)(\S+?)%7D/g, '{$1}') }];
  });
}

function convert(request: SampleRequest, target: string, client: string): string | undefined {
  try {
    // Each target has a snippet of its own: some remove headers from it.
    const snippet = new HTTPSnippet(toHar(request), { harIsAlreadyEncoded: true });
    const [code] = [snippet.convert(target as never, client as never)].flat();
    return typeof code === 'string' ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Encodes a query once more, because a snippet decodes it. */
const encodePercent = (query: string): string => query.replaceAll('%', '%25');

const toHar = ({ method, url, headers, body }: SampleRequest): HarRequest =>
  ({
    method,
    url: url.replace(/\?.*/s, encodePercent),
    headers: headers.map(({ name, value }) => ({ name, value })),
    queryString: [],
    cookies: [],
    httpVersion: 'HTTP/1.1',
    headersSize: -1,
    bodySize: -1,
    ...(body && {
      postData: {
        mimeType: body.type,
        ...(body.fields === undefined
          ? { text: body.text }
          : {
              params: body.fields.map(({ name, value, isFile }) =>
                isFile ? { name, fileName: 'file', contentType: 'application/octet-stream' } : { name, value },
              ),
            }),
      },
    }),
  }) as HarRequest;
