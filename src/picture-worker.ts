import { parentPort } from 'node:worker_threads';
import { serveDrawer } from './adapters/pdf/pictures/serve-drawer.ts';

serveDrawer(parentPort!);
