import { readDocument, getPage } from '../../../domain/content/content-reads.ts';
import type { Content } from '../../../domain/content/content.ts';
import type { Id, OrganizationId } from '../../../domain/kernel/id.ts';
import type { SpecBlockTarget } from '../../../domain/openapi-specs/spec-block-target.ts';
import type { OutlineEntry } from '../../../domain/sites/content/space-outline.ts';
import type { ApiReference } from '../../../ports/sites/site-renderer.ts';
import { decodeText } from '../../content/content-includes.ts';
import { read } from '../../content/reading.ts';
import type { SpecDescriptions } from '../../openapi-specs/spec-descriptions.ts';
import { emptySpecBlocks, fillSpecBlocks, listSpecTargets } from '../../openapi-specs/spec-blocks.ts';
import { listIncludedTargets } from '../../openapi-specs/included-specs.ts';
import type { TextOperationsFinder } from '../../content/text-operations.ts';
import { createComputedCache } from '../../kernel/computed-cache.ts';
import { collectApiReferences } from './api-references.ts';
import type { PublishedContentCache } from './published-content-cache.ts';
import type { SiteSpaceContext } from './site-space-context.ts';

/** Operations of specifications that a page shows. */
export interface PageOperations {
  /** Key that changes with the descriptions of the operations. */
  readonly key: string;
  /** Fills the operations into the text of the page or of an included content as Markdown. */
  readonly fill: (markdown: string) => string;
  /** Empties the blocks of operations that the references contain. */
  readonly empty: (markdown: string) => string;
  /** Collects the models of the operations, by the slug of the specification. */
  readonly references: () => ReadonlyMap<string, ApiReference>;
}

const NO_OPERATIONS: PageOperations = {
  key: '',
  fill: (markdown) => markdown,
  empty: (markdown) => markdown,
  references: () => new Map(),
};
/** Number of cached references to parts of specifications, and of pages. */
const MAX_CACHED_TARGETS = 20_000;

/** Finds the parts of specifications that pages of sites refer to, as visible to everybody. */
export class PageOperationsFinder implements TextOperationsFinder {
  readonly #targets = createComputedCache<readonly SpecBlockTarget[]>(
    MAX_CACHED_TARGETS,
    (targets) => 1 + targets.length,
  );

  constructor(
    private readonly specs: Pick<SpecDescriptions, 'list'>,
    private readonly contentCache: Pick<PublishedContentCache, 'store'>,
  ) {}

  async of({ map, variant, content, expanded }: SiteSpaceContext, entry: OutlineEntry): Promise<PageOperations> {
    const generated = expanded.pages.get(entry.id);
    const targets =
      generated === undefined
        ? await this.#targets.forceFetch(`${variant.content}/${entry.id}`, {
            context: () => this.#listTargets(content, entry.id),
          })
        : listSpecTargets(generated.referenceMarkdown ?? '');
    return this.#describe(map.site.organizationId, targets);
  }

  /** Finds the parts that a text of a content, and the contents that it includes, refer to. */
  async ofText(organizationId: OrganizationId, content: Content, markdown: string): Promise<PageOperations> {
    if (!markdown.includes('{%')) return NO_OPERATIONS;
    return this.#describe(organizationId, await listIncludedTargets(this.contentCache.store, content, markdown));
  }

  async #describe(organizationId: OrganizationId, targets: readonly SpecBlockTarget[]): Promise<PageOperations> {
    if (targets.length === 0) return NO_OPERATIONS;
    const slugs = [...new Set(targets.map(({ slug }) => slug))];
    const shown = await this.specs.list({ organizationId, level: undefined }, slugs);
    return {
      key: JSON.stringify([...shown].map(([slug, { key }]) => [slug, key])),
      fill: (markdown) => fillSpecBlocks(markdown, shown),
      empty: (markdown) => emptySpecBlocks(markdown, shown),
      references: () => collectApiReferences(targets, shown),
    };
  }

  async #listTargets(content: Content, pageId: Id): Promise<readonly SpecBlockTarget[]> {
    const { store } = this.contentCache;
    const page = await read(store, getPage(content, pageId));
    return page === undefined
      ? []
      : listIncludedTargets(store, content, decodeText(await read(store, readDocument(page))));
  }
}
