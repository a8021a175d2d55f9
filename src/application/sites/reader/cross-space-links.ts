import { digestOf } from '../../../domain/content/objects/hash.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import type { OutlineEntry, SpaceOutline } from '../../../domain/sites/content/space-outline.ts';
import { BoundedCache } from './bounded-cache.ts';
import type { ContentLibrary } from './content-library.ts';
import { placesInNavigation } from './navigation-places.ts';
import { Navigation } from './navigation.ts';
import { placesNamed, type OtherPlace, type OtherSpaces } from './linked-spaces.ts';
import type { SpaceOnSite } from './space-on-site.ts';

/** Tells the links of a space where those other spaces are found that what is shown names: that changes without the space. */
export class Elsewhere {
  /** What pages name in other spaces, by content and page. */
  readonly #named: BoundedCache<readonly OtherPlace[]>;
  /** The same of navigation, by where the reader is in it. */
  readonly #navigated = new WeakMap<SpaceOutline, Map<Id | undefined, readonly OtherPlace[]>>();

  /** @param maxBytes memory for what pages name */
  constructor(
    private readonly library: ContentLibrary,
    private readonly otherSpaces: OtherSpaces,
    maxBytes: number,
  ) {
    this.#named = new BoundedCache(maxBytes, (places) => 300 + 200 * places.length);
  }

  /** The space for who is at a page of it, or at none, and what differs where other spaces lie elsewhere. */
  async on(space: SpaceOnSite, entry?: OutlineEntry): Promise<{ readonly space: SpaceOnSite; readonly key: string }> {
    const { map, address, linked, content, variant } = space;
    const named =
      entry === undefined
        ? []
        : await this.#named.get(`${variant.content}/${entry.id}`, () => placesNamed(this.library, content, entry.id));
    const places = [...named, ...this.#inNavigation(linked.outline, variant.siteSpace.spaceId, entry)];
    if (places.length === 0) return { space, key: '' };
    const hrefs = await this.otherSpaces.hrefs(map, address, places);
    const links = space.links.knowing(hrefs);
    return {
      space: { ...space, links, navigation: new Navigation(linked.outline, links.entry) },
      key: digestOf(JSON.stringify([...hrefs])),
    };
  }

  #inNavigation(outline: SpaceOutline, own: Id, entry: OutlineEntry | undefined): readonly OtherPlace[] {
    const known = this.#navigated.get(outline) ?? new Map<Id | undefined, readonly OtherPlace[]>();
    this.#navigated.set(outline, known);
    const places = known.get(entry?.id) ?? placesInNavigation(outline, own, entry);
    known.set(entry?.id, places);
    return places;
  }
}
