import { isAllowed } from '../../domain/permissions/policy.ts';
import { effectiveLevel } from '../../domain/permissions/access-facts.ts';
import { findUnmetRules } from '../../domain/change-requests/merge-rules.ts';
import type { LockedChangeRequest } from '../../ports/change-requests/change-requests.ts';
import type { CommandContext } from '../kernel/use-case.ts';
import { descriptionText } from './description.ts';
import { MergeRefused } from './merge-errors.ts';

/**
 * Requires that a locked change request meets the merge rules of its space. Counts only reviews whose authors may still
 * review.
 * @throws MergeRefused naming every rule that is not met
 */
export async function requireMergeRules(
  { work, scope }: CommandContext<{ space: string }>,
  { changeRequest, head, primary, comments }: LockedChangeRequest,
): Promise<void> {
  const { id, spaceId, number, subject, description, createdBy: author, agentTaskId } = changeRequest.snapshot();
  const { rules, reviews } = await work.mergeChecks.load(spaceId, id);
  if (rules === null) return;
  const mayReview = reviews.filter(({ access }) =>
    isAllowed('space:review', { level: effectiveLevel(access), member: true, operator: false }),
  );
  const unmet = findUnmetRules(rules, {
    number,
    subject,
    description: descriptionText(description),
    author,
    agentTaskId,
    revision: head.revisionId,
    outdated: changeRequest.base !== primary.revisionId,
    comments,
    reviews: mayReview,
    merger: { id: scope.caller.userId, level: scope.level },
  });
  if (unmet.length > 0) throw new MergeRefused(unmet);
}
