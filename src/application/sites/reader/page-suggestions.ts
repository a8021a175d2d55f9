import { digestOf } from '../../../domain/content/objects/hash.ts';
import { isPersonalized } from '../../../domain/sites/audience/visitor.ts';
import type { SearchReads } from '../../../ports/search.ts';
import type { TitledLink } from '../../../ports/sites/site-renderer.ts';
import { createComputedCache } from '../../kernel/computed-cache.ts';
import type { PublishedContentCache } from './published-content-cache.ts';
import type { GeneratedPageSearch } from './generated-page-search.ts';
import { searchedSpaceOf, searchSpaces } from './search-spaces.ts';
import type { SiteMap } from './site-map.ts';
import type { SiteSpaces } from './site-spaces.ts';

const MAX_SUGGESTIONS = 5;
/** Spaces that are looked at, and words of a path that are searched. */
const MAX_SPACES = 3;
const MAX_WORDS = 6;
/** Searches for missing pages at a time; further missing pages get no suggestions. */
const MAX_RUNNING = 2;
const MAX_CACHED = 2_000;

/** Suggests pages that the visitor may see in place of a page that does not exist. */
export class PageSuggestions {
  #running = 0;
  readonly #cache = createComputedCache<readonly TitledLink[]>(MAX_CACHED, () => 1);

  constructor(
    private readonly search: SearchReads,
    private readonly contentCache: PublishedContentCache,
    private readonly generatedPages: GeneratedPageSearch,
    private readonly spaces: SiteSpaces,
  ) {}

  /** Searches the words of the last segment of a path. */
  async of(map: SiteMap, segments: readonly string[]): Promise<readonly TitledLink[]> {
    const text = wordsOf(segments.at(-1) ?? '');
    if (text === '') return [];
    if (isPersonalized(map.visitor)) return this.#find(map, text);
    const contents = map.variants.map(({ content }) => content);
    const key = digestOf(JSON.stringify([map.version, contents, text]));
    const known = this.#cache.get(key);
    if (known !== undefined || this.#running >= MAX_RUNNING) return known ?? [];
    return (await this.#cache.fetch(key, { context: () => this.#find(map, text) })) ?? [];
  }

  async #find(map: SiteMap, text: string): Promise<readonly TitledLink[]> {
    if (this.#running >= MAX_RUNNING) return [];
    this.#running += 1;
    try {
      const shown = map.variants.filter(({ siteSpace: { hidden } }) => !hidden);
      const spaces = await Promise.all(shown.map((variant) => this.spaces.of(map, variant)));
      const found = await searchSpaces(
        {
          search: this.search,
          contentCache: this.contentCache,
          generatedPages: this.generatedPages,
          visitor: map.visitor,
        },
        spaces.map(searchedSpaceOf),
        { text, page: { limit: MAX_SPACES } },
      );
      return found.items
        .flatMap(({ spaceId, pages }) => {
          const space = spaces.find(({ variant }) => variant.siteSpace.spaceId === spaceId)!;
          return pages.flatMap(({ page }) => {
            const entry = space.linked.outline.byId(page.id);
            return entry === undefined ? [] : [{ title: page.title, href: space.links.page(entry) }];
          });
        })
        .slice(0, MAX_SUGGESTIONS);
    } finally {
      this.#running -= 1;
    }
  }
}

/** Returns the words of a path segment without its extension. */
const wordsOf = (segment: string): string =>
  (segment.replace(/[.][a-z]{2,4}$/i, '').match(/[\p{L}\p{N}]{2,}/gu) ?? []).slice(0, MAX_WORDS).join(' ');
