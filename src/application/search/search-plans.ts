import { Invalid } from '../../domain/kernel/errors.ts';
import { spellingCorrections } from '../../domain/search/similar-words.ts';
import { partialTitlePlan, relaxedPlans, strictPlan, type SearchPlan } from '../../domain/search/search-plan.ts';
import { correctableWords, parseSearchQuery } from '../../domain/search/search-query.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import type { SearchCursor, SearchHits, SearchPart, SearchReads, SearchScope } from '../../ports/search.ts';

/** Result of the plan that was used. */
interface PlanResult<Hits> {
  readonly plan: SearchPlan;
  readonly hits: Hits;
  /** Cursor of the next page. */
  readonly next?: string;
  /** Number of pages of content in the earlier pages of the list. */
  readonly before: number;
}

type AnyHits = Pick<SearchHits<unknown>, 'items' | 'count'>;

/** A search, independent of what is searched. */
interface SearchOptions<Hits extends AnyHits> {
  readonly text: string;
  readonly scope: SearchScope;
  readonly page: PageRequest;
  readonly find: (plan: SearchPlan, part: SearchPart) => Promise<Hits>;
  readonly keyOf: (item: Hits['items'][number]) => { readonly score: number; readonly id: string };
  /** Number of pages of content that an item contains; 1 by default. */
  readonly sizeOf?: (item: Hits['items'][number]) => number;
}

/** Number of exact matches up to which partial matches in titles are added. */
const FEW_RESULTS = 50;

/**
 * Searches with increasingly relaxed plans: all words; with few results also titles that contain most words; with no
 * result at all corrected spellings. Further pages use the plan of the first page. Returns undefined for a query
 * without words.
 */
export async function runSearchPlans<Hits extends AnyHits>(
  search: Pick<SearchReads, 'similarWords'>,
  { text, scope, page, find, keyOf, sizeOf = () => 1 }: SearchOptions<Hits>,
): Promise<PlanResult<Hits> | undefined> {
  const cursor = page.after === undefined ? undefined : readCursor(page.after);
  const { before = 0 } = cursor ?? {};
  let result: PlanResult<Hits> | undefined;
  const hasFound = (): boolean => result !== undefined && result.hits.count > 0;
  /** Matches that found nothing, which need not run again. */
  const tried = new Set<string>();
  let step = 0;
  for await (const plan of plansFor(search, text, scope, hasFound)) {
    const match = JSON.stringify(plan.match);
    const isPartial = plan.partialTitles.length > 0;
    const isNext = cursor === undefined ? (isPartial ? hasFound() : !tried.has(match)) : cursor.step === step;
    if (isNext) {
      tried.add(match);
      const hits = await find(plan, { limit: page.limit, after: cursor });
      const items = hits.items.slice(0, page.limit);
      const last = hits.items.length > items.length ? items.at(-1) : undefined;
      const seen = before + items.reduce<number>((sum, item) => sum + sizeOf(item), 0);
      result = {
        plan,
        hits: { ...hits, items },
        before,
        ...(last !== undefined && { next: writeCursor({ step, before: seen, ...keyOf(last) }) }),
      };
      if (cursor !== undefined || (hits.count > 0 && (isPartial || hits.count > FEW_RESULTS))) break;
    }
    step += 1;
  }
  return result;
}

/** Yields the plans of a query in a fixed order; stops when an earlier plan has results. */
async function* plansFor(
  search: Pick<SearchReads, 'similarWords'>,
  text: string,
  scope: SearchScope,
  hasFound: () => boolean,
): AsyncGenerator<SearchPlan> {
  const query = parseSearchQuery(text);
  const strict = strictPlan(query);
  if (strict === undefined) return;
  yield strict;
  const partial = partialTitlePlan(query);
  if (partial !== undefined) yield partial;
  if (hasFound()) return;
  const words = correctableWords(query);
  const similar = words.length === 0 ? new Map<string, readonly string[]>() : await search.similarWords(scope, words);
  yield* relaxedPlans(query, new Map([...similar].map(([word, others]) => [word, spellingCorrections(word, others)])));
}

/** Last result of a page of results, the number of its plan, and the number of pages of content up to it. */
type PlanCursor = SearchCursor & { readonly step: number; readonly before: number };

const writeCursor = ({ step, score, id, before }: PlanCursor): string => [step, score, id, before].join('.');

function readCursor(text: string): PlanCursor {
  // Cursors of earlier versions do not count.
  const [step, score, id, before = '0', ...rest] = text.split('.');
  if (id === undefined || rest.length > 0)
    throw Invalid.field('page', 'is not a page of this list; pass the `next.page` of a response unchanged');
  return { step: Number(step), score: Number(score), id, before: Number(before) };
}
