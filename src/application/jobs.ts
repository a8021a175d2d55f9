import { importRepositoryJob } from './git-sync/import-repository.ts';
import type { Job } from './kernel/job.ts';

/** Every job there is. */
export const JOBS: readonly Job[] = [importRepositoryJob];
export const JOB_NAMES: readonly string[] = JOBS.map(({ name }) => name);
