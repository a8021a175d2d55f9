import type { Entry } from 'yauzl';
import { Invalid } from '../../domain/kernel/errors.ts';

const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;
const FOLDER = 0o040000;
const STORED = 0;
const DEFLATED = 8;
const MAX_QUOTED = 200;

export const invalidArchive = (problem: string, path?: string): Invalid =>
  Invalid.field(
    '',
    path === undefined
      ? `the archive ${problem}`
      : `the entry ${JSON.stringify(path.slice(0, MAX_QUOTED))} of the archive ${problem}`,
  );

export const isFolder = ({ fileName }: Entry): boolean => fileName.endsWith('/');

/**
 * Rejects entries that are unsafe or cannot be unpacked.
 *
 * @throws Invalid
 */
export function checkEntry(entry: Entry): void {
  const { fileName, compressionMethod, externalFileAttributes } = entry;
  const reject = (problem: string): never => {
    throw invalidArchive(problem, fileName);
  };
  if (fileName.includes('\0')) reject('has NUL in its name');
  if (fileName.includes('\\')) reject('has a backslash in its name');
  if (fileName.startsWith('/') || /^[a-z]:/i.test(fileName)) reject('has an absolute path');
  const parts = (isFolder(entry) ? fileName.slice(0, -1) : fileName).split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..'))
    reject('points outside its directory or names no file');
  // Archives made on systems other than Unix have no file type here.
  const type = (externalFileAttributes >>> 16) & FILE_TYPE;
  if (type !== 0 && type !== (isFolder(entry) ? FOLDER : REGULAR))
    reject('is not a regular file; links and devices are not supported');
  if (entry.isEncrypted()) reject('is encrypted');
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED)
    reject(`uses compression method ${compressionMethod}, which is not supported`);
}
