import { JOB_TYPES, MAIL_ATTEMPTS } from '../system/job-types.ts';
import { Invalid, Conflict, NotAllowed, NotFound } from '../../domain/kernel/errors.ts';
import { isVisibleText } from '../../domain/kernel/title.ts';
import type { Role } from '../../domain/permissions/level.ts';
import { Invite, type InviteState } from '../../domain/invitations.ts';
import type { Id, InviteId, OrganizationId } from '../../domain/kernel/id.ts';
import { Credential } from '../../domain/sessions/credential.ts';
import { PASSWORD_ORIGIN } from '../../domain/sessions/api-token.ts';
import { User } from '../../domain/users.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import { command, query, type QueryContext } from '../kernel/use-case.ts';
import { type InOrganization, inOrganization, inPublic } from '../kernel/scope.ts';
import { refundAttempts, networkOf, requireAttempts, type Attempt } from '../sessions/rate-limits.ts';
import { hashNewPassword } from '../sessions/passwords.ts';
import { openSession } from '../sessions/sessions.ts';
import type { Caller } from '../../ports/permissions.ts';
import type { Reads } from '../kernel/services.ts';
import { listProvenDomains } from '../organizations/email-domain-claims.ts';
import { emailDomainOf } from '../../domain/organizations/organization.ts';
import { acceptInvite } from './join.ts';
import { invitationUrl } from './send-invitation.ts';

export interface InvitationInput {
  /** E-mail addresses, each optionally with a role. */
  readonly emails: readonly (string | { readonly email: string; readonly role?: Role | undefined })[];
  readonly role?: Role;
  readonly sso?: boolean;
}
const addressOf = (each: InvitationInput['emails'][number]): string =>
  (typeof each === 'string' ? each : each.email).toLowerCase();
const roleOf = (each: InvitationInput['emails'][number], otherwise: Role | undefined): Role =>
  typeof each === 'string' || each.role === undefined ? (otherwise ?? null) : each.role;

export interface InvitationResult {
  /** Invited users whose accounts the caller may know. */
  readonly users: readonly Id[];
  readonly invited: number;
  /** Addresses outside the proven e-mail domains, which are not invited. */
  readonly failedSSOEmails: readonly string[];
  /** Links for the caller to pass on, if no mail is sent. */
  readonly links: readonly { readonly email: string; readonly url: string; readonly expiresAt: string }[];
}

/** ID used for an account that does not exist, so that the same queries run. */
const UNKNOWN_USER_ID = '0'.repeat(20);

/**
 * Tells whether the caller may learn that an invited address has an account: operators, and users who share an
 * organization.
 */
async function mayKnowAccount({ usersOf }: Reads, caller: Caller, invited: Id | undefined): Promise<boolean> {
  const known = await usersOf.canSee(caller, invited ?? UNKNOWN_USER_ID);
  return invited !== undefined && (caller.operator || (known && caller.confinedTo === null));
}

/**
 * Invites people to an organization by e-mail.
 *
 * Existing invitations are renewed, and members are left alone. Without a mail server, the response contains the links,
 * for the caller to send. With `sso`, addresses outside the proven e-mail domains are not invited and are listed as
 * failed. Fails with `TooManyAttempts` when the caller sends too many invitations.
 */
export const inviteUsersToOrganization = command<InOrganization & { body: InvitationInput }>()({
  name: 'inviteUsersToOrganization',
  requires: 'organization:admin',
  scope: inOrganization,
  needs: ['attempts', 'ids', 'tokens', 'mailer', 'secretBox', 'publicUrl'],
  async prepare({ attempts, scope, now }, { body }) {
    const addresses = new Set(body.emails.map(addressOf));
    const { userId } = scope.caller;
    const triesFor = (email: string): Attempt[] => [
      ['invite', userId],
      ['invited', `${userId}:${email}`],
      ['mailbox', email],
    ];
    await requireAttempts(attempts, [...addresses].flatMap(triesFor), now);
  },
  async run(context, { organizationId, body }): Promise<InvitationResult> {
    const { work, read, ids, tokens, scope, now, mailer, secretBox, publicUrl } = context;
    await work.lock('organizations', organizationId);
    const emailDomains = await listProvenDomains(work, organizationId);
    const roles = new Map(body.emails.map((each) => [addressOf(each), roleOf(each, body.role)]));
    const sso = body.sso ?? false;
    const failedSSOEmails = sso
      ? [...roles.keys()].filter((email) => !emailDomains.includes(emailDomainOf(email)))
      : [];
    const users: Id[] = [];
    const links: InvitationResult['links'][number][] = [];
    let invited = 0;
    for (const [email, role] of roles) {
      if (failedSSOEmails.includes(email)) continue;
      const user = await read.users.find({ email });
      if (user !== undefined && (await work.members.find({ organizationId, userId: user.id })) !== undefined) continue;
      const { secret, hash } = tokens.issueLink();
      const known = await work.invites.find({ organizationId, email });
      known?.renew({ role, sso, hash, by: scope.caller.userId, at: now });
      const invite =
        known ??
        Invite.createForEmail({
          id: ids.next(),
          organizationId,
          email,
          role,
          sso,
          hash,
          by: scope.caller.userId,
          at: now,
        });
      await work.invites.save(invite);
      if (await mayKnowAccount(read, scope.caller, user?.id)) users.push(user!.id);
      invited++;
      if (mailer.configured)
        await work.jobs.enqueue(
          JOB_TYPES.sendInvitation.request(
            { inviteId: invite.id, hash, box: secretBox.seal(secret, hash) },
            { organizationId, maxAttempts: MAIL_ATTEMPTS },
          ),
        );
      else links.push({ email, url: invitationUrl(publicUrl, secret), expiresAt: invite.snapshot().expiresAt! });
    }
    return { users, invited, failedSSOEmails, links };
  },
});

