import { importRepositoryJob } from './git-sync/import-repository.ts';
import type { Job } from './kernel/job.ts';
import { projectBacklogJob } from './projections/project-backlog.ts';
import { removeUploadJob } from './uploads/remove-upload.ts';

/** Every job there is. */
export const JOBS: readonly Job[] = [importRepositoryJob, projectBacklogJob, removeUploadJob];
export const JOB_NAMES: readonly string[] = JOBS.map(({ name }) => name);
