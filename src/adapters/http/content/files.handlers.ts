import type { LinkedFile } from '../../../application/content/file-links.ts';
import type { HttpHandlers } from '../kernel/server.ts';
import { hasMethod, READING, refuse } from '../kernel/web/refuse.ts';
import type { FileSender } from '../kernel/web/send-file.ts';

export interface FileHandlersOptions {
  /** Finds the file behind a sealed link, as `openFileLink` does. */
  readonly open: (sealed: string) => Promise<LinkedFile | undefined>;
  readonly sender: FileSender;
}

const PATH = /^\/files\/([\w-]{1,8192})$/;

/**
 * Serves downloads through signed links (`File.downloadURL`). Altered, expired and revoked links all give the same 404.
 */
export function fileHandlers({ open, sender }: FileHandlersOptions): readonly HttpHandlers[] {
  return [
    {
      path: /^\/files\//,
      secret: true,
      async handle(ctx) {
        if (!hasMethod(ctx, READING)) return;
        const sealed = PATH.exec(ctx.path)?.[1];
        const file = sealed === undefined ? undefined : await open(sealed);
        if (file !== undefined && (await sender.send(ctx, { ...file, caching: 'private, no-cache' }))) {
          ctx.set('X-Robots-Tag', 'noindex');
          return;
        }
        refuse(ctx, 404, 'file not found');
      },
    },
  ];
}
