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
import type { PublishedSites, SiteResponse } from './published-sites.ts';
import { SiteAddress } from './site-address.ts';

/** What somebody asks who comes to a site. */
export interface SiteRequest {
  /** By its id: for the server that shows it among its own pages. */
  readonly by: SiteLocator;
  /** The path below the site, decoded; empty for the site itself. */
  readonly segments: readonly string[];
  /** Whether the path ended in a slash. */
  readonly slash: boolean;
  /** What is looked for on the page of the search. */
  readonly query: string;
  readonly credentials: Omit<VisitorCredentials, 'shareKey' | 'previewPass'>;
  /** Whether the token that was brought is in the address. */
  readonly hasTokenInAddress: boolean;
}

/** Where the reader is to go before there is an answer. */
export type Redirection =
  /** The token in the address is good: it is to be kept, and the same asked for without it. */
  | { readonly kind: 'enter'; readonly to: string }
  /** Readers prove themselves there. */
  | { readonly kind: 'sign-in'; readonly to: string };

export interface SiteVisit {
  readonly answer: SiteResponse | Redirection;
  /** Search engines and shared caches may have what is for everybody; nobody keeps what is for one visitor. */
  readonly audience: 'everybody' | 'anybody' | 'one';
  /** Whether the address itself opens the site, so that no other one may be told of it. */
  readonly isSecretUrl: boolean;
  readonly cookie: VisitorCookie;
}

/** What the reader is to bring again, to this site alone. */
export interface VisitorCookie {
  /** Path below which it is brought; without a slash at the end, but for the root. */
  readonly path: string;
  readonly isSecure: boolean;
  /** Keep the token that was brought, until then. */
  readonly tokenUntil?: string;
  /** Keep what was said. */
  readonly claims?: Claims;
}

/** Sites, as their readers come to them: who may come in, and by which way. */
export class SiteVisits {
  constructor(
    private readonly sites: SiteReads,
    private readonly homes: SiteUrls,
    private readonly visitors: Pick<VisitorIdentifier, 'identify'>,
    private readonly published: Pick<PublishedSites, 'answer'>,
    private readonly reads: Pick<Reads, 'library' | 'sitePublishingAuths'>,
  ) {}

  /** Undefined for a site that is unknown, not published, or not for this reader: all alike. */
  async read({
    by,
    segments: asked,
    slash,
    query,
    credentials,
    hasTokenInAddress,
  }: SiteRequest): Promise<SiteVisit | undefined> {
    const { root, segments, shareKey, previewPass } = parseEntryPoint(asked);
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
    // A key that is not the right one for this site opens nothing, whatever else is brought.
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
      }),
    };
  }

  /** Whether a hostname is a site's, published or not. */
  isHostname(hostname: string): Promise<boolean> {
    return this.sites.isProvenHostname(hostname);
  }

  /** Under which address the reader has the site; undefined for one that is no proxy's. */
  #homeFor(site: SiteState, by: SiteLocator): string | undefined {
    return 'id' in by
      ? this.homes.byProxy(site)
      : 'hostname' in by
        ? this.homes.byHostname(site)
        : this.homes.byBasename(site);
  }

  /** Where readers prove themselves, told what was asked for; undefined where there is no such place. */
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

  /** The site without spaces whose audience this person may not decide: a preview shows content to whoever has its address. */
  async #grantedTo(previewer: Viewer, found: PublishedSite): Promise<PublishedSite> {
    const ids = found.spaces.map(({ siteSpace }) => siteSpace.spaceId);
    if (ids.length === 0) return found;
    const { items } = await this.reads.library.listSpaces(previewer, { ids }, { limit: ids.length });
    const may = (standing: AccessFacts) =>
      isAllowed('space:grant', { level: effectiveLevel(standing), member: true, operator: false });
    const granted = new Set(items.flatMap(({ space, access: standing }) => (may(standing) ? [space.state.id] : [])));
    return { ...found, spaces: found.spaces.filter(({ siteSpace }) => granted.has(siteSpace.spaceId)) };
  }
}

const visitorCookie = (home: string, basePath: string): VisitorCookie => ({
  path: basePath.length > 1 ? basePath.slice(0, -1) : basePath,
  isSecure: home.startsWith('https:'),
});

/** What is there for whoever knows the address may be kept by those who asked; what depends on what was brought may not. */
function audienceOf({ visibility, adaptiveContent }: SiteState, { isPreviewing }: Visitor): SiteVisit['audience'] {
  if (isPreviewing || adaptiveContent || visibility === 'share-link' || visibility === 'visitor-auth') return 'one';
  return visibility === 'public' ? 'everybody' : 'anybody';
}
