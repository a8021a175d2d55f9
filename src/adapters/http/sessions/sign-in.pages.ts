import type { Application } from '../../../application/kernel/application.ts';
import { signInWithFirstLink } from '../../../application/sessions/first-sign-in.ts';
import { endAllSessions, signOut, type OpenedSession } from '../../../application/sessions/sessions.ts';
import { signInWithCode, signInWithPassword, type SignInResult } from '../../../application/sessions/sign-in.ts';
import { getAuthenticatedUser } from '../../../application/users.ts';
import { isId, type UserId } from '../../../domain/kernel/id.ts';
import { signedOutScript } from '../app/app-files.ts';
import type { SessionCookie } from './session-cookie.ts';
import { html, type Html } from '../../html.ts';
import { ownPath } from '../kernel/web/own-path.ts';
import type { PageResult, Visit, WebPage } from '../kernel/web/web-pages.ts';
import { alert, field, NO_LINK, waitText } from './form-parts.ts';

export interface SignInPagesOptions {
  readonly application: Application;
  readonly session: SessionCookie;
}

/** Returns a link to the sign-in page of the organization that the user is going to, if any. */
function organizationSignInLink(to: string): Html | undefined {
  const organizationId = /^\/app\/orgs\/([\w-]{1,100})(?:[/?]|$)/.exec(to)?.[1];
  return organizationId === undefined
    ? undefined
    : html`<p><a href="/app/orgs/${organizationId}/sign-in?to=${encodeURIComponent(to)}">Sign in through the organization's identity provider</a></p>`;
}

const signInForm = (
  { token }: Visit,
  { email, to, problem, note }: { email: string; to: string; problem?: string; note?: string | undefined },
): Html => html`
${alert(problem)}${note === undefined ? undefined : html`<p role="status">${note}</p>`}
<form method="post" action="/sign-in">${token}<input type="hidden" name="to" value="${to}">
${field('E-mail address', 'email', 'email', 'username', email)}
${field('Password', 'password', 'password', 'current-password')}
<p><button>Sign in</button></p>
</form>
<p><a href="/sign-in/forgot">I have no password, or forgot my password</a> · <a href="/app">Use an API token</a></p>
${organizationSignInLink(to)}`;

const codeForm = (
  { token }: Visit,
  { ticket, to, problem }: { ticket: string; to: string; problem?: string },
): Html => html`
${alert(problem)}
<p>Enter the code that your app shows, or one of your recovery codes.</p>
<form method="post" action="/sign-in/code">${token}<input type="hidden" name="to" value="${to}"><input type="hidden" name="ticket" value="${ticket}">
${field('Code', 'code', 'text', 'one-time-code')}
<p><button>Sign in</button></p>
</form>`;

/** Creates the pages for signing in without an identity provider, and for signing out. */
export function signInPages(options: SignInPagesOptions): readonly WebPage[] {
  const opener = new SessionOpener(options);
  return [
    passwordPage(options, opener),
    codePage(options, opener),
    firstLinkPage(options, opener),
    signOutPage(options),
  ];
}

/** Opens the browser's session after a successful sign-in. */
class SessionOpener {
  constructor(private readonly options: SignInPagesOptions) {}

  /** Replaces the browser's session by a new one. */
  async open({ ctx, origin }: Visit, opened: OpenedSession, to: string): Promise<PageResult> {
    const { application, session } = this.options;
    if (origin.secret !== undefined) await application.execute(signOut, origin, {}).catch(() => {});
    session.write(ctx, opened);
    return { to };
  }

  /** Starts a session, asks for a code, or shows the form `again` with the reason why neither is possible. */
  answer(
    visit: Visit,
    result: SignInResult,
    { to, incorrect, again }: { to: string; incorrect: string; again: (problem: string) => Html },
  ): Promise<PageResult> | PageResult {
    if ('session' in result) return this.open(visit, result.session, to);
    if ('ticket' in result)
      return { title: 'Two-factor authentication', body: codeForm(visit, { ticket: result.ticket, to }) };
    if ('retryAfter' in result)
      return { title: 'Sign in', status: 429, retryAfter: result.retryAfter, body: again(waitText(result.retryAfter)) };
    return { title: 'Sign in', status: 403, body: again(incorrect) };
  }
}

