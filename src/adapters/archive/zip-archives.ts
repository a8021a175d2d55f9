import type { Archives } from '../../ports/archives.ts';
import { readZip } from './read-zip.ts';
import { writeZip } from './write-zip.ts';

/** Archives as ZIP files. */
export const zipArchives: Archives = { write: writeZip, open: (source) => readZip(source) };
