import { createHash } from 'node:crypto';
import type Koa from 'koa';
import type { Application } from '../../application/kernel/application.ts';
import type { Origin } from '../../application/kernel/authorizer.ts';
import { viewLogins } from '../../application/sso/providers.ts';
import { REQUEST_MS } from '../../application/sso/sealed-states.ts';
import {
  beginSamlSignIn,
  finishSamlSignIn,
  receiveSamlResponse,
  requestOfTicket,
  viewSamlMetadata,
} from '../../application/sso/sign-in.ts';
import { Invalid } from '../../domain/kernel/errors.ts';
import { SignInRefused } from '../../domain/sso/sign-in-refused.ts';
import type { Clock } from '../../ports/kernel/clock.ts';
import type { TextSigner } from '../../ports/kernel/secret-box.ts';
import type { BodyMemory } from './kernel/body-memory.ts';
import type { HttpHandlers } from './kernel/server.ts';
import { html } from './kernel/web/html.ts';
import { hasMethod, READING } from './kernel/web/refuse.ts';
import { cookieName, cookieOf, setCookie, type SessionCookie } from './sessions/session-cookie.ts';
import { readForm } from './kernel/web/form.ts';
import { ownPath } from './kernel/web/own-path.ts';
import { answerPage, webPages, type WebPage } from './kernel/web/web-pages.ts';

export interface SamlHandlersOptions {
  readonly application: Application;
  readonly publicUrl: string;
  readonly sealer: TextSigner;
  readonly clock: Clock;
  readonly session: SessionCookie;
  readonly bodyMemory: BodyMemory;
}

const ID = '([0-9A-Za-z]{20})';
/** Maximum size of a form with a response in bytes; base64 adds a third. */
const RESPONSE_LIMIT = 512 * 1024;

/**
 * Creates the handlers for signing in through identity providers: metadata, start of a sign-in, assertion consumer
 * service, and the page that lists the providers of an organization.
 */
export function samlHandlers({
  application,
  publicUrl,
  sealer,
  clock,
  session,
  bodyMemory,
}: SamlHandlersOptions): readonly HttpHandlers[] {
  const secure = publicUrl.startsWith('https:');
  /** Returns the cookie name for one sign-in; concurrent sign-ins in one browser use different cookies. */
  const stateCookieName = (requestId: string): string =>
    cookieName(secure, `quire-saml-${createHash('sha256').update(requestId).digest('hex').slice(0, 12)}`);

  const organizationSignInPage: WebPage = {
    path: new RegExp(`^/app/orgs/([\\w-]{1,100})/sign-in$`),
    async get({ origin, groups: [organizationId = ''], query }) {
      const logins = await application.execute(viewLogins, origin, { organizationId });
      const to = `?to=${encodeURIComponent(ownPath(query.get('to') ?? ''))}`;
      const list = html`<ul>${logins.map(({ label, startURL }) => html`<li><a href="${startURL}${to}">Sign in with ${label}</a></li>`)}</ul>`;
      return {
        title: 'Sign in',
        body: html`${logins.length > 0 ? list : html`<p>This organization offers no identity provider.</p>`}<p><a href="/sign-in${to}">Sign in with a password</a></p>`,
      };
    },
  };

  const begin: WebPage = {
    path: new RegExp(`^/saml/${ID}/login$`),
    async get({ ctx, origin, groups: [providerId = ''], query }) {
      const { url, requestId, kept } = await application.execute(beginSamlSignIn, origin, {
        providerId,
        returnTo: ownPath(query.get('to') ?? ''),
      });
      setCookie(ctx, `${stateCookieName(requestId)}=${kept}; Max-Age=${REQUEST_MS / 1000}`, secure);
      return { to: url };
    },
  };

  const finish: WebPage = {
    path: new RegExp(`^/saml/${ID}/finish$`),
    async get({ ctx, origin, query }) {
      const ticket = query.get('ticket') ?? '';
      const requestId = requestOfTicket({ sealer, now: clock.now() }, ticket);
      const name = requestId == null ? undefined : stateCookieName(requestId);
      const { session: opened, returnTo } = await application.execute(finishSamlSignIn, origin, {
        ticket,
        kept: name && cookieOf(ctx, name),
      });
      if (name !== undefined) setCookie(ctx, `${name}=; Max-Age=0`, secure);
      session.write(ctx, opened);
      return { to: returnTo };
    },
  };

  /** Providers post from their own origin; the signature and the request ID in the response replace the form token. */
  const receive: HttpHandlers = {
    path: new RegExp(`^/saml/${ID}/acs$`),
    handle: (ctx) =>
      answerPage(ctx, session, ['POST'], async () => {
        const providerId = ctx.path.split('/')[2]!;
        const form = await readForm(ctx, bodyMemory, RESPONSE_LIMIT);
        const [response, second] = form.getAll('SAMLResponse');
        if (response === undefined || second !== undefined)
          throw Invalid.field('SAMLResponse', 'must be given exactly once');
        const received = await application.execute(receiveSamlResponse, originOf(ctx), {
          providerId,
          response,
          returnTo: ownPath(form.get('RelayState') ?? ''),
        });
        if ('refused' in received) throw new SignInRefused(received.refused);
        return { to: `/saml/${providerId}/finish?ticket=${received.ticket}` };
      }),
  };

  const metadata: HttpHandlers = {
    path: new RegExp(`^/saml/${ID}$`),
    async handle(ctx) {
      if (!hasMethod(ctx, READING)) return;
      const xml = await application.execute(viewSamlMetadata, originOf(ctx), { providerId: ctx.path.split('/')[2]! });
      ctx.type = 'application/samlmetadata+xml';
      ctx.set('Cache-Control', 'no-cache');
      ctx.body = xml;
    },
  };

  return [
    ...webPages([organizationSignInPage, begin, finish], { publicUrl, sealer, session, bodyMemory }),
    receive,
    metadata,
  ];
}

const originOf = (ctx: Koa.Context): Origin => ({ requestId: ctx.state.requestId, address: ctx.state.address });
