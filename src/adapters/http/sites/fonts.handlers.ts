import type Koa from 'koa';
import { fontFileName, fontIdOfFile } from '../../../domain/sites/custom-font.ts';
import { FONTS_PATH } from '../../../domain/sites/customization-fonts.ts';
import type { Finders } from '../../../ports/kernel/unit-of-work.ts';
import type { HttpHandlers } from '../kernel/server.ts';
import type { FileSender } from '../kernel/web/send-file.ts';

/** The URL of a file changes with it. */
const CACHING = 'public, max-age=31536000, immutable';

/**
 * Serves the files of custom fonts to pages of every origin, such as those of another renderer. A font is meant to be
 * loaded by readers, and the address contains its id, which only members see.
 */
export const fontHandlers = (read: Pick<Finders, 'customFonts'>, sender: FileSender): readonly HttpHandlers[] => [
  {
    path: new RegExp(`^${FONTS_PATH}[^/]+$`),
    isOpen: true,
    async handle(ctx: Koa.Context) {
      const name = ctx.path.slice(FONTS_PATH.length);
      const id = fontIdOfFile(name);
      const font = id === undefined ? undefined : (await read.customFonts.find({ id }))?.snapshot();
      const face = font?.fontFaces.find((one) => fontFileName(font.id, one) === name);
      if (
        (ctx.method === 'GET' || ctx.method === 'HEAD') &&
        face !== undefined &&
        (await sender.send(ctx, { blob: face.blob, name, caching: CACHING }))
      ) {
        ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
        return;
      }
      ctx.status = 404;
      ctx.type = 'text/plain';
      ctx.body = 'No font exists at this address.\n';
    },
  },
];
