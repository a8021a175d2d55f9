import { serveTasks } from '../../workers/terminable-worker.ts';
import { readPage } from './read-page.ts';

/** Reads pages one after the other. */
serveTasks(readPage);
