import { Aggregate, type State } from '../kernel/aggregate.ts';
import { Invalid } from '../kernel/errors.ts';
import type { Id, OrganizationId, PageId, SiteId, SiteSectionId, SiteSpaceId, SiteRedirectId } from '../kernel/id.ts';
import { parseRedirectSource } from './redirect-source.ts';

/** Maximum number of redirects of a site. */
export const MAX_SITE_REDIRECTS = 10_000;

export type RedirectDestination =
  | { readonly kind: 'site-section'; readonly siteSectionId: SiteSectionId }
  | { readonly kind: 'site-space'; readonly siteSpaceId: SiteSpaceId }
  | { readonly kind: 'site-page'; readonly siteSpaceId: SiteSpaceId; readonly pageId: PageId }
  | { readonly kind: 'external'; readonly url: string };

export interface SiteRedirectState extends State {
  readonly id: SiteRedirectId;
  readonly organizationId: OrganizationId;
  readonly siteId: SiteId;
  /** Source as `parseRedirectSource` returns it; unique in the site. */
  readonly source: string;
  /** Section or site space of the destination; empty for an external one. */
  readonly target: Id | '';
  readonly destination: RedirectDestination;
  /** Tells whether browsers and search engines may cache the redirect. */
  readonly permanent: boolean;
  /** Tells whether the part that `*` matches is appended to the destination. */
  readonly captureWildcard: boolean;
  /** Disables the redirect. */
  readonly draft: boolean;
  readonly createdAt: string;
  /** Time of the last change; null before the first. */
  readonly updatedAt: string | null;
}

/** Input for a redirect. */
export interface RedirectInput extends Pick<SiteRedirectState, 'source' | 'destination'> {
  readonly permanent?: boolean | undefined;
  readonly captureWildcard?: boolean | undefined;
  readonly draft?: boolean | undefined;
}

const destinationTargetId = (destination: RedirectDestination): Id | '' =>
  destination.kind === 'external'
    ? ''
    : destination.kind === 'site-section'
      ? destination.siteSectionId
      : destination.siteSpaceId;

function requireSource(text: string): string {
  const read = parseRedirectSource(text);
  if ('problem' in read) throw Invalid.field('source', read.problem);
  return read.source;
}

/** Redirect from a path for which a site has no page. */
export class SiteRedirect extends Aggregate<SiteRedirectState> {
  static readonly kind = 'site redirect';
  static restore = (state: SiteRedirectState) => new SiteRedirect(state);

  /**
   * Creates a redirect, permanent by default.
   * @throws Invalid for an invalid source
   */
  static create({
    source,
    destination,
    permanent = true,
    captureWildcard = false,
    draft = false,
    ...of
  }: Pick<SiteRedirectState, 'id' | 'organizationId' | 'siteId' | 'createdAt'> & RedirectInput): SiteRedirect {
    const redirect = new SiteRedirect({
      ...of,
      source: requireSource(source),
      target: destinationTargetId(destination),
      destination,
      permanent,
      captureWildcard,
      draft,
      updatedAt: null,
    });
    redirect.record('site-redirect.added', { siteId: of.siteId, source: redirect.state.source });
    return redirect;
  }

  /**
   * Changes the redirect; absent fields stay unchanged.
   * @throws Invalid for an invalid source
   */
  change({ source, destination, ...flags }: Partial<RedirectInput>, at: string): void {
    const to = {
      ...(source !== undefined && { source: requireSource(source) }),
      ...(destination !== undefined && { destination, target: destinationTargetId(destination) }),
      ...Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)),
    };
    if (Object.keys(to).length > 0)
      this.apply({ ...to, updatedAt: at }, 'site-redirect.changed', {
        siteId: this.state.siteId,
        source: to.source ?? this.state.source,
      });
  }
  remove(): void {
    this.record('site-redirect.removed', { siteId: this.state.siteId, source: this.state.source });
  }
}
