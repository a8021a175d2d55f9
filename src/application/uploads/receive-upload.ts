import { Invalid, NotFound, StaleWrite, TransactionAborted } from '../../domain/kernel/errors.ts';
import { acceptsMediaType, describeUploadKind, UploadUsed } from '../../domain/uploads.ts';
import { BlobStoreError } from '../../ports/uploads.ts';
import type { UnitOfWork } from '../../ports/kernel/unit-of-work.ts';
import { retrying } from '../kernel/retry.ts';
import type { Reads, Services } from '../kernel/services.ts';
import { detectContentType } from './detect-content-type.ts';
import { mayUpload, type OpenUpload } from './upload-links.ts';

interface Dependencies extends Pick<Services, 'blobs' | 'files' | 'clock' | 'organizationStorage'> {
  readonly unitOfWork: UnitOfWork;
  readonly read: Pick<Reads, 'spacesOf'>;
}

/**
 * Stores the bytes of an upload with backpressure; of several concurrent requests with different bytes only one
 * succeeds. The same bytes may be sent again, by a client that did not get the answer.
 * @throws Conflict if the upload has other bytes already; Invalid if their number or type is not as announced; NotFound if
 * the user has lost the permission; BlobStoreError, StorageQuotaExceeded
 */
export async function receiveUpload(
  { blobs, files, clock, organizationStorage, unitOfWork, read }: Dependencies,
  upload: OpenUpload,
  bytes: AsyncIterable<Uint8Array>,
  requestId: string,
): Promise<void> {
  const { id, organizationId, createdBy, kind, name, size } = upload;
  if (upload.blob !== null) {
    await blobs.put(limitToSize(bytes, size), { maxBytes: size, expectedHash: upload.blob }).catch((error: unknown) => {
      throw error instanceof BlobStoreError && error.code === 'BLOB_HASH_MISMATCH' ? new UploadUsed() : error;
    });
    return;
  }
  await organizationStorage.requireRoom(organizationId, size);
  const { hash } = await blobs.put(limitToSize(bytes, size), { maxBytes: size });
  await organizationStorage.record(organizationId, [{ hash, size }]);
  const properties = await detectContentType({ blobs, files }, hash, name, size);
  if (!acceptsMediaType(kind, properties!.contentType))
    throw Invalid.field('', `the bytes are ${properties!.contentType}, not ${describeUploadKind(kind)}`);
  const context = { organizationId, spaceId: null, actorId: createdBy, tokenId: null, requestId, at: clock.now() };
  await retrying(
    () =>
      unitOfWork.run(context, async (work) => {
        const found = await work.uploads.get({ id, organizationId });
        if (found.receive(hash)) await work.uploads.save(found);
        // Permission may have been lost while the bytes were received.
        if (!(await mayUpload(read, upload))) throw new NotFound('upload');
      }),
    (error) => error instanceof StaleWrite || error instanceof TransactionAborted,
  );
}

/** Passes the bytes on; fails at their end if there are fewer than announced. */
async function* limitToSize(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let passed = 0;
  for await (const piece of bytes) {
    passed += piece.byteLength;
    yield piece;
  }
  if (passed < size) throw Invalid.field('', `the body has ${passed} bytes instead of the announced ${size}`);
}
