import { JOB_TYPES } from '../system/job-types.ts';
import type { PauseReason } from '../../domain/permissions/pause.ts';
import type { InviteState } from '../../domain/invitations.ts';
import { MailRefused } from '../../ports/kernel/mailer.ts';
import { job, type JobContext } from '../kernel/job.ts';
import { toMailLine } from '../kernel/mail-line.ts';
import { notifyAdministrators } from '../permissions/paused-work.ts';
import { invitePauseReason } from './invite-rights.ts';

export const invitationUrl = (publicUrl: string, secret: string): string => `${publicUrl}/invitations/${secret}`;

/**
 * Mails an invitation unless it was mailed, accepted, withdrawn or renewed, or its creator may no longer invite. A mail
 * that is sent again after a crash has the same message ID. One that the server refuses for good is recorded, and not
 * sent again.
 */
export const sendInvitationJob = job(JOB_TYPES.sendInvitation)({
  needs: ['mailer', 'secretBox', 'publicUrl'],
  async run(context, { inviteId, hash, box }) {
    const { read, transact, mailer, secretBox, publicUrl, now } = context;
    const invite = (await read.invites.find({ id: inviteId, hash }))?.snapshot();
    const secret = secretBox.open(box, hash);
    if (invite === undefined || secret === undefined || invite.sentAt !== null || invite.expiresAt! <= now) return;
    const inviter = await read.users.find({ id: invite.createdBy });
    const organization = await read.organizations.find({ id: invite.organizationId });
    if (organization === undefined || inviter === undefined) return;
    const lost = await invitePauseReason(read, invite);
    if (lost !== undefined) return stopUnauthorized(context, invite, lost);
    const title = toMailLine(organization.snapshot().title);
    const text = [
      'Hello,',
      `${toMailLine(inviter.snapshot().displayName)} invites you to "${title}".`,
      `Accept the invitation within seven days:\n\n${invitationUrl(publicUrl, secret)}`,
      `The link is for ${invite.email} alone and works once. If you did not expect an invitation, ignore this e-mail.`,
    ];
    const refused = await mailer
      .send({
        to: invite.email!,
        subject: `Invitation to ${title}`,
        text: `${text.join('\n\n')}\n`,
        id: `invite:${hash}`,
      })
      .catch(refusalOf);
    await transact({ organizationId: invite.organizationId, spaceId: null }, async (work) => {
      const found = await work.invites.find({ id: inviteId, hash });
      if (found === undefined) return;
      if (refused === undefined) found.markSent(now);
      else found.markRefused(refused.status);
      await work.invites.save(found);
    });
    if (refused !== undefined) throw refused;
  },
});

/** Returns the refusal of a mail server. @throws every other error */
function refusalOf(error: unknown): MailRefused {
  if (error instanceof MailRefused) return error;
  throw error;
}

/** Records that an invitation was not mailed, and tells administrators. */
async function stopUnauthorized(
  context: JobContext<'mailer'>,
  invite: InviteState,
  reason: PauseReason,
): Promise<void> {
  const { id, organizationId, createdBy: userId, email } = invite;
  const since = context.now;
  await context.transact({ organizationId, spaceId: null }, async (work) => {
    work.events.record({ type: 'invite.stopped', aggregateId: id, data: { reason, userId } });
    const subject = `the invitation of ${email}`;
    const path = `/v1/orgs/${organizationId}/invites`;
    await notifyAdministrators(context, work, { reason, since, organizationId, userId, subject, path });
  });
}
