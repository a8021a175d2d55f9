import { evaluate } from '../kernel/expressions/evaluate.ts';
import { parseExpression } from '../kernel/expressions/parse-expression.ts';
import { Invalid } from '../kernel/errors.ts';
import type { Id, UserId } from '../kernel/id.ts';
import type { Level } from '../permissions/level.ts';
import type { ReviewStatus } from './review.ts';

/** Maximum number of approvals that a space can require. */
export const MAX_APPROVALS = 100;

/** Conditions that a change request must meet before it is merged; absent rules do not apply. */
export interface MergeRules {
  /**
   * Number of reviewers who must have approved the present content, excluding self-approvals. Any number, including 0,
   * also makes requested changes block the merge.
   */
  readonly approvals?: number;
  readonly upToDate?: true;
  readonly commentsResolved?: true;
  readonly subject?: true;
  /** Expression that must evaluate to `true`; `mergeExpressionScope` lists its names. */
  readonly expression?: string;
}

export interface MergeRulesInput {
  readonly approvals?: number | null | undefined;
  readonly upToDate?: boolean | null | undefined;
  readonly commentsResolved?: boolean | null | undefined;
  readonly subject?: boolean | null | undefined;
  readonly expression?: string | null | undefined;
  /** As in answers, so that clients can send back what they read. */
  readonly type?: 'none' | 'rules' | undefined;
  readonly rules?: readonly StandardMergeRule[] | undefined;
}

/**
 * Validates merge rules; null if no rule applies.
 * @throws Invalid naming the rule, below `mergeRules`
 */
export function parseMergeRules(input: MergeRulesInput | null): MergeRules | null {
  const { approvals, upToDate, commentsResolved, subject, expression, type, rules: standard } = input ?? {};
  if (approvals != null && !(Number.isInteger(approvals) && approvals >= 0 && approvals <= MAX_APPROVALS)) {
    throw Invalid.field('mergeRules.approvals', `must be an integer from 0 to ${MAX_APPROVALS}`);
  }
  if (expression) {
    const parsed = parseExpression(expression);
    if (!parsed.ok) throw Invalid.field('mergeRules.expression', `${parsed.error.message} (at ${parsed.error.at})`);
  }
  const rules: MergeRules = {
    ...(approvals != null && { approvals }),
    ...(upToDate && { upToDate }),
    ...(commentsResolved && { commentsResolved }),
    ...(subject && { subject }),
    ...(expression && { expression }),
  };
  const isEmpty = Object.keys(rules).length === 0;
  if (type === 'none' && !isEmpty) throw Invalid.field('mergeRules.type', 'cannot be none beside rules');
  if (standard !== undefined && JSON.stringify(standard) !== JSON.stringify(toStandardRules(rules)))
    throw Invalid.field('mergeRules.rules', 'is read-only; set approvals and the other rules instead');
  return isEmpty ? null : rules;
}

/** Merge rule in the form of newer clients (`MergeRule`). */
export type StandardMergeRule =
  | {
      readonly rule:
        'require_at_least_one_approved_review' | 'require_up_to_date_change_request' | 'require_change_request_subject';
    }
  | { readonly rule: 'custom'; readonly expression: string };

/** Translates merge rules into equivalent rules of the form of newer clients; expressions express what it lacks. */
export function toStandardRules({
  approvals,
  upToDate,
  commentsResolved,
  subject,
  expression,
}: MergeRules): readonly StandardMergeRule[] {
  const custom = (text: string) => ({ rule: 'custom' as const, expression: text });
  return [
    ...(approvals === 1 ? [{ rule: 'require_at_least_one_approved_review' as const }] : []),
    ...(approvals !== undefined && approvals > 1 ? [custom(`reviews.approvals >= ${approvals}`)] : []),
    ...(approvals !== undefined ? [custom('reviews.changesRequested == 0')] : []),
    ...(upToDate ? [{ rule: 'require_up_to_date_change_request' as const }] : []),
    ...(commentsResolved ? [custom('changeRequest.comments == 0')] : []),
    ...(subject ? [{ rule: 'require_change_request_subject' as const }] : []),
    ...(expression !== undefined ? [custom(expression)] : []),
  ];
}

/** Latest review by a user who may review. */
export interface ReviewerVerdict {
  readonly reviewerId: UserId;
  readonly status: ReviewStatus;
  readonly revision: Id;
  /**
   * Last revision of the change request that contains content by the reviewer; null if there is none. Ids are ordered
   * by time.
   */
  readonly lastChange: Id | null;
}

