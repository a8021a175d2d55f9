import type { Id } from '../../../domain/kernel/id.ts';
import type { SearchPlan } from '../../../domain/search/search-query.ts';
import { matchingSections } from '../../../domain/search/sections.ts';
import type { Hash } from '../../../domain/content/objects/content-object.ts';
import type { SpaceOutline } from '../../../domain/sites/content/space-outline.ts';
import type { PageRequest } from '../../../ports/kernel/repository.ts';
import { inTurns } from '../../kernel/time-slices.ts';
import type { PageHit, SpaceHit, SearchScope, SearchReads } from '../../../ports/search.ts';
import { read } from '../../content/reading.ts';
import { runSearchPlans } from '../../search/search-plans.ts';
import {
  foundPageViews,
  NO_RESULTS,
  type SearchResults,
  type FoundPageView,
  type FoundSpaceView,
} from '../../search/search-views.ts';
import type { ExpandedOutline } from './computed-outlines.ts';
import type { ContentLibrary } from './content-library.ts';
import type { GeneratedPageSearch, GeneratedPageHit } from './generated-page-search.ts';

/** So many pages of each space are told. */
const MAX_PAGES_PER_SPACE = 10;
/** So many at once are looked through where the best ones are none that the reader is shown. */
const BATCH_SIZE = 100;

/** A space in which a reader looks for something: the pages that the reader is shown of it. */
export interface SearchedSpace {
  readonly spaceId: Id;
  readonly title: string;
  readonly outline: SpaceOutline;
  /** Where pages of it come from that no content holds. */
  readonly expanded: ExpandedOutline;
}
interface SearchDependencies {
  readonly search: SearchReads;
  readonly library: Pick<ContentLibrary, 'store'>;
  readonly generatedPages: GeneratedPageSearch;
  /** Says which content under a condition the reader is shown. */
  readonly shows: (condition: string) => boolean;
}

/** A page that is found; with what it says where no content holds it. */
type Hit = PageHit & { readonly given?: GeneratedPageHit };

/** A space with its best pages. */
interface SpaceHits {
  readonly space: SearchedSpace;
  readonly score: number;
  /** Of the pages that are stored; undefined where none of those is found. */
  readonly content: Hash | undefined;
  readonly pages: readonly Hit[];
}

/** Some of the spaces in which something is found; the count is of all. */
interface SpaceHitsList {
  readonly items: readonly SpaceHits[];
  readonly count: number;
  /** Whether there may be more in one of the spaces, whatever is found. */
  readonly isIncomplete: boolean;
}

/**
 * The spaces in which a reader finds something, the best first, each with its best pages. Nothing that the reader is not shown
 * is found or counted: no page that is hidden or not for the reader, and none by words that are not.
 */
export async function searchSpaces(
  searching: SearchDependencies,
  spaces: readonly SearchedSpace[],
  { text, page }: { readonly text: string; readonly page: PageRequest },
): Promise<SearchResults<FoundSpaceView>> {
  if (spaces.length === 0) return NO_RESULTS;
  const asked = new ReaderSearch(searching, spaces, await listUnlistedPages(searching.library, spaces));
  const outcome = await runSearchPlans<SpaceHitsList>(asked, {
    text,
    where: { spaces: spaces.map(({ spaceId }) => spaceId) },
    page,
    keyOf: ({ space, score }) => ({ id: space.spaceId, score }),
    async find(plan, { limit, after }) {
      const { hits: found, isIncomplete } = await asked.find(plan);
      const rest = found.filter(
        ({ space, score }) =>
          after === undefined || score < after.score || (score === after.score && space.spaceId > after.id),
      );
      return { items: rest.slice(0, limit + 1), count: found.length, isIncomplete };
    },
  });
  if (outcome === undefined) return NO_RESULTS;
  const { part, plan, next } = outcome;
  const items = await Promise.all(
    part.items.map(async (hits) => ({
      spaceId: hits.space.spaceId,
      title: hits.space.title,
      pages: await asked.views(hits, plan),
    })),
  );
  return { items, ...(next !== undefined && { next }), count: part.count, isIncomplete: part.isIncomplete };
}

