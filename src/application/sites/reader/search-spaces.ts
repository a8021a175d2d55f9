import type { Id, SpaceId } from '../../../domain/kernel/id.ts';
import type { SearchPlan } from '../../../domain/search/search-plan.ts';
import { matchingSections } from '../../../domain/search/sections.ts';
import type { Hash } from '../../../domain/content/objects/content-object.ts';
import { conditionEvaluator, visitorScope, type Visitor } from '../../../domain/sites/audience/visitor.ts';
import type { SpaceOutline } from '../../../domain/sites/content/space-outline.ts';
import type { PageRequest } from '../../../ports/kernel/repository.ts';
import { inTimeSlices } from '../../kernel/time-slices.ts';
import type { PageHit, SpaceHit, SearchScope, SearchReads } from '../../../ports/search.ts';
import { expressionEvaluator, variableScope } from '../../content/inline-expressions.ts';
import { read } from '../../content/reading.ts';
import { runSearchPlans } from '../../search/search-plans.ts';
import {
  foundPageViews,
  NO_RESULTS,
  rankPages,
  type SearchResults,
  type FoundPageView,
  type FoundSpaceView,
  type RankedPageView,
} from '../../search/search-views.ts';
import type { ExpandedOutline } from './computed-outlines.ts';
import type { PublishedContentCache } from './published-content-cache.ts';
import type { GeneratedPageSearch, GeneratedPageHit } from './generated-page-search.ts';
import type { SiteSpaceContext } from './site-space-context.ts';

/** Number of pages returned for each space unless the caller names another one. */
const MAX_PAGES_PER_SPACE = 10;
/** Number of further pages examined at once when the best ones are hidden from the reader. */
const BATCH_SIZE = 100;

/** A space that a reader searches, with its visible pages. */
export interface SearchedSpace {
  readonly spaceId: SpaceId;
  readonly title: string;
  readonly outline: SpaceOutline;
  /** Outline with the generated pages of the space. */
  readonly expanded: ExpandedOutline;
}

/** Selects what a search needs of a space on a site. */
export const searchedSpaceOf = ({ variant, linked, expanded }: SiteSpaceContext): SearchedSpace => ({
  spaceId: variant.siteSpace.spaceId,
  title: variant.title,
  outline: linked.outline,
  expanded,
});

interface SearchDependencies {
  readonly search: SearchReads;
  readonly contentCache: Pick<PublishedContentCache, 'store'>;
  readonly generatedPages: GeneratedPageSearch;
  readonly visitor: Visitor;
}

/** A matching page, with its text if it is generated. */
type Hit = PageHit & { readonly generated?: GeneratedPageHit };

/** A space with its best matches. */
interface SpaceHits {
  readonly space: SearchedSpace;
  readonly score: number;
  /** Content of the stored pages; undefined when no stored page matches. */
  readonly content: Hash | undefined;
  readonly pages: readonly Hit[];
}

/** A page of the spaces with matches; the count is the total. */
interface SpaceHitsList {
  readonly items: readonly SpaceHits[];
  readonly count: number;
  /** True when a space may have further matches. */
  readonly isIncomplete: boolean;
}

/**
 * Searches spaces for a reader and returns those with matches, the best first, each with its best pages. Hidden pages
 * and hidden text neither match nor count.
 */
