import { readFileSync } from 'node:fs';

/** Browser files beside this module; the build replaces each read by the content of the file. */
export const REFERENCE_SCRIPT = readFileSync(new URL('./reference.js', import.meta.url), 'utf8');
export const REFERENCE_CSS = readFileSync(new URL('./reference.css', import.meta.url), 'utf8');
