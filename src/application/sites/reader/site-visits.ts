import type { OrganizationId } from '../../../domain/kernel/id.ts';
import { isAllowed } from '../../../domain/permissions/policy.ts';
import { effectiveLevel, type AccessFacts } from '../../../domain/permissions/access-facts.ts';
import { parseEntryPoint } from '../../../domain/sites/audience/audience-paths.ts';
import type { SiteUrls } from '../../../domain/sites/site-urls.ts';
import type { SiteState } from '../../../domain/sites/site.ts';
import { canRead, type Visitor } from '../../../domain/sites/audience/visitor.ts';
import type { PublishedSite, SiteLocator, SiteReads } from '../../../ports/sites/site-reads.ts';
import type { Viewer } from '../../../ports/kernel/viewer.ts';
import type { Reads } from '../../kernel/services.ts';
import { getPublishingAuth } from '../audience/publishing-auth.ts';
import type { VisitorIdentifier } from '../audience/visitors.ts';
import { ROBOTS_FILE, robotsFile } from './formats/robots.ts';
import type { PublishedSites } from './published-sites.ts';
import type { RecentVisits } from './recent-visits.ts';
import type { SitePath } from './site-path.ts';
import type { SiteRequest, SiteVisit, VisitorCookie } from './site-visit.ts';
import { SiteAddress } from './site-address.ts';

/** Entry point for visitors of sites: identifies them, decides on access and answers. */
export class SiteVisits {
  constructor(
    private readonly sites: SiteReads,
    private readonly homes: SiteUrls,
    private readonly visitors: Pick<VisitorIdentifier, 'identify'>,
    private readonly published: Pick<PublishedSites, 'answer'>,
    private readonly reads: Pick<Reads, 'spacesOf' | 'sitePublishingAuths'>,
    private readonly recent: Pick<RecentVisits, 'get'>,
  ) {}

  /** Answers a request. Undefined alike for a site that is unknown, not published, or not for this visitor. */
  read(request: SiteRequest): Promise<SiteVisit | undefined> {
    return this.recent.get(request, () => this.#read(request));
  }

  async #read({
    by,
    segments: requestedSegments,
    credentials,
    hasTokenInAddress,
    ...request
  }: SiteRequest): Promise<{ readonly visit: SiteVisit; readonly organizationId: OrganizationId } | undefined> {
    const { root, segments, shareKey, previewPass } = parseEntryPoint(requestedSegments);
    const found = await this.sites.findPublished(by, previewPass !== undefined);
    const here = found && this.#homeFor(found.site, by);
    if (found === undefined || here === undefined) return undefined;
    const { site } = found;
    const { organizationId } = site;
    const requested = { ...request, segments };
    const { visitor, token, previewer, unsignedClaims } = await this.visitors.identify(site, {
      ...credentials,
      shareKey,
      previewPass,
    });
    const address = new SiteAddress(here + root, root === '' ? this.homes.canonical(site) : undefined);
    const cookie = visitorCookie(address);
    const reading = {
      audience: audienceOf(site, visitor),
      // Robots of a public site with adaptive content read what visitors without claims see.
      isIndexable: site.visibility === 'public' && root === '',
      isSecretUrl: root !== '',
      isPreview: previewPass !== undefined,
      cookie: { ...cookie, ...(unsignedClaims !== undefined && { claims: unsignedClaims }) },
    };
    // A wrong key in the URL denies access whatever the other credentials are.
    const hasRightKey =
      (shareKey === undefined || visitor.hasShareKey) && (previewPass === undefined || visitor.isPreviewing);
    if (!hasRightKey || !canRead(site, visitor)) {
      const answer =
        root === '' && !hasTokenInAddress && site.visibility === 'visitor-auth' && site.published
          ? await this.#signIn(site, address, requested)
          : undefined;
      return answer && { organizationId, visit: { ...reading, answer } };
    }
    if (token !== undefined && hasTokenInAddress) {
      const to = address.page('', segments.join('/')) + endOf(requested);
      const entered = { ...reading.cookie, tokenUntil: token.expiresAt };
      return { organizationId, visit: { ...reading, answer: { kind: 'enter', to }, cookie: entered } };
    }
    const shown = previewer === undefined ? found : await this.#grantedTo(previewer, found);
    const answer = await this.published.answer(shown, { ...requested, visitor, address });
    return { organizationId, visit: { ...reading, answer } };
  }

  /** Tells whether a hostname belongs to a site, published or not. */
  isHostname(hostname: string): Promise<boolean> {
    return this.sites.isProvenHostname(hostname);
  }

  /**
   * Returns the URL under which the reader accesses the site; undefined when the site is not set up for this kind of
   * access.
   */
  #homeFor(site: SiteState, by: SiteLocator): string | undefined {
    return 'id' in by
      ? this.homes.byProxy(site)
      : 'hostname' in by
        ? this.homes.byHostname(site)
        : this.homes.byBasename(site);
  }

  /**
   * Redirects a visitor without a token to the login page with the requested location; undefined when the site has no
   * login page. Robots, which cannot sign in, receive their rules.
   */
  async #signIn(site: SiteState, address: SiteAddress, path: SitePath): Promise<SiteVisit['answer'] | undefined> {
    const { fallbackURL } = (await getPublishingAuth(this.reads, site.id, site.organizationId)).snapshot();
    if (fallbackURL === null) return undefined;
    if (!path.endsWithSlash && path.segments.join('/') === ROBOTS_FILE) return robotsFile({ site, address });
    const url = new URL(fallbackURL);
    const segments = path.segments.map((segment) => encodeURIComponent(segment.toWellFormed()));
    url.searchParams.set('location', `/${segments.join('/')}${endOf(path)}`);
    return { kind: 'sign-in', to: url.href };
  }

  /**
   * Limits a preview to the spaces whose audience the previewing user may decide, because anyone with the URL can read
   * it.
   */
  async #grantedTo(previewer: Viewer, found: PublishedSite): Promise<PublishedSite> {
    const ids = found.spaces.map(({ siteSpace }) => siteSpace.spaceId);
    if (ids.length === 0) return found;
    const { items } = await this.reads.spacesOf.listSpaces(previewer, { ids }, { limit: ids.length });
    const mayGrant = (access: AccessFacts) =>
      isAllowed('space:grant', { level: effectiveLevel(access), member: true, operator: false });
    const granted = new Set(items.flatMap(({ space, access }) => (mayGrant(access) ? [space.state.id] : [])));
    return { ...found, spaces: found.spaces.filter(({ siteSpace }) => granted.has(siteSpace.spaceId)) };
  }
}

/** Slash at the end of a path, unless it is that of the site itself. */
const endOf = ({ segments, endsWithSlash }: SitePath): string => (endsWithSlash && segments.length > 0 ? '/' : '');

const visitorCookie = ({ here, basePath }: SiteAddress): VisitorCookie => ({
  path: basePath.length > 1 ? basePath.slice(0, -1) : basePath,
  isSecure: here.startsWith('https:'),
});

/**
 * Decides the cache scope of a site. Responses that depend on credentials are `one`; those that depend on knowing the
 * URL only are `anybody`.
 */
function audienceOf({ visibility, adaptiveContent }: SiteState, { isPreviewing }: Visitor): SiteVisit['audience'] {
  if (isPreviewing || adaptiveContent || visibility === 'share-link' || visibility === 'visitor-auth') return 'one';
  return visibility === 'public' ? 'public' : 'anybody';
}
