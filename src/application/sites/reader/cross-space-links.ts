import { digestOf } from '../../../domain/content/objects/hash.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import type { OutlineEntry, SpaceOutline } from '../../../domain/sites/content/space-outline.ts';
import { BoundedCache } from './bounded-cache.ts';
import type { ContentLibrary } from './content-library.ts';
import { listNavigationLocations } from './navigation-links.ts';
import { Navigation } from './navigation.ts';
import { listLinkedLocations, type LinkedLocation, type LinkedSpaces } from './linked-spaces.ts';
import type { SiteSpaceContext } from './site-space-context.ts';

/** Tells the links of a space where those other spaces are found that what is shown names: that changes without the space. */
export class CrossSpaceLinks {
  /** What pages name in other spaces, by content and page. */
  readonly #pageLinks: BoundedCache<readonly LinkedLocation[]>;
  /** The same of navigation, by where the reader is in it. */
  readonly #navigationLinks = new WeakMap<SpaceOutline, Map<Id | undefined, readonly LinkedLocation[]>>();

  /** @param maxBytes memory for what pages name */
  constructor(
    private readonly library: ContentLibrary,
    private readonly otherSpaces: LinkedSpaces,
    maxBytes: number,
  ) {
    this.#pageLinks = new BoundedCache(maxBytes, (places) => 300 + 200 * places.length);
  }

  /** The space for who is at a page of it, or at none, and what differs where other spaces lie elsewhere. */
  async resolve(
    space: SiteSpaceContext,
    entry?: OutlineEntry,
  ): Promise<{ readonly space: SiteSpaceContext; readonly key: string }> {
    const { map, address, linked, content, variant } = space;
    const named =
      entry === undefined
        ? []
        : await this.#pageLinks.get(`${variant.content}/${entry.id}`, () =>
            listLinkedLocations(this.library, content, entry.id),
          );
    const places = [...named, ...this.#inNavigation(linked.outline, variant.siteSpace.spaceId, entry)];
    if (places.length === 0) return { space, key: '' };
    const hrefs = await this.otherSpaces.hrefs(map, address, places);
    const links = space.links.withHrefs(hrefs);
    return {
      space: { ...space, links, navigation: new Navigation(linked.outline, links.entry) },
      key: digestOf(JSON.stringify([...hrefs])),
    };
  }

  #inNavigation(outline: SpaceOutline, own: Id, entry: OutlineEntry | undefined): readonly LinkedLocation[] {
    const known = this.#navigationLinks.get(outline) ?? new Map<Id | undefined, readonly LinkedLocation[]>();
    this.#navigationLinks.set(outline, known);
    const places = known.get(entry?.id) ?? listNavigationLocations(outline, own, entry);
    known.set(entry?.id, places);
    return places;
  }
}
