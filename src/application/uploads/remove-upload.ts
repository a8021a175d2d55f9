import type { Id } from '../../domain/kernel/id.ts';
import { scheduleGarbageCollection } from '../garbage-collection.ts';
import { job } from '../kernel/job.ts';

interface Payload {
  readonly organizationId: Id;
  readonly uploadId: Id;
}

/** Deletes an expired upload. Leaves its bytes to garbage collection, since a file may reference the same blob. */
export const removeUploadJob = job<Payload>()({
  name: 'remove-upload',
  run: ({ transact, now }, { organizationId, uploadId }) =>
    transact({ organizationId, spaceId: null }, async (work) => {
      const upload = await work.uploads.find({ id: uploadId, organizationId });
      if (upload === undefined) return;
      await work.uploads.delete(upload);
      if (upload.snapshot().blob !== null) await work.jobs.enqueue(scheduleGarbageCollection(now));
    }),
});
