import { evaluate } from '../kernel/expressions/evaluate.ts';
import { parseExpression } from '../kernel/expressions/parse-expression.ts';
import { Invalid } from '../kernel/errors.ts';
import type { Id, UserId } from '../kernel/id.ts';
import { isVisibleText } from '../kernel/title.ts';
import type { Level } from '../permissions/level.ts';
import type { ReviewStatus } from './review.ts';

/** Maximum number of approvals that a space can require. */
export const MAX_APPROVALS = 100;
/** Maximum number of rules in the form of newer clients, and of the users that one names. */
export const MAX_STANDARD_RULES = 50;
export const MAX_USERS_OF_RULE = 100;

/** Rules of newer clients that have no parameters. */
export const PLAIN_MERGE_RULES = [
  'require_at_least_one_review',
  'require_at_least_one_approved_review',
  'require_all_reviews_approved',
  'require_up_to_date_change_request',
  'require_change_request_subject',
  'require_change_request_description',
  'require_author_to_merge',
] as const;
/** Rules of newer clients that name users. */
export const MERGE_RULES_OF_USERS = [
  'require_specific_reviewers',
  'require_one_of_specific_reviewers',
  'allow_bypass',
] as const;

/** Merge rule in the form of newer clients (`MergeRule`). */
export type StandardMergeRule =
  | { readonly rule: (typeof PLAIN_MERGE_RULES)[number] }
  | { readonly rule: (typeof MERGE_RULES_OF_USERS)[number]; readonly users: readonly UserId[] }
  | { readonly rule: 'custom'; readonly expression: string; readonly message?: string | undefined };

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
  /** Rules that were set in the form of newer clients; no other rules are beside them. */
  readonly standard?: readonly StandardMergeRule[];
}

/** Takes the merge rules of the organization. */
export interface InheritedMergeRules {
  readonly inherit: true;
}
/** Merge rules as a space has them. */
export type SpaceMergeRules = MergeRules | InheritedMergeRules;

export interface MergeRulesInput {
  readonly approvals?: number | null | undefined;
  readonly upToDate?: boolean | null | undefined;
  readonly commentsResolved?: boolean | null | undefined;
  readonly subject?: boolean | null | undefined;
  readonly expression?: string | null | undefined;
  readonly type?: 'none' | 'rules' | undefined;
  /** Rules in the form of newer clients; beside others only as in answers, so that clients can send back what they read. */
  readonly rules?: readonly StandardMergeRule[] | undefined;
}

/** Merge rules of a space: `inherit` takes those of the organization. */
export type SpaceMergeRulesInput = Omit<MergeRulesInput, 'type'> & {
  readonly type?: MergeRulesInput['type'] | 'inherit';
};

/**
 * Validates the merge rules of a space; null if no rule applies.
 * @throws Invalid naming the rule, below `mergeRules`
 */
export function parseSpaceMergeRules(input: SpaceMergeRulesInput | null): SpaceMergeRules | null {
  const { type, ...rest } = input ?? {};
  const rules = parseMergeRules({ ...rest, type: type === 'inherit' ? undefined : type });
  if (type !== 'inherit') return rules;
  if (rules !== null) throw Invalid.field('mergeRules.type', 'cannot be inherit beside rules');
  return { inherit: true };
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
  if (type === 'none' && !(isEmpty && (standard ?? []).length === 0))
    throw Invalid.field('mergeRules.type', 'cannot be none beside rules');
  if (standard === undefined) return isEmpty ? null : rules;
  if (isEmpty) return parseStandardRules(standard);
  if (JSON.stringify(standard) !== JSON.stringify(toStandardRules(rules)))
    throw Invalid.field('mergeRules.rules', 'must be omitted beside approvals and the other rules');
  return rules;
}

function parseStandardRules(standard: readonly StandardMergeRule[]): MergeRules | null {
  for (const [index, rule] of standard.entries()) {
    if (rule.rule !== 'custom') continue;
    const parsed = parseExpression(rule.expression);
    if (!parsed.ok)
      throw Invalid.field(`mergeRules.rules.${index}.expression`, `${parsed.error.message} (at ${parsed.error.at})`);
  }
  return standard.length === 0 ? null : { standard: standard.map(namingUsersOnce) };
}

