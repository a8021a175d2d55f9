import { readDocument } from '../../domain/content/content-reads.ts';
import { all } from '../../domain/content/objects/object-query.ts';
import { decodeText } from '../content/content-includes.ts';
import { read } from '../content/reading.ts';
import type { DescribedSpecs, ShownSpec } from '../openapi-specs/described-specs.ts';
import { specsNamedBy } from '../openapi-specs/specs-named-by.ts';
import { BoundedCache } from '../sites/reader/bounded-cache.ts';
import { bookTree, DOCUMENTS_AT_ONCE, wantedNodes, type BookMeans, type BookOf } from './space-book.ts';

/** Books of which is known what they name, counted with the names. */
const MAX_NAMES = 20_000;

/** Finds what books name of specifications, as those may see it whom they are printed for. What a book names is looked up once for each content. */
export class BookOperations {
  readonly #named = new BoundedCache<readonly string[]>(MAX_NAMES, (slugs) => 1 + slugs.length);

  constructor(private readonly specs: Pick<DescribedSpecs, 'shown'>) {}

  async of(means: BookMeans, of: BookOf): Promise<ReadonlyMap<string, ShownSpec>> {
    const { organizationId, role, content, page } = of;
    const slugs = await this.#named.get(JSON.stringify([content, page?.id ?? null, page?.alone ?? false]), () =>
      namedIn(means, of),
    );
    return this.specs.shown({ organizationId, level: role ?? undefined }, slugs);
  }
}

async function namedIn(means: BookMeans, of: BookOf): Promise<readonly string[]> {
  const { content, tree } = await bookTree(means, of);
  const stored = wantedNodes(tree, of.page).filter(
    ({ page, markdown }) => markdown === undefined && page.document !== undefined,
  );
  const slugs = new Set<string>();
  for (let at = 0; at < stored.length; at += DOCUMENTS_AT_ONCE) {
    const documents = await read(
      means.content,
      all(stored.slice(at, at + DOCUMENTS_AT_ONCE).map(({ page }) => readDocument(page))),
    );
    for (const document of documents)
      for (const slug of await specsNamedBy(means.content, content, decodeText(document))) slugs.add(slug);
  }
  return [...slugs];
}
