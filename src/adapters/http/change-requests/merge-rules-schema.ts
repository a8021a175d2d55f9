import * as z from 'zod';
import {
  MAX_APPROVALS,
  MAX_STANDARD_RULES,
  MAX_USERS_OF_RULE,
  MERGE_RULES_OF_USERS,
  PLAIN_MERGE_RULES,
  toStandardRules,
  type MergeRules,
  type SpaceMergeRules,
} from '../../../domain/change-requests/merge-rules.ts';
import { MAX_EXPRESSION_LENGTH } from '../../../domain/kernel/expressions/expression.ts';
import { idField } from '../kernel/fields.ts';

const RULES = {
  approvals: z.number().int().min(0).max(MAX_APPROVALS).meta({
    description:
      'Number of reviewers, besides the author, who must approve the current content. With any number, even 0, requested changes block the merge.',
  }),
  upToDate: z
    .boolean()
    .meta({ description: 'Whether the change request must include the latest content of the space.' }),
  commentsResolved: z.boolean().meta({ description: 'Whether all comments of the change request must be resolved.' }),
  subject: z.boolean().meta({ description: 'Whether the change request must have a subject.' }),
  expression: z
    .string()
    .max(MAX_EXPRESSION_LENGTH)
    .meta({ description: 'Expression that must evaluate to `true`, over `changeRequest`, `reviews` and `merger`.' }),
};
const standardRule = z.discriminatedUnion('rule', [
  z.object({ rule: z.enum(PLAIN_MERGE_RULES) }),
  z.object({
    rule: z.enum(MERGE_RULES_OF_USERS),
    users: z
      .array(idField)
      .min(1)
      .max(MAX_USERS_OF_RULE)
      .meta({ description: 'IDs of users; those who approve must be able to review in the space.' }),
  }),
  z.object({
    rule: z.literal('custom'),
    expression: z.string().min(1).max(MAX_EXPRESSION_LENGTH),
    message: z.string().min(1).max(300).optional().meta({ description: 'Reason that a refused merge is given.' }),
  }),
]);
/** Schema of merge rules, as responses contain them. */
export const mergeRules = z
  .object({
    type: z.enum(['none', 'rules']).meta({ description: '`none`: change requests are merged without conditions.' }),
    rules: z
      .array(standardRule)
      .optional()
      .meta({ description: 'The same rules in the form of newer clients, or the rules that were set in it.' }),
    ...z.object(RULES).partial().shape,
  })
  .meta({ id: 'MergeRules', description: 'Requirements for merging a change request.' });
/** Strict, so that a misspelt rule is not ignored. */
export const mergeRulesInput = z.strictObject({
  type: z
    .enum(['none', 'rules'])
    .optional()
    .meta({ description: '`none` removes the rules; it cannot be none beside rules.' }),
  rules: z.array(standardRule).max(MAX_STANDARD_RULES).optional().meta({
    description:
      'Rules in the form of newer clients; must be omitted beside approvals and the other rules, unless it is as in the answer.',
  }),
  ...(Object.fromEntries(Object.entries(RULES).map(([name, rule]) => [name, rule.nullish()])) as {
    [K in keyof typeof RULES]: z.ZodOptional<z.ZodNullable<(typeof RULES)[K]>>;
  }),
});

/** Presents merge rules in the form of newer clients, beside those that were set in ours. */
export function presentMergeRules(rules: MergeRules | null): z.input<typeof mergeRules> {
  if (rules === null) return { type: 'none' };
  const { standard: _, ...own } = rules;
  return {
    type: 'rules',
    rules: toStandardRules(rules).map((rule) => ('users' in rule ? { ...rule, users: [...rule.users] } : rule)),
    ...own,
  };
}

/** Merge rules of a space, which may be those of the organization. */
export const spaceMergeRules = mergeRules
  .extend({
    type: z.enum(['none', 'rules', 'inherit']).meta({
      description:
        '`none`: change requests are merged without conditions; `inherit`: the merge rules of the organization apply.',
    }),
  })
  .meta({ id: 'SpaceMergeRules', description: 'Requirements for merging a change request of the space.' });
/** Schema of the merge rules of a space, as requests contain them. */
export const spaceMergeRulesInput = mergeRulesInput.extend({
  type: z.enum(['none', 'rules', 'inherit']).optional().meta({
    description:
      '`none` removes the rules, it cannot be none beside rules; `inherit` takes those of the organization, it cannot be inherit beside rules.',
  }),
});

/** Presents the merge rules of a space; null for a space without rules. */
export const presentSpaceMergeRules = (rules: SpaceMergeRules | null): z.input<typeof spaceMergeRules> =>
  rules !== null && 'inherit' in rules ? { type: 'inherit' } : presentMergeRules(rules);
