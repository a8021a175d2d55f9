import type { Fingerprints, InstanceState, InstanceStates } from '../ports/instance.ts';
import type { BlobStore } from '../ports/uploads.ts';
import { findWrongClock } from './instance.clock.ts';

/** The secret key or the file storage of this process is not that of the instance. */
export class ForeignNode extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ForeignNode';
  }
}

export interface FingerprintContext {
  readonly states: InstanceStates;
  readonly blobs: Pick<BlobStore, 'identity' | 'claim'>;
  /** Digest of the secret key of this process. */
  readonly secretKey: string;
  readonly newId: () => string;
}

const FOREIGN_KEY =
  'the secret key is not that of the instance: set the SECRET_KEY of its other nodes, or restore the file secret-key in DATA_DIR; if the key is lost, run "quire secret-key adopt"';
const CHOOSE_STORAGE = 'set BLOB_STORE, BLOB_DIR, S3_BUCKET and S3_PREFIX to those of its other nodes';
const EMPTY_STORAGE = `the file storage is not that of the instance: the file storage-id is missing there; ${CHOOSE_STORAGE}; if the files were moved, move storage-id too, or run "quire file-storage adopt"`;
const FOREIGN_STORAGE = `the file storage belongs to another instance: its storage-id is another one; ${CHOOSE_STORAGE}`;
const USED_STORAGE =
  'the file storage belongs to another instance, as its storage-id says, and this database is new: set BLOB_DIR, S3_BUCKET or S3_PREFIX to an unused place, or DATABASE_URL to the database of that instance';

/** Reports what is wrong with the secret key of a process; undefined if it is that of the instance. */
export const findForeignKey = (known: Fingerprints['secretKey'], secretKey: string): string | undefined =>
  known === null || known === secretKey ? undefined : FOREIGN_KEY;

/** @throws ForeignNode unless a secret key is that of the instance */
export function requireKey(known: Fingerprints['secretKey'], secretKey: string): void {
  const problem = findForeignKey(known, secretKey);
  if (problem !== undefined) throw new ForeignNode(problem);
}

/**
 * Reports what is wrong with the file storage of a process; undefined if it is that of the instance.
 * @param id id of the file storage; undefined if it has none
 */
export function findForeignStorage({ fileStorage }: Fingerprints, id: string | undefined): string | undefined {
  if (fileStorage === (id ?? null)) return undefined;
  if (id === undefined) return EMPTY_STORAGE;
  return fileStorage === null ? USED_STORAGE : FOREIGN_STORAGE;
}

/**
 * Compares the secret key and the file storage of this process with those of the instance, and records them at the first
 * start. Several processes may do it at the same time.
 * @throws ForeignNode with a message that tells what to do
 */
export async function claimFingerprints({ states, blobs, secretKey, newId }: FingerprintContext): Promise<void> {
  const id = await blobs.identity();
  const known = await states.read();
  if (known.secretKey === secretKey && id !== undefined && known.fileStorage === id) return;
  await states.update(async (stored) => {
    // Another process may have claimed the storage since.
    const present = await blobs.identity();
    const problem = findForeignKey(stored.secretKey, secretKey) ?? findForeignStorage(stored, present);
    if (problem !== undefined) throw new ForeignNode(problem);
    return { secretKey, fileStorage: present ?? (await blobs.claim(newId())) };
  });
}

/**
 * Refuses a file storage that an instance with a database owns, for an instance that keeps its data in memory: its
 * garbage collection would delete the files.
 * @throws ForeignNode
 */
export async function requireUnclaimedStorage(blobs: Pick<BlobStore, 'identity'>): Promise<void> {
  if ((await blobs.identity()) !== undefined) throw new ForeignNode(USED_STORAGE);
}

/** Lists what keeps a process from serving the instance now, as sentences for the operator. */
export function findProblems(state: InstanceState, secretKey: string): readonly string[] {
  const key = findForeignKey(state.secretKey, secretKey);
  return [
    ...(state.writable ? [] : ['the database accepts no changes: it is a replica, or set to read-only']),
    ...[key, findWrongClock(state.clockOffsetMs)].filter((problem) => problem !== undefined),
  ];
}
