import type Koa from 'koa';
import { imageIdOfPath, IMAGES_PATH } from '../../domain/organizations/organization-image.ts';
import type { Finders } from '../../ports/kernel/unit-of-work.ts';
import type { HttpHandlers } from './kernel/server.ts';
import type { FileSender } from './kernel/web/send-file.ts';

/** An image never changes. */
const CACHING = 'public, max-age=31536000, immutable';

/**
 * Serves the images of organizations to pages of every origin. A logo is meant to be seen by readers, and its address
 * contains its id, which only members see.
 */
export const imageHandlers = (
  read: Pick<Finders, 'organizationImages'>,
  sender: FileSender,
): readonly HttpHandlers[] => [
  {
    path: new RegExp(`^${IMAGES_PATH}[^/]+$`),
    isOpen: true,
    async handle(ctx: Koa.Context) {
      const id = imageIdOfPath(ctx.path);
      const image =
        id === undefined || (ctx.method !== 'GET' && ctx.method !== 'HEAD')
          ? undefined
          : (await read.organizationImages.find({ id }))?.snapshot();
      if (image !== undefined && (await sender.send(ctx, { blob: image.blob, name: image.name, caching: CACHING })))
        return;
      ctx.status = 404;
      ctx.type = 'text/plain';
      ctx.body = 'No image exists at this address.\n';
    },
  },
];
