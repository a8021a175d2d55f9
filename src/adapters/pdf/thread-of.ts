import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** A thread that runs a module; one that is not built yet goes through the loader that the rest of the process came through. */
export function threadOf(entry: URL, options: Pick<WorkerOptions, 'resourceLimits'>): Worker {
  if (!entry.pathname.endsWith('.ts')) return new Worker(entry, options);
  const loader = JSON.stringify(new URL('dist/esm/api/index.mjs', pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'))).href);
  return new Worker(`import(${loader}).then(({ register }) => { register(); return import(${JSON.stringify(entry.href)}); })`, { ...options, eval: true });
}
