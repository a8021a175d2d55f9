import type { SiteRenderer } from '../../../ports/sites/site-renderer.ts';
import type { HttpHandlers } from '../kernel/server.ts';
import type { SessionCookie } from '../sessions/session-cookie.ts';
import { appFiles } from './app-bundle.ts';
import { FILES_PATH, sendAppFile, stylePath } from './app-files.ts';

const ID = '[\\w.-]{1,100}';
const either = (...paths: readonly string[]): string => `(?:/(?:${paths.join('|')}))?`;
const REUSABLE_CONTENTS = `reusable-contents${either(`${ID}${either('edit')}`)}`;
/** Addresses of the screens of the app, among them `urls.app` of all resources; nothing else below /app exists. */
const ADDRESS = new RegExp(
  `^/app${either(
    'account',
    `instance${either(`organizations${either(ID)}`, 'jobs', 'status')}`,
    `orgs/${ID}${either(
      'trash',
      'search',
      'change-requests',
      'members',
      'audit-log',
      'settings',
      'glossary',
      `teams${either(ID)}`,
      `translations${either(ID)}`,
      `openapi${either(ID)}`,
      `webhooks${either(ID)}`,
      `sites${either(`${ID}${either('structure', 'audience', 'access', 'appearance', 'redirects', 'insights')}`)}`,
    )}`,
    `collections/${ID}${either('access')}`,
    `spaces/${ID}${either(
      'comments',
      'history',
      'files',
      'links',
      'access',
      'settings',
      `pages/${ID}${either('edit')}`,
      REUSABLE_CONTENTS,
      `revisions/${ID}`,
      `change-requests${either(`${ID}${either(`pages/${ID}${either('edit')}`, REUSABLE_CONTENTS)}`)}`,
    )}`,
  )}/?$`,
);

/** Scripts and styles come from here only; pictures in content also from other hosts. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https: data: blob:",
  "media-src 'self' https:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Path under which the app has the style sheet, scripts and diagrams of sites. */
const SITE_ASSETS = '/app/';

/** Renders the page. @param signedIn true if the browser has a session, which the script then uses */
function shell(signedIn: boolean, siteStyle: string): string {
  const { file: script, imported } = appFiles().entries.main;
  const preloads = imported.map((name) => `<link rel="modulepreload" href="${FILES_PATH}${name}">\n`).join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Quire</title>
<link rel="stylesheet" href="${siteStyle}">
<link rel="stylesheet" href="${stylePath()}">
${preloads}</head>
<body class="app"${signedIn ? ' data-session' : ''}>
<div id="app"><noscript><p class="notice">The app needs JavaScript. What an address shows is in the API at the same path with /v1 in place of /app.</p></noscript></div>
<script type="module" src="${FILES_PATH}${script}"></script>
</body>
</html>
`;
}

/** Serves the app at `urls.app`, which shows resources to a signed-in user or to the holder of an API token. */
export function appHandlers(
  session: Pick<SessionCookie, 'read'>,
  renderer: Pick<SiteRenderer, 'asset' | 'stylesheet'>,
): readonly HttpHandlers[] {
  return [
    { path: '/', handle: (ctx) => ctx.redirect('/app') },
    { path: /^\/app\/~files\//, handle: sendAppFile },
    {
      path: /^\/app\/~quire\/assets\//,
      async handle(ctx) {
        const asset = renderer.asset(ctx.path.slice(SITE_ASSETS.length));
        if (asset === undefined) return void (ctx.status = 404);
        ctx.set(asset.headers as Record<string, string>);
        const encoding = ctx.acceptsEncodings(...asset.encodings, 'identity');
        if (encoding === 'br' || encoding === 'gzip') {
          ctx.compress = false;
          ctx.set('Content-Encoding', encoding);
          ctx.body = await asset.encoded(encoding);
        } else ctx.body = await asset.content();
        ctx.set(asset.headers as Record<string, string>);
      },
    },
    {
      path: ADDRESS,
      handle(ctx) {
        ctx.set('Content-Security-Policy', POLICY);
        ctx.set('Cache-Control', 'no-cache');
        ctx.type = 'text/html';
        ctx.vary('Cookie');
        ctx.body = shell(session.read(ctx) !== undefined, SITE_ASSETS + renderer.stylesheet.path);
      },
    },
  ];
}
