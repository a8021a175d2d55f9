import { JOB_TYPES, MAIL_ATTEMPTS } from '../system/job-types.ts';
import { PAUSE_MESSAGES, type Pause } from '../../domain/permissions/pause.ts';
import type { OrganizationId, UserId } from '../../domain/kernel/id.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import { job, type JobContext } from '../kernel/job.ts';
import { toMailLine } from '../kernel/mail-line.ts';
import { consumeAttempts } from '../sessions/rate-limits.ts';

/** Background work that was paused because its initiator lost the permission. */
export interface PausedWork extends Pause {
  readonly organizationId: OrganizationId;
  /** User who initiated the work. */
  readonly userId: UserId;
  /** Noun phrase, such as `the import of refs/heads/main`. */
  readonly subject: string;
  /** Path of the API resource that shows the state and can resume the work. */
  readonly path: string;
}

/** Number of administrators who get a mail; others find the event in the audit log. */
const MAX_RECIPIENTS = 100;

/**
 * Notifies the administrators of an organization once for each pause, in the unit of work that pauses: adds an event to
 * the audit log and, if mail is configured, mails each of them.
 */
export async function notifyAdministrators(
  { mailer }: Pick<JobContext<'mailer'>, 'mailer'>,
  work: Pick<Work, 'jobs' | 'members'>,
  paused: PausedWork,
): Promise<void> {
  if (!mailer.configured) return;
  const { organizationId } = paused;
  const { items } = await work.members.list({ organizationId, role: 'admin' }, { limit: MAX_RECIPIENTS });
  for (const member of items) {
    const { userId: recipientId } = member.snapshot();
    await work.jobs.enqueue(
      JOB_TYPES.sendPausedWorkNotice.request({ ...paused, recipientId }, { maxAttempts: MAIL_ATTEMPTS }),
    );
  }
}

/** Mails one administrator that background work was paused; sends nothing above the rate limit of the address. */
export const sendPausedWorkNoticeJob = job(JOB_TYPES.sendPausedWorkNotice)({
  needs: ['mailer', 'attempts', 'publicUrl'],
  async run({ read, mailer, attempts, publicUrl, now, attempt }, payload) {
    const { organizationId, recipientId, userId, reason, since, subject, path } = payload;
    const [member, recipient, orderer, organization] = await Promise.all([
      read.members.find({ organizationId, userId: recipientId }),
      read.users.find({ id: recipientId }),
      read.users.find({ id: userId }),
      read.organizations.find({ id: organizationId }),
    ]);
    if (member?.snapshot().role !== 'admin' || recipient === undefined || organization === undefined) return;
    const { email, disabled } = recipient.snapshot();
    if (disabled || !mailer.configured) return;
    if (
      attempt === 1 &&
      (await consumeAttempts(attempts, [['pausedWork', `${organizationId} ${recipientId}`]], now)) > 0
    )
      return;
    const text = [
      'Hello,',
      `${capitalized(subject)} in "${toMailLine(organization.snapshot().title)}" was stopped: ${PAUSE_MESSAGES[reason]}.`,
      `The operation was started by ${orderer === undefined ? 'a user who no longer exists' : toMailLine(orderer.snapshot().displayName)} and ran with the permissions of that user.`,
      `Nothing was changed. A user with the permission can start the operation again:\n\n${publicUrl}/app/~${path}`,
    ];
    await mailer.send({
      to: email,
      subject: 'Background work was stopped',
      text: `${text.join('\n\n')}\n`,
      id: `paused-work:${path}:${since}:${recipientId}`,
    });
  },
});

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
