import { JOB_TYPES } from '../system/job-types.ts';
import { scheduleGarbageCollection } from '../garbage-collection.ts';
import { job } from '../kernel/job.ts';

/** Deletes an expired upload. Leaves its bytes to garbage collection, since a file may reference the same blob. */
export const removeUploadJob = job(JOB_TYPES.removeUpload)({
  run: ({ transact, now }, { organizationId, uploadId }) =>
    transact({ organizationId, spaceId: null }, async (work) => {
      const upload = await work.uploads.find({ id: uploadId, organizationId });
      if (upload === undefined) return;
      await work.uploads.delete(upload);
      if (upload.snapshot().blob !== null) await work.jobs.enqueue(scheduleGarbageCollection(now));
    }),
});
