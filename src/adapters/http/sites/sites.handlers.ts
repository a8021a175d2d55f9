import type Koa from 'koa';
import type { ReadingFigures } from '../../../application/insights.reading-figures.ts';
import type { SearchPageQuery } from '../../../application/sites/reader/reader-search-pages.ts';
import { sitePathOf } from '../../../application/sites/reader/site-path.ts';
import type { SiteVisit } from '../../../application/sites/reader/site-visit.ts';
import type { SiteVisits } from '../../../application/sites/reader/site-visits.ts';
import { percentDecoded } from '../../../domain/kernel/percent-decoded.ts';
import { findHostnameProblem, RESERVED_SEGMENT } from '../../../domain/sites/site-names.ts';
import type { CostClass } from '../../../ports/kernel/request-limits.ts';
import type { SiteLocator } from '../../../ports/sites/site-reads.ts';
import { bearer } from '../kernel/bearer.ts';
import type { BodyMemory } from '../kernel/body-memory.ts';
import type { RequestGate } from '../kernel/request-gate.ts';
import type { HostnameHandler, HttpHandlers } from '../kernel/server.ts';
import { showError } from '../kernel/web/error-page.ts';
import { sendSiteAnswer, type SiteSenders } from './send-site-answer.ts';
import { readFeedback } from './site-feedback.ts';
import { isQuestionPath, readQuestion } from './site-questions.ts';
import { readScope } from './site-search-scope.ts';
import { recordVisit } from './site-figures.ts';
import { answerAgent, askForToken, asksForEventStream, isFromAgent, isMcpPath, setAgentHeaders } from './site-mcp.ts';
import { readCredentials, setVisitorCookies, redactLoggedPath } from './site-visitors.ts';

export interface SiteHandlersOptions extends SiteSenders {
  readonly sites: Pick<SiteVisits, 'read' | 'isHostname'>;
  readonly figures: Pick<ReadingFigures, 'record'>;
  /** Memory for submitted forms and for messages of agents. */
  readonly bodyMemory: BodyMemory;
  readonly gate: RequestGate;
  /** Version of this program, which MCP servers state. */
  readonly version: string;
}

/** Searches have a separate rate limit; every other request for a site counts as a read. */
const SEARCH = new RegExp(`/${RESERVED_SEGMENT}/search(?:\\.json)?$`, 'i');
const siteCost = (ctx: Koa.Context): CostClass => {
  const { path, method } = ctx;
  // Calls of tools count in addition.
  if (isFromAgent(ctx)) return 'read';
  if (method === 'POST') return isQuestionPath(path) ? 'heavy' : 'write';
  const decoded = percentDecoded(path);
  return SEARCH.test(decoded) ? 'search' : PDF.test(decoded) ? 'heavy' : 'read';
};
const PDF = new RegExp(`/${RESERVED_SEGMENT}/pdf/`, 'i');
/** Path to which the feedback forms of pages are sent. */
const FEEDBACK = new RegExp(`/(?:~|%7e)${RESERVED_SEGMENT.slice(1)}/feedback/`, 'i');

/** Serves published sites by basename, and by ID for reverse proxies that show them among their own pages. */
export const siteHandlers = (options: SiteHandlersOptions): readonly HttpHandlers[] => [
  {
    path: /^\/sites(?:\/|$)/,
    operation: 'site',
    cost: siteCost,
    handle: (ctx) => answer(ctx, options, 2, (basename) => ({ basename })),
  },
  {
    path: /^\/proxied(?:\/|$)/,
    operation: 'site',
    cost: siteCost,
    handle: (ctx) => answer(ctx, options, 2, (id) => ({ id })),
  },
];

/**
 * Serves published sites at their own hostnames. @param own the hostname of the instance itself, which cannot belong to
 * a site
 */
export const hostedSites = (options: SiteHandlersOptions, own: string): HostnameHandler => ({
  isHosted: async (hostname) =>
    hostname !== own && findHostnameProblem(hostname) === undefined && options.sites.isHostname(hostname),
  cost: siteCost,
  handle: (ctx, hostname) => answer(ctx, options, 0, () => ({ hostname })),
});

/**
 * Answers a request to a site. An unknown, unpublished or inaccessible site gives the same 404, byte for byte.
 * @param at index of the path segment that names the site; the following ones are within the site
 */
