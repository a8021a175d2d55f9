import * as z from 'zod';
import { getInstanceStatus, type InstanceStatus } from '../../application/instance.status.ts';
import type { BackupRun } from '../../ports/instance.backups.ts';
import { JOB_STATUSES, type JobStatus } from '../../ports/kernel/jobs.ts';
import { instant } from './kernel/fields.ts';
import { ok, present, resource } from './kernel/reply.ts';
import { route, tagged } from './kernel/route.ts';

const bytes = z.number().int().meta({ description: 'Size in bytes.' });
const count = z.number().int();
const backup = z
  .object({
    name: z.string(),
    state: z.enum(['running', 'complete', 'failed']),
    startedAt: instant,
    finishedAt: instant.optional(),
    bytes: bytes.optional(),
    error: z.string().optional(),
  })
  .meta({ id: 'InstanceBackup' });
const presentBackup = ({ name, state, startedAt, finishedAt, bytes: size, error }: BackupRun) => ({
  name,
  state,
  startedAt,
  ...present({ finishedAt, bytes: size, error }),
});

const InstanceStatusResource = resource(
  'InstanceStatus',
  z.object({
    object: z.literal('instance-status'),
    problems: z.array(z.string()).meta({ description: 'What the operator should mend; empty if nothing.' }),
    jobs: z
      .object(Object.fromEntries(JOB_STATUSES.map((status) => [status, count])) as Record<JobStatus, typeof count>)
      .meta({ description: 'Numbers of jobs by status.' }),
    storage: z.object({
      files: bytes.meta({ description: 'Bytes of all different files.' }),
      database: bytes.optional().meta({ description: 'Bytes of the database; absent where all data is in memory.' }),
      organizations: z
        .array(z.object({ id: z.string(), title: z.string(), bytes }))
        .meta({ description: 'Organizations with the most bytes of files, the largest first.' }),
    }),
    garbageCollection: z.object({
      finishedAt: instant.optional().meta({ description: 'End of the last run.' }),
      condemnedObjects: count.meta({ description: 'Unreferenced content objects that await deletion.' }),
      condemnedFiles: count.meta({ description: 'Unreferenced files that await deletion.' }),
      deletedObjects: count,
      deletedFiles: count,
    }),
    backups: z
      .object({ next: instant.optional(), last: backup.optional(), complete: backup.optional() })
      .optional()
      .meta({ description: 'Scheduled backups: the next, the last that ended, the last that is complete.' }),
  }),
  ({ problems, jobs, storage, garbage, backups }: InstanceStatus) => ({
    object: 'instance-status' as const,
    problems: [...problems],
    jobs,
    storage: {
      files: storage.files,
      organizations: storage.organizations.map((one) => ({ ...one })),
      ...present({ database: storage.database }),
    },
    garbageCollection: {
      condemnedObjects: garbage.condemnedObjects,
      condemnedFiles: garbage.condemnedBlobs,
      deletedObjects: garbage.collectedObjects,
      deletedFiles: garbage.collectedBlobs,
      ...present({ finishedAt: garbage.finishedAt }),
    },
    ...present({
      backups: backups && {
        ...present({
          next: backups.next,
          last: backups.last && presentBackup(backups.last),
          complete: backups.complete && presentBackup(backups.complete),
        }),
      },
    }),
  }),
);

export const instanceStatusRoutes = tagged('Instance', [
  route('GET /v1/instance/status', getInstanceStatus, {
    summary: 'Get the status of the instance',
    returns: ok(InstanceStatusResource),
  }),
]);
