import type { Hash } from '../../domain/content/objects/content-object.ts';
import type { File } from '../../domain/content/page.ts';
import { Invalid } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import { isUsable, type UploadKind } from '../../domain/uploads.ts';
import type { CommandContext, QueryContext } from '../kernel/use-case.ts';
import { detectContentType } from './detect-content-type.ts';

type Dependencies = Pick<
  QueryContext<{ readonly organization: Id }, 'blobs' | 'files'>,
  'blobs' | 'files' | 'read' | 'scope' | 'now'
>;

/**
 * Finds a file that the caller uploaded to the organization, as a reference for contents. Does not use up the key;
 * `useUploads` does.
 * @param kinds accepted kinds of uploads
 * @throws Invalid naming `field`, alike for keys that are unknown, of another user, used or expired
 */
export async function findUploadedFile(
  { blobs, files, read, scope, now }: Dependencies,
  key: Id,
  name: string,
  field: string,
  kinds: readonly UploadKind[] = ['organization_file'],
): Promise<Omit<File, 'id' | 'name'>> {
  const upload = (
    await read.uploads.find({ id: key, organizationId: scope.organizationId, createdBy: scope.caller.userId })
  )?.snapshot();
  if (upload === undefined || !isUsable(upload, now)) throw unknownUpload(field);
  if (!kinds.includes(upload.kind))
    throw Invalid.field(field, `names an upload of the kind ${upload.kind}, not ${kinds.join(' or ')}`);
  const { blob, size } = upload;
  const properties = blob === null ? undefined : await detectContentType({ blobs, files }, blob, name, size);
  if (properties === undefined) throw Invalid.field(field, 'names an upload without content; send the bytes first');
  return { ...properties, size, blob: blob as Hash };
}

const unknownUpload = (field: string): Invalid => Invalid.field(field, 'does not name an upload');

/** An upload and the field of the request that names it. */
export interface UploadReference {
  readonly key: Id;
  readonly field: string;
}

/**
 * Uses up the uploads that a command names, in its unit of work: the result of the command then references their bytes.
 * Only one of several concurrent commands succeeds. @throws Invalid naming the field of an upload that is used, expired
 * or named twice
 */
export async function useUploads(
  { work, scope }: Pick<CommandContext<{ readonly organization: Id }>, 'work' | 'scope'>,
  uploads: readonly UploadReference[],
): Promise<void> {
  for (const { key, field } of uploads) {
    const upload = await work.uploads.find({
      id: key,
      organizationId: scope.organizationId,
      createdBy: scope.caller.userId,
    });
    if (upload === undefined) throw unknownUpload(field);
    await work.uploads.delete(upload);
  }
}
