import { Agent, request as send, type Dispatcher } from 'undici';
import { expectValidResponse } from './routes/conformance.ts';

export interface TextResponse {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

export interface TextRequest {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Connections of their own: those of `fetch` belong to another version of the library. */
const connections = new Agent();
/** Headers that `fetch` sends too. A compressed answer is not needed; where it is, a test uses `fetch`. */
const DEFAULT_HEADERS = { accept: '*/*', 'user-agent': 'node' };

/**
 * Sends a request, follows no redirect, and returns the whole answer. Takes a quarter of the processor time of `fetch`,
 * of which tests send hundreds of thousands.
 */
export async function sendRequest(url: string, { method, headers, body }: TextRequest): Promise<TextResponse> {
  const response = await send(url, {
    method: method as Dispatcher.HttpMethod,
    dispatcher: connections,
    headers: { ...DEFAULT_HEADERS, ...headers },
    ...(body !== undefined && { body }),
  });
  const text = await response.body.text();
  expectValidResponse(url, { method, version: headers?.['quire-version'] ?? null }, response.statusCode, text);
  const received = new Headers();
  for (const [name, values] of Object.entries(response.headers))
    for (const value of [values ?? []].flat()) received.append(name, value);
  return { status: response.statusCode, text, headers: received };
}
