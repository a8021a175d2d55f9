import { Invalid } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import { SiteSectionGroup } from './site-section-group.ts';
import { SiteSpace } from './site-space.ts';
import type { StructurePart } from './structure-arrangement.ts';
import { resolveIndex, type RankedPart } from './structure-parts.ts';

export const STRUCTURE_ITEM_TYPES = ['site-space', 'site-section', 'site-section-group', 'site-external-link'] as const;

/** Item in the structure of a site. */
export interface StructureItem {
  readonly type: (typeof STRUCTURE_ITEM_TYPES)[number];
  readonly id: Id;
}

/** Position directly before or after an item; with both, between them. */
export interface StructurePosition {
  readonly before?: StructureItem | undefined;
  readonly after?: StructureItem | undefined;
}

/** Returns the section or group of a part; null for the root of the site. */
const parentOf = (part: StructurePart): Id | null =>
  part instanceof SiteSpace
    ? part.snapshot().sectionId
    : part instanceof SiteSectionGroup
      ? null
      : part.snapshot().groupId;

/**
 * Converts a position to a parent and an index among its items.
 * @throws Invalid, and the errors of `find`
 */
export function resolveMoveTarget(
  moved: StructurePart,
  position: StructurePosition,
  find: (item: StructureItem) => StructurePart,
  level: (parent: Id | null) => readonly RankedPart[],
  isShown: (one: RankedPart) => boolean,
): { readonly parent: Id | null; readonly place: number } {
  const findNeighbor = (end: 'before' | 'after'): StructurePart | undefined => {
    const item = position[end];
    if (item === undefined) return undefined;
    const one = find(item);
    const refuse = (why: string) => Invalid.field(`position.${end}`, why);
    if (one === moved) throw refuse('must not name the moved item');
    if (one instanceof SiteSpace !== moved instanceof SiteSpace)
      throw refuse(
        moved instanceof SiteSpace ? 'must name a site space' : 'must name a section, a group or an external link',
      );
    if (moved instanceof SiteSectionGroup && parentOf(one) !== null)
      throw refuse('is in a section group, which cannot contain other groups');
    return one;
  };
  const [before, after] = [findNeighbor('before'), findNeighbor('after')];
  const parent = parentOf(before ?? after ?? moved);
  if (after !== undefined && parentOf(after) !== parent)
    throw Invalid.field('position', 'before and after must name adjacent items');
  return {
    parent,
    place: resolveIndex(
      level(parent).filter((one) => one !== moved),
      before,
      after,
      isShown,
    ),
  };
}
