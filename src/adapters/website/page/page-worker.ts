import { workerTask } from '../../workers/worker-task.ts';
import { readEmbed as readEmbedOf } from './read-embed.ts';
import { readDocx as convert } from './read-docx.ts';
import { readPage as read } from './read-page.ts';

/** Tasks of the threads that read pages. */
export const readPage = workerTask(read);
/** Task of the same threads that reads the metadata of a page alone. */
export const readEmbed = workerTask(readEmbedOf);
export const readDocx = workerTask(convert);
