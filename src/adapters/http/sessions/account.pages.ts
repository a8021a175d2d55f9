import type { Application } from '../../../application/kernel/application.ts';
import { changePassword } from '../../../application/sessions/passwords.ts';
import {
  confirmTwoFactor,
  offerTwoFactor,
  turnTwoFactorOff,
  viewOwnCredential,
} from '../../../application/sessions/two-factor.ts';
import { createApiToken, deleteApiToken, listApiTokens } from '../../../application/sessions/api-tokens.ts';
import { getAuthenticatedUser } from '../../../application/users.ts';
import { Conflict, Invalid, Unauthenticated } from '../../../domain/kernel/errors.ts';
import type { SessionCookie } from './session-cookie.ts';
import { html, type Html } from '../kernel/web/html.ts';
import { alert, field, newPassword, problemOf } from './form-parts.ts';
import type { PageResult, Visit, WebPage } from '../kernel/web/web-pages.ts';

export interface AccountPagesOptions {
  readonly application: Application;
  readonly session: SessionCookie;
}

/** Maximum number of tokens listed on the page. */
const MAX_LISTED_TOKENS = 200;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Creates the account page: API tokens, password, two-factor authentication, sign-out. */
export function accountPages({ application, session }: AccountPagesOptions): readonly WebPage[] {
  async function account(
    visit: Visit,
    { problem, done, status }: { problem?: string; done?: Html; status?: number } = {},
  ): Promise<PageResult> {
    const { origin, token } = visit;
    if (origin.secret === undefined) throw new Unauthenticated();
    const user = await application.execute(getAuthenticatedUser, origin, {});
    const credential = await application.execute(viewOwnCredential, origin, {});
    const { items } = await application.execute(listApiTokens, origin, { page: { limit: MAX_LISTED_TOKENS } });
    const tokens = items.map(
      ({
        id,
        name,
        readOnly,
        createdAt,
        expiresAt,
      }) => html`<li><form method="post" action="/account/tokens/revoke">${token}<input type="hidden" name="id" value="${id}">
${name}${readOnly && ', read-only'}, created ${createdAt.slice(0, 10)}${expiresAt !== null && `, until ${expiresAt.slice(0, 10)}`} <button aria-label="Revoke ${name}">Revoke</button></form></li>`,
    );
    const body = html`${alert(problem)}${done}
<p>${user.displayName}, ${user.email}</p>
<p><a href="/app">Go to the start page</a></p>
<form method="post" action="/sign-out">${token}<button>Sign out</button> <button name="everywhere" value="1">Sign out everywhere</button></form>
<p>Signing out removes text that is not saved from this browser.</p>
<h2>API tokens</h2>
${items.length === 0 ? html`<p>You have none.</p>` : html`<ul>${tokens}</ul>`}
<form method="post" action="/account/tokens">${token}
${field('Name', 'name', 'text', 'off')}
<p><label for="expires">Expires (leave empty for no expiry)</label><br><input id="expires" name="expires" type="date"></p>
<p><input id="read-only" name="read-only" type="checkbox" value="1"> <label for="read-only">Read-only</label></p>
<p><button>Create a token</button></p>
</form>
${
  credential.confined
    ? html`<p>You signed in through the identity provider of an organization: this session and the tokens that you create are valid for that organization only.</p>`
    : html`<h2>Password</h2>
${credential.password ? passwordForm(token) : html`<p>You have none. <a href="/sign-in/forgot">Get a link to set one.</a></p>`}
<h2>Codes at sign-in</h2>
${codes(token, credential)}`
}`;
    return { title: 'Your account', body, ...(status !== undefined && { status }) };
  }

  /** Creates the target of a form, which runs an action and shows the account page again, with its error if any. */
  const formTarget = (path: string, act: (visit: Visit) => Promise<PageResult | Html>): WebPage => ({
    path,
    get: async () => ({ to: '/account' }),
    async post(visit) {
      if (visit.origin.secret === undefined) throw new Unauthenticated();
      try {
        const outcome = await act(visit);
        return 'text' in outcome ? await account(visit, { done: outcome }) : outcome;
      } catch (error) {
        if (error instanceof Invalid) return account(visit, { status: 400, problem: problemOf(error) });
        if (error instanceof Conflict) return account(visit, { status: 409, problem: error.message });
        throw error;
      }
    },
  });

  return [
    { path: '/account', get: (visit) => account(visit) },
    formTarget('/account/tokens', async ({ origin, form }) => {
      const name = form.get('name').trim();
      if (name.length === 0 || name.length > 100) throw Invalid.field('name', 'must have 1 to 100 characters');
      const until = form.get('expires');
      if (until !== '' && (!DATE.test(until) || Number.isNaN(Date.parse(until))))
        throw Invalid.field('expiresAt', 'must be a date');
      const { secret } = await application.execute(createApiToken, origin, {
        body: { name, readOnly: form.has('read-only'), ...(until !== '' && { expiresAt: `${until}T23:59:59.999Z` }) },
      });
      return html`<p role="status">Copy the token now, as this is the only time that the token is shown: <code>${secret}</code></p>`;
    }),
    formTarget('/account/tokens/revoke', async ({ origin, form }) => {
      await application.execute(deleteApiToken, origin, { tokenId: form.get('id') });
      return { to: '/account' };
    }),
    formTarget('/account/password', async ({ ctx, origin, form }) => {
      session.write(
        ctx,
        await application.execute(changePassword, origin, {
          current: form.get('current'),
          password: form.get('password'),
          revokeTokens: form.has('revoke-tokens'),
        }),
      );
      return { to: '/account' };
    }),
    formTarget('/account/codes', async ({ origin, form, token }) => {
      const { secret, uri } = await application.execute(offerTwoFactor, origin, { password: form.get('present') });
      return { title: 'Codes at sign-in', body: confirmForm(token, secret, uri) };
    }),
    formTarget('/account/codes/on', async ({ origin, form }) => {
      const recovery = await application.execute(confirmTwoFactor, origin, { code: form.get('code') });
      return html`<p role="status">Two-factor authentication is on. Keep these recovery codes; each works once, and they are not shown again:</p><ul>${recovery.map((code) => html`<li><code>${code}</code></li>`)}</ul>`;
    }),
    formTarget('/account/codes/off', async ({ origin, form }) => {
      await application.execute(turnTwoFactorOff, origin, { password: form.get('present'), code: form.get('code') });
      return { to: '/account' };
    }),
  ];
}

