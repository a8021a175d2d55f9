import { evaluateCondition } from '../../kernel/expressions/evaluate.ts';
import type { ExpressionScope } from '../../kernel/expressions/expression.ts';
import type { SiteState } from '../site.ts';
import { buildStructureView, withoutDrafts, type StructureView } from '../structure/structure-view.ts';

/** Claims about a visitor by name: those of a signed token, and under `unsigned` those that the visitor states. */
export type Claims = Readonly<Record<string, unknown>>;

/** Reader of a site, described by credentials and claims; contains no identity. */
export interface Visitor {
  /** True with the key of one of the site's active share links. */
  readonly hasShareKey: boolean;
  /** True with a token that is valid for this site. */
  readonly hasToken: boolean;
  /** True for members of the organization who may see the site there. */
  readonly isMember: boolean;
  /** True for a preview of the site, published or not, by a user who may publish it. */
  readonly isPreviewing: boolean;
  /** True for a preview that shows drafts. */
  readonly showsDrafts: boolean;
  /** Undefined if the site does not adapt to its visitors. */
  readonly claims: Claims | undefined;
}

/** Tells whether pages for this reader must not be shown to others. */
export const isPersonalized = ({ isPreviewing, claims }: Visitor): boolean =>
  isPreviewing || (claims !== undefined && JSON.stringify(claims) !== NO_CLAIMS);
const NO_CLAIMS = JSON.stringify({ unsigned: {} });

/** Reader without credentials. */
export const ANONYMOUS_VISITOR: Visitor = {
  hasShareKey: false,
  hasToken: false,
  isMember: false,
  isPreviewing: false,
  showsDrafts: false,
  claims: undefined,
};

/** Tells whether the reader may read the site. */
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

/**
 * Returns the names for conditions and expressions: `visitor.claims.plan`, `visitor.claims.unsigned.beta`; undefined
 * without claims.
 */
export const visitorScope = ({ claims }: Pick<Visitor, 'claims'>): ExpressionScope | undefined =>
  claims === undefined ? undefined : { visitor: { claims } };

/**
 * Returns a function that evaluates conditions for this reader. Without claims no condition holds, except in a preview,
 * where all hold. A condition that cannot be parsed or evaluated does not hold.
 * @param extraScope further names for conditions
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
 * Filters the structure for a reader: removes drafts, sections and spaces whose condition does not hold, and sections
 * that become empty. On each level the first visible item replaces an invisible default.
 */
export function visibleStructure(
  structure: StructureView,
  visitor: Pick<Visitor, 'claims' | 'isPreviewing' | 'showsDrafts'>,
): StructureView {
  const view = visitor.showsDrafts ? structure : withoutDrafts(structure);
  const isShown = conditionEvaluator(visitor);
  const shows = ({ condition }: { readonly condition: string | null }) => condition === null || isShown(condition);
  const sections = view.sections.filter(({ section, spaces }) => shows(section) && spaces.some(shows));
  const shown = new Set(sections.map(({ section }) => section.id));
  const links = view.links.filter(shows);
  const inGroups = new Set(links.map(({ groupId }) => groupId));
  return buildStructureView({
    spaces: view.spaces.filter((space) => shows(space) && (space.sectionId === null || shown.has(space.sectionId))),
    sections: sections.map(({ section }) => section),
    groups: view.groups
      .filter(({ group, sections: own }) => inGroups.has(group.id) || own.some(({ section }) => shown.has(section.id)))
      .map(({ group }) => group),
    links,
  });
}
