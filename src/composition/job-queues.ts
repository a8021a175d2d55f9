import { JOB_QUEUES, type JobQueueLimits } from '../ports/kernel/jobs.ts';
import { jobsOfQueue } from '../application/system/jobs.ts';
import type { Config } from '../config/config.ts';

/** Connections of the queues besides one per queue, on which it listens for new jobs. */
const SHARED_CONNECTIONS = 4;
/** Connections of a process that takes no jobs, which only looks after the tables of the queues. */
const IDLE_CONNECTIONS = 2;

/** Returns the queues with their limits in this process. Without a setting, one worker is left to others. */
export const queueLimits = ({ jobConcurrency, organizationJobConcurrency }: Config): readonly JobQueueLimits[] =>
  JOB_QUEUES.map((name) => {
    const concurrency = jobConcurrency[name];
    const organizationConcurrency = Math.min(organizationJobConcurrency ?? Math.max(1, concurrency - 1), concurrency);
    return { name, jobs: jobsOfQueue(name), concurrency, organizationConcurrency };
  });

/** Returns the number of database connections that the queues take. */
export const queueConnections = ({ role }: Config): number =>
  role === 'web' ? IDLE_CONNECTIONS : JOB_QUEUES.length + SHARED_CONNECTIONS;
