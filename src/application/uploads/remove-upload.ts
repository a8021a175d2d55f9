import type { Id } from '../../domain/kernel/id.ts';
import { job } from '../kernel/job.ts';

interface Payload {
  readonly organizationId: Id;
  readonly uploadId: Id;
}

/**
 * Forgets an upload whose day is over. Its bytes stay: they may be those of a file too, and which blobs nothing names any
 * more only a collection of all of them can tell.
 */
export const removeUploadJob = job<Payload>({
  name: 'remove-upload',
  run: ({ transact }, { organizationId, uploadId }) =>
    transact({ organizationId, spaceId: null }, async (work) => {
      const upload = await work.uploads.find({ id: uploadId, organizationId });
      if (upload !== undefined) await work.uploads.delete(upload);
    }),
});
