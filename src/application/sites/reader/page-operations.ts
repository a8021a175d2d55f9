import { readDocument, getPage } from '../../../domain/content/content-reads.ts';
import type { Content } from '../../../domain/content/content.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import type { OutlineEntry } from '../../../domain/sites/content/space-outline.ts';
import { decodeText } from '../../content/content-includes.ts';
import { read } from '../../content/reading.ts';
import type { SpecDescriptions } from '../../openapi-specs/spec-descriptions.ts';
import { fillSpecBlocks } from '../../openapi-specs/spec-blocks.ts';
import { listIncludedSpecs } from '../../openapi-specs/included-specs.ts';
import { createComputedCache } from '../../kernel/computed-cache.ts';
import type { ContentLibrary } from './content-library.ts';
import type { SiteSpaceContext } from './site-space-context.ts';

/** Operations of specifications that a page shows. */
export interface PageOperations {
  /** Key that changes with the descriptions of the operations. */
  readonly key: string;
  /** Fills the operations into the text of the page or of an included content. */
  readonly fill: (markdown: string) => string;
}

const NO_OPERATIONS: PageOperations = { key: '', fill: (markdown) => markdown };
/** Number of pages whose referenced specifications are cached. */
const MAX_CACHED_PAGES = 20_000;

/** Finds the specifications that pages of sites refer to, as visible to everybody. */
export class PageOperationsFinder {
  readonly #names = createComputedCache<readonly string[]>(MAX_CACHED_PAGES, () => 1);

  constructor(
    private readonly specs: Pick<SpecDescriptions, 'list'>,
    private readonly library: Pick<ContentLibrary, 'store'>,
  ) {}

  async of({ map, variant, content, expanded }: SiteSpaceContext, entry: OutlineEntry): Promise<PageOperations> {
    if (expanded.pages.has(entry.id)) return NO_OPERATIONS;
    const slugs = await this.#names.forceFetch(`${variant.content}/${entry.id}`, {
      context: () => this.#listSpecs(content, entry.id),
    });
    if (slugs.length === 0) return NO_OPERATIONS;
    const shown = await this.specs.list({ organizationId: map.site.organizationId, level: undefined }, slugs);
    return {
      key: JSON.stringify([...shown].map(([slug, { reference }]) => [slug, reference])),
      fill: (markdown) => fillSpecBlocks(markdown, shown),
    };
  }

  async #listSpecs(content: Content, pageId: Id): Promise<readonly string[]> {
    const { store } = this.library;
    const page = await read(store, getPage(content, pageId));
    return page === undefined
      ? []
      : listIncludedSpecs(store, content, decodeText(await read(store, readDocument(page))));
  }
}
