import type { Application } from '../../../application/kernel/application.ts';
import {
  acceptInvitationAsNewUser,
  viewInvitation,
  type InvitationView,
} from '../../../application/invitations/invitations.ts';
import { joinOrganizationWithInvite } from '../../../application/invitations/join.ts';
import { Invalid, NotFound } from '../../../domain/kernel/errors.ts';
import type { SessionCookie } from '../sessions/session-cookie.ts';
import { html, type Html } from '../../html.ts';
import { emailOfUser } from '../sessions/email-of-user.ts';
import { alert, field, newPassword, problemOf } from '../sessions/form-parts.ts';
import type { PageResult, Visit, WebPage } from '../kernel/web/web-pages.ts';

export interface InvitationPagesOptions {
  readonly application: Application;
  readonly session: SessionCookie;
}

const INVALID_INVITATION: PageResult = {
  title: 'Invalid invitation',
  status: 404,
  body: html`<p role="alert">This invitation is no longer valid: the invitation was used or revoked, has expired, or was replaced by a newer one.</p>
<p><a href="/app">Go to the start page</a></p>`,
};

/** Creates the page that mailed invitations open. */
export function invitationPages({ application, session }: InvitationPagesOptions): readonly WebPage[] {
  async function show(
    visit: Visit,
    view: InvitationView,
    { problem, status, name = '' }: { problem?: string; status?: number; name?: string } = {},
  ): Promise<PageResult> {
    const role = view.role === null ? 'a guest' : `a member with the role “${view.role}”`;
    const next = nextStep(visit, view, { signedInAs: await emailOfUser(application, visit.origin), name });
    const body = html`${alert(problem)}<p>“${view.organization}” invites ${view.email} as ${role}.</p>${next}`;
    return { title: 'You are invited', body, ...(status !== undefined && { status }) };
  }

  async function accept(visit: Visit, view: InvitationView, secret: string): Promise<PageResult> {
    const { ctx, origin, form } = visit;
    const to = `/app/orgs/${view.organizationId}`;
    if ((await emailOfUser(application, origin)) !== undefined) {
      await application.execute(joinOrganizationWithInvite, origin, {
        organizationId: view.organizationId,
        inviteId: secret,
      });
      return { to };
    }
    const { session: opened } = await application.execute(acceptInvitationAsNewUser, origin, {
      secret,
      displayName: form.get('displayName').trim(),
      password: form.get('password'),
    });
    session.write(ctx, opened);
    return { to };
  }

  return [
    {
      path: /^\/invitations\/(ql_[\w-]{1,100})$/,
      secret: true,
      async get(visit) {
        const view = await application.execute(viewInvitation, visit.origin, { secret: visit.groups[0]! });
        return view === undefined ? INVALID_INVITATION : show(visit, view);
      },
      async post(visit) {
        const secret = visit.groups[0]!;
        const view = await application.execute(viewInvitation, visit.origin, { secret });
        if (view === undefined) return INVALID_INVITATION;
        try {
          return await accept(visit, view, secret);
        } catch (error) {
          if (error instanceof NotFound) return INVALID_INVITATION;
          if (!(error instanceof Invalid)) throw error;
          return show(visit, view, { problem: problemOf(error), status: 400, name: visit.form.get('displayName') });
        }
      },
    },
  ];
}

/** Renders the way to accept an invitation: a button, a form, a link to sign in, or the reason why it is impossible. */
function nextStep(
  { token, ctx }: Visit,
  view: InvitationView,
  { signedInAs, name }: { readonly signedInAs: string | undefined; readonly name: string },
): Html {
  if (view.sso)
    return html`<p>The organization wants you to sign in through its identity provider: <a href="/app/orgs/${view.organizationId}/sign-in">sign in</a>.</p>`;
  if (signedInAs === view.email) return html`<form method="post">${token}<p><button>Accept</button></p></form>`;
  if (signedInAs !== undefined)
    return html`<p role="alert">You are signed in as ${signedInAs}: the invitation is for the other address only.</p>
<form method="post" action="/sign-out">${token}<button>Sign out</button></form>`;
  if (view.hasAccount) return html`<p><a href="/sign-in?to=${encodeURIComponent(ctx.path)}">Sign in to accept</a></p>`;
  return signUpForm(token, view.email, name);
}

const signUpForm = (token: Html, email: string, name: string): Html => html`<form method="post">${token}
<input type="hidden" name="username" autocomplete="username" value="${email}">
${field('Your name', 'displayName', 'text', 'name', name)}
${newPassword}
<p><button>Accept</button></p>
</form>`;
