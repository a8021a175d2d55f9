import { isNestedGroup, type Page } from '../../../domain/content/page.ts';
import type { Hash } from '../../../domain/content/objects/content-object.ts';
import { PAUSE, type ObjectQuery } from '../../../domain/content/objects/object-query.ts';
import type { PlannedPage, PageKey } from '../../../ports/git/repository-format.ts';
import { matchSimilarTexts } from './similar-pages.ts';

/** A page of the content that an import replaces, with its path. */
export interface PreviousPage {
  readonly page: Page;
  readonly path: string | undefined;
}

/**
 * Matches planned pages to existing pages, so that ids and links to them survive. Rules in order, each page matched
 * once: same file; same page path; same bytes elsewhere; most lines the same elsewhere; same title under the same
 * parent; same title anywhere if unique.
 */
export function* matchPages(
  planned: readonly PlannedPage[],
  previous: readonly PreviousPage[],
): ObjectQuery<ReadonlyMap<PageKey, Page>> {
  const matching = new PageMatcher(planned, previous);
  if (previous.length === 0) return matching.matches;
  yield* matching.unique(
    (page) => (page.type === 'document' && page.path !== null ? page.path : undefined),
    ({ page }) => (page.type === 'document' ? page.git?.path : undefined),
  );
  const paths = pagePaths(planned);
  yield* matching.unique(
    (page) => typedKey(page.type, paths.get(page.key)),
    ({ page, path }) => typedKey(typeInSummary(page), path),
  );
  yield* matching.unique(
    (page) => (page.type === 'document' ? (page.oid ?? undefined) : undefined),
    ({ page }) => (page.type === 'document' ? page.git?.oid : undefined),
  );
  yield* matching.similar();
  yield* matching.inOrder();
  yield* matching.unique(
    (page) => typedKey(page.type, page.title),
    ({ page }) => typedKey(typeInSummary(page), page.title),
  );
  return matching.matches;
}

/** Returns the type that a summary gives a page: an entry without a file is a document. */
const typeInSummary = (page: Page): Page['type'] => (isNestedGroup(page) ? 'document' : page.type);

const typedKey = (type: string, text: string | undefined): string | undefined =>
  text === undefined ? undefined : `${type}/${text}`;

class PageMatcher {
  readonly matches = new Map<PageKey, Page>();
  readonly #free: Set<PreviousPage>;

  constructor(
    private readonly planned: readonly PlannedPage[],
    previous: readonly PreviousPage[],
  ) {
    this.#free = new Set(previous);
  }

  /** Matches remaining pages by a key that is unique on both sides. */
  *unique(
    keyOf: (page: PlannedPage) => string | undefined,
    previousKeyOf: (page: PreviousPage) => string | undefined,
  ): ObjectQuery<void> {
    if (this.#free.size === 0) return;
    const before = yield* groupByKey(this.#free, previousKeyOf);
    const left = yield* groupByKey(
      this.planned.filter(({ key }) => !this.matches.has(key)),
      keyOf,
    );
    for (const [key, pages] of left) {
      yield PAUSE;
      const found = before.get(key);
      if (pages.length === 1 && found?.length === 1) this.#match(pages[0]!, found[0]!);
    }
  }

  /** Matches files that were moved and edited. */
  *similar(): ObjectQuery<void> {
    if (this.#free.size === 0) return;
    const gone = new Map(
      [...this.#free].flatMap((one): [PreviousPage, Hash][] =>
        one.page.git !== undefined && one.page.document !== undefined ? [[one, one.page.document]] : [],
      ),
    );
    const fresh = new Map(
      this.planned.flatMap((page): [PlannedPage, Uint8Array][] =>
        page.type === 'document' && page.path !== null && !this.matches.has(page.key) ? [[page, page.markdown]] : [],
      ),
    );
    for (const [page, found] of yield* matchSimilarTexts(fresh, gone)) this.#match(page, found);
  }

  /** Matches remaining pages of the same type and title under the same parent, in order. */
  *inOrder(): ObjectQuery<void> {
    if (this.#free.size === 0) return;
    const before = yield* groupByKey(this.#free, ({ page }) =>
      positionKey(page.parent, { type: typeInSummary(page), title: page.title }),
    );
    for (const page of this.planned) {
      yield PAUSE;
      const parent = page.parent === null ? null : this.matches.get(page.parent)?.id;
      if (this.matches.has(page.key) || parent === undefined) continue;
      const found = before.get(positionKey(parent, page))?.shift();
      if (found) this.#match(page, found);
    }
  }

  #match({ key }: PlannedPage, found: PreviousPage): void {
    this.matches.set(key, found.page);
    this.#free.delete(found);
  }
}

const positionKey = (
  parent: string | null,
  { type, title }: { readonly type: string; readonly title: string },
): string => `${parent ?? ''}/${type}/${title}`;

function* groupByKey<T>(items: Iterable<T>, keyOf: (item: T) => string | undefined): ObjectQuery<Map<string, T[]>> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    yield PAUSE;
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Computes the paths of the planned documents and groups. */
function pagePaths(planned: readonly PlannedPage[]): ReadonlyMap<PageKey, string> {
  const paths = new Map<PageKey, string>();
  for (const page of planned) {
    if (page.type !== 'document' && page.type !== 'group') continue;
    paths.set(page.key, page.parent === null ? page.slug : `${paths.get(page.parent) ?? ''}/${page.slug}`);
  }
  return paths;
}
