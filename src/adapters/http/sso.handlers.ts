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
import { html } from '../html.ts';
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
export function samlHandlers(options: SamlHandlersOptions): readonly HttpHandlers[] {
  const stateCookies = new StateCookies(options.publicUrl.startsWith('https:'));
  return [
    ...webPages(
      [organizationSignInPage(options), loginPage(options, stateCookies), finishPage(options, stateCookies)],
      options,
    ),
    assertionConsumer(options),
    metadata(options),
  ];
}

/** Cookies that tie a sign-in to the browser that began it; concurrent sign-ins in one browser use different ones. */
class StateCookies {
  constructor(private readonly secure: boolean) {}

  /** Sets the state that the browser must present when the sign-in ends. */
  write(ctx: Koa.Context, requestId: string, state: string): void {
    setCookie(ctx, `${this.#nameFor(requestId)}=${state}; Max-Age=${REQUEST_MS / 1000}`, this.secure);
  }

  read(ctx: Koa.Context, requestId: string): string | undefined {
    return cookieOf(ctx, this.#nameFor(requestId));
  }

  remove(ctx: Koa.Context, requestId: string): void {
    setCookie(ctx, `${this.#nameFor(requestId)}=; Max-Age=0`, this.secure);
  }

  #nameFor(requestId: string): string {
    return cookieName(this.secure, `quire-saml-${createHash('sha256').update(requestId).digest('hex').slice(0, 12)}`);
  }
}

/** Page that lists the identity providers of an organization. */
const organizationSignInPage = ({ application }: SamlHandlersOptions): WebPage => ({
  path: /^\/app\/orgs\/([\w-]{1,100})\/sign-in$/,
  async get({ origin, groups: [organizationId = ''], query }) {
    const logins = await application.execute(viewLogins, origin, { organizationId });
    const to = `?to=${encodeURIComponent(ownPath(query.get('to') ?? ''))}`;
    const links = logins.map(
      ({ label, startURL }) => html`<li><a href="${startURL}${to}">Sign in with ${label}</a></li>`,
    );
    const list =
      logins.length > 0 ? html`<ul>${links}</ul>` : html`<p>This organization offers no identity provider.</p>`;
    return {
      title: 'Sign in',
      body: html`${list}<p><a href="/sign-in${to}">Sign in with a password</a></p>`,
    };
  },
});

/** Starts a sign-in: leads to the provider with a SAML request. */
const loginPage = ({ application }: SamlHandlersOptions, stateCookies: StateCookies): WebPage => ({
  path: new RegExp(`^/saml/${ID}/login$`),
  async get({ ctx, origin, groups: [providerId = ''], query }) {
    const { url, requestId, kept } = await application.execute(beginSamlSignIn, origin, {
      providerId,
      returnTo: ownPath(query.get('to') ?? ''),
    });
    stateCookies.write(ctx, requestId, kept);
    return { to: url };
  },
});

/** Ends a sign-in in the browser that began it: opens the session of the user whom the ticket names. */
const finishPage = (
  { application, sealer, clock, session }: SamlHandlersOptions,
  stateCookies: StateCookies,
): WebPage => ({
  path: new RegExp(`^/saml/${ID}/finish$`),
  async get({ ctx, origin, query }) {
    const ticket = query.get('ticket') ?? '';
    const requestId = requestOfTicket({ sealer, now: clock.now() }, ticket) ?? undefined;
    const { session: opened, returnTo } = await application.execute(finishSamlSignIn, origin, {
      ticket,
      kept: requestId === undefined ? undefined : stateCookies.read(ctx, requestId),
    });
    if (requestId !== undefined) stateCookies.remove(ctx, requestId);
    session.write(ctx, opened);
    return { to: returnTo };
  },
});

/**
 * Assertion consumer service, to which browsers post the responses of providers. Providers post from their own origin;
 * the signature and the request ID in the response replace the form token.
 */
const assertionConsumer = ({ application, session, bodyMemory }: SamlHandlersOptions): HttpHandlers => ({
  path: new RegExp(`^/saml/${ID}/acs$`),
  handle: (ctx) =>
    answerPage(ctx, session, ['POST'], async () => {
      const providerId = providerOf(ctx);
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
});

/** Metadata of the service provider, which administrators import into the identity provider. */
const metadata = ({ application }: SamlHandlersOptions): HttpHandlers => ({
  path: new RegExp(`^/saml/${ID}$`),
  async handle(ctx) {
    if (!hasMethod(ctx, READING)) return;
    const xml = await application.execute(viewSamlMetadata, originOf(ctx), { providerId: providerOf(ctx) });
    ctx.type = 'application/samlmetadata+xml';
    ctx.set('Cache-Control', 'no-cache');
    ctx.body = xml;
  },
});

/** Returns the ID in a path that begins with `/saml/ID`. */
const providerOf = (ctx: Koa.Context): string => ctx.path.split('/')[2]!;

const originOf = (ctx: Koa.Context): Origin => ({ requestId: ctx.state.requestId, address: ctx.state.address });
