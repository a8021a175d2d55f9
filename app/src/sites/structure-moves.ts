import type { SiteExternalLink, SiteSection, SiteSectionGroup, SiteSpace, SiteStructure } from '../api/operations.ts';
import type { Neighbor } from '../ui/sortable.tsx';

/** Item of a site's structure that has a place among others. */
export type StructureItem = SiteSpace | SiteSection | SiteSectionGroup | SiteExternalLink;

export interface StructureMove {
  readonly item: StructureItem;
  readonly to: Neighbor<StructureItem>;
}

/** Returns the structure after an item has moved beside another one of the same list. */
export function moveInStructure(structure: SiteStructure, move: StructureMove): SiteStructure {
  return { ...structure, structure: moveIn<StructureItem>(structure.structure, move) } as SiteStructure;
}

function moveIn<Item extends StructureItem>(items: readonly Item[], move: StructureMove): readonly Item[] {
  const { item, to } = move;
  if (items.some(({ id }) => id === item.id) && items.some(({ id }) => id === to.item.id)) {
    const rest = items.filter(({ id }) => id !== item.id);
    const at = rest.findIndex(({ id }) => id === to.item.id) + (to.where === 'after' ? 1 : 0);
    return [...rest.slice(0, at), items.find(({ id }) => id === item.id)!, ...rest.slice(at)];
  }
  return items.map((one) =>
    one.object === 'site-section'
      ? { ...one, siteSpaces: moveIn(one.siteSpaces, move) }
      : one.object === 'site-section-group'
        ? { ...one, children: moveIn(one.children, move) }
        : one,
  );
}

/** Lists the spaces of a structure in order. */
export function siteSpacesOf({ structure }: SiteStructure): readonly SiteSpace[] {
  const below = (item: StructureItem): readonly SiteSpace[] => {
    switch (item.object) {
      case 'site-space':
        return [item];
      case 'site-section':
        return item.siteSpaces;
      case 'site-section-group':
        return item.children.flatMap(below);
      case 'site-external-link':
        return [];
    }
  };
  return (structure as readonly StructureItem[]).flatMap(below);
}

/** Lists the sections of a structure in order. */
export function sectionsOf({ structure }: SiteStructure): readonly SiteSection[] {
  const below = (item: StructureItem): readonly SiteSection[] =>
    item.object === 'site-section' ? [item] : item.object === 'site-section-group' ? item.children.flatMap(below) : [];
  return (structure as readonly StructureItem[]).flatMap(below);
}
