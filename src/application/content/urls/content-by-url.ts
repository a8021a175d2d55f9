import { effectiveLevel } from '../../../domain/permissions/access-facts.ts';
import { NotFound } from '../../../domain/kernel/errors.ts';
import type { Id, OrganizationId } from '../../../domain/kernel/id.ts';
import { parseEntryPoint } from '../../../domain/sites/audience/audience-paths.ts';
import { SiteUrls } from '../../../domain/sites/site-urls.ts';
import { changeRequestView, type ChangeRequestView } from '../../change-requests/change-request-view.ts';
import { findChangeRequest } from '../../change-requests/find-change-request.ts';
import type { CollectionView } from '../../collections/collections.ts';
import { getPageById, getPageByPath, getPageInChangeRequestById } from '../content-queries.ts';
import type { PageView } from '../content-views.ts';
import { CONTENT_NEEDS, type ContentNeeds } from '../content-context.ts';
import { query, type QueryContext } from '../../kernel/use-case.ts';
import { onSelf, viewerOf, type SpaceFacts } from '../../kernel/scope.ts';
import { isPermittedOnSite } from '../../permissions/is-permitted.ts';
import { SiteAddress } from '../../sites/reader/site-address.ts';
import { buildSiteMap, matchExplicitPath, matchPagePaths, type SitePathMatch } from '../../sites/reader/site-map.ts';
import type { SpaceView } from '../../spaces/space-view.ts';
import { parseUrl, type SiteLocation } from './parse-url.ts';

/** Content behind a URL. `guest` is the caller, when they are a guest in the space's organization. */
export type UrlContent =
  | { readonly collection: CollectionView }
  | {
      readonly space: SpaceView;
      readonly changeRequest?: ChangeRequestView;
      readonly page?: PageView;
      readonly guest?: Id;
    };

type Context = QueryContext<'self', ContentNeeds | 'publicUrl'>;
type SpaceContext = QueryContext<{ readonly space: Id }, ContentNeeds>;
const AS_STORED = { metadata: true, computed: true, evaluated: false, dereferenced: false } as const;

/**
 * Gets the collection, space, change request or page behind a URL of the app or of a site. Fetches nothing. Fails with
 * `NotFound` for URLs of other hosts and content that the caller cannot see.
 */
export const getContentByUrl = query<{ url: string }>()({
  name: 'getContentByUrl',
  requires: 'self:within',
  scope: onSelf,
  needs: [...CONTENT_NEEDS, 'publicUrl'],
  async run(context, { url }): Promise<UrlContent> {
    const meant = parseUrl(context.publicUrl, url);
    if (meant === undefined) throw new NotFound('content');
    if ('site' in meant) return findInSite(context, meant.site);
    const { app } = meant;
    if ('collection' in app) return { collection: await findCollection(context, app.collection) };
    const [view, inSpace] = await findSpace(context, app.space);
    const { changeRequest: request, page: pageId } = app;
    const of = { spaceId: app.space, ...AS_STORED };
    const changeRequest =
      request === undefined
        ? undefined
        : changeRequestView(await findChangeRequest(inSpace, { spaceId: app.space, changeRequestId: request }));
    const page =
      pageId === undefined
        ? undefined
        : await (request === undefined
            ? getPageById.run(inSpace, { ...of, pageId })
            : getPageInChangeRequestById.run(inSpace, { ...of, changeRequestId: request, pageId }));
    return { space: view, ...guestOf(inSpace), ...(changeRequest && { changeRequest }), ...(page && { page }) };
  },
});

const guestOf = ({ scope: { access, caller } }: QueryContext<{ readonly space: Id }>): { readonly guest?: Id } =>
  access.role === null && !caller.operator ? { guest: caller.userId } : {};

/** Tells whether the caller's credential is valid for the organization and meets its requirement of SSO. */
async function canReachOrganization(
  { read, scope: { caller } }: Context,
  organizationId: OrganizationId,
): Promise<boolean> {
  if (caller.confinedTo !== null && caller.confinedTo !== organizationId) return false;
  const root = await read.spacesOf.organizationAccess(viewerOf(caller, organizationId));
  return root !== undefined && !root.ssoRequired;
}

async function findCollection(context: Context, id: Id): Promise<CollectionView> {
  const {
    read,
    scope: { caller },
  } = context;
  const organizationId = (await read.collections.find({ id }))?.snapshot().organizationId;
  const found =
    organizationId !== undefined && (await canReachOrganization(context, organizationId))
      ? await read.spacesOf.findCollection({ organizationId, userId: caller.userId }, id)
      : undefined;
  const level = found && effectiveLevel(found.access);
  if (found === undefined || level === undefined) throw new NotFound('content');
  return { collection: found.collection, level };
}

/** Finds a space that the caller can see, and the context for reading its content. */
async function findSpace(context: Context, id: Id): Promise<readonly [SpaceView, SpaceContext]> {
  const {
    read,
    scope: { caller },
  } = context;
  const organizationId = (await read.spaces.find({ id, deletedAt: null }))?.snapshot().organizationId;
  const [found] =
    organizationId !== undefined && (await canReachOrganization(context, organizationId))
      ? (await read.spacesOf.listSpaces(viewerOf(caller, organizationId), { ids: [id] }, { limit: 1 })).items
      : [];
  const level = found && effectiveLevel(found.access);
  if (organizationId === undefined || found === undefined || level === undefined) throw new NotFound('content');
  const facts: SpaceFacts = { caller, organizationId, level, access: found.access, space: found.space };
  return [
    { space: found.space, level },
    { ...context, scope: facts },
  ];
}

/**
 * Finds the space and page that a site shows at a path, by the caller's own permissions, whatever the audience of the
 * site. A path may spell out more than the canonical one.
 */
async function findInSite(context: Context, { by, segments: requestedSegments }: SiteLocation): Promise<UrlContent> {
  const {
    read,
    publicUrl,
    scope: { caller },
  } = context;
  const published = await read.sitesOf.findPublished(by, true);
  if (
    published === undefined ||
    !(await isPermittedOnSite(read, 'site:view', viewerOf(caller, published.site.organizationId), published.site.id))
  )
    throw new NotFound('content');
  const { segments } = parseEntryPoint(requestedSegments);
  const map = buildSiteMap(published, new SiteAddress(new SiteUrls(publicUrl).canonical(published.site)));
  for (const match of [...matchPagePaths(map, segments), matchExplicitPath(map, segments)]) {
    const found = await findInVariant(context, match).catch(undefinedWhenNotFound);
    if (found !== undefined) return found;
  }
  throw new NotFound('content');
}

async function findInVariant(context: Context, { variant, path }: SitePathMatch): Promise<UrlContent | undefined> {
  if (variant === undefined) return undefined;
  const { spaceId } = variant.siteSpace;
  const [space, inSpace] = await findSpace(context, spaceId);
  return {
    space,
    ...guestOf(inSpace),
    ...(path !== '' && { page: await getPageByPath.run(inSpace, { spaceId, pagePath: path, ...AS_STORED }) }),
  };
}

function undefinedWhenNotFound(error: unknown): undefined {
  if (!(error instanceof NotFound)) throw error;
}
