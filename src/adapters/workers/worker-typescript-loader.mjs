/** Runs the tasks of a TypeScript module through the loader of the calling process; compiled modules need none. */
import { workerData } from 'node:worker_threads';

const tasks = import(workerData.loader).then(({ register }) => {
  register();
  return import(workerData.entry);
});

export default async (task) => (await tasks)[task.name](task);
