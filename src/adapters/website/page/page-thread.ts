import { serveTasks } from '../../endable-thread.ts';
import { readPage } from './read-page.ts';

/** One page after the other. */
serveTasks(readPage);
