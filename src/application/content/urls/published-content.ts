import type { Id } from '../../../domain/kernel/id.ts';
import type { OutlineEntry, SpaceOutline } from '../../../domain/sites/content/space-outline.ts';
import { conditionEvaluator } from '../../../domain/sites/audience/visitor.ts';
import type { QueryContext } from '../../kernel/use-case.ts';
import { loadExpandedOutline } from '../../sites/reader/expanded-outline.ts';
import type { SitePath } from '../../sites/reader/site-path.ts';
import { findSiteRedirect, findSpaceRedirects, resolveSpaceRedirect } from '../../sites/reader/redirect-resolution.ts';
import {
  matchExplicitPath,
  matchPagePaths,
  matchPath,
  rootOfPage,
  type SiteMap,
  type Variant,
} from '../../sites/reader/site-map.ts';

/** Content of a site that a visitor sees (`PublishedSiteContent` in the API). */
export interface PublishedSiteContent {
  readonly organization: Id;
  readonly site: Id;
  readonly siteSection?: Id;
  readonly siteSpace: Id;
  readonly space: Id;
  /** Path of the page within its space. */
  readonly pathname: string;
  /** Paths of the space and of the site. */
  readonly basePath: string;
  readonly siteBasePath: string;
  /** True when no path of another space of the site can follow. */
  readonly complete: boolean;
  readonly canonicalUrl: string;
}

/** Content of a site with the ids of all spaces of the site that the visitor may read. */
export type FoundContent = PublishedSiteContent & { readonly visibleSpaces: readonly Id[] };

type Context = Pick<
  QueryContext<'self', 'siteContent' | 'computedOutlines'>,
  'siteContent' | 'computedOutlines' | 'read'
>;

interface RedirectTarget {
  readonly target: 'content' | 'external';
  readonly redirect: string;
}

/**
 * Finds the content or redirect at a path of a site. A path without a page is below the space that its start leads to.
 * Undefined when the visitor sees no space there.
 */
export async function findPublishedContent(
  context: Context,
  map: SiteMap,
  requested: SitePath,
): Promise<FoundContent | RedirectTarget | undefined> {
  const { segments } = requested;
  for (const { variant, path } of matchPagePaths(map, segments)) {
    const entry = variant && (await findEntry(context, map, variant, path));
    if (variant !== undefined && (entry !== undefined || path === '')) return contentOf(map, variant, path, entry);
  }
  const long = matchExplicitPath(map, segments);
  const meant = long.variant && (await findEntry(context, map, long.variant, long.path));
  if (long.variant !== undefined && meant !== undefined)
    return { target: 'content', redirect: addressOf(map, long.variant, meant) };
  const redirect =
    (await findSiteRedirectTarget(context, map, requested)) ?? (await findSpaceRedirectTarget(context, map, segments));
  // Files that renderers generate, such as `llms.txt` and `guide.md`, are at paths that no page has.
  const { variant, path } = matchPath(map, segments);
  return redirect ?? (variant && contentOf(map, variant, path, undefined));
}

async function findSiteRedirectTarget(
  context: Context,
  map: SiteMap,
  path: SitePath,
): Promise<RedirectTarget | undefined> {
  const led = await findSiteRedirect(context.read.sitesOf, map, [map.address.home], path);
  if (led === undefined) return undefined;
  if ('url' in led) return { target: 'external', redirect: led.url };
  const outline = await loadOutline(context, map, led.variant);
  const page = led.pageId === undefined ? '' : outline.byId(led.pageId)?.path;
  const to = page === undefined ? undefined : outline.byPath([page, led.rest].filter((part) => part !== '').join('/'));
  return to && { target: 'content', redirect: addressOf(map, led.variant, to) };
}

async function findSpaceRedirectTarget(
  context: Context,
  map: SiteMap,
  segments: readonly string[],
): Promise<RedirectTarget | undefined> {
  const { siteContent } = context;
  for (const { variant, redirect } of await findSpaceRedirects(siteContent, map, segments)) {
    const linked = {
      outline: await loadOutline(context, map, variant),
      files: await siteContent.loadFiles(await siteContent.loadContent(variant.content)),
    };
    const shown = resolveSpaceRedirect(redirect, linked, [map.address.home]);
    if (shown === undefined) continue;
    if ('url' in shown) return { target: 'external', redirect: shown.url };
    if ('file' in shown)
      return {
        target: 'content',
        redirect: map.address.absolute(map.address.file(variant.siteSpace.id, shown.file.id, shown.file.name)),
      };
    return { target: 'content', redirect: addressOf(map, variant, shown.entry) + shown.fragment };
  }
  return undefined;
}

async function loadOutline(
  context: Context,
  { site, visitor }: SiteMap,
  { siteSpace, content }: Variant,
): Promise<SpaceOutline> {
  const { spaceId } = siteSpace;
  const { outline } = await loadExpandedOutline(context, site.organizationId, spaceId, content);
  return outline.withConditions(conditionEvaluator(visitor));
}

async function findEntry(
  context: Context,
  map: SiteMap,
  variant: Variant,
  path: string,
): Promise<OutlineEntry | undefined> {
  const outline = await loadOutline(context, map, variant);
  return outline.byPath(path) ?? outline.byPathIgnoringCase(path);
}

const addressOf = (map: SiteMap, variant: Variant, { path = '' }: OutlineEntry): string =>
  map.address.absolute(map.address.page(rootOfPage(map, variant, path), path));

function contentOf(map: SiteMap, variant: Variant, path: string, entry: OutlineEntry | undefined): FoundContent {
  const { site, variants } = map;
  const { siteSpace } = variant;
  const root = rootOfPage(map, variant, path === '' ? '' : (entry?.path ?? ''));
  const below = root === '' ? '' : `${root}/`;
  const base = map.address.page(root, '');
  return {
    organization: site.organizationId,
    site: site.id,
    ...(siteSpace.sectionId !== null && { siteSection: siteSpace.sectionId }),
    siteSpace: siteSpace.id,
    space: siteSpace.spaceId,
    pathname: `/${path}`,
    basePath: base.endsWith('/') ? base : `${base}/`,
    siteBasePath: map.address.basePath,
    complete: path !== '' || !variants.some((other) => other !== variant && other.root.startsWith(below)),
    canonicalUrl: map.address.absolute(map.address.page(root, path === '' ? '' : (entry?.path ?? path))),
    visibleSpaces: variants.map((one) => one.siteSpace.spaceId),
  };
}
