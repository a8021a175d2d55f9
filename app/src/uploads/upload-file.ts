import { generateStorageUploadURL } from '../api/operations.ts';
import { ApiError } from '../api/api-error.ts';
import { m } from '../messages/messages.ts';

/** Largest file that is sent within a change, in bytes; larger ones are uploaded. */
const MAX_INLINE_BYTES = 700_000;

/**
 * Returns the content of a file for an `insert_files` change: its bytes, or the key of an upload. Uploads are for people
 * who may create content in the organization; what others send goes into the change, whatever its size.
 */
export async function contentOfFile(
  organizationId: string,
  file: File,
): Promise<{ readonly base64: string; readonly contentType: string } | { readonly key: string }> {
  const inline = async () => ({ base64: await toBase64(file), contentType: typeOf(file) });
  if (file.size <= MAX_INLINE_BYTES) return inline();
  try {
    return { key: await uploadFile(organizationId, file, 'organization_file') };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) throw error;
    return inline();
  }
}

/** Returns the media type of a file; browsers know that of common extensions only. */
const typeOf = ({ type }: File): string => type || 'application/octet-stream';

/** Uploads a file and returns its key. */
export async function uploadFile(
  organizationId: string,
  file: File,
  kind: 'organization_file' | 'import_file' | 'customization_font',
): Promise<string> {
  const type = typeOf(file);
  const { url, key } = await generateStorageUploadURL({
    path: { organizationId },
    body: { kind, file: { name: file.name, type, size: file.size } },
  });
  const response = await fetch(url, { method: 'PUT', headers: { 'Content-Type': type }, body: file });
  if (!response.ok)
    throw new ApiError(
      response.status,
      m.create.uploadFailed(file.name),
      response.headers.get('x-request-id') ?? undefined,
    );
  return key;
}

async function toBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary);
}
