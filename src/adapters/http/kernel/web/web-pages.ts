import { randomBytes } from 'node:crypto';
import type Koa from 'koa';
import type { Origin } from '../../../../application/kernel/authorizer.ts';
import { DomainError, TooManyAttempts, Unauthenticated } from '../../../../domain/kernel/errors.ts';
import type { TextSigner } from '../../../../ports/kernel/secret-box.ts';
import type { BodyMemory } from '../body-memory.ts';
import { STATUS } from '../errors.ts';
import type { HttpHandlers } from '../server.ts';
import { cookieName, cookieOf, setCookie, type SessionCookie } from '../../sessions/session-cookie.ts';
import { readForm, type Form } from './form.ts';
import { PAGE_CSS } from './assets.ts';
import { html, type Html } from '../../../html.ts';
import { isForeign } from './own-origin.ts';
import { PAGE_STYLE_PATH } from './page-style.ts';

/** A browser's request for one of the instance's own pages. */
export interface Visit {
  readonly ctx: Koa.Context;
  /** Caller, by the session of the browser. */
  readonly origin: Origin;
  /** Captured groups of the path. */
  readonly groups: readonly string[];
  readonly query: URLSearchParams;
  /** Hidden field that every form of a page contains. */
  readonly token: Html;
  /** Fields of the form; empty for other requests. */
  readonly form: Form;
}

export type PageResult =
  | {
      readonly title: string;
      readonly body: Html;
      readonly status?: number;
      readonly retryAfter?: number;
      /** Script of this instance that the page runs, about a user; pages have none otherwise. */
      readonly script?: { readonly path: string; readonly user: string | undefined };
    }
  | { readonly to: string };

export interface WebPage {
  readonly path: string | RegExp;
  /** True if the path contains a secret and must not be logged. */
  readonly secret?: boolean;
  readonly get?: (visit: Visit) => Promise<PageResult>;
  readonly post?: (visit: Visit) => Promise<PageResult>;
}

export interface WebPagesOptions {
  readonly publicUrl: string;
  readonly sealer: TextSigner;
  readonly session: SessionCookie;
  /** Memory for submitted forms. */
  readonly bodyMemory: BodyMemory;
}

/** Serves the style sheet of the instance's own pages. */
export const pageStyleHandler: HttpHandlers = {
  path: PAGE_STYLE_PATH,
  handle(ctx) {
    ctx.type = 'text/css';
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
    ctx.body = PAGE_CSS;
  },
};

const POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const FORM_COOKIE = /^[\w-]{22}$/;

/**
 * Creates handlers for pages with forms, which work without scripts. Responses are not cached, and forms of other origins are
 * refused.
 */
export function webPages(
  pages: readonly WebPage[],
  { publicUrl, sealer, session, bodyMemory }: WebPagesOptions,
): readonly HttpHandlers[] {
  const secure = publicUrl.startsWith('https:');
  const name = cookieName(secure, 'quire-form');
  const ownOrigin = new URL(publicUrl).origin;

  /** Returns the purpose that the form token is signed for: this browser and session. */
  const purpose = (cookie: string, secret: string | undefined): string =>
    JSON.stringify(['form', cookie, secret ?? null]);

  function requireOwnForm(ctx: Koa.Context, form: Form, secret: string | undefined): void {
    const cookie = cookieOf(ctx, name);
    if (
      isForeign(ctx, ownOrigin) ||
      cookie === undefined ||
      !FORM_COOKIE.test(cookie) ||
      sealer.verify(form.get('form'), purpose(cookie, secret)) !== 'form'
    )
      throw new FormRefused();
  }

  async function visit(page: WebPage, ctx: Koa.Context): Promise<PageResult> {
    const secret = session.read(ctx);
    const known = cookieOf(ctx, name);
    const cookie = known !== undefined && FORM_COOKIE.test(known) ? known : randomBytes(16).toString('base64url');
    if (cookie !== known) setCookie(ctx, `${name}=${cookie}`, secure);
    const groups = typeof page.path === 'string' ? [] : (page.path.exec(ctx.path)?.slice(1) ?? []);
    const token = html`<input type="hidden" name="form" value="${sealer.sign('form', purpose(cookie, secret))}">`;
    const origin: Origin = {
      ...(secret !== undefined && { secret }),
      requestId: ctx.state.requestId,
      address: ctx.state.address,
    };
    const posted = ctx.method === 'POST';
    const form = posted ? await readForm(ctx, bodyMemory) : new URLSearchParams();
    if (posted) requireOwnForm(ctx, fieldsOf(form), secret);
    const handle = posted ? page.post : page.get;
    return handle!({ ctx, origin, groups, query: new URLSearchParams(ctx.querystring), token, form: fieldsOf(form) });
  }

  return pages.map((page) => ({
    path: page.path,
    ...(page.secret !== undefined && { secret: page.secret }),
    handle: (ctx) =>
      answerPage(ctx, session, [...(page.get ? ['GET', 'HEAD'] : []), ...(page.post ? ['POST'] : [])], () =>
        visit(page, ctx),
      ),
  }));
}

