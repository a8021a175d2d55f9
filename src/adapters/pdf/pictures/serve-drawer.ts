import type { MessagePort } from 'node:worker_threads';
import { drawPicture } from './draw-picture.ts';
import type { FromDrawer, PictureRequest } from './picture.ts';

/** Draws pictures, one after another, for whoever holds the other end of the port. */
export function serveDrawer(port: MessagePort): void {
  const say = (message: FromDrawer): void => port.postMessage(message);
  port.on('message', (request: PictureRequest) => {
    void drawPicture(request).then(
      (picture) => say(picture === undefined ? { kind: 'refused', broken: false } : { kind: 'drawn', picture }),
      (error: unknown) => say({ kind: 'refused', broken: (error as Error).name === 'RuntimeError' }),
    );
  });
  say({ kind: 'ready' });
}
