import type { Application } from '../../application/kernel/application.ts';
import {
  acceptInvitationAsNewUser,
  viewInvitation,
  type InvitationView,
} from '../../application/invitations/invitations.ts';
import { joinOrganizationWithInvite, viewInviteLink } from '../../application/invitations/join.ts';
import { getAuthenticatedUser } from '../../application/users.ts';
import { Invalid, NotFound, Unauthenticated } from '../../domain/kernel/errors.ts';
import type { SessionCookie } from './sessions/session-cookie.ts';
import { html, type Html } from './kernel/web/html.ts';
import { alert, field, newPassword, problemOf } from './sessions/form-parts.ts';
import type { PageResult, Visit, WebPage } from './kernel/web/web-pages.ts';

export interface InvitationPagesOptions {
  readonly application: Application;
  readonly session: SessionCookie;
}

const INVALID_INVITATION: PageResult = {
  title: 'Invalid invitation',
  status: 404,
  body: html`<p role="alert">This invitation is no longer valid: the invitation was used or revoked, has expired, or was replaced by a newer one.</p><p><a href="/app">Go to the start page</a></p>`,
};

/** Pages that mailed invitations and invite links open. */
export function invitationPages({ application, session }: InvitationPagesOptions): readonly WebPage[] {
  /** Returns the e-mail address of the signed-in user. */
  async function signedInAs({ origin }: Visit): Promise<string | undefined> {
    if (origin.secret === undefined) return undefined;
    try {
      return (await application.execute(getAuthenticatedUser, origin, {})).email;
    } catch (error) {
      if (error instanceof Unauthenticated) return undefined;
      throw error;
    }
  }

  async function show(
    visit: Visit,
    view: InvitationView,
    { problem, status, name = '' }: { problem?: string; status?: number; name?: string } = {},
  ): Promise<PageResult> {
    const { token, ctx } = visit;
    const email = await signedInAs(visit);
    const as = view.role === null ? 'a guest' : `a member with the role “${view.role}”`;
    const what = html`${alert(problem)}<p>“${view.organization}” invites ${view.email} as ${as}.</p>`;
    const body = view.sso
      ? html`${what}<p>The organization wants you to sign in through its identity provider: <a href="/app/orgs/${view.organizationId}/sign-in">sign in</a>.</p>`
      : email === view.email
        ? html`${what}<form method="post">${token}<p><button>Accept</button></p></form>`
        : email !== undefined
          ? html`${what}<p role="alert">You are signed in as ${email}: the invitation is for the other address only.</p><form method="post" action="/sign-out">${token}<button>Sign out</button></form>`
          : view.hasAccount
            ? html`${what}<p><a href="/sign-in?to=${encodeURIComponent(ctx.path)}">Sign in to accept</a></p>`
            : html`${what}${signUpForm(token, view.email, name)}`;
    return { title: 'You are invited', body, ...(status !== undefined && { status }) };
  }

  async function accept(visit: Visit, view: InvitationView, secret: string): Promise<PageResult> {
    const { ctx, origin, form } = visit;
    const to = `/app/orgs/${view.organizationId}`;
    if ((await signedInAs(visit)) !== undefined) {
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
    {
      path: /^\/join\/([0-9A-Za-z]{20})\/([0-9A-Za-z]{20}(?:[0-9A-Za-z]{2})?)$/,
      secret: true,
      async get(visit) {
        const { origin, groups, token, ctx } = visit;
        if ((await signedInAs(visit)) === undefined)
          return {
            title: 'You are invited',
            body: html`<p>You have an invite link. <a href="/sign-in?to=${encodeURIComponent(ctx.path)}">Sign in to use it</a>; if you have no account, ask for an invitation by e-mail.</p>`,
          };
        const { organization, gives } = await application.execute(viewInviteLink, origin, {
          organizationId: groups[0]!,
          inviteId: groups[1]!,
        });
        return {
          title: 'You are invited',
          body: html`<p>Join “${organization}” as ${gives}.</p><form method="post">${token}<p><button>Join</button></p></form>`,
        };
      },
      async post({ origin, groups }) {
        await application.execute(joinOrganizationWithInvite, origin, {
          organizationId: groups[0]!,
          inviteId: groups[1]!,
        });
        return { to: `/app/orgs/${groups[0]!}` };
      },
    },
  ];
}

const signUpForm = (token: Html, email: string, name: string): Html => html`<form method="post">${token}
<input type="hidden" name="username" autocomplete="username" value="${email}">
${field('Your name', 'displayName', 'text', 'name', name)}
${newPassword}
<p><button>Accept</button></p>
</form>`;
