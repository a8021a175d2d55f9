import { Invalid } from '../../domain/kernel/errors.ts';
import { spellingCorrections } from '../../domain/search/similar-words.ts';
import {
  relaxedPlans,
  partialTitlePlan,
  parseSearchQuery,
  correctableWords,
  strictPlan,
  type SearchPlan,
} from '../../domain/search/search-query.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import type { SearchCursor, SearchHits, SearchScope, SearchReads } from '../../ports/search.ts';

/** Result of a plan. */
interface PlanResult<Part> {
  readonly plan: SearchPlan;
  readonly part: Part;
  /** Cursor of the next page. */
  readonly next?: string;
}

type AnyPart = Pick<SearchHits<unknown>, 'items' | 'count'>;

/** A search, independent of what is searched. */
interface SearchOptions<Part extends AnyPart> {
  readonly text: string;
  readonly where: SearchScope;
  readonly page: PageRequest;
  readonly find: (
    plan: SearchPlan,
    page: { readonly limit: number; readonly after: SearchCursor | undefined },
  ) => Promise<Part>;
  readonly keyOf: (item: Part['items'][number]) => { readonly score: number; readonly id: string };
}

/** Number of exact matches up to which partial matches in titles are added. */
const FEW_RESULTS = 50;

/**
 * Searches with increasingly relaxed plans: all words; with few results also titles that contain most words; with no
 * result at all corrected spellings. Further pages use the plan of the first page. Returns undefined for a query
 * without words.
 */
export async function runSearchPlans<Part extends AnyPart>(
  search: Pick<SearchReads, 'similarWords'>,
  { text, where, page, find, keyOf }: SearchOptions<Part>,
): Promise<PlanResult<Part> | undefined> {
  const after = page.after === undefined ? undefined : readKey(page.after);
  let step = 0;
  let outcome: PlanResult<Part> | undefined;
  /** Plans that found nothing, which need not run again. */
  const tried = new Set<string>();
  const isFound = (): boolean => outcome !== undefined && outcome.part.count > 0;
  for await (const plan of plansFor(search, text, where, isFound)) {
    const match = JSON.stringify(plan.match);
    const isNear = plan.titles !== undefined;
    if (after === undefined ? (isNear ? isFound() : !tried.has(match)) : after.step === step) {
      tried.add(match);
      const part = await find(plan, { limit: page.limit, after: after?.place });
      outcome = { plan, part: { ...part, items: part.items.slice(0, page.limit) } };
      const last = page.limit > 0 && part.items.length > page.limit ? keyOf(part.items[page.limit - 1]!) : undefined;
      if (last !== undefined)
        outcome = { ...outcome, next: [step, (after?.place.seen ?? 0) + page.limit, last.score, last.id].join('.') };
      if (after !== undefined || (part.count > 0 && (isNear || part.count > FEW_RESULTS))) break;
    }
    step += 1;
  }
  return outcome;
}

/** Yields the plans of a query in a fixed order; stops when an earlier plan has results. */
async function* plansFor(
  search: Pick<SearchReads, 'similarWords'>,
  text: string,
  where: SearchScope,
  isFound: () => boolean,
): AsyncGenerator<SearchPlan> {
  const query = parseSearchQuery(text);
  const strict = strictPlan(query);
  if (strict === undefined) return;
  yield strict;
  const near = partialTitlePlan(query);
  if (near !== undefined) yield near;
  if (isFound()) return;
  const spelt = correctableWords(query);
  const alike = spelt.length === 0 ? new Map<string, readonly string[]>() : await search.similarWords(where, spelt);
  yield* relaxedPlans(query, new Map([...alike].map(([word, others]) => [word, spellingCorrections(word, others)])));
}

function readKey(key: string): { readonly step: number; readonly place: SearchCursor } {
  const [step, seen, score, id] = key.split('.');
  if (id === undefined)
    throw Invalid.field('page', 'is not a page of this list; pass the `next.page` of a response unchanged');
  return { step: Number(step), place: { seen: Number(seen), score: Number(score), id } };
}