/** Data that merge rules are evaluated on, read under the lock of the merge. */
export interface MergeCandidate {
  readonly number: number;
  readonly subject: string;
  readonly author: Id;
  readonly agentTaskId: string | null;
  /** Head revision of the change request. */
  readonly revision: Id;
  readonly outdated: boolean;
  /** Number of open comments. */
  readonly comments: number;
  /** Latest review of each reviewer who may review. */
  readonly reviews: readonly ReviewerVerdict[];
  readonly merger: { readonly id: Id; readonly level: Level };
}

/** Merge rule that is not met, with the reason. */
export interface UnmetRule {
  readonly rule: keyof MergeRules;
  readonly message: string;
}

/** Lists every rule that a change request does not meet. Pure and bounded for any expression. */
export function findUnmetRules(rules: MergeRules, candidate: MergeCandidate): readonly UnmetRule[] {
  const { approvedBy, objectedBy, ownWork } = tallyReviews(candidate);
  const unmet: UnmetRule[] = [];
  const refuse = (rule: keyof MergeRules, message: string) => void unmet.push({ rule, message });

  if (rules.approvals !== undefined) {
    if (approvedBy.length < rules.approvals)
      refuse(
        'approvals',
        `the current content has ${approvedBy.length} of ${rules.approvals} required approvals${selfApprovalNote(ownWork)}`,
      );
    if (objectedBy.length > 0)
      refuse(
        'approvals',
        `${objectedBy.length === 1 ? 'a reviewer requests' : `${objectedBy.length} reviewers request`} changes`,
      );
  }
  if (rules.upToDate && candidate.outdated)
    refuse('upToDate', 'the change request is outdated; update the change request before merging');
  if (rules.commentsResolved && candidate.comments > 0)
    refuse(
      'commentsResolved',
      `${candidate.comments === 1 ? 'one comment is' : `${candidate.comments} comments are`} not resolved`,
    );
  if (rules.subject && candidate.subject.trim() === '') refuse('subject', 'the change request has no subject');
  if (rules.expression !== undefined) {
    const problem = expressionFailure(rules.expression, mergeExpressionScope(candidate));
    if (problem !== undefined) refuse('expression', problem);
  }
  return unmet;
}

const selfApprovalNote = (ownWork: number): string =>
  ownWork === 0
    ? ''
    : `; ${ownWork === 1 ? 'one approval does' : `${ownWork} approvals do`} not count because nobody else has approved the changes of the reviewer`;

/**
 * Counts reviews. An approval counts only for the revision it was given for, and not if the approver wrote part of it
 * that nobody else has approved since, as the author or as a reviewer who edited the change request. A request for
 * changes stays in force, whatever happens to the content, until the same reviewer reviews again.
 */
function tallyReviews({ author, revision, reviews }: MergeCandidate): {
  readonly approvedBy: readonly Id[];
  readonly objectedBy: readonly Id[];
  readonly ownWork: number;
} {
  const approvals = reviews.filter(({ status, reviewerId }) => status === 'approved' && reviewerId !== author);
  const isOwnWork = ({ reviewerId, lastChange }: ReviewerVerdict): boolean =>
    lastChange !== null && !approvals.some((other) => other.reviewerId !== reviewerId && other.revision >= lastChange);
  const present = approvals.filter((review) => review.revision === revision);
  const approvedBy = present.filter((review) => !isOwnWork(review)).map(({ reviewerId }) => reviewerId);
  const objectedBy = reviews.filter(({ status }) => status === 'changes-requested').map(({ reviewerId }) => reviewerId);
  return { approvedBy, objectedBy, ownWork: present.length - approvedBy.length };
}

/** Names that a merge expression can use. */
export function mergeExpressionScope(candidate: MergeCandidate) {
  const { number, subject, author, agentTaskId, outdated, comments, merger } = candidate;
  const { approvedBy, objectedBy } = tallyReviews(candidate);
  return {
    changeRequest: { number, subject, author, agentTask: agentTaskId, outdated, comments },
    reviews: {
      approvals: approvedBy.length,
      approvedBy,
      changesRequested: objectedBy.length,
      changesRequestedBy: objectedBy,
    },
    merger: { id: merger.id, level: merger.level },
  };
}

/** Returns the reason why the expression blocks the merge; undefined if its value is `true`. */
function expressionFailure(expression: string, scope: ReturnType<typeof mergeExpressionScope>): string | undefined {
  const parsed = parseExpression(expression);
  const result = parsed.ok ? evaluate(parsed.expression, scope) : parsed;
  if (!result.ok) return `the merge expression of the space cannot be evaluated: ${result.error.message}`;
  return result.value === true ? undefined : 'the merge expression of the space does not evaluate to true';
}
