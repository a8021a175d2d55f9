import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

// Bundles are one level below the root of the package, as this file is: relative paths are the same in both.

/** User guide of Quire. */
export const GUIDE = fileURLToPath(new URL('../docs/guide', import.meta.url));

/** The OpenAPI document, as `npm run openapi` writes it. */
export const API_DOCUMENT = fileURLToPath(new URL('../openapi.json', import.meta.url));

/** Page templates. */
export const TEMPLATES = fileURLToPath(new URL('../templates', import.meta.url));

/**
 * Returns the module that a thread or a child process begins with: that of the bundle in `compiled`, or by default the
 * one beside this file, which is a TypeScript file where this one is.
 *
 * @param name path without its extension, relative to this file
 */
export const entryModule = (name: string, compiled: URL | undefined): URL =>
  compiled === undefined
    ? new URL(`${name}${extname(fileURLToPath(import.meta.url))}`, import.meta.url)
    : new URL(`${name}.js`, compiled);
