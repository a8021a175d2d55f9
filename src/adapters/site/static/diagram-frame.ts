import { basename } from 'node:path';
import type { StaticAsset } from '../../../ports/sites/site-renderer.ts';
import { browserScripts } from './browser-scripts.ts';
import { createTextAsset } from './static-asset.ts';

/**
 * Policy of the frame that draws diagrams: its library sets styles in attributes, which pages forbid. It can load
 * nothing but its own script, and is shown within pages of the same site only.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

let frame: StaticAsset | undefined;

/** Returns the page that draws diagrams in a frame of pages that contain some. */
export function diagramFrame(): StaticAsset {
  if (frame !== undefined) return frame;
  const script = basename(browserScripts().paths['diagram-frame']);
  const page = createTextAsset(
    'diagrams',
    'html',
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Diagrams</title><script type="module" src="${script}"></script></html>\n`,
  );
  frame = { ...page, headers: { ...page.headers, 'Content-Security-Policy': POLICY } };
  return frame;
}
