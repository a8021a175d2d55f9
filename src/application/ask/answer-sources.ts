import { relevantText } from '../../domain/ask/relevant-text.ts';
import { decodeDocument } from '../../domain/content/documents/decode-document.ts';
import { readContent } from '../../domain/content/content.ts';
import { getPages, readDocument } from '../../domain/content/content-reads.ts';
import type { Hash } from '../../domain/content/objects/content-object.ts';
import { all, type ObjectQuery } from '../../domain/content/objects/object-query.ts';
import type { Page } from '../../domain/content/page.ts';
import type { Id, RevisionId, SpaceId } from '../../domain/kernel/id.ts';
import { ConditionFilter } from '../../domain/kernel/expressions/condition-filter.ts';
import type { ContentStore } from '../../ports/content/content-store.ts';
import { read } from '../content/reading.ts';
import { searchByRank, searchesOfWords } from '../search/search-by-words.ts';
import type { FoundPageView, FoundSpaceView } from '../search/search-views.ts';

/** Maximum number of pages that an answer is based on. */
const MAX_SOURCES = 6;
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

/** Search for what a reader may see, and the spaces of its results. */
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
 * question: "How do refunds work?" is answered by "Refunds", which need not say "work".
 */
async function findPages(search: SourceSearch, question: string): Promise<readonly FoundPageView[]> {
  const searches = [{ text: question, weight: 1 }, ...searchesOfWords(question)];
  return (await searchByRank(searches, (text) => search.find(text))).slice(0, MAX_SOURCES);
}

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
      const written = decodeDocument(bytes);
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
