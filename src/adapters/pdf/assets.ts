import { readFileSync } from 'node:fs';

/** Style of printed pages; the build replaces the read by the content of the file. */
export const TEMPLATE = readFileSync(new URL('./template.typ', import.meta.url), 'utf8');

/** Style of preview pictures. */
export const PICTURE_TEMPLATE = readFileSync(new URL('./picture.typ', import.meta.url), 'utf8');
