import { readField } from '../api-reference/field-text.ts';
import { serializeParameter } from '../api-reference/serialize-parameter.ts';
import type { TryItParameter, TryItRequest, TryItScheme } from '../api-reference/try-it-model.ts';

/** Credentials for a scheme: a token or key, or a user name and a password. */
export interface Credentials {
  readonly token: string;
  readonly username: string;
}

/** Values that a reader filled in. */
export interface RequestValues {
  readonly server: string;
  readonly parameters: readonly { readonly parameter: TryItParameter; readonly value: string }[];
  readonly credentials: readonly { readonly scheme: TryItScheme; readonly credentials: Credentials }[];
  readonly body?: { readonly type: string; readonly content: string | Blob | FormData | URLSearchParams };
}

/** Builds the request that the browser sends; undefined for an address that is no absolute URL. */
export function buildRequest(
  { method, path }: Pick<TryItRequest, 'method' | 'path'>,
  { server, parameters, credentials, body }: RequestValues,
): { readonly url: URL; readonly init: RequestInit } | undefined {
  const headers = new Headers();
  const query: string[] = [];
  let filled = path;
  for (const { parameter, value } of parameters) {
    if (value === '') continue;
    const { name } = parameter;
    const text = serializeParameter(parameter, readField(value, parameter.kind));
    if (parameter.in === 'path') filled = filled.split(`{${name}}`).join(text);
    else if (parameter.in === 'header') setHeader(headers, name, text);
    else if (text !== '') query.push(text);
  }
  for (const { scheme, credentials: values } of credentials) addCredentials(scheme, values, headers, query);
  const address = server.replace(/\/+$/, '') + (filled.startsWith('/') ? filled : `/${filled}`);
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  url.search = [url.search.slice(1), ...query].filter((part) => part !== '').join('&');
  // A form states its own type, with the boundary of its parts.
  if (typeof body?.content === 'string' || body?.content instanceof Blob) setHeader(headers, 'Content-Type', body.type);
  const hasBody = body !== undefined && method !== 'GET' && method !== 'HEAD';
  return {
    url,
    init: {
      method,
      headers,
      ...(hasBody && { body: body.content }),
      // Nothing that the reader's browser keeps for the server may be sent along.
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      mode: 'cors',
    },
  };
}

function addCredentials(
  { type, in: place, parameter, scheme }: TryItScheme,
  { token, username }: Credentials,
  headers: Headers,
  query: string[],
): void {
  if (token === '' && username === '') return;
  if (type === 'apiKey') {
    if (place === 'query') query.push(`${encodeURIComponent(parameter ?? 'key')}=${encodeURIComponent(token)}`);
    else if (place !== 'cookie') setHeader(headers, parameter ?? 'key', token);
  } else if (type === 'http' && scheme === 'basic')
    setHeader(headers, 'Authorization', `Basic ${base64(`${username}:${token}`)}`);
  else
    setHeader(headers, 'Authorization', `${scheme === undefined || scheme === 'bearer' ? 'Bearer' : scheme} ${token}`);
}

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** Sets a header; names and values that HTTP does not allow are left out. */
function setHeader(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value);
  } catch {
    // The browser refuses the header.
  }
}

/** Reports whether the browser will not send the request because the page is served over HTTPS and the server is not. */
export const isMixedContent = (url: URL, page: Location): boolean =>
  page.protocol === 'https:' &&
  url.protocol === 'http:' &&
  !/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
