import { relevantText } from '../../domain/ask/relevant-text.ts';
import { readContent } from '../../domain/content/content.ts';
import { getPages, readDocument } from '../../domain/content/content-reads.ts';
import type { Hash } from '../../domain/content/objects/content-object.ts';
import { all, type ObjectQuery } from '../../domain/content/objects/object-query.ts';
import type { Page } from '../../domain/content/page.ts';
import type { Id, RevisionId, SpaceId } from '../../domain/kernel/id.ts';
import { ConditionFilter } from '../../domain/kernel/expressions/condition-filter.ts';
import { parseSearchQuery } from '../../domain/search/search-query.ts';
import { tokenizeWords } from '../../domain/search/tokenize-words.ts';
import type { ContentStore } from '../../ports/content/content-store.ts';
import { read } from '../content/reading.ts';
import type { FoundPageView, FoundSpaceView } from '../search/search-views.ts';

/** Maximum number of pages that an answer is based on. */
const MAX_SOURCES = 6;
/** Maximum number of words that are searched one by one. */
const MAX_SINGLE_WORDS = 4;
/** Added to places among results: the higher, the less the first places differ. */
const RANK_OFFSET = 5;
/** Number of characters of a page below which it is not shortened further. */
const MIN_TEXT = 500;

/** Page that an answer is based on, with the text that the engine gets. */
export interface AnswerSource<Space extends ReadableSpace = ReadableSpace> {
  readonly spaceId: SpaceId;
  readonly space: Space;
  readonly page: Page;
  /** IDs of the sections that contain words of the question; the ID of the page for the part before its headings. */
  readonly sections: readonly string[];
  readonly text: string;
}

/** Space with what a reader may see of its pages. */
export interface ReadableSpace {
  /** Reads the visible text of pages; those that are not there any more are left out. */
  texts(ids: readonly Id[]): Promise<ReadonlyMap<Id, string>>;
}

/** Space in the revision that is read. */
export interface ReadableRevision extends ReadableSpace {
  readonly revisionId: RevisionId;
}

/** Search that finds only what a reader may see, and the spaces with what it finds. */
export interface SourceSearch<Space extends ReadableSpace = ReadableSpace> {
  find(text: string): Promise<readonly FoundSpaceView[]>;
  spaces(ids: readonly SpaceId[]): Promise<ReadonlyMap<SpaceId, Space>>;
}

/**
 * Finds the pages that may answer a question, the best first.
 * @param maxLength maximum length of all texts together
 */
export async function findSources<Space extends ReadableSpace>(
  search: SourceSearch<Space>,
  question: string,
  maxLength: number,
): Promise<readonly AnswerSource<Space>[]> {
  const found = await findPages(search, question);
  const spaces = await search.spaces([...new Set(found.map(({ spaceId }) => spaceId))]);
  const texts = new Map<SpaceId, ReadonlyMap<Id, string>>();
  for (const [spaceId, space] of spaces)
    texts.set(spaceId, await space.texts(found.filter((one) => one.spaceId === spaceId).map(({ page }) => page.id)));
  const share = Math.max(MIN_TEXT, Math.floor(maxLength / Math.max(1, found.length)));
  return found.flatMap(({ spaceId, page, sections }): readonly AnswerSource<Space>[] => {
    const text = texts.get(spaceId)?.get(page.id);
    const space = spaces.get(spaceId);
    if (text === undefined || space === undefined) return [];
    return [
      {
        spaceId,
        space,
        page,
        sections: sections.map(({ anchor }) => anchor ?? page.id),
        text: relevantText(text, question, share),
      },
    ];
  });
}

/**
 * Finds the pages of a question and those of its most specific words, since the best page often lacks a word of the
 * question: "How do refunds work?" is answered by "Refunds", which need not say "work". A page counts by its place among
 * the results of each search (reciprocal rank fusion), in searches of words by their length; a word of its title counts
 * like the first place once more.
 */
async function findPages(search: SourceSearch, question: string): Promise<readonly FoundPageView[]> {
  const found = new Map<string, { readonly view: FoundPageView; readonly score: number }>();
  const words = significantWords(question);
  const longest = words[0]?.length ?? 1;
  const searches = [[question, 1] as const, ...words.map((word) => [word, word.length / longest] as const)];
  for (const [text, weight] of searches) {
    let place = 0;
    for (const view of inTurns(await search.find(text))) {
      const key = view.spaceId + view.page.id;
      const known = found.get(key)?.score ?? 0;
      const isInTitle = [...tokenizeWords(view.page.title)].some(({ whole }) => whole === text);
      const score = weight / (RANK_OFFSET + place) + (isInTitle ? weight / RANK_OFFSET : 0);
      found.set(key, { view, score: known + score });
      place++;
    }
  }
  return [...found.values()]
    .sort((one, other) => other.score - one.score)
    .slice(0, MAX_SOURCES)
    .map(({ view }) => view);
}

/** Takes the best page of each space, then the second one of each, and so on. */
function* inTurns(spaces: readonly FoundSpaceView[]): Generator<FoundPageView> {
  for (let place = 0; spaces.some(({ pages }) => place < pages.length); place++)
    for (const { pages } of spaces) if (pages[place] !== undefined) yield pages[place]!;
}

/** Lists the words of a question that are most likely to be specific: the longest. */
function significantWords(question: string): readonly string[] {
  const words = parseSearchQuery(question).parts.map(({ words: each }) => each.map(({ whole }) => whole).join(' '));
  if (words.length < 2) return [];
  return [...new Set(words)].sort((a, b) => b.length - a.length).slice(0, MAX_SINGLE_WORDS);
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Reads the stored texts of pages.
 * @param shows tells whether content under a condition is visible; all of it when omitted
 */
export async function readTexts(
  store: Pick<ContentStore, 'get'>,
  content: Hash,
  ids: readonly Id[],
  shows?: (condition: string) => boolean,
): Promise<ReadonlyMap<Id, string>> {
  if (ids.length === 0) return new Map();
  const stored = await read(store, documentsOf(content, ids));
  return new Map(
    stored.map(([id, bytes]) => {
      const written = bytes === undefined ? '' : decoder.decode(bytes);
      return [
        id,
        shows === undefined || !written.includes('{%') ? written : new ConditionFilter(shows).filter(written),
      ];
    }),
  );
}

function* documentsOf(hash: Hash, ids: readonly Id[]): ObjectQuery<(readonly [Id, Uint8Array | undefined])[]> {
  const pages = [...(yield* getPages(yield* readContent(hash), ids)).values()];
  const documents = yield* all(pages.map(readDocument));
  return pages.map(({ id }, i) => [id, documents[i]] as const);
}
