import { isAllowed } from '../../../domain/permissions/policy.ts';
import { effectiveLevel, type AccessFacts } from '../../../domain/permissions/access-facts.ts';
import { parseEntryPoint } from '../../../domain/sites/audience/audience-paths.ts';
import type { SiteUrls } from '../../../domain/sites/site-urls.ts';
import type { SiteState } from '../../../domain/sites/site.ts';
import { canRead, type Claims, type Visitor } from '../../../domain/sites/audience/visitor.ts';
import type { PublishedSite, SiteLocator, SiteReads } from '../../../ports/sites/site-reads.ts';
import type { Viewer } from '../../../ports/kernel/viewer.ts';
import type { Reads } from '../../kernel/services.ts';
import { getPublishingAuth } from '../audience/publishing-auth.ts';
import type { VisitorCredentials, VisitorIdentifier } from '../audience/visitors.ts';
import type { FeedbackSubmission } from './page-feedback.ts';
import type { SearchPageQuery } from './reader-search-pages.ts';
import type { PublishedSites } from './published-sites.ts';
import { SiteAddress } from './site-address.ts';
import type { SiteResponse } from './site-response.ts';

/** Request of an unidentified visitor to a site. */
export interface SiteRequest {
  /** Locator of the site; an id is sent by a reverse proxy that serves the site below its own host. */
  readonly by: SiteLocator;
  /** Decoded path segments below the site; empty for the site itself. */
  readonly segments: readonly string[];
  /** True when the path ended in a slash. */
  readonly slash: boolean;
  /** Query of the search page. */
  readonly query: SearchPageQuery;
  /** True if the client prefers the Markdown of a page. */
  readonly prefersMarkdown: boolean;
  /** Feedback that the request submits. */
  readonly feedback?: FeedbackSubmission | undefined;
  readonly credentials: Omit<VisitorCredentials, 'shareKey' | 'previewPass'>;
  /** True when the token came in the URL. */
  readonly hasTokenInAddress: boolean;
}

/** Redirect that precedes the response. */
export type Redirection =
  /** The token in the URL is valid: store it in a cookie and request the URL without it. */
  | { readonly kind: 'enter'; readonly to: string }
  /** Login page of the site. */
  | { readonly kind: 'sign-in'; readonly to: string };

export interface SiteVisit {
  readonly answer: SiteResponse | Redirection;
  /** Cache scope: `everybody` may be indexed and cached by shared caches, `one` must not be stored. */
  readonly audience: 'everybody' | 'anybody' | 'one';
  /** True when the URL itself grants access and must not leak to other sites. */
  readonly isSecretUrl: boolean;
  readonly cookie: VisitorCookie;
}

/** Cookies for the visitor, scoped to the site. */
export interface VisitorCookie {
  /** Path of the cookie, without a trailing slash except for the root. */
  readonly path: string;
  readonly isSecure: boolean;
  /** Expiry of the cookie with the visitor's token. */
  readonly tokenUntil?: string;
  /** Claims to store in the cookie. */
  readonly claims?: Claims;
}

/** Entry point for visitors of sites: identifies them, decides on access and answers. */
export class SiteVisits {
  constructor(
    private readonly sites: SiteReads,
    private readonly homes: SiteUrls,
    private readonly visitors: Pick<VisitorIdentifier, 'identify'>,
    private readonly published: Pick<PublishedSites, 'answer'>,
    private readonly reads: Pick<Reads, 'library' | 'sitePublishingAuths'>,
  ) {}

