const MAX_POINTER_BYTES = 1024;
const START = 'version https://git-lfs.github.com/spec/';

/** Reports whether bytes are a Git LFS pointer, which stands for a file that the repository does not contain. */
export const isLfsPointer = (bytes: Uint8Array): boolean =>
  bytes.byteLength < MAX_POINTER_BYTES && Buffer.from(bytes.subarray(0, START.length)).toString('latin1') === START;

/** Message of report entries about a pointer. */
export const LFS_POINTER_MESSAGE = 'the repository contains only a Git LFS pointer to the file';
