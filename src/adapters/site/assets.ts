import { readFileSync } from 'node:fs';

/** Style sheets beside this module; the build replaces each read by the content of the file. */
export const FRAME_CSS = readFileSync(new URL('./frame.css', import.meta.url), 'utf8');
export const PAGE_TOOLS_CSS = readFileSync(new URL('./page-tools/page-tools.css', import.meta.url), 'utf8');
export const CONTENT_CSS = readFileSync(new URL('./content.css', import.meta.url), 'utf8');
export const API_CSS = readFileSync(new URL('./api-reference.css', import.meta.url), 'utf8');