  /** Answers a request. Undefined alike for a site that is unknown, not published, or not for this visitor. */
  async read({
    by,
    segments: requestedSegments,
    slash,
    query,
    prefersMarkdown,
    feedback,
    credentials,
    hasTokenInAddress,
  }: SiteRequest): Promise<SiteVisit | undefined> {
    const { root, segments, shareKey, previewPass } = parseEntryPoint(requestedSegments);
    const found = await this.sites.findPublished(by, previewPass !== undefined);
    const here = found && this.#homeFor(found.site, by);
    if (found === undefined || here === undefined) return undefined;
    const { site } = found;
    const { visitor, token, previewer, unsignedClaims } = await this.visitors.identify(site, {
      ...credentials,
      shareKey,
      previewPass,
    });
    const address = new SiteAddress(here + root);
    const cookie = visitorCookie(here + root, address.basePath);
    const reading = {
      audience: audienceOf(site, visitor),
      isSecretUrl: root !== '',
      cookie: { ...cookie, ...(unsignedClaims !== undefined && { claims: unsignedClaims }) },
    };
    // A wrong key in the URL denies access whatever the other credentials are.
    const hasRightKey =
      (shareKey === undefined || visitor.hasShareKey) && (previewPass === undefined || visitor.isPreviewing);
    if (!hasRightKey || !canRead(site, visitor)) {
      const to =
        root === '' && !hasTokenInAddress && site.visibility === 'visitor-auth' && site.published
          ? await this.#signIn(site, segments, slash)
          : undefined;
      return to === undefined ? undefined : { ...reading, answer: { kind: 'sign-in', to } };
    }
    if (token !== undefined && hasTokenInAddress) {
      const to = address.page('', segments.join('/')) + (slash && segments.length > 0 ? '/' : '');
      return { ...reading, answer: { kind: 'enter', to }, cookie: { ...reading.cookie, tokenUntil: token.expiresAt } };
    }
    const shown = previewer === undefined ? found : await this.#grantedTo(previewer, found);
    return {
      ...reading,
      answer: await this.published.answer(shown, {
        visitor,
        here: here + root,
        home: root === '' ? this.homes.canonical(site) : here + root,
        segments,
        slash,
        query,
        prefersMarkdown,
        feedback,
      }),
    };
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

  /** Builds the URL of the login page with the requested location; undefined when the site has none. */
  async #signIn(
    { id, organizationId }: SiteState,
    segments: readonly string[],
    slash: boolean,
  ): Promise<string | undefined> {
    const { fallbackURL } = (await getPublishingAuth(this.reads, id, organizationId)).snapshot();
    if (fallbackURL === null) return undefined;
    const url = new URL(fallbackURL);
    url.searchParams.set(
      'location',
      `/${segments.map((segment) => encodeURIComponent(segment.toWellFormed())).join('/')}${slash && segments.length > 0 ? '/' : ''}`,
    );
    return url.href;
  }

  /**
   * Limits a preview to the spaces whose audience the previewing user may decide, because anyone with the URL can read
   * it.
   */
  async #grantedTo(previewer: Viewer, found: PublishedSite): Promise<PublishedSite> {
    const ids = found.spaces.map(({ siteSpace }) => siteSpace.spaceId);
    if (ids.length === 0) return found;
    const { items } = await this.reads.library.listSpaces(previewer, { ids }, { limit: ids.length });
    const mayGrant = (access: AccessFacts) =>
      isAllowed('space:grant', { level: effectiveLevel(access), member: true, operator: false });
    const granted = new Set(items.flatMap(({ space, access }) => (mayGrant(access) ? [space.state.id] : [])));
    return { ...found, spaces: found.spaces.filter(({ siteSpace }) => granted.has(siteSpace.spaceId)) };
  }
}

const visitorCookie = (home: string, basePath: string): VisitorCookie => ({
  path: basePath.length > 1 ? basePath.slice(0, -1) : basePath,
  isSecure: home.startsWith('https:'),
});

/**
 * Decides the cache scope of a site. Responses that depend on credentials are `one`; those that depend on knowing the
 * URL only are `anybody`.
 */
function audienceOf({ visibility, adaptiveContent }: SiteState, { isPreviewing }: Visitor): SiteVisit['audience'] {
  if (isPreviewing || adaptiveContent || visibility === 'share-link' || visibility === 'visitor-auth') return 'one';
  return visibility === 'public' ? 'everybody' : 'anybody';
}
