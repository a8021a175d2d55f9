import * as z from 'zod';
import {
  cancelInstanceJob,
  getInstanceJob,
  JOB_KINDS,
  JOB_SUBJECTS,
  listInstanceJobs,
  retryInstanceJob,
  type JobView,
} from '../../application/instance.jobs.ts';
import { JOB_QUEUES, JOB_STATUSES } from '../../ports/kernel/jobs.ts';
import { idField, instant, uri } from './kernel/fields.ts';
import { list, ok, present, resource } from './kernel/reply.ts';
import { route, tagged } from './kernel/route.ts';

const InstanceJobResource = resource(
  'InstanceJob',
  z.object({
    object: z.literal('job'),
    id: z.string(),
    kind: z.string().meta({ description: 'Kind of work, such as `import-git-repository`.' }),
    queue: z.enum(JOB_QUEUES).optional().meta({ description: 'Queue whose workers run the job.' }),
    status: z.enum([...JOB_STATUSES, 'cancelled']).meta({
      description:
        'Status: `scheduled` is for a later time, `cancelling` runs and was asked to stop, `failed` was tried for the last time, and `cancelled` was removed just now.',
    }),
    organization: z.string().optional().meta({ description: 'Organization whose share of the workers the job takes.' }),
    subject: z
      .object({ type: z.enum(JOB_SUBJECTS), id: z.string() })
      .optional()
      .meta({ description: 'Resource that the job is about.' }),
    attempts: z.number().int().meta({ description: 'Number of attempts, the present one included.' }),
    maxAttempts: z.number().int().meta({ description: 'Number of attempts after which the job has failed.' }),
    enqueuedAt: instant,
    dueAt: instant.meta({ description: 'Earliest start of the next attempt.' }),
    startedAt: instant.optional().meta({ description: 'Start of the present attempt.' }),
    worker: z.string().optional().meta({ description: 'Worker that runs the job.' }),
    error: z.string().optional().meta({ description: 'Error of the latest attempt that failed.' }),
    urls: z.object({ location: uri }),
  }),
  ({ id, kind, queue, status, organizationId, subject, attempts, maxAttempts, ...job }: JobView, links) => ({
    object: 'job' as const,
    id,
    kind,
    status,
    attempts,
    maxAttempts,
    enqueuedAt: job.enqueuedAt,
    dueAt: job.dueAt,
    ...present({
      queue,
      organization: organizationId,
      subject,
      startedAt: job.startedAt,
      worker: job.worker,
      error: job.error,
    }),
    urls: { location: links.api('instance', 'jobs', id) },
  }),
);

export const instanceJobRoutes = tagged('Instance', [
  route('GET /v1/instance/jobs', listInstanceJobs, {
    summary: 'List the background jobs of the instance',
    query: {
      kind: z
        .enum(JOB_KINDS as [string, ...string[]])
        .optional()
        .meta({ description: 'Kind of work.' }),
      queue: z.enum(JOB_QUEUES).optional().meta({ description: 'Queue of the jobs.' }),
      status: z.enum(JOB_STATUSES).optional().meta({ description: 'Status of the jobs.' }),
      organization: idField.optional().meta({ description: 'Organization of the jobs.' }),
    },
    paged: true,
    returns: list(InstanceJobResource),
  }),
  route('GET /v1/instance/jobs/:jobId', getInstanceJob, {
    summary: 'Get a background job',
    returns: ok(InstanceJobResource),
  }),
  route('POST /v1/instance/jobs/:jobId/retry', retryInstanceJob, {
    summary: 'Retry a background job',
    returns: ok(InstanceJobResource),
  }),
  route('POST /v1/instance/jobs/:jobId/cancel', cancelInstanceJob, {
    summary: 'Cancel a background job',
    returns: ok(InstanceJobResource),
  }),
]);
