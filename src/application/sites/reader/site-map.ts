import { digestOf } from '../../../domain/content/hash.ts';
import type { Hash } from '../../../domain/content/objects.ts';
import type { SiteSpaceState } from '../../../domain/sites/site-space.ts';
import type { SiteState } from '../../../domain/sites/site.ts';
import type { PublishedSite } from '../../../ports/site-reads.ts';

/** A space of a site, as readers come to it. */
export interface Variant {
  readonly siteSpace: SiteSpaceState;
  readonly title: string;
  readonly content: Hash;
  /** Its path within the site; empty for the default, which has none of its own. */
  readonly root: string;
}

/** Which space answers where. */
export interface SiteMap {
  readonly site: SiteState;
  /** Those that everybody may read, in order. */
  readonly variants: readonly Variant[];
  readonly main: Variant | undefined;
  /** Changes with everything about the site that its pages show, besides content. */
  readonly version: string;
}

/** A space with a condition is left out: nobody here can tell for whom it holds. The first stands in for a default that is not there. */
export function siteMap({ site, spaces }: PublishedSite): SiteMap {
  const open = spaces.filter(({ siteSpace }) => siteSpace.condition === null);
  const chosen = open.find(({ siteSpace }) => siteSpace.isDefault) ?? (spaces.some(({ siteSpace }) => siteSpace.isDefault) ? undefined : open[0]);
  const variants = open.map((space): Variant => ({ ...space, root: space === chosen ? '' : space.siteSpace.path }));
  const { id, title, basename, visibility } = site;
  const version = digestOf(JSON.stringify([id, title, basename, visibility, variants.map(({ siteSpace, title: name, root }) => [siteSpace.id, name, root])]));
  return { site, variants, main: variants.find(({ root }) => root === ''), version };
}

export interface Place {
  readonly variant: Variant | undefined;
  /** Path within the space. */
  readonly path: string;
}

/** Which space a path within the site belongs to. */
export function placeIn({ variants, main }: SiteMap, segments: readonly string[]): Place {
  const [first, ...rest] = segments;
  const named = first === undefined ? undefined : variants.find(({ root }) => root !== '' && root === first);
  return named === undefined ? { variant: main, path: segments.join('/') } : { variant: named, path: rest.join('/') };
}
