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
import type { Form } from '../kernel/web/form.ts';
import { Html } from '../../html.ts';
import { accountView, confirmForm, newTokenNotice, recoveryCodesNotice } from './account-view.ts';
import { problemOf } from './form-parts.ts';
import type { PageResult, Visit, WebPage } from '../kernel/web/web-pages.ts';

export interface AccountPagesOptions {
  readonly application: Application;
  readonly session: SessionCookie;
}

/** Maximum number of tokens listed on the page. */
const MAX_LISTED_TOKENS = 200;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Creates the account page: API tokens, password, two-factor authentication, sign-out. */
export function accountPages(options: AccountPagesOptions): readonly WebPage[] {
  const { application, session } = options;
  const target = (path: string, act: FormAction): WebPage => formTarget(options, path, act);
  return [
    { path: '/account', get: (visit) => accountPage(application, visit) },
    target('/account/tokens', async ({ origin, form }) => {
      const { secret } = await application.execute(createApiToken, origin, { body: readTokenForm(form) });
      return newTokenNotice(secret);
    }),
    target('/account/tokens/revoke', async ({ origin, form }) => {
      await application.execute(deleteApiToken, origin, { tokenId: form.get('id') });
      return { to: '/account' };
    }),
    target('/account/password', async ({ ctx, origin, form }) => {
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
    target('/account/codes', async ({ origin, form, token }) => {
      const { secret, uri } = await application.execute(offerTwoFactor, origin, { password: form.get('present') });
      return { title: 'Codes at sign-in', body: confirmForm(token, secret, uri) };
    }),
    target('/account/codes/on', async ({ origin, form }) => {
      return recoveryCodesNotice(await application.execute(confirmTwoFactor, origin, { code: form.get('code') }));
    }),
    target('/account/codes/off', async ({ origin, form }) => {
      await application.execute(turnTwoFactorOff, origin, { password: form.get('present'), code: form.get('code') });
      return { to: '/account' };
    }),
  ];
}

async function accountPage(
  application: Application,
  { origin, token }: Visit,
  { problem, done, status }: { problem?: string; done?: Html; status?: number } = {},
): Promise<PageResult> {
  if (origin.secret === undefined) throw new Unauthenticated();
  const body = accountView(token, {
    user: await application.execute(getAuthenticatedUser, origin, {}),
    credential: await application.execute(viewOwnCredential, origin, {}),
    tokens: (await application.execute(listApiTokens, origin, { page: { limit: MAX_LISTED_TOKENS } })).items,
    problem,
    done,
  });
  return { title: 'Your account', body, ...(status !== undefined && { status }) };
}

/** Returns another page, or a notice for the account page. */
type FormAction = (visit: Visit) => Promise<PageResult | Html>;

/** Creates the target of a form, which runs an action and shows the account page again, with its error if any. */
const formTarget = ({ application }: AccountPagesOptions, path: string, act: FormAction): WebPage => ({
  path,
  get: async () => ({ to: '/account' }),
  async post(visit) {
    if (visit.origin.secret === undefined) throw new Unauthenticated();
    try {
      const outcome = await act(visit);
      return outcome instanceof Html ? await accountPage(application, visit, { done: outcome }) : outcome;
    } catch (error) {
      if (error instanceof Invalid) return accountPage(application, visit, { status: 400, problem: problemOf(error) });
      if (error instanceof Conflict) return accountPage(application, visit, { status: 409, problem: error.message });
      throw error;
    }
  },
});

/** Reads the form of a new token. @throws Invalid */
function readTokenForm(form: Form): { readonly name: string; readonly readOnly: boolean; readonly expiresAt?: string } {
  const name = form.get('name').trim();
  if (name.length === 0 || name.length > 100) throw Invalid.field('name', 'must have 1 to 100 characters');
  const until = form.get('expires');
  if (until !== '' && (!DATE.test(until) || Number.isNaN(Date.parse(until))))
    throw Invalid.field('expiresAt', 'must be a date');
  return { name, readOnly: form.has('read-only'), ...(until !== '' && { expiresAt: `${until}T23:59:59.999Z` }) };
}
