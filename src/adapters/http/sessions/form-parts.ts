import type { Invalid } from '../../../domain/kernel/errors.ts';
import { html, type Html } from '../../html.ts';
import { sentence, type PageResult } from '../kernel/web/web-pages.ts';

/** Renders an error above a form. */
export const alert = (text: string | undefined): Html | undefined =>
  text === undefined ? undefined : html`<p role="alert">${sentence(text)}</p>`;

/** Renders a required text field with its label. */
export const field = (label: string, name: string, type: string, autocomplete: string, value = ''): Html =>
  html`<p><label for="${name}">${label}</label><br><input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${value}" required></p>`;

/** Input for a new password, with its rules. */
export const newPassword: Html = html`<p><label for="password">New password, of 10 characters or more</label><br><input id="password" name="password" type="password" autocomplete="new-password" minlength="10" maxlength="200" required></p>`;

const NAMES: Readonly<Record<string, string>> = {
  password: 'the password',
  current: 'the current password',
  code: 'the code',
  displayName: 'the name',
  name: 'the name',
  expiresAt: 'the end',
};
/** Returns the message of an invalid input for a page. */
export const problemOf = ({ issues: [first] }: Invalid): string =>
  `${NAMES[first?.path ?? ''] ?? first?.path ?? ''} ${first?.message ?? ''}`.trim();

/** Answer to a link that signs in or sets a password, and is not valid. */
export const NO_LINK: PageResult = {
  title: 'Invalid link',
  status: 404,
  body: html`<p role="alert">This link is no longer valid: the link was used, has expired, or was replaced by a newer one.</p>
<p><a href="/sign-in">Sign in</a></p>`,
};

/** Text that says after how many seconds another attempt is possible. */
export const waitText = (retryAfter: number): string =>
  `too many attempts; try again in ${retryAfter < 120 ? `${retryAfter} seconds` : `${Math.ceil(retryAfter / 60)} minutes`}`;
