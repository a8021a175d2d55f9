import { job } from '../kernel/job.ts';

export const linkOf = (publicUrl: string, secret: string): string => `${publicUrl}/invitations/${secret}`;

/**
 * Mails an invitation. One that was mailed, taken up, taken back or made anew meanwhile is not mailed; a copy that goes
 * out because we died after sending carries the same message id.
 */
export const sendInvitationJob = job<{ inviteId: string; hash: string; box: string }>({
  name: 'sendInvitation',
  async run({ read, transact, mailer, secretBox, publicUrl, now }, { inviteId, hash, box }) {
    const invite = (await read.invites.find({ id: inviteId, hash }))?.snapshot();
    const secret = secretBox.open(box, hash);
    if (invite === undefined || secret === undefined || invite.sentAt !== null || invite.expiresAt! <= now) return;
    const inviter = await read.users.find({ id: invite.createdBy });
    const organization = await read.organizations.find({ id: invite.organizationId });
    if (organization === undefined || inviter === undefined) return;
    const { title } = organization.snapshot();
    const text = [
      'Hello,',
      `${inviter.snapshot().displayName} invites you to "${title}".`,
      `Come in here within seven days:\n\n${linkOf(publicUrl, secret)}`,
      `The link is for ${invite.email} alone and works once. If you expect no invitation, do nothing.`,
    ];
    await mailer.send({ to: invite.email!, subject: `Invitation to ${oneLine(title)}`, text: `${text.join('\n\n')}\n`, id: `invite:${hash}` });
    await transact({ organizationId: invite.organizationId, spaceId: null }, async (work) => {
      const sent = await work.invites.find({ id: inviteId, hash });
      if (sent === undefined) return;
      sent.markSent(now);
      await work.invites.save(sent);
    });
  },
});

/** Text of a user's as part of a header. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
