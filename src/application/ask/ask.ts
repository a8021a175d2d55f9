import type { OrganizationId } from '../../domain/kernel/id.ts';
import { NotAllowed } from '../../domain/kernel/errors.ts';
import { inOrganization, inSite, type InOrganization, type InSite } from '../kernel/scope.ts';
import { query, type QueryContext } from '../kernel/use-case.ts';
import { loadCustomizations } from '../sites/customizations.ts';
import { spacesInScope, type SearchScope } from '../sites/site-search.ts';
import { findSources, type ReadableRevision, type SourceSearch } from './answer-sources.ts';
import { LiveAnswer, type LiveAnswerParts } from './live-answer.ts';
import { organizationSources, siteSources } from './readable-spaces.ts';

/** Options of a question. */
interface AnswerOptions {
  readonly format: 'document' | 'markdown';
  /** Answers with the sources alone, without an engine. */
  readonly sourcesOnly: boolean;
}

const ORGANIZATION_NEEDS = ['content', 'blocks', 'answers'] as const;
const SITE_NEEDS = [...ORGANIZATION_NEEDS, 'siteContent', 'computedOutlines', 'generatedPageSearch'] as const;
type Context = QueryContext<{ readonly organization: OrganizationId }, (typeof ORGANIZATION_NEEDS)[number]>;

/** Finds the sources of a question and prepares the answer. @throws AnswerEngineMissing */
async function answerTo(
  { scope, answers: desk, blocks }: Context,
  search: SourceSearch<ReadableRevision>,
  { question, guidance }: Pick<LiveAnswerParts, 'question' | 'guidance'>,
  { format, sourcesOnly }: AnswerOptions,
): Promise<LiveAnswer<ReadableRevision>> {
  const engine = sourcesOnly ? undefined : desk.requireEngine();
  const { organizationId, caller } = scope;
  const sources = await findSources(search, question.question, desk.options.contextLength);
  return new LiveAnswer({
    desk,
    engine,
    caller: caller.userId,
    question,
    guidance,
    sources,
    ...(format === 'document' && { toDocument: (markdown) => blocks.fromMarkdown(markdown, organizationId) }),
  });
}

type OrganizationQuestion = InOrganization & AnswerOptions;

/**
 * Answers a question from the spaces of an organization that the caller can see, and names the pages that the answer is
 * based on. Waits for the whole answer; `streamAskInOrganization` does not.
 *
 * The answer has no text when no page contains words of the question. Without an answer engine the response is `501`;
 * `sourcesOnly` then still finds the pages.
 */
export const askInOrganization = query<
  OrganizationQuestion & { body: { query: string; previousQueries?: readonly string[] | undefined } }
>()({
  name: 'askInOrganization',
  requires: 'organization:view',
  scope: inOrganization,
  needs: ORGANIZATION_NEEDS,
  run: (
    context,
    { organizationId, body: { query: question, previousQueries }, ...options },
  ): Promise<LiveAnswer<ReadableRevision>> =>
    answerTo(
      context,
      organizationSources(context, organizationId),
      { question: { question, previousQuestions: previousQueries } },
      options,
    ),
});

/**
 * Answers a question like `askInOrganization`, as server-sent events: first the sources, then the answer as far as it
 * is written, each time from its beginning. The event `done` follows the last one; `error` has the reason for which the
 * answer ends early.
 */
export const streamAskInOrganization = query<OrganizationQuestion & { query: string }>()({
  name: 'streamAskInOrganization',
  requires: 'organization:view',
  scope: inOrganization,
  needs: ORGANIZATION_NEEDS,
  run: (context, { organizationId, query: question, ...options }): Promise<LiveAnswer<ReadableRevision>> =>
    answerTo(context, organizationSources(context, organizationId), { question: { question } }, options),
});

/** Question about a site. */
export interface SiteQuestion {
  readonly question: string;
  readonly context?: { readonly siteSpaceId?: string | undefined; readonly goal?: string | undefined } | undefined;
  readonly scope: SearchScope;
}

/**
 * Answers a question from a site as its visitor sees it, as server-sent events; without a content token as an anonymous
 * visitor. Visitors get answers on sites whose customization has the AI mode `search` or `assistant`.
 */
export const streamAskInSite = query<InSite & AnswerOptions & { body: SiteQuestion }>()({
  name: 'streamAskInSite',
  requires: 'site:view',
  scope: inSite,
  needs: SITE_NEEDS,
  openToVisitors: true,
  async run(context, { organizationId, siteId, body, ...options }): Promise<LiveAnswer<ReadableRevision>> {
    const { question, context: pageContext = {}, scope } = body;
    const { siteSpaceId, goal } = pageContext;
    const spaces = await spacesInScope(context, { organizationId, siteId }, withContext(scope, siteSpaceId));
    const site = (await context.read.sites.get({ id: siteId, organizationId })).snapshot();
    const { ai } = (await loadCustomizations(context.read, site)).site;
    if (ai.mode === 'none' && context.scope.visitor !== undefined && !options.sourcesOnly)
      throw new NotAllowed('the site answers no questions of visitors: the AI mode of its customization is `none`');
    return answerTo(
      context,
      siteSources(context, spaces),
      { question: { question, goal }, guidance: ai.instructions },
      options,
    );
  },
});

/** Adds the site space that the reader is in to the default scope. */
const withContext = (scope: SearchScope, siteSpaceId: string | undefined): SearchScope =>
  siteSpaceId === undefined || scope.mode !== 'default' || scope.currentSiteSpace !== undefined
    ? scope
    : { ...scope, currentSiteSpace: siteSpaceId };