/** Answers with the result of `make`, or with an error page; neither is cached. */
export async function answerPage(
  ctx: Koa.Context,
  session: SessionCookie,
  methods: readonly string[],
  make: () => Promise<PageResult>,
): Promise<void> {
  ctx.set('Cache-Control', 'no-store');
  ctx.set('Content-Security-Policy', POLICY);
  ctx.set('Cross-Origin-Resource-Policy', 'same-origin');
  // With `no-referrer`, browsers would omit the origin of forms.
  ctx.set('Referrer-Policy', 'same-origin');
  ctx.remove('Access-Control-Allow-Origin');
  if (!methods.includes(ctx.method)) {
    ctx.set('Allow', methods.join(', '));
    return show(ctx, {
      title: 'Not allowed',
      status: 405,
      body: html`<p role="alert">This page does not support the request method.</p>`,
    });
  }
  try {
    show(ctx, await make());
  } catch (error) {
    show(ctx, outcomeOf(error, ctx, session));
  }
}

const fieldsOf = (form: URLSearchParams): Form => ({
  get: (field) => form.get(field) ?? '',
  has: (field) => form.has(field),
});

class FormRefused extends DomainError {
  readonly category = 'forbidden';
  constructor() {
    super('The form did not come from a page of this browser, or the page is an old one: verify it again.');
  }
}

/** Converts an error to a page; rethrows unknown errors, which the server answers with a 500. */
function outcomeOf(error: unknown, ctx: Koa.Context, session: SessionCookie): PageResult {
  if (error instanceof Unauthenticated) {
    session.clear(ctx);
    return { to: ctx.method === 'GET' ? `/sign-in?to=${encodeURIComponent(ctx.path + ctx.search)}` : '/sign-in' };
  }
  if (!(error instanceof DomainError)) throw error;
  return {
    title: error instanceof TooManyAttempts ? 'Too many attempts' : 'Request failed',
    status: STATUS[error.category],
    ...(error instanceof TooManyAttempts && { retryAfter: error.retryAfter }),
    body: html`<p role="alert">${sentence(error.message)}</p><p><a href="/app">Back to the start page</a></p>`,
  };
}

/** Converts an error message to a sentence. */
export const sentence = (text: string): string =>
  `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

const scriptElement = ({ path, user }: { readonly path: string; readonly user: string | undefined }): Html =>
  html`<script type="module" src="${path}"${user !== undefined && html` data-user="${user}"`}></script>`;

function show(ctx: Koa.Context, outcome: PageResult): void {
  if ('to' in outcome) {
    ctx.status = 303;
    ctx.set('Location', outcome.to);
    ctx.body = '';
    return;
  }
  const { title, body, status = 200, retryAfter, script } = outcome;
  ctx.status = status;
  if (retryAfter !== undefined) ctx.set('Retry-After', String(retryAfter));
  if (script !== undefined) ctx.set('Content-Security-Policy', `${POLICY}; script-src 'self'`);
  ctx.type = 'text/html';
  ctx.body = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Quire</title>
<link rel="stylesheet" href="${PAGE_STYLE_PATH}">${script && scriptElement(script)}
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.value;
}
