import { digestOf } from '../../../domain/content/objects/hash.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import type { OutlineEntry, SpaceOutline } from '../../../domain/sites/content/space-outline.ts';
import { createComputedCache, type ComputedCache } from '../../kernel/computed-cache.ts';
import { operationIn } from './computed-outlines.ts';
import type { PublishedContentCache } from './published-content-cache.ts';
import { listNavigationLocations } from './navigation-links.ts';
import { Navigation } from './navigation.ts';
import type { LinkedLocation } from './linked-location.ts';
import { listLinkedLocations, type LinkedSpaces } from './linked-spaces.ts';
import type { SiteSpaceContext } from './site-space-context.ts';

/** Resolves the links of a space to other spaces. Their targets change independently of the space. */
export class CrossSpaceLinks {
  /** Targets in other spaces that pages link to, by content and page. */
  readonly #pageLinks: ComputedCache<readonly LinkedLocation[]>;
  /** Targets in other spaces that navigation links to, by the current page. */
  readonly #navigationLinks = new WeakMap<SpaceOutline, Map<Id | undefined, readonly LinkedLocation[]>>();

  /** @param maxBytes memory limit for the targets of pages */
  constructor(
    private readonly contentCache: PublishedContentCache,
    private readonly otherSpaces: LinkedSpaces,
    maxBytes: number,
  ) {
    this.#pageLinks = createComputedCache(maxBytes, (places) => 300 + 200 * places.length);
  }

  /**
   * Resolves the links that a page of a space shows, or its navigation without a page. Returns the space with the links
   * and a key that changes with their URLs.
   */
  async resolve(
    space: SiteSpaceContext,
    entry?: OutlineEntry,
  ): Promise<{ readonly space: SiteSpaceContext; readonly key: string }> {
    const { map, linked, content, variant, expanded } = space;
    const named =
      entry === undefined
        ? []
        : await this.#pageLinks.forceFetch(`${variant.content}/${entry.id}`, {
            context: () => listLinkedLocations(this.contentCache, content, entry.id),
          });
    const places = [...named, ...this.#inNavigation(linked.outline, variant.siteSpace.spaceId, entry)];
    if (places.length === 0) return { space, key: '' };
    const hrefs = await this.otherSpaces.hrefs(map, places);
    const links = space.links.withHrefs(hrefs);
    return {
      space: { ...space, links, navigation: new Navigation(linked.outline, links.entry, operationIn(expanded)) },
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
