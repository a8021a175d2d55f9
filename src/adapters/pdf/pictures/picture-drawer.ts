import type { Worker } from 'node:worker_threads';
import { startWorker } from '../../workers/terminable-worker.ts';
import type { DrawnPicture, FromDrawer, PictureRequest } from './picture.ts';

export interface PictureDrawerOptions {
  /** Entry of the thread that draws: a module that calls `serveDrawer`. */
  readonly entry: URL;
  /** Milliseconds for one picture. */
  readonly maxTime?: number;
}

/** Pictures of one file that may take too long; those after them are not tried. */
const MAX_LATE = 5;
const MAX_MEGABYTES = 512;
const START_MS = 60_000;

/** Draws pictures on a thread of its own, one after another: whatever a picture is like, it costs no more than so much time and memory. */
export class PictureDrawer {
  readonly #entry: URL;
  readonly #maxTime: number;
  #thread: Promise<Worker> | undefined;
  #late = 0;

  constructor({ entry, maxTime = 10_000 }: PictureDrawerOptions) {
    this.#entry = entry;
    this.#maxTime = maxTime;
  }

  /** Another file begins. */
  begin(): void {
    this.#late = 0;
  }

  /** Undefined for what cannot be drawn, or not within the limits. Asked for one picture at a time. */
  async draw(request: PictureRequest): Promise<DrawnPicture | undefined> {
    if (this.#late >= MAX_LATE) return undefined;
    const thread = await (this.#thread ??= this.#start());
    const bytes = Uint8Array.from(request.bytes);
    const answer = answerOf(thread, this.#maxTime);
    thread.postMessage({ ...request, bytes }, [bytes.buffer]);
    const said = await answer;
    if (said === 'late') this.#late++;
    if (said === 'late' || said === 'lost' || (said.kind === 'refused' && said.broken)) await this.end();
    return typeof said !== 'string' && said.kind === 'drawn' ? said.picture : undefined;
  }

  async end(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await (await thread)?.terminate();
  }

  async #start(): Promise<Worker> {
    const thread = startWorker(this.#entry, { resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES } });
    thread.on('error', () => {});
    thread.unref();
    if (typeof (await answerOf(thread, START_MS)) === 'string') {
      this.#thread = undefined;
      await thread.terminate();
      throw new Error('the thread that draws pictures does not start');
    }
    return thread;
  }
}

/** What the thread says next. */
function answerOf(thread: Worker, maxTime: number): Promise<FromDrawer | 'late' | 'lost'> {
  return new Promise((resolve) => {
    const settle = (answer: FromDrawer | 'late' | 'lost'): void => {
      clearTimeout(timer);
      thread.off('message', settle).off('exit', lost);
      resolve(answer);
    };
    const lost = (): void => settle('lost');
    const timer = setTimeout(() => settle('late'), maxTime);
    thread.on('message', settle).on('exit', lost);
  });
}
