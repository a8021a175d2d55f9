import type { MapChange } from '../../../domain/content/objects/map-diff.ts';
import type { Page } from '../../../domain/content/page.ts';
import type { Id, OrganizationId, SpaceId } from '../../../domain/kernel/id.ts';
import { PAUSE, PauseCounter, type Pausable } from '../../../domain/kernel/pausable.ts';
import type { SpaceOutline } from '../../../domain/sites/content/space-outline.ts';
import type { ComputedPage, ComputedPages, PageOperation } from '../../../ports/content/computed-pages.ts';
import type { Slugify } from '../../../ports/kernel/slugify.ts';
import { placeBelow, SiblingSlugs } from '../../content/computed-content.ts';
import { forAllClients } from '../../kernel/abandonment.ts';
import { inTimeSlices } from '../../kernel/time-slices.ts';

/** A page from a computed source with its text; it is not stored. */
export interface GeneratedPage {
  readonly page: Page;
  readonly markdown: string;
  /** Text in which tags stand for the parts of the source; absent if it is `markdown`. */
  readonly referenceMarkdown?: string;
  readonly operation?: PageOperation;
}

/** An outline with the pages of computed sources inserted. */
export interface ExpandedOutline {
  readonly outline: SpaceOutline;
  readonly pages: ReadonlyMap<Id, GeneratedPage>;
  /** Pages from available sources, in order, without placeholders. */
  readonly generated: readonly GeneratedPage[];
  /** Number that changes with the texts of the pages. */
  readonly edition: number;
}

/** Returns the operation that a page of a computed source is about; undefined for other pages. */
export const operationIn =
  ({ pages }: ExpandedOutline) =>
  ({ id }: { readonly id: Id }): PageOperation | undefined =>
    pages.get(id)?.operation;

/** Text of the placeholder page for a source that is unavailable. */
const UNAVAILABLE = 'This part of the documentation is not available.';

/**
 * Inserts the pages of computed sources into outlines, limited to sources that are visible without a role in the
 * organization.
 */
export class ComputedOutlines {
  /** Last result by outline, with what it was computed from. */
  readonly #cache = new WeakMap<
    SpaceOutline,
    { readonly results: readonly SourceResult[]; readonly expanded: Promise<ExpandedOutline> }
  >();
  #editions = 0;

  constructor(
    private readonly sources: ComputedPages,
    private readonly slugify: Slugify,
  ) {}

  async expand(organizationId: OrganizationId, spaceId: SpaceId, outline: SpaceOutline): Promise<ExpandedOutline> {
    const { computed } = outline;
    if (computed.length === 0) return { outline, pages: NO_PAGES, generated: [], edition: 0 };
    const results = await Promise.all(
      computed.map(async ({ id, title, computed: source, computedSeed }): Promise<SourceResult> => {
        if (source === undefined) return { pages: undefined, title };
        const place = { organizationId, spaceId, readerLevel: undefined, computed: source, seed: computedSeed ?? id };
        const pages = await this.sources.pagesOf(place);
        return { pages, title: (pages && (await this.sources.titleOf(place, title))) ?? title };
      }),
    );
    const last = this.#cache.get(outline);
    if (last?.results.every(({ pages, title }, i) => pages === results[i]!.pages && title === results[i]!.title))
      return last.expanded;
    // Other requests wait for the same result.
    const expanded = forAllClients(() => inTimeSlices(this.#expand(outline, results)));
    this.#cache.set(outline, { results, expanded });
    expanded.catch(() => this.#cache.delete(outline));
    return expanded;
  }

  *#expand(outline: SpaceOutline, results: readonly SourceResult[]): Pausable<ExpandedOutline> {
    const pauses = new PauseCounter();
    const pages = new Map<Id, GeneratedPage>();
    const found: GeneratedPage[] = [];
    const slugs = new Map<string, SiblingSlugs>();
    const changes: MapChange<Page>[] = [];
    for (const [i, source] of outline.computed.entries()) {
      const siblings = slugs.get(source.parent ?? '') ?? new SiblingSlugs(outline.childSlugs(source.parent));
      slugs.set(source.parent ?? '', siblings);
      const slug = siblings.take(this.slugify(source.title) || 'reference');
      const { pages: below, title } = results[i]!;
      const top: Page = { ...source, title, type: below === undefined ? 'document' : 'group', slug };
      changes.push({ key: source.id, after: top });
      if (below === undefined) pages.set(source.id, { page: top, markdown: UNAVAILABLE });
      const open = lastFirst(source, below ?? []);
      for (let next = open.pop(); next; next = open.pop()) {
        if (pauses.isDue()) yield PAUSE;
        const { page, markdown = '', referenceMarkdown } = placeBelow(next.parent, next.page, next.index);
        const { operation } = next.page;
        const generated = {
          page,
          markdown,
          ...(referenceMarkdown !== undefined && { referenceMarkdown }),
          ...(operation !== undefined && { operation }),
        };
        changes.push({ key: page.id, after: page });
        pages.set(page.id, generated);
        found.push(generated);
        open.push(...lastFirst(page, next.page.pages));
      }
    }
    return { outline: yield* outline.applyChanges(changes), pages, generated: found, edition: ++this.#editions };
  }
}

/** Pages of an available source, and the title of the page that they are below. */
interface SourceResult {
  readonly pages: readonly ComputedPage[] | undefined;
  readonly title: string;
}

/** Lists pages of a source with the page that they are below, the last one first. */
const lastFirst = (parent: Page, pages: readonly ComputedPage[]) =>
  pages.map((page, index) => ({ parent, page, index })).reverse();

const NO_PAGES: ReadonlyMap<Id, GeneratedPage> = new Map();
