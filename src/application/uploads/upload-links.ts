import type { Id } from '../../domain/kernel/id.ts';
import { takesBytes, type UploadState } from '../../domain/uploads/upload.ts';
import type { Sealer } from '../../ports/sealer.ts';
import type { Reads } from '../kernel/services.ts';
import { stillMay, type StillMayReads } from '../organizations/still-may.ts';

const PURPOSE = 'upload-link';

/** The path, below the public URL, that takes the bytes of an upload without a token. */
export const uploadLink = (sealer: Sealer, { id, organizationId }: UploadState): string => `/uploads/${sealer.seal(JSON.stringify([organizationId, id]), PURPOSE)}`;

/**
 * The upload behind the last segment of a link; undefined when it was altered, its time is over, or whoever announced it
 * could not any more.
 */
export async function openUploadLink({ sealer, read }: { readonly sealer: Sealer; readonly read: StillMayReads & Pick<Reads, 'uploads'> }, sealed: string, now: string): Promise<UploadState | undefined> {
  const text = sealer.open(sealed, PURPOSE);
  if (text === undefined) return undefined;
  const [organizationId, id] = JSON.parse(text) as [Id, Id];
  const upload = (await read.uploads.find({ id, organizationId }))?.snapshot();
  if (upload === undefined || !takesBytes(upload, now)) return undefined;
  return (await stillMay(read, 'organization:create-content', { organizationId, userId: upload.createdBy })) ? upload : undefined;
}
