import { html, type Html } from '../../html.ts';
import { alert, field, newPassword } from './form-parts.ts';

interface Credential {
  /** True for a session of an identity provider, which is valid for one organization. */
  readonly confined: boolean;
  readonly password: boolean;
  /** True if codes are turned on. */
  readonly codes: boolean;
  readonly recoveryCodes: number;
}

interface ListedToken {
  readonly id: string;
  readonly name: string;
  readonly readOnly: boolean;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

interface AccountView {
  readonly user: { readonly id: string; readonly displayName: string; readonly email: string };
  readonly credential: Credential;
  readonly tokens: readonly ListedToken[];
  /** Error of the action before. */
  readonly problem?: string | undefined;
  /** Outcome of the action before. */
  readonly done?: Html | undefined;
}

/** Renders the account page; `csrf` is the hidden field that protects forms against foreign pages. */
export const accountView = (
  csrf: Html,
  { user, credential, tokens, problem, done }: AccountView,
): Html => html`${alert(problem)}${done}
<p>${user.displayName}, ${user.email}</p>
<p><a href="/app">Go to the start page</a></p>
<form method="post" action="/sign-out">${csrf}<input type="hidden" name="user" value="${user.id}">
<button>Sign out</button> <button name="everywhere" value="1">Sign out everywhere</button></form>
<p>Signing out removes your text that is not saved from this browser.</p>
<h2>API tokens</h2>
${tokens.length === 0 ? html`<p>You have none.</p>` : html`<ul>${tokens.map((token) => tokenItem(csrf, token))}</ul>`}
<form method="post" action="/account/tokens">${csrf}
${field('Name', 'name', 'text', 'off')}
<p><label for="expires">Expires (leave empty for no expiry)</label><br><input id="expires" name="expires" type="date"></p>
<p><input id="read-only" name="read-only" type="checkbox" value="1"> <label for="read-only">Read-only</label></p>
<p><button>Create a token</button></p>
</form>
${
  credential.confined
    ? html`<p>You signed in through the identity provider of an organization:
this session and the tokens that you create are valid for that organization only.</p>`
    : html`<h2>Password</h2>
${credential.password ? passwordForm(csrf) : html`<p>You have none. <a href="/sign-in/forgot">Get a link to set one.</a></p>`}
<h2>Codes at sign-in</h2>
${codesForm(csrf, credential)}`
}`;

const tokenItem = (
  csrf: Html,
  { id, name, readOnly, createdAt, expiresAt }: ListedToken,
): Html => html`<li><form method="post" action="/account/tokens/revoke">${csrf}<input type="hidden" name="id" value="${id}">
${name}${readOnly && ', read-only'}, created ${createdAt.slice(0, 10)}${expiresAt !== null && `, until ${expiresAt.slice(0, 10)}`}
<button aria-label="Revoke ${name}">Revoke</button></form></li>`;

/** Shows the secret of a token that was created. */
export const newTokenNotice = (secret: string): Html =>
  html`<p role="status">Copy the token now, as this is the only time that the token is shown: <code>${secret}</code></p>`;

/** Shows the recovery codes after codes were turned on. */
export const recoveryCodesNotice = (codes: readonly string[]): Html =>
  html`<p role="status">Two-factor authentication is on.
Keep these recovery codes; each works once, and they are not shown again:</p>
<ul>${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>`;

const present = html`<p><label for="present">Your password</label><br>
<input id="present" name="present" type="password" autocomplete="current-password" required></p>`;

const passwordForm = (csrf: Html): Html => html`<form method="post" action="/account/password">${csrf}
${field('Current password', 'current', 'password', 'current-password')}
${newPassword}
<p><input id="revoke-tokens" name="revoke-tokens" type="checkbox" value="1"> <label for="revoke-tokens">Revoke all API tokens</label></p>
<p><button>Change the password</button></p>
</form>`;

function codesForm(csrf: Html, { password, codes, recoveryCodes }: Credential): Html {
  if (!password) return html`<p>Codes are used with a password, and you have no password.</p>`;
  if (!codes)
    return html`<form method="post" action="/account/codes">${csrf}${present}<p><button>Turn codes on</button></p></form>`;
  return html`<p>Codes are turned on. You have ${recoveryCodes} recovery codes left.</p>
<form method="post" action="/account/codes/off">${csrf}${present}
${field('Code, or a recovery code', 'code', 'text', 'one-time-code')}
<p><button>Turn codes off</button></p></form>`;
}

/** Renders the form that turns codes on with the first code of an authenticator app. */
export const confirmForm = (
  csrf: Html,
  secret: string,
  uri: string,
): Html => html`<p>Add this secret to your authenticator app, then enter the code that the app shows.</p>
<dl><dt>Secret</dt><dd><code>${secret}</code></dd><dt>Address</dt><dd><a href="${uri}">${uri}</a></dd></dl>
<form method="post" action="/account/codes/on">${csrf}
${field('Code', 'code', 'text', 'one-time-code')}
<p><button>Turn codes on</button></p>
</form>
<p><a href="/account">Back</a></p>`;
