import { readDocument } from '../../domain/content/content-reads.ts';
import { all } from '../../domain/content/objects/object-query.ts';
import { decodeText } from '../content/content-includes.ts';
import { read } from '../content/reading.ts';
import type { SpecDescriptions, DescribedSpec } from '../openapi-specs/spec-descriptions.ts';
import { listIncludedTargets } from '../openapi-specs/included-specs.ts';
import { createComputedCache } from '../kernel/computed-cache.ts';
import { loadBookTree, DOCUMENTS_AT_ONCE, selectNodes, type BookDependencies, type BookInput } from './space-book.ts';

/** Number of cached books and specification names in total. */
const MAX_CACHED_NAMES = 20_000;

/**
 * Finds the specifications that books refer to, as visible to the requesting user. The references of a content are
 * cached.
 */
export class BookOperations {
  readonly #names = createComputedCache<readonly string[]>(MAX_CACHED_NAMES, (slugs) => 1 + slugs.length);

  constructor(private readonly specs: Pick<SpecDescriptions, 'list'>) {}

  async of(dependencies: BookDependencies, of: BookInput): Promise<ReadonlyMap<string, DescribedSpec>> {
    const { organizationId, role, content, page } = of;
    const slugs = await this.#names.forceFetch(JSON.stringify([content, page?.id ?? null, page?.alone ?? false]), {
      context: () => listNamedSpecsOf(dependencies, of),
    });
    return this.specs.list({ organizationId, level: role ?? undefined }, slugs);
  }
}

async function listNamedSpecsOf(dependencies: BookDependencies, of: BookInput): Promise<readonly string[]> {
  const { content, tree } = await loadBookTree(dependencies, of);
  const stored = selectNodes(tree, of.page).filter(
    ({ page, markdown }) => markdown === undefined && page.document !== undefined,
  );
  const slugs = new Set<string>();
  for (let at = 0; at < stored.length; at += DOCUMENTS_AT_ONCE) {
    const documents = await read(
      dependencies.content,
      all(stored.slice(at, at + DOCUMENTS_AT_ONCE).map(({ page }) => readDocument(page))),
    );
    for (const document of documents)
      for (const { slug } of await listIncludedTargets(dependencies.content, content, decodeText(document)))
        slugs.add(slug);
  }
  return [...slugs];
}
