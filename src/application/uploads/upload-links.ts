import type { Id } from '../../domain/kernel/id.ts';
import { acceptsBytes, type UploadState } from '../../domain/uploads.ts';
import type { TextSigner } from '../../ports/kernel/secret-box.ts';
import type { Reads } from '../kernel/services.ts';
import { isPermitted } from '../permissions/is-permitted.ts';

const PURPOSE = 'upload-link';

/**
 * Creates a path below the public URL that accepts the bytes of an upload without a token.
 * @param via origin of the credential that announced the upload
 */
export const createUploadLink = (sealer: TextSigner, { id, organizationId }: UploadState, via: string | null): string =>
  `/uploads/${sealer.sign(JSON.stringify([organizationId, id, via]), PURPOSE)}`;

/** An upload opened by its link, with the origin of the credential that announced it. */
export interface OpenUpload extends UploadState {
  readonly via: string | null;
}

/** Tells whether the user who announced an upload could still announce it. */
export const mayUpload = (
  read: Pick<Reads, 'spacesOf'>,
  { organizationId, createdBy: userId, via }: OpenUpload,
): Promise<boolean> => isPermitted(read, 'organization:create-content', { organizationId, userId, via });

/**
 * Opens a link by its last segment; undefined if it was altered or has expired, or if its user could no longer announce
 * the upload.
 */
export async function openUploadLink(
  { sealer, read }: { readonly sealer: TextSigner; readonly read: Pick<Reads, 'spacesOf' | 'uploads'> },
  sealed: string,
  now: string,
): Promise<OpenUpload | undefined> {
  const text = sealer.verify(sealed, PURPOSE);
  if (text === undefined) return undefined;
  const [organizationId, id, via = null] = JSON.parse(text) as [Id, Id, (string | null)?];
  const upload = (await read.uploads.find({ id, organizationId }))?.snapshot();
  if (upload === undefined || !acceptsBytes(upload, now)) return undefined;
  const open = { ...upload, via };
  return (await mayUpload(read, open)) ? open : undefined;
}
