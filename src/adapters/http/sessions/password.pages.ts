import type { Application } from '../../../application/kernel/application.ts';
import { requestPasswordLink, setPasswordByLink, viewPasswordLink } from '../../../application/sessions/passwords.ts';
import { Invalid } from '../../../domain/kernel/errors.ts';
import { html, type Html } from '../../html.ts';
import type { WebPage } from '../kernel/web/web-pages.ts';
import { alert, field, newPassword, NO_LINK, problemOf, waitText } from './form-parts.ts';
import type { SessionCookie } from './session-cookie.ts';

export interface PasswordPagesOptions {
  readonly application: Application;
  readonly session: SessionCookie;
  /** True if links to set a password can be mailed. */
  readonly mail: boolean;
}

/** Creates the pages for requesting a link that sets a password, and for setting it. */
export function passwordPages({ application, session, mail }: PasswordPagesOptions): readonly WebPage[] {
  return [
    {
      path: '/sign-in/forgot',
      async get({ token }) {
        if (!mail)
          return {
            title: 'Reset your password',
            body: html`<p>This instance sends no mail. Ask its operator for a link to set your password.</p><p><a href="/sign-in">Back</a></p>`,
          };
        return {
          title: 'Reset your password',
          body: html`<p>We send a link to the address, if it has an account here.</p>
<form method="post" action="/sign-in/forgot">${token}${field('E-mail address', 'email', 'email', 'username')}<p><button>Send a link</button></p></form>
<p><a href="/sign-in">Back</a></p>`,
        };
      },
      async post({ origin, form }) {
        const retryAfter = await application.execute(requestPasswordLink, origin, {
          email: form.get('email').trim().slice(0, 254),
        });
        if (retryAfter > 0)
          return { title: 'Too many attempts', status: 429, retryAfter, body: html`${alert(waitText(retryAfter))}` };
        return {
          title: 'Check your e-mail',
          body: html`<p role="status">If the address has an account here, a link is on its way. The link is valid for an hour.</p>
<p><a href="/sign-in">Back</a></p>`,
        };
      },
    },
    {
      path: /^\/set-password\/(ql_[\w-]{1,100})$/,
      secret: true,
      async get({ origin, groups: [secret], token }) {
        const link = await application.execute(viewPasswordLink, origin, { secret: secret! });
        return link === undefined ? NO_LINK : { title: 'Set your password', body: setForm(token, link.email) };
      },
      async post({ ctx, origin, groups: [secret], form, token }) {
        try {
          const password = form.get('password');
          const isSet = await application.execute(setPasswordByLink, origin, { secret: secret!, password });
          if (!isSet) return NO_LINK;
        } catch (error) {
          if (!(error instanceof Invalid)) throw error;
          return {
            title: 'Set your password',
            status: 400,
            body: setForm(token, form.get('username'), problemOf(error)),
          };
        }
        session.clear(ctx);
        return { to: '/sign-in?set' };
      },
    },
  ];
}

const setForm = (token: Html, email: string, problem?: string): Html => html`${alert(problem)}
<form method="post">${token}
<p>For ${email}<input type="hidden" name="username" autocomplete="username" value="${email}"></p>
${newPassword}
<p><button>Set the password</button></p>
</form>`;
