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
  readonly body?: { readonly type: string; readonly content: string | FormData | URLSearchParams };
}

/** Builds the request that the browser sends; undefined for an address that is no URL. */
export function buildRequest(
  { method, path }: Pick<TryItRequest, 'method' | 'path'>,
  { server, parameters, credentials, body }: RequestValues,
  base: string,
): { readonly url: URL; readonly init: RequestInit } | undefined {
  const headers = new Headers();
  const query = new URLSearchParams();
  let filled = path;
  for (const { parameter, value } of parameters) {
    if (value === '') continue;
    const { name, isList, isExploded } = parameter;
    if (parameter.in === 'path') filled = filled.split(`{${name}}`).join(encodeURIComponent(value));
    else if (parameter.in === 'header') setHeader(headers, name, value);
    else if (isList && isExploded) for (const each of value.split(',')) query.append(name, each.trim());
    else query.append(name, value);
  }
  for (const { scheme, credentials: given } of credentials) addCredentials(scheme, given, headers, query);
  const address = server.replace(/\/+$/, '') + (filled.startsWith('/') ? filled : `/${filled}`);
  if (!URL.canParse(address, base)) return undefined;
  const url = new URL(address, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  for (const [name, value] of query) url.searchParams.append(name, value);
  // A form states its own type, with the boundary of its parts.
  if (body !== undefined && typeof body.content === 'string') setHeader(headers, 'Content-Type', body.type);
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
  query: URLSearchParams,
): void {
  if (token === '' && username === '') return;
  if (type === 'apiKey') {
    if (place === 'query') query.append(parameter ?? 'key', token);
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
