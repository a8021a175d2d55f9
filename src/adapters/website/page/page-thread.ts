import { parentPort } from 'node:worker_threads';
import { readPage, type PageRequest } from './read-page.ts';

/** One page after the other: each message is a page, each answer is what it says or why it cannot be told. The first word is that it is ready. */
parentPort!.on('message', (request: PageRequest) => {
  try {
    parentPort!.postMessage({ page: readPage(request) });
  } catch (error) {
    parentPort!.postMessage({ problem: error instanceof RangeError ? 'it nests too deep' : String((error as Error).message) });
  }
});
parentPort!.postMessage({ ready: true });