async function answer(
  ctx: Koa.Context,
  options: SiteHandlersOptions,
  at: number,
  by: (name: string) => SiteLocator,
): Promise<void> {
  const { sites, figures, bodyMemory } = options;
  const isSubmission = ctx.method === 'POST' && FEEDBACK.test(ctx.path);
  const isAgent = isFromAgent(ctx);
  const isQuestion = ctx.method === 'POST' && isQuestionPath(ctx.path);
  const isReading = (ctx.method === 'GET' || ctx.method === 'HEAD') && !asksForEventStream(ctx);
  if (!isReading && !isSubmission && !isQuestion && !isAgent) {
    const takesPosts = FEEDBACK.test(ctx.path) || isQuestionPath(ctx.path) || isMcpPath(ctx.path);
    ctx.set('Allow', takesPosts ? 'POST' : 'GET, HEAD');
    ctx.set('Cache-Control', 'no-store');
    ctx.status = 405;
    ctx.type = 'text/plain';
    ctx.body = `The method ${ctx.method} is not allowed at this path.\n`;
    return;
  }
  const [name, ...segments] = segmentsOf(ctx.path)?.slice(at) ?? [];
  redactLoggedPath(ctx);
  const feedback = isSubmission ? await readFeedback(ctx, bodyMemory) : undefined;
  const question = isQuestion ? await readQuestion(ctx, bodyMemory) : undefined;
  const reading =
    name === undefined || (at > 0 && name === '')
      ? undefined
      : await sites.read({
          by: by(name),
          ...sitePathOf(segments),
          query: searchedFor(ctx),
          prefersMarkdown: prefersMarkdown(ctx),
          feedback,
          question,
          isFromAgent: isAgent,
          ...readCredentials(ctx, isAgent ? bearer(ctx) : undefined),
          // Agents have no cookies to which a token in the URL could move.
          ...(isAgent && { hasTokenInAddress: false }),
        });
  if (reading === undefined) return showError(ctx, 404);
  if (isAgent) return answerVisitorsAgent(ctx, reading, options);
  await sendSiteAnswer(ctx, reading, options);
  setVisitorCookies(ctx, reading.cookie);
  recordVisit(ctx, reading, figures);
}

/** Answers the agent of a visitor. */
async function answerVisitorsAgent(ctx: Koa.Context, visit: SiteVisit, options: SiteHandlersOptions): Promise<void> {
  setAgentHeaders(ctx, visit);
  const { answer: found } = visit;
  if (found.kind !== 'agent') return found.kind === 'sign-in' ? askForToken(ctx) : showError(ctx, 404);
  if (await answerAgent(ctx, found.tools, options)) recordVisit(ctx, visit, options.figures);
}

/** Tells whether a client asks for Markdown rather than HTML. */
const prefersMarkdown = (ctx: Koa.Context): boolean =>
  ctx.get('accept').includes('text/markdown') && ctx.accepts('text/html', 'text/markdown') === 'text/markdown';

/** Maximum length of a query. */
const MAX_QUERY = 512;
/** Maximum number of a page of results. */
const MAX_RESULT_PAGE = 1_000;

/** Reads the query of the search from the URL; invalid parts are ignored. */
function searchedFor(ctx: Koa.Context): SearchPageQuery {
  const parameters = new URLSearchParams(ctx.querystring);
  const page = Number(parameters.get('page') ?? 1);
  return {
    text: (parameters.get('q') ?? '').slice(0, MAX_QUERY).toWellFormed().replaceAll('\0', ' '),
    ...readScope(parameters),
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, MAX_RESULT_PAGE) : 1,
  };
}

/** Splits a path into decoded segments, the first empty; undefined for a path that no URL of a site has. */
function segmentsOf(path: string): string[] | undefined {
  try {
    const segments = path.split('/').map(decodeURIComponent);
    const isOdd = segments.some(
      (segment, i) =>
        /[/\\\u0000-\u001f\u007f]/.test(segment) ||
        segment === '.' ||
        segment === '..' ||
        (segment === '' && i > 0 && i < segments.length - 1),
    );
    return isOdd ? undefined : segments;
  } catch {
    return undefined;
  }
}