/** Ids of a space and of a page of it that is not shown, one after the other. */
async function listUnlistedPages(
  { store }: SearchDependencies['library'],
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

/** One search of one reader, in pages that are stored and in those that are given. */
class ReaderSearch implements Pick<SearchReads, 'similarWords'> {
  readonly #byId: ReadonlyMap<Id, SearchedSpace>;
  readonly #unlisted: ReadonlySet<string>;

  constructor(
    private readonly searching: SearchDependencies,
    spaces: readonly SearchedSpace[],
    private readonly unlisted: readonly string[],
  ) {
    this.#byId = new Map(spaces.map((one) => [one.spaceId, one]));
    this.#unlisted = new Set(unlisted);
  }

  /** All spaces in which something is found, the best first. */
  async find(plan: SearchPlan): Promise<{ readonly hits: readonly SpaceHits[]; readonly isIncomplete: boolean }> {
    const { hits: ofContent, isIncomplete } = await this.#stored(plan);
    const stored = new Map(ofContent.map((hits) => [hits.space.spaceId, hits]));
    const found: SpaceHits[] = [];
    for (const space of this.#byId.values()) {
      const hits = stored.get(space.spaceId);
      const given = await this.searching.generatedPages.find(space.expanded, space.outline, plan);
      const pages = [
        ...(hits?.pages ?? []),
        ...given.map((one): Hit => ({ pageId: one.page.id, score: one.score, given: one })),
      ];
      if (pages.length === 0) continue;
      const score = given.reduce((most, { head }) => Math.max(most, head), hits?.score ?? 0);
      found.push({
        space,
        score,
        content: hits?.content,
        pages: pages.sort((a, b) => b.score - a.score || (a.pageId < b.pageId ? -1 : 1)).slice(0, MAX_PAGES_PER_SPACE),
      });
    }
    return {
      hits: found.sort((a, b) => b.score - a.score || (a.space.spaceId < b.space.spaceId ? -1 : 1)),
      isIncomplete,
    };
  }

  /** As the reader sees what was found, in its order. */
  async views({ space, content, pages }: SpaceHits, plan: SearchPlan): Promise<readonly FoundPageView[]> {
    const stored =
      content === undefined
        ? []
        : await this.#shown(
            space,
            content,
            pages.filter(({ given }) => given === undefined),
            plan,
          );
    const byId = new Map(stored.map((view) => [view.page.id, view]));
    const views: FoundPageView[] = [];
    for (const { pageId, given } of pages) {
      const view = given === undefined ? byId.get(pageId) : await generatedPageView(space, given, plan);
      if (view !== undefined) views.push(view);
    }
    return views;
  }

  /** Words that a given page has are not mistyped. */
  async similarWords(where: SearchScope, words: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const stored = await this.searching.search.similarWords(where, words);
    const given: ReadonlyMap<string, readonly string[]>[] = [];
    for (const { expanded, outline } of this.#byId.values())
      if (expanded.generated.length > 0)
        given.push(await this.searching.generatedPages.similarWords(expanded, outline, words));
    const unknown = words.filter((word) => given.every((one) => one.has(word)));
    return new Map(
      unknown.flatMap((word) =>
        given.length > 0 || stored.has(word)
          ? [[word, [...new Set([stored, ...given].flatMap((one) => one.get(word) ?? []))]]]
          : [],
      ),
    );
  }

  async #stored(plan: SearchPlan): Promise<{ readonly hits: readonly SpaceHits[]; readonly isIncomplete: boolean }> {
    const hits: SpaceHits[] = [];
    const { items, isIncomplete } = await this.searching.search.searchSpacesById(
      [...this.#byId.keys()],
      this.unlisted,
      plan,
      MAX_PAGES_PER_SPACE,
    );
    for (const one of items) {
      const pages = await this.#firstShown(one, plan);
      if (pages.length > 0)
        hits.push({ space: this.#byId.get(one.spaceId)!, score: one.score, content: one.content, pages });
    }
    return { hits, isIncomplete };
  }

  /** Those of the pages that are shown, in their order. */
  #shown(
    { spaceId, outline }: SearchedSpace,
    content: Hash,
    pages: readonly PageHit[],
    plan: SearchPlan,
  ): Promise<FoundPageView[]> {
    const ids = pages.flatMap(({ pageId }) => (outline.byId(pageId)?.listed ? [pageId] : []));
    return foundPageViews(this.searching.library.store, { spaceId, content, ids }, plan, this.searching.shows);
  }

  async #firstShown({ spaceId, content, pages }: SpaceHit, plan: SearchPlan): Promise<readonly PageHit[]> {
    const space = this.#byId.get(spaceId)!;
    for (const one of pages) if ((await this.#shown(space, content, [one], plan)).length > 0) return pages;
    for (let seen = 0, after: PageHit | undefined = pages.at(-1); after !== undefined;) {
      const { items } = await this.searching.search.searchPages(spaceId, plan, {
        limit: BATCH_SIZE,
        after: { score: after.score, id: after.pageId, seen: (seen += BATCH_SIZE) },
      });
      const rest = items.filter(({ pageId }) => !this.#unlisted.has(spaceId + pageId));
      for (const [i, one] of rest.entries())
        if ((await this.#shown(space, content, [one], plan)).length > 0) return rest.slice(i, i + MAX_PAGES_PER_SPACE);
      after = items.length > BATCH_SIZE ? items.at(-1) : undefined;
    }
    return [];
  }
}

/** A generated page that was found, as the reader sees it. */
async function generatedPageView(
  { spaceId, outline }: SearchedSpace,
  { page, markdown }: GeneratedPageHit,
  plan: SearchPlan,
): Promise<FoundPageView> {
  const path = outline.byId(page.id)?.path ?? '';
  return { spaceId, page, path, sections: await inTurns(matchingSections(markdown, plan)) };
}
