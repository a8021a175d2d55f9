import { workerTask } from '../../workers/worker-task.ts';
import { readPage as read } from './read-page.ts';

/** Task of the threads that read pages. */
export const readPage = workerTask(read);
