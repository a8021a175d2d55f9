import { evaluateCondition } from '../../kernel/expressions/evaluate.ts';
import type { ExpressionScope } from '../../kernel/expressions/expression.ts';
import type { SiteState } from '../site.ts';
import { buildStructureView, type StructureView } from '../structure/structure-view.ts';

/** What is said of a visitor, by names: what a signed token says, and under `unsigned` what visitors say of themselves. */
export type Claims = Readonly<Record<string, unknown>>;

/** What a reader of a site brought; nothing here says who it is. */
export interface Visitor {
  /** A key of one of the site's share links that is active. */
  readonly hasShareKey: boolean;
  /** A token that is valid for this very site. */
  readonly hasToken: boolean;
  /** Is of the organization, and may see the site there. */
  readonly isMember: boolean;
  /** Looks at the site as it would be, published or not, by the right of somebody who may publish it. */
  readonly isPreviewing: boolean;
  /** Undefined where nobody asks: the site does not adapt to its visitors. */
  readonly claims: Claims | undefined;
}

/** Whether what this reader is shown may be shown to nobody else. */
export const isPersonalized = ({ isPreviewing, claims }: Visitor): boolean =>
  isPreviewing || (claims !== undefined && JSON.stringify(claims) !== NO_CLAIMS);
const NO_CLAIMS = JSON.stringify({ unsigned: {} });

/** A reader who brought nothing. */
export const ANONYMOUS_VISITOR: Visitor = {
  hasShareKey: false,
  hasToken: false,
  isMember: false,
  isPreviewing: false,
  claims: undefined,
};

/** Whether the site is there for this reader at all. */
export function canRead(
  { published, visibility }: Pick<SiteState, 'published' | 'visibility'>,
  { hasShareKey, hasToken, isMember, isPreviewing }: Visitor,
): boolean {
  if (isPreviewing) return true;
  if (!published) return false;
  switch (visibility) {
    case 'public':
    case 'unlisted':
      return true;
    case 'share-link':
      return hasShareKey || isMember;
    case 'visitor-auth':
      return hasToken || isMember;
  }
}

/** What conditions and expressions know: `visitor.claims.plan`, `visitor.claims.unsigned.beta`; undefined where they know nothing. */
export const visitorScope = ({ claims }: Pick<Visitor, 'claims'>): ExpressionScope | undefined =>
  claims === undefined ? undefined : { visitor: { claims } };

/**
 * Says of conditions whether they hold for this reader. Where nothing is known of anybody none does, except for who looks
 * at all there is beforehand; none does either that cannot be read or evaluated. @param extraScope what conditions know besides
 */
export function conditionEvaluator(
  visitor: Pick<Visitor, 'claims' | 'isPreviewing'>,
  extraScope: ExpressionScope = {},
): (condition: string) => boolean {
  const scope = visitorScope(visitor);
  const known = new Map<string, boolean>();
  return (condition) => {
    if (scope === undefined) return visitor.isPreviewing;
    const result = known.get(condition) ?? evaluateCondition(condition, { ...extraScope, ...scope });
    known.set(condition, result);
    return result;
  };
}

/**
 * What of a site this reader is shown: no section or space whose condition does not hold, and nothing that is empty then.
 * At each level the first that is shown stands in for a default that is not.
 */
export function visibleStructure(
  view: StructureView,
  visitor: Pick<Visitor, 'claims' | 'isPreviewing'>,
): StructureView {
  const isShown = conditionEvaluator(visitor);
  const shows = ({ condition }: { readonly condition: string | null }) => condition === null || isShown(condition);
  const sections = view.sections.filter(({ section, spaces }) => shows(section) && spaces.some(shows));
  const shown = new Set(sections.map(({ section }) => section.id));
  return buildStructureView({
    spaces: view.spaces.filter((space) => shows(space) && (space.sectionId === null || shown.has(space.sectionId))),
    sections: sections.map(({ section }) => section),
    groups: view.groups
      .filter((one) => one.sections.some(({ section }) => shown.has(section.id)))
      .map(({ group }) => group),
  });
}
