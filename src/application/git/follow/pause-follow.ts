import type { PauseReason } from '../../../domain/permissions/pause.ts';
import type { Id, OrganizationId, SpaceId } from '../../../domain/kernel/id.ts';
import type { Work } from '../../../ports/kernel/unit-of-work.ts';
import type { JobContext } from '../../kernel/job.ts';
import { notifyAdministrators } from '../../permissions/paused-work.ts';

/** Follow to pause, identified by the generation for which its owner lost the permission. */
export interface FollowPause {
  readonly spaceId: SpaceId;
  readonly organizationId: OrganizationId;
  readonly generation: Id;
  readonly reason: PauseReason;
}

/** Pauses a follow and notifies administrators, unless it was ordered again since. */
export async function pauseFollow(
  { clock, mailer }: Pick<JobContext<'clock' | 'mailer'>, 'clock' | 'mailer'>,
  work: Work,
  { spaceId, organizationId, generation, reason }: FollowPause,
): Promise<void> {
  const follow = await work.gitFollows.find({ id: spaceId });
  if (follow?.snapshot().generation !== generation) return;
  const paused = follow.pause(reason, clock.now());
  if (paused === undefined) return;
  await work.gitFollows.save(follow);
  const { ref, createdBy } = follow.snapshot();
  await notifyAdministrators({ mailer }, work, {
    ...paused,
    organizationId,
    userId: createdBy,
    subject: `following the branch ${ref}`,
    path: `/v1/spaces/${spaceId}/git/follow`,
  });
}