export async function searchSpaces(
  dependencies: SearchDependencies,
  spaces: readonly SearchedSpace[],
  {
    text,
    page,
    pagesEach = MAX_PAGES_PER_SPACE,
  }: { readonly text: string; readonly page: PageRequest; readonly pagesEach?: number },
): Promise<SearchResults<FoundSpaceView<RankedPageView>>> {
  if (spaces.length === 0) return NO_RESULTS;
  const readerSearch = new ReaderSearch(
    dependencies,
    spaces,
    await listUnlistedPages(dependencies.contentCache, spaces),
    pagesEach,
  );
  const result = await runSearchPlans<SpaceHitsList>(readerSearch, {
    text,
    scope: { spaces: spaces.map(({ spaceId }) => spaceId) },
    page,
    keyOf: ({ space, score }) => ({ id: space.spaceId, score }),
    sizeOf: ({ pages }) => pages.length,
    async find(plan, { limit, after }) {
      const { hits: found, isIncomplete } = await readerSearch.find(plan);
      const rest = found.filter(
        ({ space, score }) =>
          after === undefined || score < after.score || (score === after.score && space.spaceId > after.id),
      );
      return { items: rest.slice(0, limit + 1), count: found.length, isIncomplete };
    },
  });
  if (result === undefined) return NO_RESULTS;
  const { hits, plan, next, before } = result;
  const found = await Promise.all(
    hits.items.map(async (hit) => ({
      spaceId: hit.space.spaceId,
      title: hit.space.title,
      score: hit.score,
      pages: await readerSearch.views(hit, plan),
    })),
  );
  const items = rankPages(found, before);
  return { items, ...(next !== undefined && { next }), count: hits.count, isIncomplete: hits.isIncomplete };
}

/** Lists the pages that are not listed, each as the id of the space followed by the id of the page. */
async function listUnlistedPages(
  { store }: SearchDependencies['contentCache'],
  spaces: readonly SearchedSpace[],
): Promise<readonly string[]> {
  return (
    await Promise.all(
      spaces.map(async ({ spaceId, outline }) =>
        (await read(store, outline.unlistedPages())).map((id) => spaceId + id),
      ),
    )
  ).flat();
}

/** A search by one reader in stored and generated pages. */
class ReaderSearch implements Pick<SearchReads, 'similarWords'> {
  readonly #byId: ReadonlyMap<Id, SearchedSpace>;
  readonly #unlisted: ReadonlySet<string>;

  constructor(
    private readonly dependencies: SearchDependencies,
    spaces: readonly SearchedSpace[],
    private readonly unlisted: readonly string[],
    /** Maximum number of pages of each space. */
    private readonly pagesEach: number,
  ) {
    this.#byId = new Map(spaces.map((one) => [one.spaceId, one]));
    this.#unlisted = new Set(unlisted);
  }

  /** Finds all spaces with matches, the best first. */
  async find(plan: SearchPlan): Promise<{ readonly hits: readonly SpaceHits[]; readonly isIncomplete: boolean }> {
    const { hits: ofContent, isIncomplete } = await this.#stored(plan);
    const stored = new Map(ofContent.map((hits) => [hits.space.spaceId, hits]));
    const found: SpaceHits[] = [];
    for (const space of this.#byId.values()) {
      const hits = stored.get(space.spaceId);
      const generated = await this.dependencies.generatedPages.find(space.expanded, space.outline, plan);
      const pages = [
        ...(hits?.pages ?? []),
        ...generated.map((one): Hit => ({ pageId: one.page.id, score: one.score, generated: one })),
      ];
      if (pages.length === 0) continue;
      const score = generated.reduce((most, { head }) => Math.max(most, head), hits?.score ?? 0);
      found.push({
        space,
        score,
        content: hits?.content,
        pages: pages.sort((a, b) => b.score - a.score || (a.pageId < b.pageId ? -1 : 1)).slice(0, this.pagesEach),
      });
    }
    return {
      hits: found.sort((a, b) => b.score - a.score || (a.space.spaceId < b.space.spaceId ? -1 : 1)),
      isIncomplete,
    };
  }

