import { createHash } from 'node:crypto';
import type { HttpHandlers } from '../kernel/server.ts';
import { APP_CSS, APP_SCRIPT } from './browser/assets.ts';
import type { SessionCookie } from '../sessions/session-cookie.ts';

const ID = '[\\w-]{1,100}';
/** Paths of `urls.app` in resources; nothing else below /app exists. */
const ADDRESS = new RegExp(
  `^/app(?:/(?:orgs/${ID}(?:/(?:sites|openapi)/${ID})?|collections/${ID}|spaces/${ID}(?:/pages/${ID}|/revisions/${ID}|/change-requests/${ID}(?:/pages/${ID})?)?))?/?$`,
);
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const named = (name: string, body: string): string =>
  `/app/~${name.replace('.', `-${createHash('sha256').update(body).digest('hex').slice(0, 12)}.`)}`;
const SCRIPT_PATH = named('app.js', APP_SCRIPT);
export const STYLE_PATH = named('app.css', APP_CSS);

/** Renders the page. @param signedIn true if the browser has a session, which the script then uses */
const shell = (signedIn: boolean): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Quire</title>
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body${signedIn ? ' data-session' : ''}>
<main id="main"><noscript>This page needs JavaScript. What it shows is at the same address with /v1 in place of /app.</noscript></main>
<script src="${SCRIPT_PATH}"></script>
</body>
</html>
`;

/** Serves the pages at `urls.app`, which show a resource to a signed-in user or to the holder of an API token. */
export function appHandlers(session: Pick<SessionCookie, 'read'>): readonly HttpHandlers[] {
  const asset = (path: string, type: string, body: string): HttpHandlers => ({
    path,
    handle(ctx) {
      ctx.type = type;
      ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
      ctx.body = body;
    },
  });
  return [
    { path: '/', handle: (ctx) => ctx.redirect('/app') },
    asset(SCRIPT_PATH, 'text/javascript', APP_SCRIPT),
    asset(STYLE_PATH, 'text/css', APP_CSS),
    {
      path: ADDRESS,
      handle(ctx) {
        ctx.set('Content-Security-Policy', POLICY);
        ctx.set('Cache-Control', 'no-cache');
        ctx.type = 'text/html';
        ctx.vary('Cookie');
        ctx.body = shell(session.read(ctx) !== undefined);
      },
    },
  ];
}
