import { serveTasks } from '../../workers/terminable-worker.ts';
import { readPage } from './read-page.ts';

/** One page after the other. */
serveTasks(readPage);
