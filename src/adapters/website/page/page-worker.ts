import { workerTask } from '../../workers/worker-task.ts';
import { readEmbed as readEmbedOf } from './read-embed.ts';
import { readPage as read } from './read-page.ts';

/** Task of the threads that read pages. */
export const readPage = workerTask(read);
/** Task of the same threads that reads the metadata of a page alone. */
export const readEmbed = workerTask(readEmbedOf);