const present = html`<p><label for="present">Your password</label><br><input id="present" name="present" type="password" autocomplete="current-password" required></p>`;

const passwordForm = (token: Html): Html => html`<form method="post" action="/account/password">${token}
${field('Current password', 'current', 'password', 'current-password')}
${newPassword}
<p><input id="revoke-tokens" name="revoke-tokens" type="checkbox" value="1"> <label for="revoke-tokens">Revoke all API tokens</label></p>
<p><button>Change the password</button></p>
</form>`;

function codes(
  token: Html,
  { password, codes: on, recoveryCodes }: { password: boolean; codes: boolean; recoveryCodes: number },
): Html {
  if (!password) return html`<p>Codes are used with a password, and you have no password.</p>`;
  if (!on)
    return html`<form method="post" action="/account/codes">${token}${present}<p><button>Turn codes on</button></p></form>`;
  return html`<p>Codes are turned on. You have ${recoveryCodes} recovery codes left.</p>
<form method="post" action="/account/codes/off">${token}${present}
${field('Code, or a recovery code', 'code', 'text', 'one-time-code')}
<p><button>Turn codes off</button></p></form>`;
}

const confirmForm = (
  token: Html,
  secret: string,
  uri: string,
): Html => html`<p>Add this secret to your authenticator app, then enter the code that the app shows.</p>
<dl><dt>Secret</dt><dd><code>${secret}</code></dd><dt>Address</dt><dd><a href="${uri}">${uri}</a></dd></dl>
<form method="post" action="/account/codes/on">${token}
${field('Code', 'code', 'text', 'one-time-code')}
<p><button>Turn codes on</button></p>
</form>
<p><a href="/account">Back</a></p>`;
