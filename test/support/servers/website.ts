import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atTheEnd } from '../backends.ts';

/** What a path answers: HTML, or whatever it does with the request. */
export type Answering =
  | string
  | Uint8Array
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: string | Uint8Array }
  | ((request: IncomingMessage, response: ServerResponse) => void);

/** A website on loopback. */
export interface Website {
  readonly origin: string;
  /** The paths that were asked for, in order. */
  readonly asked: string[];
}

/** Serves pages by their path; the rest is 404. It ends after the last test. */
export async function website(pages: Readonly<Record<string, Answering>>): Promise<Website> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
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
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** A page with a menu around what it says. */
export const pageOf = (title: string, body: string, links: readonly string[] = []): string =>
  `<!doctype html><html><head><title>${title} | Example</title></head><body><nav>${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}</nav><main><h1>${title}</h1>${body}</main><footer>© Example</footer></body></html>`;
