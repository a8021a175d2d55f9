import { fileURLToPath } from 'node:url';

// Bundles are one level below the root of the package, as this file is: relative paths are the same in both.

/** User guide of Quire. */
export const GUIDE = fileURLToPath(new URL('../docs/guide', import.meta.url));

/** The OpenAPI document, as `npm run openapi` writes it. */
export const API_DOCUMENT = fileURLToPath(new URL('../openapi.json', import.meta.url));

/** Page templates. */
export const TEMPLATES = fileURLToPath(new URL('../templates', import.meta.url));

/** Module of the PDF thread, beside this one: a TypeScript file or its compiled form. */
export const PDF_WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './pdf-worker.ts' : './pdf-worker.js',
  import.meta.url,
);
