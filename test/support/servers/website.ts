import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atTheEnd } from '../backends.ts';

/** Response for a path: HTML, or a request handler. */
export type WebsiteResponse =
  | string
  | Uint8Array
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: string | Uint8Array }
  | ((request: IncomingMessage, response: ServerResponse) => void);

/** Website on loopback. */
export interface Website {
  readonly origin: string;
  /** Requested paths in order. */
  readonly requestedPaths: string[];
}

/** Serves pages by path; other paths are 404. Stops after the last test. */
export async function startWebsite(pages: Readonly<Record<string, WebsiteResponse>>): Promise<Website> {
  const requestedPaths: string[] = [];
  const server = createServer((request, response) => {
    requestedPaths.push(request.url!);
    const page = Object.hasOwn(pages, request.url!) ? pages[request.url!]! : { status: 404, body: 'nothing here' };
    if (typeof page === 'function') return page(request, response);
    const {
      status = 200,
      headers = {},
      body = '',
    } = typeof page === 'string' || page instanceof Uint8Array ? { body: page } : page;
    response
      .writeHead(status, {
        ...(typeof body === 'string' && { 'content-type': 'text/html; charset=utf-8' }),
        ...headers,
      })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atTheEnd(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requestedPaths };
}

/** Creates a page with a menu around its content. */
export const pageOf = (title: string, body: string, links: readonly string[] = []): string =>
  `<!doctype html><html><head><title>${title} | Example</title></head><body><nav>${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}</nav><main><h1>${title}</h1>${body}</main><footer>© Example</footer></body></html>`;