  /** Builds the views of matches as the reader sees them, in order. */
  async views({ space, content, pages }: SpaceHits, plan: SearchPlan): Promise<readonly FoundPageView[]> {
    const stored =
      content === undefined
        ? []
        : await this.#shown(
            space,
            content,
            pages.filter(({ generated }) => generated === undefined),
            plan,
          );
    const byId = new Map(stored.map((view) => [view.page.id, view]));
    const views: FoundPageView[] = [];
    for (const { pageId, generated } of pages) {
      const view = generated === undefined ? byId.get(pageId) : await generatedPageView(space, generated, plan);
      if (view !== undefined) views.push(view);
    }
    return views;
  }

  /** Finds similar words for misspelt ones. A word that a generated page contains is not misspelt. */
  async similarWords(where: SearchScope, words: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const stored = await this.dependencies.search.similarWords(where, words);
    const generated: ReadonlyMap<string, readonly string[]>[] = [];
    for (const { expanded, outline } of this.#byId.values())
      if (expanded.generated.length > 0)
        generated.push(await this.dependencies.generatedPages.similarWords(expanded, outline, words));
    const unknown = words.filter((word) => generated.every((one) => one.has(word)));
    return new Map(
      unknown.flatMap((word) =>
        generated.length > 0 || stored.has(word)
          ? [[word, [...new Set([stored, ...generated].flatMap((one) => one.get(word) ?? []))]]]
          : [],
      ),
    );
  }

  async #stored(plan: SearchPlan): Promise<{ readonly hits: readonly SpaceHits[]; readonly isIncomplete: boolean }> {
    const hits: SpaceHits[] = [];
    const scope = { spaces: [...this.#byId.keys()], excludedPages: this.unlisted };
    const { items, isIncomplete } = await this.dependencies.search.searchSpaces(scope, plan, {
      limit: scope.spaces.length,
      after: undefined,
      pagesEach: this.pagesEach,
    });
    for (const one of items) {
      const pages = await this.#firstShown(one, plan);
      if (pages.length > 0)
        hits.push({ space: this.#byId.get(one.spaceId)!, score: one.score, content: one.content, pages });
    }
    return { hits, isIncomplete };
  }

  /** Builds the views of the pages that the reader may see, in order. */
  #shown(
    { spaceId, outline }: SearchedSpace,
    content: Hash,
    pages: readonly PageHit[],
    plan: SearchPlan,
  ): Promise<FoundPageView[]> {
    const hits = pages.filter(({ pageId }) => outline.byId(pageId)?.listed);
    const { contentCache, visitor } = this.dependencies;
    return foundPageViews(contentCache.store, { spaceId, content, hits }, plan, (page, variables) => ({
      shows: conditionEvaluator(visitor, variableScope(page, variables)),
      valueOf: expressionEvaluator(page, variables, visitorScope(visitor)),
    }));
  }

  async #firstShown({ spaceId, content, pages }: SpaceHit, plan: SearchPlan): Promise<readonly PageHit[]> {
    const space = this.#byId.get(spaceId)!;
    for (const one of pages) if ((await this.#shown(space, content, [one], plan)).length > 0) return pages;
    for (let after: PageHit | undefined = pages.at(-1); after !== undefined;) {
      const { items } = await this.dependencies.search.searchPages(spaceId, plan, {
        limit: BATCH_SIZE,
        after: { score: after.score, id: after.pageId },
      });
      const rest = items.filter(({ pageId }) => !this.#unlisted.has(spaceId + pageId));
      for (const [i, one] of rest.entries())
        if ((await this.#shown(space, content, [one], plan)).length > 0) return rest.slice(i, i + this.pagesEach);
      after = items.length > BATCH_SIZE ? items.at(-1) : undefined;
    }
    return [];
  }
}

/** Builds the view of a generated page that matches. */
async function generatedPageView(
  { spaceId, outline }: SearchedSpace,
  { page, markdown, score }: GeneratedPageHit,
  plan: SearchPlan,
): Promise<FoundPageView> {
  const entry = outline.byId(page.id);
  const ancestors: string[] = [];
  for (let above = entry?.parent; above !== undefined; above = above.parent) ancestors.unshift(above.title);
  const sections = await inTimeSlices(matchingSections(markdown, plan));
  return { spaceId, page, path: entry?.path ?? '', ancestors, sections, score };
}