/** Returns a rule that names each of its users once, as its messages count them. */
const namingUsersOnce = (rule: StandardMergeRule): StandardMergeRule =>
  'users' in rule ? { ...rule, users: [...new Set(rule.users)] } : rule;

/** Stands for an approval that nobody can give: refuses merges until somebody changes the rules. */
const REVIEWER_LEFT: StandardMergeRule = {
  rule: 'custom',
  expression: 'false',
  message:
    'the merge rules required the approval of a user who has left the organization; change the merge rules to allow merges',
};

/** Lists the users whom merge rules name, apart from expressions. */
export const usersOfMergeRules = (rules: SpaceMergeRules | null): readonly UserId[] =>
  rules === null || 'inherit' in rules
    ? []
    : (rules.standard ?? []).flatMap((rule) => ('users' in rule ? rule.users : []));

/**
 * Removes users who have left the organization from merge rules; null if no rule is left. No merge becomes possible by
 * that: another rule takes the place of one that required the approval of such a user.
 */
export function withoutUsers<Rules extends SpaceMergeRules>(rules: Rules, users: ReadonlySet<UserId>): Rules | null {
  if (!usersOfMergeRules(rules).some((user) => users.has(user))) return rules;
  const standard = (rules as MergeRules).standard!.flatMap((rule): readonly StandardMergeRule[] => {
    if (!('users' in rule)) return [rule];
    const remaining = rule.users.filter((user) => !users.has(user));
    const isRequirementLost =
      rule.rule === 'require_specific_reviewers'
        ? remaining.length < rule.users.length
        : rule.rule === 'require_one_of_specific_reviewers' && remaining.length === 0;
    return [
      ...(remaining.length > 0 ? [{ ...rule, users: remaining }] : []),
      ...(isRequirementLost ? [REVIEWER_LEFT] : []),
    ];
  });
  const isRepeated = (rule: StandardMergeRule): boolean =>
    rule.rule === 'custom' && rule.message === (REVIEWER_LEFT as typeof rule).message;
  const first = standard.findIndex(isRepeated);
  const distinct = standard.filter((rule, index) => index === first || !isRepeated(rule));
  return distinct.length === 0 ? null : { ...rules, standard: distinct };
}

