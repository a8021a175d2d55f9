import type { MapChange } from '../../../domain/content/objects/map-diff.ts';
import type { Page } from '../../../domain/content/page.ts';
import type { Id, OrganizationId, SpaceId } from '../../../domain/kernel/id.ts';
import type { SpaceOutline } from '../../../domain/sites/content/space-outline.ts';
import type { ComputedPage, ComputedPages } from '../../../ports/content/computed-pages.ts';
import type { Slugify } from '../../../ports/kernel/slugify.ts';
import { generatedNodes, SiblingSlugs, type GeneratedNode } from '../../content/computed-content.ts';

/** A page from a computed source with its text; it is not stored. */
export interface GeneratedPage {
  readonly page: Page;
  readonly markdown: string;
  /** Text in which tags stand for the parts of the source; absent if it is `markdown`. */
  readonly referenceMarkdown?: string;
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

/** Text of the placeholder page for a source that is unavailable. */
const UNAVAILABLE = 'This part of the documentation is not available.';

/**
 * Inserts the pages of computed sources into outlines, limited to sources that are visible without a role in the
 * organization.
 */
export class ComputedOutlines {
  /** Last result by outline, with the pages that it was computed from. */
  readonly #cache = new WeakMap<
    SpaceOutline,
    { readonly sourcePages: readonly (readonly ComputedPage[] | undefined)[]; readonly expanded: ExpandedOutline }
  >();
  #editions = 0;

  constructor(
    private readonly sources: ComputedPages,
    private readonly slugify: Slugify,
  ) {}

  async expand(organizationId: OrganizationId, spaceId: SpaceId, outline: SpaceOutline): Promise<ExpandedOutline> {
    const { computed } = outline;
    if (computed.length === 0) return { outline, pages: NO_PAGES, generated: [], edition: 0 };
    const sourcePages = await Promise.all(
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
    if (last !== undefined && last.sourcePages.every((pages, i) => pages === sourcePages[i])) return last.expanded;
    const expanded = this.#expand(outline, sourcePages);
    this.#cache.set(outline, { sourcePages, expanded });
    return expanded;
  }

  #expand(outline: SpaceOutline, sourcePages: readonly (readonly ComputedPage[] | undefined)[]): ExpandedOutline {
    const pages = new Map<Id, GeneratedPage>();
    const found: GeneratedPage[] = [];
    const slugs = new Map<string, SiblingSlugs>();
    const changes: MapChange<Page>[] = [];
    outline.computed.forEach((source, i) => {
      const siblings = slugs.get(source.parent ?? '') ?? new SiblingSlugs(outline.childSlugs(source.parent));
      slugs.set(source.parent ?? '', siblings);
      const slug = siblings.take(this.slugify(source.title) || 'reference');
      const below = sourcePages[i];
      const top: Page = { ...source, type: below === undefined ? 'document' : 'group', slug };
      changes.push({ key: source.id, after: top });
      if (below === undefined) pages.set(source.id, { page: top, markdown: UNAVAILABLE });
      const open: GeneratedNode[] = generatedNodes(source, below ?? [], slug).toReversed();
      for (let node = open.pop(); node; node = open.pop()) {
        changes.push({ key: node.page.id, after: node.page });
        const generated: GeneratedPage = {
          page: node.page,
          markdown: node.markdown ?? '',
          ...(node.referenceMarkdown !== undefined && { referenceMarkdown: node.referenceMarkdown }),
        };
        pages.set(node.page.id, generated);
        found.push(generated);
        open.push(...node.pages.toReversed());
      }
    });
    return { outline: outline.applyChanges(changes), pages, generated: found, edition: ++this.#editions };
  }
}

const NO_PAGES: ReadonlyMap<Id, GeneratedPage> = new Map();
