import type Koa from 'koa';
import type { LinkedSpec } from '../../application/openapi-specs/spec-links.ts';
import type { BlobStore } from '../../ports/uploads.ts';
import { isUnchanged } from './kernel/is-unchanged.ts';
import type { HttpHandlers } from './kernel/server.ts';
import { contentDisposition } from './kernel/web/content-disposition.ts';
import { hasMethod, READING, refuse } from './kernel/web/refuse.ts';

export interface OpenAPISpecHandlersOptions {
  /** Opens a sealed link, as `openSpecLink` does. */
  readonly open: (sealed: string) => Promise<LinkedSpec | undefined>;
  /** Finds the document of a public specification, as `publishedSpec` does. */
  readonly published: (organizationId: string, slug: string) => Promise<LinkedSpec | undefined>;
  readonly blobs: BlobStore;
}

const SEALED = /^\/openapi\/~\/([\w-]{1,4096})$/;
const PUBLISHED = /^\/openapi\/([0-9A-Za-z]{1,100})\/([a-z0-9-]{1,100})$/;
const POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * Serves documents of OpenAPI specifications: public ones at a permanent URL, others through signed links. Unknown,
 * private, altered, expired and revoked ones all give the same 404.
 */
export function openapiSpecHandlers({ open, published, blobs }: OpenAPISpecHandlersOptions): readonly HttpHandlers[] {
  const page =
    (find: (path: string) => Promise<LinkedSpec | undefined>, caching: string) =>
    async (ctx: Koa.Context): Promise<void> => {
      ctx.set({
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': POLICY,
        'X-Robots-Tag': 'noindex',
        'Referrer-Policy': 'no-referrer',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      });
      if (!hasMethod(ctx, READING)) return;
      const found = await find(ctx.path);
      const content = found && (await blobs.get(found.blob));
      if (found === undefined || content === undefined) return refuse(ctx, 404, 'document not found');
      ctx.status = 200;
      ctx.set({
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': contentDisposition('inline', `${found.slug}.json`),
        'Cache-Control': caching,
        ETag: `"${found.blob.slice(0, 40)}"`,
      });
      if (isUnchanged(ctx) || ctx.method === 'HEAD') {
        content.stream.destroy();
        if (isUnchanged(ctx)) ctx.status = 304;
        else ctx.length = content.size;
      } else ctx.body = content.stream;
    };
  return [
    {
      path: /^\/openapi\/~\//,
      secret: true,
      handle: page(async (path) => (SEALED.test(path) ? open(SEALED.exec(path)![1]!) : undefined), 'private, no-cache'),
    },
    {
      path: /^\/openapi\//,
      isOpen: true,
      handle: page(async (path) => {
        const [, organizationId, slug] = PUBLISHED.exec(path) ?? [];
        return organizationId === undefined ? undefined : published(organizationId, slug!);
      }, 'public, max-age=60'),
    },
  ];
}
