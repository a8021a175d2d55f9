import { digestOf } from '../../../domain/content/objects/hash.ts';
import { NotFound } from '../../../domain/kernel/errors.ts';
import { parseEntryPoint } from '../../../domain/sites/audience/audience-paths.ts';
import { SiteUrls } from '../../../domain/sites/site-urls.ts';
import type { SiteState } from '../../../domain/sites/site.ts';
import { canRead, type Claims } from '../../../domain/sites/audience/visitor.ts';
import type { VisitorProof } from '../../../domain/sites/audience/visitor-proof.ts';
import type { Caller } from '../../../ports/permissions.ts';
import type { PublishedSite, SiteLocator } from '../../../ports/sites/site-reads.ts';
import { query, type QueryContext } from '../../kernel/use-case.ts';
import { viewerOf, inPublic } from '../../kernel/scope.ts';
import { isPermitted } from '../../permissions/is-permitted.ts';
import { issueContentToken } from '../../sites/audience/content-tokens.ts';
import { getPublishingAuth } from '../../sites/audience/publishing-auth.ts';
import { SiteAddress } from '../../sites/reader/site-address.ts';
import { buildSiteMap } from '../../sites/reader/site-map.ts';
import { VisitorIdentifier, type IdentifiedVisitor } from '../../sites/audience/visitors.ts';
import { parseUrl, type SiteLocation } from './parse-url.ts';
import { findPublishedContent, type PublishedSiteContent } from './published-content.ts';

interface VisitorPayload {
  readonly type?: 'human' | 'agent' | undefined;
  readonly jwtToken?: string | undefined;
  readonly unsignedClaims?: Claims | undefined;
}

/** Content that a site shows to a visitor at a URL, or the URL of a redirect. */
export type PublishedUrlContent =
  | { readonly target: 'content'; readonly redirect: string }
  | { readonly target: 'external'; readonly site: string; readonly redirect: string }
  | (PublishedSiteContent & {
      readonly shareKey?: string;
      /** Digest of the visitor's claims; absent for sites that show the same to everybody. */
      readonly contextId?: string;
      /** Content token of the visitor. */
      readonly apiToken: string;
    });

interface ResolveInput {
  readonly url: string;
  readonly redirectOnError?: boolean | undefined;
  readonly visitor?: VisitorPayload | undefined;
}

const NEEDS = [
  'publicUrl',
  'clock',
  'tokens',
  'sealer',
  'attempts',
  'secretBox',
  'visitorTokens',
  'claims',
  'siteContent',
  'computedOutlines',
] as const;
type Context = QueryContext<'public', (typeof NEEDS)[number]>;

/**
 * Gets what a site shows to a visitor at a URL, or the URL to which the visitor is redirected.
 *
 * The visitor is identified by the token and claims in the body. An API token is optional: callers who may see the site
 * are not asked for anything more. The path of a URL at which the site has no page is returned in `pathname`.
 *
 * `apiToken` is a content token: a JSON Web Token that reads the content of this site through the API as the visitor
 * sees it, and nothing else. It is valid for an hour, or until `visitor.jwtToken` expires, but at least for three
 * minutes; it stops working when the site is unpublished or what admitted the visitor no longer does.
 *
 * Fails with `NotFound` for URLs of no site and for sites that the visitor cannot read; with `redirectOnError`, the
 * response is a redirect to the login page of the site instead.
 */
export const resolvePublishedContentByUrl = query<{ body: ResolveInput }>()({
  name: 'resolvePublishedContentByUrl',
  requires: 'nothing',
  identifiesCaller: true,
  scope: inPublic,
  needs: NEEDS,
  run: (context, { body }): Promise<PublishedUrlContent> => resolveContent(context, body),
});

/**
 * Gets what a site shows at a URL to a visitor with a token, as `resolvePublishedContentByUrl` does, which replaces this
 * operation.
 */
export const getPublishedContentByUrl = query<{
  url: string;
  visitorAuthToken?: string;
  redirectOnError?: boolean;
}>()({
  name: 'getPublishedContentByUrl',
  requires: 'nothing',
  identifiesCaller: true,
  scope: inPublic,
  needs: NEEDS,
  run: (context, { url, visitorAuthToken, redirectOnError }): Promise<PublishedUrlContent> =>
    resolveContent(context, { url, redirectOnError, visitor: { jwtToken: visitorAuthToken } }),
});

