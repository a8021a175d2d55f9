import type Koa from 'koa';
import type { LinkedArchive } from '../../../application/imports/archive-links.ts';
import { FairPool } from '../../../application/kernel/fair-pool.ts';
import { DomainError } from '../../../domain/kernel/errors.ts';
import type { ByteStream } from '../../../ports/imports/archives.ts';
import type { HttpHandlers } from '../kernel/server.ts';
import { clientSignal } from '../kernel/web/waiting-client.ts';
import { contentDisposition } from '../kernel/web/content-disposition.ts';
import { hasMethod, READING, refuse } from '../kernel/web/refuse.ts';

export interface ArchiveHandlersOptions {
  /** Opens a sealed link, as `openArchiveLink` does. */
  readonly open: (sealed: string) => Promise<LinkedArchive | undefined>;
  /** Writes an archive, as `writeArchive` does. */
  readonly write: (linked: LinkedArchive) => Promise<ByteStream>;
  readonly pool?: FairPool;
}

const PATH = /^\/archives\/([\w-]{1,4096})$/;
/** Limits on archives sent concurrently: each holds its texts in memory until its client has received it. */
const POOL_LIMITS = {
  work: 'archive downloads',
  places: 8,
  perOrganization: 4,
  perUser: 2,
  waiting: { total: 64, perOrganization: 16, perUser: 4 },
  waitMs: 20_000,
};

/**
 * Serves archives through signed links and creates them while sending. Altered, expired and revoked links all give the
 * same 404.
 */
export function archiveHandlers({
  open,
  write,
  pool = new FairPool(POOL_LIMITS),
}: ArchiveHandlersOptions): readonly HttpHandlers[] {
  return [
    {
      path: /^\/archives\//,
      cost: ({ method }) => (method === 'GET' ? 'heavy' : 'read'),
      secret: true,
      async handle(ctx) {
        ctx.set({ 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' });
        if (!hasMethod(ctx, READING)) return;
        const sealed = PATH.exec(ctx.path)?.[1];
        const linked = sealed === undefined ? undefined : await open(sealed);
        if (linked === undefined) return refuse(ctx, 404, 'file not found');
        if (ctx.method === 'HEAD') return describe(ctx, linked);
        const release = await pool.acquire(linked.holder, clientSignal(ctx));
        try {
          const archive = await write(linked);
          describe(ctx, linked);
          ctx.body = archive.once('close', release);
        } catch (error) {
          release();
          if (!(error instanceof DomainError)) throw error;
          refuse(ctx, 409, error.message);
        }
      },
    },
  ];
}

function describe(ctx: Koa.Context, { title }: LinkedArchive): void {
  ctx.compress = false;
  ctx.status = 200;
  ctx.set({
    'Content-Type': 'application/zip',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'Content-Disposition': contentDisposition('attachment', `${title}.zip`),
  });
}
