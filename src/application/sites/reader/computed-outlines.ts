import type { MapChange } from '../../../domain/content/objects/map-diff.ts';
import type { Page } from '../../../domain/content/page.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import type { SpaceOutline } from '../../../domain/sites/content/space-outline.ts';
import type { ComputedPage, ComputedPages } from '../../../ports/content/computed-pages.ts';
import type { Slugify } from '../../../ports/kernel/slugify.ts';
import { generatedNodes, uniqueSlug, type GeneratedNode } from '../../content/computed-content.ts';

/** A page that no content holds, and what it says. */
export interface GeneratedPage {
  readonly page: Page;
  readonly markdown: string;
}

/** An outline with pages that come from elsewhere in it. */
export interface ExpandedOutline {
  readonly outline: SpaceOutline;
  readonly pages: ReadonlyMap<Id, GeneratedPage>;
  /** Those of the pages that a source gave, without what stands where it gave nothing; in order. */
  readonly generated: readonly GeneratedPage[];
  /** Changes with what the pages say. */
  readonly edition: number;
}

/** What stands where a source gives nothing, for whatever reason. */
const UNAVAILABLE = 'This part of the documentation is not available.';

/** Lays the pages of computed sources over outlines, as readers of sites may see them: those have no level in the organization. */
export class ComputedOutlines {
  /** What was laid over an outline last, and of what. */
  readonly #cache = new WeakMap<
    SpaceOutline,
    { readonly given: readonly (readonly ComputedPage[] | undefined)[]; readonly laid: ExpandedOutline }
  >();
  #editions = 0;

  constructor(
    private readonly sources: ComputedPages,
    private readonly slugify: Slugify,
  ) {}

  async expand(organizationId: Id, spaceId: Id, outline: SpaceOutline): Promise<ExpandedOutline> {
    const { computed } = outline;
    if (computed.length === 0) return { outline, pages: NO_PAGES, generated: [], edition: 0 };
    const given = await Promise.all(
      computed.map(
        ({ id, computed: source, computedSeed }) =>
          source &&
          this.sources.pagesOf({
            organizationId,
            spaceId,
            readerLevel: undefined,
            computed: source,
            seed: computedSeed ?? id,
          }),
      ),
    );
    const last = this.#cache.get(outline);
    if (last !== undefined && last.given.every((pages, i) => pages === given[i])) return last.laid;
    const laid = this.#expand(outline, given);
    this.#cache.set(outline, { given, laid });
    return laid;
  }

  #expand(outline: SpaceOutline, given: readonly (readonly ComputedPage[] | undefined)[]): ExpandedOutline {
    const pages = new Map<Id, GeneratedPage>();
    const found: GeneratedPage[] = [];
    const taken = new Map<string, Set<string | undefined>>();
    const changes: MapChange<Page>[] = [];
    outline.computed.forEach((source, i) => {
      const siblings = taken.get(source.parent ?? '') ?? new Set(outline.childSlugs(source.parent));
      taken.set(source.parent ?? '', siblings);
      const slug = uniqueSlug(this.slugify(source.title) || 'reference', siblings);
      const below = given[i];
      const top: Page = { ...source, type: below === undefined ? 'document' : 'group', slug };
      changes.push({ key: source.id, after: top });
      if (below === undefined) pages.set(source.id, { page: top, markdown: UNAVAILABLE });
      const open: GeneratedNode[] = generatedNodes(source, below ?? [], slug).toReversed();
      for (let node = open.pop(); node; node = open.pop()) {
        changes.push({ key: node.page.id, after: node.page });
        const laid: GeneratedPage = { page: node.page, markdown: node.markdown ?? '' };
        pages.set(node.page.id, laid);
        found.push(laid);
        open.push(...node.pages.toReversed());
      }
    });
    return { outline: outline.applyChanges(changes), pages, generated: found, edition: ++this.#editions };
  }
}

const NO_PAGES: ReadonlyMap<Id, GeneratedPage> = new Map();
