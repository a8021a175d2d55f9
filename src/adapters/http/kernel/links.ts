import { SiteUrls, type SiteAddress } from '../../../domain/sites/site-urls.ts';

/**
 * Facts that presenters of resources need about the answer: URLs, always from the configured public origin and never from the
 * request, and what its reader may be shown.
 */
export class Links {
  readonly #origin: string;
  readonly #homes: SiteUrls;

  /** @param guest user who is shown no e-mail address but the own one; absent: a reader who is shown all */
  constructor(
    private readonly publicUrl: string,
    private readonly guest?: string,
  ) {
    this.#origin = publicUrl.replace(/\/+$/, '');
    this.#homes = new SiteUrls(publicUrl);
  }
  /** The same for a guest of an organization, who is shown no e-mail address of anybody else. */
  forGuest(userId: string): Links {
    return new Links(this.publicUrl, userId);
  }
  /** Tells whether the reader is shown the e-mail address of a user. */
  showsEmailOf(userId: string): boolean {
    return this.guest === undefined || this.guest === userId;
  }
  /** An address of this API: `api('spaces', id)` is `…/v1/spaces/{id}`. */
  api(...segments: readonly (string | number)[]): string {
    return this.#join('v1', segments);
  }
  /** The page that shows the same thing to a person. */
  app(...segments: readonly (string | number)[]): string {
    return this.#join('app', segments);
  }
  /** A published site, or a path within it. */
  site(site: SiteAddress, path = ''): string {
    return this.#homes.canonical(site) + path.split('/').map(encodeURIComponent).join('/');
  }
  /** Where a server gets a site that shows it among its own pages. */
  proxyTarget(site: Pick<SiteAddress, 'id'>): string {
    return this.#homes.proxyTarget(site);
  }
  /** The page by which whoever has an invite link comes in. */
  join(organizationId: string, inviteId: string): string {
    return this.#join('join', [organizationId, inviteId]);
  }
  /** Any other path of ours. */
  at(path: string): string {
    return this.#origin + path;
  }

  #join(first: string, segments: readonly (string | number)[]): string {
    return [this.#origin, first, ...segments.map((segment) => encodeURIComponent(segment))].join('/');
  }
}
