import type { SiteRedirect, SiteStructure } from '../api/operations.ts';
import { m } from '../messages/messages.ts';
import { sectionsOf, siteSpacesOf } from './structure-moves.ts';

/** Label of the destination of a redirect: its kind alone while the structure of the site is not loaded. */
export function destinationLabel(
  destination: SiteRedirect['destination'],
  structure: SiteStructure | undefined,
): string {
  const { kind } = destination;
  if (kind === 'external') return destination.url;
  const title =
    structure &&
    (kind === 'site-section'
      ? sectionsOf(structure).find(({ id }) => id === destination.siteSectionId)?.title
      : spaceTitle(structure, destination.siteSpaceId));
  return title === undefined ? m.redirects.kinds[kind] : m.redirects.to[kind](title);
}

/** Title of a space with that of its section, since variants of several sections may have the same. */
function spaceTitle(structure: SiteStructure, siteSpaceId: string): string | undefined {
  const space = siteSpacesOf(structure).find(({ id }) => id === siteSpaceId);
  const section = sectionsOf(structure).find(({ id }) => id === space?.section);
  return space && (section === undefined ? space.title : `${section.title} · ${space.title}`);
}
