import { readDocument, getPage } from '../../../domain/content/content-reads.ts';
import type { OutlineEntry } from '../../../domain/sites/content/space-outline.ts';
import { decodeText } from '../../content/content-includes.ts';
import { read } from '../../content/reading.ts';
import type { DescribedSpecs } from '../../openapi-specs/described-specs.ts';
import { withSpecs } from '../../openapi-specs/spec-blocks.ts';
import { specsNamedBy } from '../../openapi-specs/specs-named-by.ts';
import { BoundedCache } from './bounded-cache.ts';
import type { ContentLibrary } from './content-library.ts';
import type { SpaceOnSite } from './space-on-site.ts';

/** What a page says of operations of specifications. */
export interface PageOperations {
  /** Changes with what they say. */
  readonly key: string;
  /** The text of the page, or of what it includes, with them in it. */
  readonly in: (markdown: string) => string;
}

const NOTHING: PageOperations = { key: '', in: (markdown) => markdown };
/** Pages of which is known what they name. */
const MAX_PAGES = 20_000;

/** Finds what pages of sites name of specifications, as everybody may see it. */
export class ShownOperations {
  readonly #named = new BoundedCache<readonly string[]>(MAX_PAGES, () => 1);

  constructor(
    private readonly specs: Pick<DescribedSpecs, 'shown'>,
    private readonly library: Pick<ContentLibrary, 'store'>,
  ) {}

  async of({ map, variant, content, laid }: SpaceOnSite, entry: OutlineEntry): Promise<PageOperations> {
    if (laid.pages.has(entry.id)) return NOTHING;
    const slugs = await this.#named.get(`${variant.content}/${entry.id}`, async () => {
      const page = await read(this.library.store, getPage(content, entry.id));
      return page === undefined
        ? []
        : specsNamedBy(this.library.store, content, decodeText(await read(this.library.store, readDocument(page))));
    });
    if (slugs.length === 0) return NOTHING;
    const shown = await this.specs.shown({ organizationId: map.site.organizationId, level: undefined }, slugs);
    return {
      key: JSON.stringify([...shown].map(([slug, { reference }]) => [slug, reference])),
      in: (markdown) => withSpecs(markdown, shown),
    };
  }
}
