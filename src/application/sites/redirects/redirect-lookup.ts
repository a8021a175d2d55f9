import { readContent } from '../../../domain/content/content.ts';
import { getPage, pathOf } from '../../../domain/content/content-reads.ts';
import type { Hash } from '../../../domain/content/objects/content-object.ts';
import type { ObjectQuery } from '../../../domain/content/objects/object-query.ts';
import { hasSlug } from '../../../domain/content/page.ts';
import { Invalid, NotFound } from '../../../domain/kernel/errors.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import {
  findClosestRedirect,
  parseRedirectSource,
  candidateSources,
  wildcardPart,
} from '../../../domain/sites/redirect-source.ts';
import { conditionEvaluator } from '../../../domain/sites/audience/visitor.ts';
import { SiteUrls } from '../../../domain/sites/site-urls.ts';
import type { SiteRedirectState } from '../../../domain/sites/site-redirect.ts';
import { read } from '../../content/reading.ts';
import { query, type QueryContext } from '../../kernel/use-case.ts';
import { inSite, type InSite, type InOrganizationScope } from '../../kernel/scope.ts';
import { loadExpandedOutline } from '../reader/expanded-outline.ts';
import { readStructure } from '../structure/change-structure.ts';
import { appendPath } from './redirect-targets.ts';
import type { SpaceView } from '../../spaces/space-view.ts';
import type { SiteSpaceView } from '../site-views.ts';
import {
  requireSection,
  requireSiteSpace,
  listVisibleTargets,
  type VisibleStructure,
} from '../structure/structure-views.ts';

/** A redirect with the URL of its target. */
export interface FoundRedirect {
  readonly redirect: SiteRedirectState;
  readonly target: string;
}

/**
 * Gets the redirect that applies to a path of a site, with the URL to which it leads; a draft only where no other applies,
 * and never for visitors. Fails with `NotFound` when no redirect applies or its destination no longer exists.
 */
export const getSiteRedirectBySource = query<InSite & { source: string; shareKey?: string }>()({
  name: 'getSiteRedirectBySource',
  requires: 'site:view',
  scope: inSite,
  needs: ['tokens', 'publicUrl', 'content', 'siteContent', 'computedOutlines'],
  openToVisitors: true,
  async run(context, { source, organizationId, siteId }): Promise<FoundRedirect> {
    const parsed = parseRedirectSource(source);
    if ('problem' in parsed) throw Invalid.field('source', parsed.problem);
    const seen = await readStructure(context, { organizationId, siteId });
    const sources = candidateSources(parsed.source);
    const { items } = await context.read.siteRedirects.list(
      { siteId, source: sources, target: listVisibleTargets(seen) },
      { limit: sources.length * 2 },
    );
    const redirects = items.map((one) => one.snapshot());
    const live = redirects.filter(({ draft }) => !draft);
    const redirect =
      findClosestRedirect(sources, live) ??
      (context.scope.visitor === undefined ? findClosestRedirect(sources, redirects) : undefined);
    if (redirect === undefined) throw new NotFound('site redirect');
    return { redirect, target: await targetOf(context, { organizationId, siteId }, seen, redirect, parsed.source) };
  },
});

async function targetOf(
  context: QueryContext<InOrganizationScope, 'content' | 'siteContent' | 'computedOutlines' | 'publicUrl'>,
  { organizationId, siteId }: InSite,
  seen: VisibleStructure,
  { source, destination, captureWildcard }: SiteRedirectState,
  path: string,
): Promise<string> {
  const rest = captureWildcard ? wildcardPart(source, path) : '';
  if (destination.kind === 'external') return appendPath(destination.url, rest);
  const site = (await context.read.sites.get({ id: siteId, organizationId })).snapshot();
  const into =
    destination.kind === 'site-section'
      ? requireSection(seen, destination.siteSectionId).siteSpaces.find(({ siteSpace }) => siteSpace.isDefault)
      : requireSiteSpace(seen, destination.siteSpaceId);
  if (into === undefined) throw new NotFound('site space');
  const { visitor } = context.scope;
  const shows = visitor === undefined ? () => true : conditionEvaluator(visitor.visitor);
  const page =
    destination.kind === 'site-page'
      ? ((await read(context.content, pathOfPage(into.space.space.head.content, destination.pageId, shows))) ??
        (await pathOfGeneratedPage(context, into.space, destination.pageId, shows)))
      : '';
  if (page === undefined) throw new NotFound('page');
  const segments = [...rootOf(seen, into).split('/'), ...page.split('/')].filter((segment) => segment !== '');
  return (
    new SiteUrls(context.publicUrl).canonical(site) +
    [...segments.map(encodeURIComponent), ...(rest === '' ? [] : [rest])].join('/')
  );
}

/**
 * Returns the path of a space within its site; the full path when a condition decides which space the short path means.
 */
function rootOf({ sections }: VisibleStructure, { root, siteSpace }: SiteSpaceView): string {
  const section = sections.find((one) => one.section.id === siteSpace.sectionId)?.section;
  return root ?? (section === undefined ? siteSpace.path : `${section.path}/${siteSpace.path}`);
}

/** Returns the path of a page; undefined when the page is unknown, or the condition of it or of a page above does not hold. */
function* pathOfPage(hash: Hash, id: Id, shows: (condition: string) => boolean): ObjectQuery<string | undefined> {
  const content = yield* readContent(hash);
  const page = yield* getPage(content, id);
  for (let at = page; at !== undefined; at = at.parent === null ? undefined : yield* getPage(content, at.parent))
    if (at.condition !== undefined && !shows(at.condition)) return undefined;
  return page === undefined || !hasSlug(page.type) ? undefined : yield* pathOf(content, page);
}

/** Returns the path of a page of a computed source of a space, as `pathOfPage` does. */
async function pathOfGeneratedPage(
  context: QueryContext<InOrganizationScope, 'siteContent' | 'computedOutlines'>,
  { space: { state, head } }: SpaceView,
  id: Id,
  shows: (condition: string) => boolean,
): Promise<string | undefined> {
  const { outline } = await loadExpandedOutline(context, context.scope.organizationId, state.id, head.content);
  return outline.withConditions(shows).byId(id)?.path;
}
