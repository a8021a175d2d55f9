import { JOB_TYPES } from '../system/job-types.ts';
import { Invalid } from '../../domain/kernel/errors.ts';
import { isLeftBehind } from '../../domain/imports/import-run.ts';
import type { Id, OrganizationId } from '../../domain/kernel/id.ts';
import {
  Upload,
  UPLOAD_LIFETIME_MS,
  maxBytesOf,
  describeUploadKind,
  acceptsMediaType,
  type UploadKind,
} from '../../domain/uploads.ts';
import { command } from '../kernel/use-case.ts';
import { inOrganization } from '../kernel/scope.ts';
import { createUploadLink } from './upload-links.ts';
import { scheduleGarbageCollection } from '../garbage-collection.ts';
import { job } from '../kernel/job.ts';
import { addMilliseconds } from '../../domain/kernel/time.ts';

interface Input {
  readonly organizationId: OrganizationId;
  readonly body: {
    readonly kind: UploadKind;
    readonly file: { readonly name: string; readonly type: string; readonly size: number };
  };
}

/** An announced upload. */
export interface UploadView {
  /** Key of the file until it is used. */
  readonly key: Id;
  /** Path below the public URL; accepts the bytes once, without a token. */
  readonly path: string;
}

/**
 * Announces a file and gets a URL to which its bytes can be uploaded once, without an API token.
 *
 * The upload expires unless it is used in time. Fails with `Invalid` when the file is larger than its kind allows or of
 * another media type, and with `StorageQuotaExceeded` when the organization has no room for it.
 */
export const generateStorageUploadURL = command<Input>()({
  name: 'generateStorageUploadURL',
  requires: 'organization:create-content',
  scope: inOrganization,
  needs: ['organizationStorage', 'ids', 'sealer', 'limits'],
  async prepare({ organizationStorage, scope }, { body: { file } }) {
    await organizationStorage.requireRoom(scope.organizationId, file.size);
  },
  async run({ work, ids, now, scope, sealer, limits }, { organizationId, body: { kind, file } }): Promise<UploadView> {
    const most = maxBytesOf(kind, limits);
    if (file.size > most) throw Invalid.field('file.size', `must be at most ${most}`);
    if (!acceptsMediaType(kind, file.type))
      throw Invalid.field('file.type', `must be the media type of ${describeUploadKind(kind)}`);
    const upload = Upload.create({
      id: ids.next(),
      organizationId,
      createdBy: scope.caller.userId,
      kind,
      name: file.name,
      contentType: file.type,
      size: file.size,
      createdAt: now,
    });
    await work.uploads.save(upload);
    const end = addMilliseconds(now, UPLOAD_LIFETIME_MS);
    await work.jobs.enqueue(
      JOB_TYPES.removeUpload.request({ organizationId, uploadId: upload.id }, { notBefore: end }),
    );
    return { key: upload.id, path: createUploadLink(sealer, upload.snapshot(), scope.caller.via) };
  },
});

/** Deletes an expired upload. Leaves its bytes to garbage collection, since a file may reference the same blob. */
export const removeUploadJob = job(JOB_TYPES.removeUpload)({
  run: ({ transact, now }, { organizationId, uploadId }) =>
    transact({ organizationId, spaceId: null }, async (work) => {
      const upload = await work.uploads.find({ id: uploadId, organizationId });
      if (upload === undefined) return;
      const { importRunId } = upload.snapshot();
      const run = importRunId === null ? undefined : await work.importRuns.find({ id: importRunId, organizationId });
      if (run?.isActive === true && !isLeftBehind(run.snapshot(), now)) {
        // The run still reads the bytes, and deletes the upload when it has ended.
        const later = addMilliseconds(now, UPLOAD_LIFETIME_MS);
        await work.jobs.enqueue(JOB_TYPES.removeUpload.request({ organizationId, uploadId }, { notBefore: later }));
        return;
      }
      await work.uploads.delete(upload);
      if (upload.snapshot().blob !== null) await work.jobs.enqueue(scheduleGarbageCollection(now));
    }),
});
