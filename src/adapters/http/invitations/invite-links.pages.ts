import type { Application } from '../../../application/kernel/application.ts';
import { joinOrganizationWithInvite, viewInviteLink } from '../../../application/invitations/join.ts';
import { html } from '../../html.ts';
import type { WebPage } from '../kernel/web/web-pages.ts';
import { emailOfUser } from '../sessions/email-of-user.ts';

/** Creates the page that invite links open. */
export function inviteLinkPages(application: Application): readonly WebPage[] {
  return [
    {
      path: /^\/join\/([0-9A-Za-z]{20})\/([0-9A-Za-z]{20}(?:[0-9A-Za-z]{2})?)$/,
      secret: true,
      async get({ origin, groups, token, ctx }) {
        if ((await emailOfUser(application, origin)) === undefined)
          return {
            title: 'You are invited',
            body: html`<p>You have an invite link. <a href="/sign-in?to=${encodeURIComponent(ctx.path)}">Sign in to use it</a>;
if you have no account, ask for an invitation by e-mail.</p>`,
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
