import { Invalid } from '../../domain/kernel/errors.ts';
import type { ArchiveFiles, ByteStream } from '../../ports/imports/archives.ts';
import { consumerOf, type ActorScope } from '../kernel/scope.ts';
import type { Services } from '../kernel/services.ts';

/**
 * Opens a stored archive while `task` runs.
 * @param archive blob and size in bytes of the archive
 * @param field path at which errors of the archive are reported
 */
export async function readUploadedArchive<T>(
  { archives, blobs, scope }: Pick<Services, 'archives' | 'blobs'> & { readonly scope: ActorScope },
  { blob, size }: { readonly blob: string; readonly size: number },
  field: string,
  task: (files: ArchiveFiles) => Promise<T>,
): Promise<T> {
  const read = async (start: number, end: number): Promise<ByteStream> => {
    const found = await blobs.get(blob, { start, end: end - 1 });
    if (found === undefined) throw new Error(`blob ${blob} is missing`);
    return found.stream;
  };
  try {
    return await archives.read({ size, read }, consumerOf(scope), task);
  } catch (error) {
    throw error instanceof Invalid ? new Invalid(error.issues.map(({ message }) => ({ path: field, message }))) : error;
  }
}