/** Translates merge rules into equivalent rules of the form of newer clients; expressions express what it lacks. */
export function toStandardRules({
  standard = [],
  approvals,
  upToDate,
  commentsResolved,
  subject,
  expression,
}: MergeRules): readonly StandardMergeRule[] {
  const custom = (text: string) => ({ rule: 'custom' as const, expression: text });
  return [
    ...standard,
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
  /** Number of the reviewed revision among those of the change request, from 1; 0 if it was made before them. */
  readonly position: number;
  /**
   * Number of the last revision of the change request that contains content by the reviewer; null if there is none.
   * Updates from the primary content do not count.
   */
  readonly lastChange: number | null;
}

/** Data that merge rules are evaluated on, read under the lock of the merge. */
export interface MergeCandidate {
  readonly number: number;
  readonly subject: string;
  /** Description as Markdown; empty without one. */
  readonly description: string;
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
  readonly rule: Exclude<keyof MergeRules, 'standard'> | StandardMergeRule['rule'];
  readonly message: string;
}

/** Lists every rule that a change request does not meet. Pure and bounded for any expression. */
export function findUnmetRules(rules: MergeRules, candidate: MergeCandidate): readonly UnmetRule[] {
  const { standard = [] } = rules;
  const isBypassed = standard.some((rule) => rule.rule === 'allow_bypass' && rule.users.includes(candidate.merger.id));
  if (isBypassed) return [];
  const { approvedBy, objectedBy, ownWork } = tallyReviews(candidate);
  const unmet: UnmetRule[] = standard.flatMap((rule) => {
    const message = standardRuleFailure(rule, candidate);
    return message === undefined ? [] : [{ rule: rule.rule, message }];
  });
  const refuse = (rule: UnmetRule['rule'], message: string) => void unmet.push({ rule, message });

  if (rules.approvals !== undefined) {
    if (approvedBy.length < rules.approvals)
      refuse(
        'approvals',
        `the current content has ${approvedBy.length} of ${rules.approvals} required approvals${selfApprovalNote(ownWork)}`,
      );
    if (objectedBy.length > 0) refuse('approvals', objection(objectedBy));
  }
  if (rules.upToDate && candidate.outdated) refuse('upToDate', OUTDATED);
  if (rules.commentsResolved && candidate.comments > 0)
    refuse(
      'commentsResolved',
      `${candidate.comments === 1 ? 'one comment is' : `${candidate.comments} comments are`} not resolved`,
    );
  if (rules.subject && !isVisibleText(candidate.subject)) refuse('subject', NO_SUBJECT);
  if (rules.expression !== undefined) {
    const problem = expressionFailure(rules.expression, mergeExpressionScope(candidate));
    if (problem !== undefined) refuse('expression', problem);
  }
  return unmet;
}

const OUTDATED = 'the change request is outdated; update the change request before merging';
const NO_SUBJECT = 'the change request has no subject';
const objection = (objectedBy: readonly Id[]): string =>
  `${objectedBy.length === 1 ? 'a reviewer requests' : `${objectedBy.length} reviewers request`} changes`;

/** Returns the reason why a rule blocks the merge; undefined if it does not. */
function standardRuleFailure(rule: StandardMergeRule, candidate: MergeCandidate): string | undefined {
  const { approvedBy, objectedBy, ownWork } = tallyReviews(candidate);
  const { author, revision, reviews, merger } = candidate;
  switch (rule.rule) {
    case 'require_at_least_one_review':
      return reviews.some((review) => review.reviewerId !== author && review.revision === revision)
        ? undefined
        : 'nobody else has reviewed the current content';
    case 'require_at_least_one_approved_review':
      return approvedBy.length > 0
        ? undefined
        : `the current content has no approval that counts${selfApprovalNote(ownWork)}`;
    case 'require_all_reviews_approved':
      return objectedBy.length === 0 ? undefined : objection(objectedBy);
    case 'require_specific_reviewers': {
      const missing = rule.users.filter((user) => !approvedBy.includes(user));
      return missing.length === 0
        ? undefined
        : `${missing.length} of ${rule.users.length} required reviewers have not approved the current content`;
    }
    case 'require_one_of_specific_reviewers':
      return rule.users.some((user) => approvedBy.includes(user))
        ? undefined
        : 'none of the required reviewers has approved the current content';
    case 'require_up_to_date_change_request':
      return candidate.outdated ? OUTDATED : undefined;
    case 'require_change_request_subject':
      return isVisibleText(candidate.subject) ? undefined : NO_SUBJECT;
    case 'require_change_request_description':
      return isVisibleText(candidate.description) ? undefined : 'the change request has no description';
    case 'require_author_to_merge':
      return merger.id === author ? undefined : 'only the author of the change request may merge';
    case 'allow_bypass':
      return undefined;
    case 'custom': {
      const problem = expressionFailure(rule.expression, mergeExpressionScope(candidate));
      return problem === undefined ? undefined : (rule.message ?? problem);
    }
  }
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
    lastChange !== null && !approvals.some((other) => other.reviewerId !== reviewerId && other.position >= lastChange);
  const present = approvals.filter((review) => review.revision === revision);
  const approvedBy = present.filter((review) => !isOwnWork(review)).map(({ reviewerId }) => reviewerId);
  const objectedBy = reviews.filter(({ status }) => status === 'changes-requested').map(({ reviewerId }) => reviewerId);
  return { approvedBy, objectedBy, ownWork: present.length - approvedBy.length };
}

/** Names that a merge expression can use. */
function mergeExpressionScope(candidate: MergeCandidate) {
  const { number, subject, description, author, agentTaskId, outdated, comments, merger } = candidate;
  const { approvedBy, objectedBy } = tallyReviews(candidate);
  return {
    changeRequest: { number, subject, description, author, agentTask: agentTaskId, outdated, comments },
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
