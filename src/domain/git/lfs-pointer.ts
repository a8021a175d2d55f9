const MAX_POINTER_BYTES = 1024;
const START = 'version https://git-lfs.github.com/spec/';

/** Reports whether bytes are a Git LFS pointer, which stands for a file that the repository does not contain. */
export const isLfsPointer = (bytes: Uint8Array): boolean =>
  bytes.byteLength < MAX_POINTER_BYTES && Buffer.from(bytes.subarray(0, START.length)).toString('latin1') === START;

/** Reads the SHA-256 of the file that a pointer stands for; undefined if it states none. */
export const hashOfLfsPointer = (bytes: Uint8Array): string | undefined =>
  /^oid sha256:([0-9a-f]{64})$/m.exec(Buffer.from(bytes).toString('latin1'))?.[1];

/** Message of report entries about a pointer. */
export const LFS_POINTER_MESSAGE = 'the repository contains only a Git LFS pointer to the file';
