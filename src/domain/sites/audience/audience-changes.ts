import type { Id, SpaceId } from '../../kernel/id.ts';
import type { SiteChange, SiteState, SiteVisibility } from '../site.ts';
import type { StructureView } from '../structure/structure-view.ts';

/** Size of each audience; the two that need a credential admit different visitors, so neither contains the other. */
const AUDIENCE_SIZE: Readonly<Record<SiteVisibility, number>> = {
  public: 3,
  unlisted: 2,
  'share-link': 1,
  'visitor-auth': 1,
};

/** Changes to a site itself, including its claimed hostname. */
export type SiteSettings = SiteChange & { readonly hostname?: string | null };

type Settings = Pick<SiteState, 'visibility' | 'basename' | 'proxy' | 'hostname' | 'adaptiveContent' | 'agentsContext'>;

/**
 * Tells whether a change gives new visitors or programs access to a site, or gives the site a new address. Switching
 * adaptive content either way counts, because a condition may hold with or without claims.
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

/**
 * Collects the conditions for reading each site space: its own and its section's. That of a draft never holds; its mark
 * is no expression.
 */
function conditionsBySiteSpace(
  view: StructureView,
): ReadonlyMap<Id, { readonly spaceId: SpaceId; readonly conditions: ReadonlySet<string> }> {
  const draftGroups = new Set<Id | null>(view.groups.flatMap(({ group }) => (group.draft ? [group.id] : [])));
  const marked = (draft: boolean, mark: string): string | null => (draft ? `a draft ${mark}` : null);
  const ofSection = new Map(
    view.sections.map(({ section: { id, condition, draft, groupId } }) => [
      id,
      [condition, marked(draft, 'section'), marked(draftGroups.has(groupId), 'group')],
    ]),
  );
  return new Map(
    view.spaces.map(({ id, spaceId, sectionId, condition, draft }) => {
      const inherited = sectionId === null ? [] : (ofSection.get(sectionId) ?? []);
      const conditions = [condition, marked(draft, 'space'), ...inherited];
      return [id, { spaceId, conditions: new Set(conditions.filter((one) => one !== null)) }];
    }),
  );
}

/** Lists the spaces that a structure shows to new visitors: added, replaced, with a condition removed, or no longer a draft. */
export function findWidenedSpaces(before: StructureView, after: StructureView): readonly Id[] {
  const present = conditionsBySiteSpace(before);
  return [...conditionsBySiteSpace(after)].flatMap(([id, { spaceId, conditions }]) => {
    const known = present.get(id);
    const isWidened = known?.spaceId !== spaceId || [...known.conditions].some((one) => !conditions.has(one));
    return isWidened ? [spaceId] : [];
  });
}

/** Lists the site spaces that a structure no longer contains. */
export function findRemovedSiteSpaces(before: StructureView, after: StructureView): readonly Id[] {
  const left = new Set(after.spaces.map(({ id }) => id));
  return before.spaces.flatMap(({ id }) => (left.has(id) ? [] : [id]));
}
