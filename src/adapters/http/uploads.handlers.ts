import type Koa from 'koa';
import { Invalid, NotFound } from '../../domain/kernel/errors.ts';
import type { OpenUpload } from '../../application/uploads/upload-links.ts';
import { piecesOf } from './kernel/body.ts';
import { PayloadTooLarge, UnsupportedMediaType } from './kernel/errors.ts';
import type { HttpHandlers } from './kernel/server.ts';
import { hasMethod } from './kernel/web/refuse.ts';

export interface UploadHandlersOptions {
  /** Finds the upload behind a sealed link, as `openUploadLink` does. */
  readonly open: (sealed: string) => Promise<OpenUpload | undefined>;
  /** As `receiveUpload` does. */
  readonly receive: (upload: OpenUpload, bytes: AsyncIterable<Uint8Array>, requestId: string) => Promise<void>;
}

const PATH = /^\/uploads\/([\w-]{1,1024})$/;

/** Takes bytes through signed links. What is altered, expired or no longer allowed is the same 404. */
export function uploadHandlers({ open, receive }: UploadHandlersOptions): readonly HttpHandlers[] {
  return [
    {
      path: /^\/uploads\//,
      secret: true,
      // The link belongs to the API: whoever has it got it there, and it takes bytes and gives none.
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

/** @throws Invalid, PayloadTooLarge, UnsupportedMediaType for what is not as it was announced */
function checkHeaders(ctx: Koa.Context, { contentType, size }: OpenUpload): void {
  if (ctx.get('content-encoding') !== '')
    throw new UnsupportedMediaType('the file must be sent as it is, without a content encoding');
  if (ctx.get('content-type').toLowerCase() !== contentType.toLowerCase())
    throw Invalid.field('content-type', `must be ${contentType}, as announced`);
  const length = ctx.get('content-length');
  if (Number(length) > size) throw new PayloadTooLarge(size);
  if (length !== '' && Number(length) < size) throw Invalid.field('content-length', `must be ${size}, as announced`);
}