async function resolveContent(
  context: Context,
  { url, redirectOnError = false, visitor: payload = {} }: ResolveInput,
): Promise<PublishedUrlContent> {
  const { published, home, location } = await findSite(context, url);
  const { site } = published;
  const { root, segments, shareKey, previewPass } = parseEntryPoint(location.segments);
  const identified = await new VisitorIdentifier(context).identify(site, {
    shareKey,
    token: payload.jwtToken ?? location.token,
    storedClaims: payload.unsignedClaims,
    address: context.address,
  });
  const member = await findMember(context, site);
  const visitor = { ...identified.visitor, isMember: member !== undefined };
  if (previewPass !== undefined || (shareKey !== undefined && !visitor.hasShareKey) || !canRead(site, visitor)) {
    const { fallbackURL } = (await getPublishingAuth(context.read, site.id, site.organizationId)).snapshot();
    if (redirectOnError && site.visibility === 'visitor-auth' && fallbackURL !== null)
      return { target: 'external', site: site.id, redirect: fallbackURL };
    throw new NotFound('content');
  }
  const canonical = root === '' ? new SiteUrls(context.publicUrl).canonical(site) : undefined;
  const map = buildSiteMap(published, new SiteAddress(home + root, canonical), visitor);
  const shown = await findPublishedContent(context, map, { ...location, segments });
  if (shown === undefined) throw new NotFound('content');
  if ('redirect' in shown)
    return shown.target === 'external'
      ? { target: 'external', site: site.id, redirect: shown.redirect }
      : { target: 'content', redirect: shown.redirect };
  const { visibleSpaces, ...content } = shown;
  const apiToken = await issueContentToken(
    context,
    {
      site,
      visitor,
      proof: await proofOf(context, site, { identified, shareKey, member }),
      siteSectionId: content.siteSection,
      siteSpaceId: content.siteSpace,
      spaceId: content.space,
      spaceIds: visibleSpaces,
      visitorExpiresAt: identified.token?.expiresAt,
    },
    context.now,
  );
  return {
    ...content,
    ...(shareKey !== undefined && { shareKey }),
    ...(visitor.claims !== undefined && { contextId: digestOf(JSON.stringify(visitor.claims)).slice(0, 20) }),
    apiToken,
  };
}

interface FoundSite {
  readonly published: PublishedSite;
  /** Address of the site by the name in the URL, with a slash at the end. */
  readonly home: string;
  readonly location: SiteLocation;
}

/** Finds the published site of a URL. @throws NotFound */
async function findSite({ publicUrl, read }: Context, url: string): Promise<FoundSite> {
  const parsed = parseUrl(publicUrl, url);
  const location = parsed !== undefined && 'site' in parsed ? parsed.site : undefined;
  const published = location && (await read.sitesOf.findPublished(location.by));
  const home = published && homeFor(publicUrl, published.site, location.by);
  if (location === undefined || published === undefined || home === undefined) throw new NotFound('content');
  return { published, home, location };
}

/** Finds the caller, if there is one who may see the sites of the organization. */
async function findMember({ read, scope: { caller } }: Context, site: SiteState): Promise<Caller | undefined> {
  const { organizationId } = site;
  if (caller === undefined || (caller.confinedTo !== null && caller.confinedTo !== organizationId)) return undefined;
  return (await isPermitted(read, 'sites:view', viewerOf(caller, organizationId))) ? caller : undefined;
}

/** Returns what admits the visitor to the site. */
async function proofOf(
  { read, tokens }: Context,
  { id, visibility }: SiteState,
  {
    identified,
    shareKey,
    member,
  }: {
    readonly identified: IdentifiedVisitor;
    readonly shareKey: string | undefined;
    readonly member: Caller | undefined;
  },
): Promise<VisitorProof> {
  if (visibility === 'share-link' && shareKey !== undefined) {
    const link = await read.siteShareLinks.find({ keyHash: tokens.hash(shareKey), siteId: id, active: true });
    if (link !== undefined) return { kind: 'share-link', shareLinkId: link.id };
  }
  if (visibility === 'visitor-auth' && identified.proof !== undefined) return identified.proof;
  return member === undefined || visibility === 'public' || visibility === 'unlisted'
    ? { kind: 'open' }
    : { kind: 'member', userId: member.userId, via: member.via };
}

function homeFor(publicUrl: string, site: SiteState, by: SiteLocator): string | undefined {
  const homes = new SiteUrls(publicUrl);
  return 'hostname' in by ? homes.byHostname(site) : homes.byBasename(site);
}
