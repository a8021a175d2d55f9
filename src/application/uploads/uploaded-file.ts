import type { Hash } from '../../domain/content/objects.ts';
import type { File } from '../../domain/content/page.ts';
import { Invalid } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import { isUsable } from '../../domain/uploads/upload.ts';
import type { QueryContext } from '../kernel/use-case.ts';

type Needs = Pick<QueryContext<{ readonly space: Id }>, 'blobs' | 'files' | 'read' | 'at' | 'now'>;

/** So much of an upload is looked at to say what it is; headers of images end before. */
const SAMPLE_BYTES = 1024 * 1024;

/**
 * The bytes that the caller uploaded to the organization under a key, as they are in a content. A key may be used more than once.
 * @throws Invalid naming `field`; keys that are unknown, another's or out of date are alike
 */
export async function uploadedFile({ blobs, files, read, at, now }: Needs, key: Id, name: string, field: string): Promise<Omit<File, 'id' | 'name'>> {
  const upload = (await read.uploads.find({ id: key, organizationId: at.organizationId, createdBy: at.caller.userId }))?.snapshot();
  if (upload === undefined || !isUsable(upload, now)) throw Invalid.field(field, 'no such upload');
  const { blob, size } = upload;
  const beginning = blob === null ? undefined : await blobs.get(blob, { start: 0, end: SAMPLE_BYTES - 1 });
  if (beginning === undefined) throw Invalid.field(field, 'its bytes have not been sent yet');
  const chunks: Buffer[] = [];
  for await (const chunk of beginning.stream) chunks.push(Buffer.from(chunk as Uint8Array));
  const bytes = Buffer.concat(chunks);
  return { ...(await files.inspect(name, bytes, bytes.length < size)), size, blob: blob as Hash };
}