/** Page for signing in with an e-mail address and a password. */
const passwordPage = ({ application, session }: SignInPagesOptions, opener: SessionOpener): WebPage => ({
  path: '/sign-in',
  async get(visit) {
    const to = ownPath(visit.query.get('to') ?? '');
    const note = visit.query.has('set') ? 'Your password is set. Sign in with it.' : undefined;
    const body = signInForm(visit, { email: '', to, note });
    const signedOut = session.readSignOut(visit.ctx);
    return {
      title: 'Sign in',
      body,
      ...(signedOut && { script: { path: signedOutScript(), user: signedOut.userId } }),
    };
  },
  async post(visit) {
    const email = visit.form.get('email').trim().slice(0, 254);
    const password = visit.form.get('password').slice(0, 1000);
    const to = ownPath(visit.form.get('to'));
    const result = await application.execute(signInWithPassword, visit.origin, { email, password });
    return opener.answer(visit, result, {
      to,
      incorrect: 'the e-mail address or the password is incorrect',
      again: (problem) => signInForm(visit, { email, to, problem }),
    });
  },
});

/** Target of the form for the code of two-factor authentication, which follows the password. */
const codePage = ({ application }: SignInPagesOptions, opener: SessionOpener): WebPage => ({
  path: '/sign-in/code',
  get: async () => ({ to: '/sign-in' }),
  async post(visit) {
    const ticket = visit.form.get('ticket').slice(0, 1000);
    const code = visit.form.get('code').slice(0, 100);
    const to = ownPath(visit.form.get('to'));
    const result = await application.execute(signInWithCode, visit.origin, { ticket, code });
    if (result === undefined) {
      const problem = 'the sign-in took too long; start again';
      return { title: 'Sign in', status: 403, body: signInForm(visit, { email: '', to, problem }) };
    }
    return opener.answer(visit, result, {
      to,
      incorrect: 'the code is incorrect',
      again: (problem) => codeForm(visit, { ticket, to, problem }),
    });
  },
});

/** Page behind the link that signs in the first operator of an instance, once. */
const firstLinkPage = ({ application }: SignInPagesOptions, opener: SessionOpener): WebPage => ({
  path: /^\/sign-in\/first\/(ql_[\w-]{1,100})$/,
  secret: true,
  async get(visit) {
    const { ctx, origin, groups } = visit;
    // Only a visit may use the link up, not a browser that looks ahead.
    if (ctx.method !== 'GET' || ctx.get('Sec-Purpose').includes('prefetch')) return NO_LINK;
    const opened = await application.execute(signInWithFirstLink, origin, { secret: groups[0]! });
    return opened === undefined ? NO_LINK : opener.open(visit, opened, '/app');
  },
});

/** Returns the user whom a form for signing out names, whose session may be over. */
const userOfForm = (id: string): UserId | undefined => (isId(id) ? (id as string as UserId) : undefined);

/** Target of the form that ends the browser's session, or all sessions of the user. */
const signOutPage = ({ application, session }: SignInPagesOptions): WebPage => ({
  path: '/sign-out',
  async post({ ctx, origin, form }) {
    const user = await application.execute(getAuthenticatedUser, origin, {}).catch(() => undefined);
    if (origin.secret !== undefined)
      await application.execute(form.has('everywhere') ? endAllSessions : signOut, origin, {}).catch(() => {});
    // The script of the next page removes the texts of the user that are not sent, and keeps those of other users.
    session.signOut(ctx, user?.id ?? userOfForm(form.get('user')));
    return { to: '/sign-in' };
  },
});