/** Lists the invitations by e-mail that were not accepted yet. */
export const listInvitationsInOrganization = query<InOrganization & { page: PageRequest }>()({
  name: 'listInvitationsInOrganization',
  requires: 'organization:admin',
  scope: inOrganization,
  async run({ read }, { organizationId, page }) {
    const { items, ...rest } = await read.invites.list({ organizationId, kind: 'email' }, page);
    return { items: items.map((invite) => invite.snapshot()), ...rest };
  },
});

/** Deletes an invitation by e-mail. Its link can no longer be used. */
export const deleteInvitationInOrganization = command<InOrganization & { inviteId: InviteId }>()({
  name: 'deleteInvitationInOrganization',
  requires: 'organization:admin',
  scope: inOrganization,
  async run({ work }, { organizationId, inviteId }): Promise<boolean> {
    const invite = await work.invites.find({ id: inviteId, organizationId, kind: 'email' });
    if (invite === undefined) return false;
    invite.delete();
    await work.invites.delete(invite);
    return true;
  },
});

/** Facts that the holder of a mailed link may see. */
export interface InvitationView {
  readonly organizationId: OrganizationId;
  readonly organization: string;
  readonly email: string;
  readonly role: Role;
  readonly sso: boolean;
  /** True if the address has an account, whose user signs in; other invitees choose a password. */
  readonly hasAccount: boolean;
}

/** Finds a valid invitation by the secret of its link. @throws TooManyAttempts */
async function findInvitation(
  { read, tokens, attempts, now, address }: QueryContext<'public', 'tokens' | 'attempts'>,
  secret: string,
): Promise<InviteState | undefined> {
  const tries: Attempt[] = [['link', networkOf(address)]];
  await requireAttempts(attempts, tries, now);
  const invite = await read.invites.find({ hash: tokens.hash(secret), kind: 'email' });
  if (invite === undefined || invite.isExpired(now)) return undefined;
  await refundAttempts(attempts, tries);
  return invite.snapshot();
}

/** Shows the invitation behind a link, without accepting it; undefined for an invalid link. */
export const viewInvitation = query<{ secret: string }>()({
  name: 'viewInvitation',
  requires: 'nothing',
  scope: inPublic,
  needs: ['tokens', 'attempts'],
  async run(context, { secret }): Promise<InvitationView | undefined> {
    const invite = await findInvitation(context, secret);
    const organization = invite && (await context.read.organizations.find({ id: invite.organizationId }))?.snapshot();
    if (invite === undefined || organization === undefined) return undefined;
    const known = (await context.read.users.find({ email: invite.email! })) !== undefined;
    return {
      organizationId: organization.id,
      organization: organization.title,
      email: invite.email!,
      role: invite.role,
      sso: invite.sso,
      hasAccount: known,
    };
  },
});

/**
 * Creates an account for an invited address, joins the organization and opens a session.
 * @throws NotFound, Conflict if an account with the address exists by then
 */
export const acceptInvitationAsNewUser = command<{ secret: string; displayName: string; password: string }>()({
  name: 'acceptInvitationAsNewUser',
  requires: 'nothing',
  scope: inPublic,
  needs: ['passwords', 'ids', 'tokens', 'attempts'],
  async prepare(context, { secret, displayName, password }) {
    const invite = await findInvitation(context, secret);
    if (invite === undefined) throw new NotFound('invite');
    if (!isVisibleText(displayName) || [...displayName].length > 64)
      throw Invalid.field('displayName', 'must have 1 to 64 characters, and a visible one among them');
    return hashNewPassword(context, password, invite.email!, [displayName]);
  },
  async run(context, { secret, displayName }, passwordHash) {
    const { work, ids, tokens, now } = context;
    const invite = await work.invites.find({ hash: tokens.hash(secret), kind: 'email' });
    if (invite === undefined || invite.isExpired(now)) throw new NotFound('invite');
    const { email, sso, sentAt } = invite.snapshot();
    if (sso)
      throw new NotAllowed(
        'this invitation can be accepted only by signing in through the identity provider of the organization',
      );
    if ((await work.users.find({ email: email! })) !== undefined)
      throw new Conflict('an account with this e-mail address already exists; sign in');
    // A link that was passed on instead of mailed does not prove who owns the address.
    const user = User.create({ id: ids.next(), email: email!, displayName, unproven: sentAt === null, at: now });
    work.events.setActor(user.id);
    await work.users.save(user);
    const credential = Credential.create(user.id);
    credential.setPassword(passwordHash, now);
    await work.credentials.save(credential);
    const joined = await acceptInvite(context, invite, { userId: user.id, via: null });
    return { joined, session: await openSession(work, context, { userId: user.id, via: PASSWORD_ORIGIN, at: now }) };
  },
});
