import type { Id } from '../../kernel/id.ts';
import type { SiteChange, SiteState, SiteVisibility } from '../site.ts';
import type { StructureView } from '../structure/structure-view.ts';

/** Size of each audience; the two that need a credential admit different visitors, so neither contains the other. */
const AUDIENCE_SIZE: Readonly<Record<SiteVisibility, number>> = {
  public: 3,
  unlisted: 2,
  'share-link': 1,
  'visitor-auth': 1,
};

/** Changes to a site itself, with the hostname that it claims. */
export type SiteSettings = SiteChange & { readonly hostname?: string | null };

type Settings = Pick<SiteState, 'visibility' | 'basename' | 'proxy' | 'hostname' | 'adaptiveContent' | 'agentsContext'>;

/**
 * Tells whether a change to a site lets visitors or programs read it who could not before, or gives it a new address.
 * Switching adaptive content either way counts: a condition may hold because of what is known, or because nothing is.
 */
export function widensAudience(before: Settings, to: SiteSettings): boolean {
  const { visibility, basename, proxy, hostname, adaptiveContent, agentsContext } = to;
  return (
    (visibility !== undefined &&
      visibility !== before.visibility &&
      AUDIENCE_SIZE[visibility] >= AUDIENCE_SIZE[before.visibility]) ||
    (basename !== undefined && basename !== before.basename) ||
    (proxy != null && proxy !== before.proxy) ||
    (hostname != null && hostname !== before.hostname) ||
    (adaptiveContent !== undefined && adaptiveContent !== before.adaptiveContent) ||
    (agentsContext === 'included' && before.agentsContext !== 'included')
  );
}

/** Conditions that a visitor has to meet to read a site space: its own and its section's. */
function conditionsBySiteSpace(
  view: StructureView,
): ReadonlyMap<Id, { readonly spaceId: Id; readonly conditions: ReadonlySet<string> }> {
  const ofSection = new Map(view.sections.map(({ section }) => [section.id, section.condition]));
  return new Map(
    view.spaces.map(({ id, spaceId, sectionId, condition }) => {
      const conditions = [condition, sectionId === null ? null : (ofSection.get(sectionId) ?? null)];
      return [id, { spaceId, conditions: new Set(conditions.filter((one) => one !== null)) }];
    }),
  );
}

/** Spaces that a structure shows to visitors who could not read them there before: added, pointed at, or with a condition less. */
export function findWidenedSpaces(before: StructureView, after: StructureView): readonly Id[] {
  const present = conditionsBySiteSpace(before);
  return [...conditionsBySiteSpace(after)].flatMap(([id, { spaceId, conditions }]) => {
    const known = present.get(id);
    const isWidened = known?.spaceId !== spaceId || [...known.conditions].some((one) => !conditions.has(one));
    return isWidened ? [spaceId] : [];
  });
}

/** Site spaces that a structure no longer has. */
export function findRemovedSiteSpaces(before: StructureView, after: StructureView): readonly Id[] {
  const left = new Set(after.spaces.map(({ id }) => id));
  return before.spaces.flatMap(({ id }) => (left.has(id) ? [] : [id]));
}
