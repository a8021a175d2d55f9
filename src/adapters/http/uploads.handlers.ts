import type Koa from 'koa';
import { Invalid, NotFound } from '../../domain/kernel/errors.ts';
import type { OpenUpload } from '../../application/uploads/upload-links.ts';
import { piecesOf } from './kernel/body.ts';
import { PayloadTooLarge, UnsupportedMediaType } from './kernel/errors.ts';
import type { HttpHandlers } from './kernel/server.ts';
import { hasMethod } from './kernel/web/refuse.ts';

export interface UploadHandlersOptions {
  /** Opens a sealed link, as `openUploadLink` does. */
  readonly open: (sealed: string) => Promise<OpenUpload | undefined>;
  /** Stores the bytes, as `receiveUpload` does. */
  readonly receive: (upload: OpenUpload, bytes: AsyncIterable<Uint8Array>, requestId: string) => Promise<void>;
}

const PATH = /^\/uploads\/([\w-]{1,1024})$/;

/** Receives bytes through signed links. Altered, expired and revoked links all give the same 404. */
export function uploadHandlers({ open, receive }: UploadHandlersOptions): readonly HttpHandlers[] {
  return [
    {
      path: /^\/uploads\//,
      secret: true,
      // Open to all origins like the API that issued the link: it accepts bytes and returns none.
      isOpen: true,
      async handle(ctx) {
        ctx.set('Cache-Control', 'no-store');
        if (!hasMethod(ctx, ['PUT'])) return;
        const sealed = PATH.exec(ctx.path)?.[1];
        const upload = sealed === undefined ? undefined : await open(sealed);
        if (upload === undefined) throw new NotFound('upload');
        checkHeaders(ctx, upload);
        await receive(upload, piecesOf(ctx.req), ctx.state.requestId as string);
        ctx.status = 200;
        ctx.body = { key: upload.id, size: upload.size };
      },
    },
  ];
}

/** Requires that the headers match the announced upload. @throws Invalid, PayloadTooLarge, UnsupportedMediaType */
function checkHeaders(ctx: Koa.Context, { contentType, size }: OpenUpload): void {
  if (ctx.get('content-encoding') !== '')
    throw new UnsupportedMediaType('the file must be sent as it is, without a content encoding');
  if (ctx.get('content-type').toLowerCase() !== contentType.toLowerCase())
    throw Invalid.field('content-type', `must be ${contentType}, as announced`);
  const length = ctx.get('content-length');
  if (Number(length) > size) throw new PayloadTooLarge(size);
  if (length !== '' && Number(length) < size) throw Invalid.field('content-length', `must be ${size}, as announced`);
}
