import { evaluate } from '../kernel/expressions/evaluate.ts';
import { parseExpression } from '../kernel/expressions/parse-expression.ts';
import { Invalid } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import type { Level } from '../permissions/level.ts';
import type { ReviewStatus } from './review.ts';

/** The most approvals that a space can ask for. */
export const MAX_APPROVALS = 100;

/** What a space asks of a change request before it is merged; what is absent is not asked. */
export interface MergeRules {
  /** Reviewers who must have approved the present content, none of them their own; any number also lets objections block. */
  readonly approvals?: number;
  readonly upToDate?: true;
  readonly commentsResolved?: true;
  readonly subject?: true;
  /** Must give `true`; see `mergeExpressionScope` for what it may speak of. */
  readonly expression?: string;
}

export interface MergeRulesInput {
  readonly approvals?: number | null | undefined;
  readonly upToDate?: boolean | null | undefined;
  readonly commentsResolved?: boolean | null | undefined;
  readonly subject?: boolean | null | undefined;
  readonly expression?: string | null | undefined;
}

/** The rules that a wish comes to, null when it asks for nothing. @throws Invalid naming the rule, below `mergeRules` */
export function parseMergeRules(input: MergeRulesInput | null): MergeRules | null {
  const { approvals, upToDate, commentsResolved, subject, expression } = input ?? {};
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
  return Object.keys(rules).length === 0 ? null : rules;
}

/** Latest review of somebody who may review. */
export interface ReviewerVerdict {
  readonly reviewerId: Id;
  readonly status: ReviewStatus;
  readonly revision: Id;
  /** Last revision of the change request with content by the reviewer; null where there is none. Ids are in the order of time. */
  readonly lastChange: Id | null;
}

/** Everything that rules look at, as it stands under the lock of the merge. */
export interface MergeCandidate {
  readonly number: number;
  readonly subject: string;
  readonly author: Id;
  readonly agentTaskId: string | null;
  /** Where its content stands. */
  readonly revision: Id;
  readonly outdated: boolean;
  /** How many of its comments are open. */
  readonly comments: number;
  /** The latest of each reviewer who may review. */
  readonly reviews: readonly ReviewerVerdict[];
  readonly merger: { readonly id: Id; readonly level: Level };
}

/** A rule that is not met, and why. */
export interface UnmetRule {
  readonly rule: keyof MergeRules;
  readonly message: string;
}

/** Every rule that a change request does not meet. Pure and bounded, whatever the expression. */
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
 * Approvals hold for the content that was approved, and never by somebody who wrote some of it that nobody else has approved
 * since: the author, or a reviewer who changed the change request. An objection stands, whatever happens to the content,
 * until the same reviewer reviews again.
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

/** What an expression may speak of. */
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

/** Why the expression does not let the merge pass; undefined when it does. Nothing but `true` does. */
function expressionFailure(expression: string, scope: ReturnType<typeof mergeExpressionScope>): string | undefined {
  const parsed = parseExpression(expression);
  const result = parsed.ok ? evaluate(parsed.expression, scope) : parsed;
  if (!result.ok) return `the merge expression of the space cannot be evaluated: ${result.error.message}`;
  return result.value === true ? undefined : 'the merge expression of the space does not evaluate to true';
}
