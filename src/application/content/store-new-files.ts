import type { Hash } from '../../domain/content/objects/content-object.ts';
import type { File } from '../../domain/content/page.ts';
import { Invalid } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import { FetchError, FetchBlocked } from '../../ports/kernel/guarded-fetch.ts';
import type { QueryContext } from '../kernel/use-case.ts';
import { findUploadedFile, type UploadReference } from '../uploads/uploaded-file.ts';
import type { ChangeInput, FileInput, UpdateFileInput } from './content-inputs.ts';

const MEGABYTE = 1024 * 1024;
/** Limits of the size of files: given as base64, and fetched by URL. */
const MAX_INLINE_BYTES = MEGABYTE;
const MAX_FETCHED_BYTES = 20 * MEGABYTE;
/** Time for fetching all files of a batch. */
const FETCH_TIMEOUT_MS = 60_000;
/** Number of files held in memory at the same time. */
const MAX_CONCURRENT_FILES = 4;

type Dependencies = Pick<
  QueryContext<{ readonly space: Id }, 'blobs' | 'files' | 'ids' | 'organizationStorage' | 'web'>,
  'blobs' | 'files' | 'ids' | 'organizationStorage' | 'web' | 'read' | 'scope' | 'now'
>;
type FileBytesInput = FileInput | UpdateFileInput;
interface NewFile {
  readonly input: FileBytesInput;
  readonly id: Id;
  /** Name of the file, used to detect its type; empty when unknown. */
  readonly name: string;
  /** Path of the file's field in errors: `changes.0.files.1`. */
  readonly path: string;
}

/** Finds the name of a file of the content. */
export type FindFileName = (file: Id) => string | undefined;

const hasBytes = (input: FileBytesInput): boolean =>
  [input.url, input.base64, input.key].some((source) => source !== undefined);
/** Tells whether a batch has files whose bytes must be stored. */
export const hasNewFiles = (changes: readonly ChangeInput[]): boolean =>
  changes.some(
    (change) => change.operation === 'insert_files' || (change.operation === 'update_file' && hasBytes(change)),
  );

/**
 * Stores the bytes of a batch's files as blobs and fetches those given by URL; the bytes of uploads are stored already.
 * The type is detected from the bytes. Blobs that no content refers to are removed later.
 * @throws Invalid naming `changes.N.files.M.field`
 */
export async function storeNewFiles(
  needs: Dependencies,
  changes: readonly ChangeInput[],
  nameOf: FindFileName,
): Promise<ReadonlyMap<FileBytesInput, File>> {
  const stored = new Map<FileBytesInput, File>();
  const newFiles = listNewFiles(changes, nameOf).map((one): NewFile => ({ ...one, id: needs.ids.next() }));
  if (newFiles.length === 0) return stored;
  const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
  const queue = newFiles[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (const file of queue) stored.set(file.input, await storeFile(needs, file, signal));
  };
  await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT_FILES, newFiles.length) }, worker));
  return stored;
}

function listNewFiles(changes: readonly ChangeInput[], nameOf: FindFileName): Omit<NewFile, 'id'>[] {
  const inserted = new Map<string, string>();
  return changes.flatMap((change, n): Omit<NewFile, 'id'>[] => {
    if (change.operation === 'insert_files') {
      return change.files.map((input, m) => {
        if (input.ref !== undefined) inserted.set(input.ref, input.name);
        return { input, name: input.name, path: `changes.${n}.files.${m}` };
      });
    }
    if (change.operation !== 'update_file' || !hasBytes(change)) return [];
    return [
      {
        input: change,
        name: change.name ?? inserted.get(change.file) ?? nameOf(change.file) ?? '',
        path: `changes.${n}`,
      },
    ];
  });
}

/** Lists the uploads that a batch consumes. */
export const listUploadReferences = (changes: readonly ChangeInput[]): readonly UploadReference[] =>
  hasNewFiles(changes)
    ? listNewFiles(changes, () => undefined).flatMap(({ input: { key }, path }) =>
        key === undefined ? [] : [{ key, field: `${path}.key` }],
      )
    : [];

async function storeFile(needs: Dependencies, { input, id, name, path }: NewFile, signal: AbortSignal): Promise<File> {
  const { scope, blobs, files, organizationStorage, web } = needs;
  const { base64, url, key } = input;
  if (key !== undefined) return { id, name, ...(await findUploadedFile(needs, key, name, `${path}.key`)) };
  const bytes =
    base64 === undefined ? await fetchBytes(web, url!, `${path}.url`, signal) : decode(base64, `${path}.base64`);
  const [{ hash, size }, properties] = await Promise.all([
    organizationStorage.put(blobs, scope.organizationId, bytes),
    files.inspect(name, bytes),
  ]);
  return { id, name, ...properties, size, blob: hash as Hash };
}

function decode(base64: string, field: string): Uint8Array {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64) || base64.length % 4 !== 0)
    throw Invalid.field(field, 'must be base64 with padding');
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > MAX_INLINE_BYTES)
    throw Invalid.field(field, `must have at most ${MAX_INLINE_BYTES} bytes when decoded`);
  return bytes;
}

/** Fetches the bytes of a file. Every failure is reported as a problem of the caller's URL. */
async function fetchBytes(
  web: Dependencies['web'],
  url: string,
  field: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  try {
    const { status, body } = await web.fetch(url, { maxBytes: MAX_FETCHED_BYTES, timeoutMs: FETCH_TIMEOUT_MS, signal });
    if (status < 200 || status > 299)
      throw Invalid.field(field, `cannot be fetched; the server responds with status ${status}`);
    return body;
  } catch (error) {
    if (error instanceof FetchBlocked || error instanceof FetchError) throw Invalid.field(field, error.message);
    throw error;
  }
}
