import { getOrganizationById, type MergeRules, type Space, type SpaceMergeRules } from '../api/operations.ts';
import { useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';

/** Merge rules of an organization, or of a space, which may be those of its organization. */
export type AnyMergeRules = MergeRules | SpaceMergeRules;
type ClientRule = NonNullable<MergeRules['rules']>[number];

/** Tells whether rules were set in the form of other clients, for which the fields of this app are too few. */
export const isOfOtherClient = ({ type, approvals, upToDate, commentsResolved, subject, expression }: AnyMergeRules) =>
  type === 'rules' &&
  approvals === undefined &&
  expression === undefined &&
  upToDate !== true &&
  commentsResolved !== true &&
  subject !== true;

/** Describes each rule in a few words that follow “required for a merge”. */
export function describeRules(rules: AnyMergeRules): readonly string[] {
  if (isOfOtherClient(rules)) return (rules.rules ?? []).map(describeClientRule);
  const { approvals, upToDate, commentsResolved, subject, expression } = rules;
  const texts = m.mergeRules.texts;
  return [
    ...(approvals ? [texts.approvals(approvals)] : []),
    // Any number of approvals, even 0, makes requested changes block a merge.
    ...(approvals === undefined ? [] : [texts.noObjections]),
    ...(upToDate ? [texts.upToDate] : []),
    ...(commentsResolved ? [texts.commentsResolved] : []),
    ...(subject ? [texts.subject] : []),
    ...(expression === undefined ? [] : [expression]),
  ];
}

function describeClientRule(rule: ClientRule): string {
  if (rule.rule === 'custom')
    return rule.message === undefined ? rule.expression : `${rule.message} (${rule.expression})`;
  const texts = m.mergeRules.clientTexts;
  return 'users' in rule ? texts[rule.rule](rule.users.length) : texts[rule.rule];
}

/** Rules that a merge into a space has to meet; those of the organization where the space takes them. */
export function RequiredRules({ space }: { readonly space: Space }) {
  const isInherited = space.mergeRules.type === 'inherit';
  const organization = useQuery(isInherited ? `organization ${space.organization}` : undefined, () =>
    getOrganizationById({ path: { organizationId: space.organization } }),
  );
  const rules = isInherited ? organization.data?.mergeRules : space.mergeRules;
  const texts = rules === undefined ? [] : describeRules(rules);
  if (texts.length === 0) return null;
  return (
    <section class="section">
      <h2>{m.mergeRules.needs}</h2>
      <ul>
        {texts.map((text, index) => (
          <li key={index}>{text}</li>
        ))}
      </ul>
    </section>
  );
}
