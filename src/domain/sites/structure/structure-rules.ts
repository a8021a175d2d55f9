import type { SiteExternalLink } from './site-external-link.ts';
import type { SiteSectionGroup } from './site-section-group.ts';
import type { SiteSection } from './site-section.ts';
import type { SiteSpace } from './site-space.ts';

/** Part with a path, unique within its level. */
export interface PathPart {
  snapshot(): { readonly path: string; readonly isDefault: boolean };
}

/** Finds the part with a path, ignoring case. */
export const pathOwner = <P extends PathPart>(level: readonly P[], path: string): P | undefined =>
  level.find((one) => one.snapshot().path.toLowerCase() === path.toLowerCase());

const isUnique = (values: readonly string[]): boolean => new Set(values).size === values.length;

/** The parts of a site are inconsistent, because they were read one after the other during a concurrent change. */
export class InvalidStructure extends Error {}

/**
 * Checks the parts of a site.
 * @throws InvalidStructure
 */
export function requireValidStructure(
  spaces: readonly SiteSpace[],
  sections: readonly SiteSection[],
  groups: readonly SiteSectionGroup[],
  links: readonly SiteExternalLink[] = [],
): void {
  const refuse = (why: string): never => {
    throw new InvalidStructure(`the site structure is inconsistent: ${why}`);
  };
  const within = new Map<string | null, SiteSpace[]>();
  for (const one of spaces) {
    const { sectionId } = one.snapshot();
    within.set(sectionId, [...(within.get(sectionId) ?? []), one]);
  }
  const places = new Set<string | null>(sections.length === 0 ? [null] : sections.map(({ id }) => id));
  if ([...within.keys()].some((place) => !places.has(place))) refuse('a space is outside the sections');
  const folders = new Set<string | null>([null, ...groups.map(({ id }) => id)]);
  if (sections.some((one) => !folders.has(one.snapshot().groupId))) refuse('a section belongs to a missing group');
  if (links.some((one) => !folders.has(one.snapshot().groupId))) refuse('a link belongs to a missing group');
  for (const level of [sections, ...within.values()] as readonly (readonly PathPart[])[]) {
    if (!isUnique(level.map((one) => one.snapshot().path.toLowerCase()))) refuse('a path is used twice');
    if (level.filter((one) => one.snapshot().isDefault).length > 1) refuse('a default is set twice');
  }
  if (!isUnique(spaces.map((one) => one.snapshot().spaceId))) refuse('a space is included twice');
}
