import { readFileSync } from 'node:fs';

/** Style sheet beside this module; the build replaces the read by the content of the file. */
export const PAGE_CSS = readFileSync(new URL('./page-style.css', import.meta.url), 'utf8');
