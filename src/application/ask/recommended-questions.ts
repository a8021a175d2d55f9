import { isQuestion, questionsIn } from '../../domain/ask/relevant-text.ts';
import { NotFound } from '../../domain/kernel/errors.ts';
import type { SiteSpaceId, SpaceId } from '../../domain/kernel/id.ts';
import { inOrganization, inSite, viewerOf, type InOrganization, type InSite } from '../kernel/scope.ts';
import { TimeSlices } from '../kernel/time-slices.ts';
import { query, type QueryContext } from '../kernel/use-case.ts';
import { loadCustomizations } from '../sites/customizations.ts';
import { loadExpandedOutline } from '../sites/reader/expanded-outline.ts';
import { spacesInScope, type SiteSearchSpace } from '../sites/site-search.ts';
import { readableSiteSpace } from './readable-spaces.ts';

/** Number of questions that are recommended. */
const MAX_RECOMMENDED = 5;
/** Limits of what is looked through for questions. */
const MAX_SPACES = 10;
const MAX_PAGES = 100;
const MAX_PAGES_PER_SPACE = 40;

const NEEDS = ['content', 'siteContent', 'computedOutlines'] as const;
type Context = QueryContext<{ readonly organization: string }, (typeof NEEDS)[number]>;
type Space = Pick<SiteSearchSpace, 'head' | 'outline' | 'expanded'>;

/**
 * Yields the questions that listed pages have as titles or headings, in the order of the pages.
 * Questions of other readers are not among them: they could tell what others ask.
 */
async function* questionsOf(context: Context, spaces: readonly Space[]): AsyncGenerator<string> {
  const slices = new TimeSlices();
  let left = MAX_PAGES;
  for (const space of spaces) {
    const documents = space.outline.entries
      .filter(({ type, listed }) => type === 'document' && listed)
      .slice(0, Math.min(left, MAX_PAGES_PER_SPACE));
    left -= documents.length;
    const texts = await readableSiteSpace(context, space).texts(documents.map(({ id }) => id));
    for (const { id, title } of documents) {
      if (slices.isOver) await slices.next();
      if (isQuestion(title)) yield title;
      yield* questionsIn(texts.get(id) ?? '');
    }
  }
}

/** Takes the first different questions. */
async function firstQuestions(configured: readonly string[], found: AsyncIterable<string>): Promise<readonly string[]> {
  const questions = new Set(configured.slice(0, MAX_RECOMMENDED));
  if (questions.size >= MAX_RECOMMENDED) return [...questions];
  for await (const question of found) {
    questions.add(question);
    if (questions.size >= MAX_RECOMMENDED) break;
  }
  return [...questions];
}

async function questionsInOrganization(
  context: Context,
  { organizationId }: InOrganization,
): Promise<readonly string[]> {
  const { read, scope } = context;
  const { items } = await read.spacesOf.listSpaces(viewerOf(scope.caller, organizationId), {}, { limit: MAX_SPACES });
  const spaces = await Promise.all(
    items.map(async ({ space: { state, head } }): Promise<Space> => {
      const expanded = await loadExpandedOutline(context, organizationId, state.id, head.content);
      return { head, outline: expanded.outline, expanded };
    }),
  );
  return firstQuestions([], questionsOf(context, spaces));
}

/**
 * Lists questions that the spaces of an organization answer: titles and headings of their pages that are questions, at
 * most five. Pages and texts that depend on a condition are left out. The list is empty when no page asks a question.
 */
export const getRecommendedQuestionsInOrganization = query<InOrganization>()({
  name: 'getRecommendedQuestionsInOrganization',
  requires: 'organization:view',
  scope: inOrganization,
  needs: NEEDS,
  run: questionsInOrganization,
});

/** Lists the questions of `getRecommendedQuestionsInOrganization` as server-sent events. */
export const streamRecommendedQuestionsInOrganization = query<InOrganization>()({
  name: 'streamRecommendedQuestionsInOrganization',
  requires: 'organization:view',
  scope: inOrganization,
  needs: NEEDS,
  run: questionsInOrganization,
});

/**
 * Lists questions that a site answers, as server-sent events: the suggestions of its customization, then titles and
 * headings that are questions on pages that its visitor sees; at most five.
 */
export const streamRecommendedQuestionsInSite = query<InSite & { siteSpaceId?: SiteSpaceId; spaceId?: SpaceId }>()({
  name: 'streamRecommendedQuestionsInSite',
  requires: 'site:view',
  scope: inSite,
  needs: NEEDS,
  openToVisitors: true,
  async run(context, { organizationId, siteId, siteSpaceId, spaceId }): Promise<readonly string[]> {
    const of = { organizationId, siteId };
    const seen = await spacesInScope(
      context,
      of,
      siteSpaceId === undefined ? { mode: 'all' } : { mode: 'specific', siteSpaceIds: [siteSpaceId] },
    );
    const spaces = spaceId === undefined ? seen : seen.filter((one) => one.spaceId === spaceId);
    if (spaceId !== undefined && spaces.length === 0) throw new NotFound('space', spaceId);
    const site = (await context.read.sites.get({ id: siteId, organizationId })).snapshot();
    const customizations = await loadCustomizations(context.read, site);
    const [only] = spaces.length === 1 ? spaces : [];
    const { ai } = (only && customizations.siteSpaces.get(only.siteSpaceId)) ?? customizations.site;
    return firstQuestions(ai.suggestions ?? [], questionsOf(context, spaces));
  },
});
