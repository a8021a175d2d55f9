import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { loadOnce } from '../../../application/kernel/load-once.ts';
import type { HttpHandlers } from '../kernel/server.ts';
import { REFERENCE_CSS, REFERENCE_SCRIPT } from './browser/assets.ts';

/** Files of the reference, from the npm package; nothing is loaded from other hosts. */
const ASSETS: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
  'favicon-32x32.png': 'image/png',
};
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Quire API reference</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/narrow.css">
</head>
<body>
<div id="reference"></div>
<noscript>The interactive reference needs JavaScript; the document itself is at <a href="/openapi.json">/openapi.json</a>.</noscript>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/**
 * Serves the OpenAPI document and the interactive reference that shows it.
 * @param documentFile path of the document; read at the first request
 */
export function referenceHandlers(documentFile: string): readonly HttpHandlers[] {
  const loadDocument = loadOnce(async () => JSON.stringify(JSON.parse(await readFile(documentFile, 'utf8'))));
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  return [
    {
      path: '/openapi.json',
      isOpen: true,
      async handle(ctx) {
        ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
        ctx.type = 'application/json';
        ctx.body = await loadDocument();
      },
    },
    {
      path: /^\/docs(\/.*)?$/,
      async handle(ctx) {
        const name = ctx.path.slice('/docs/'.length);
        ctx.set('Content-Security-Policy', POLICY);
        if (name === '') {
          ctx.type = 'text/html';
          ctx.body = PAGE;
        } else if (name === 'narrow.css') {
          ctx.type = 'text/css';
          ctx.body = REFERENCE_CSS;
        } else if (name === 'start.js') {
          ctx.type = 'text/javascript';
          ctx.body = REFERENCE_SCRIPT;
        } else if (Object.hasOwn(ASSETS, name)) {
          const file = join(folder, name);
          const { size, mtime } = await stat(file);
          ctx.type = ASSETS[name]!;
          ctx.length = size;
          ctx.lastModified = mtime;
          ctx.set('Cache-Control', 'public, max-age=3600');
          ctx.body = createReadStream(file);
        }
      },
    },
  ];
}
