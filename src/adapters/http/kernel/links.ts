import type Koa from 'koa';
import type { Reader } from '../../../application/kernel/authorizer.ts';
import { SiteUrls, type SiteAddress } from '../../../domain/sites/site-urls.ts';

/** Versions of the form of answers: that of the official client 0.130.0, and that of 0.202.0. */
export const API_VERSIONS = [1, 2] as const;
export type ApiVersion = (typeof API_VERSIONS)[number];

/**
 * Builds URLs for resources, from the configured public URL and never from the request, and tells what the reader may
 * see and which form of the answer is requested.
 */
export class Links {
  readonly #origin: string;
  readonly #homes: SiteUrls;

  /** @param guest ID of a reader who sees no e-mail address but their own; omitted for other readers */
  constructor(
    private readonly publicUrl: string,
    private readonly guest?: string,
    /** Requested form of the answer, where the clients contradict each other. */
    readonly version: ApiVersion = 1,
  ) {
    this.#origin = publicUrl.replace(/\/+$/, '');
    this.#homes = new SiteUrls(publicUrl);
  }
  /** Names everything that the links depend on. */
  get identity(): string {
    return JSON.stringify([this.publicUrl, this.guest, this.version]);
  }
  /** Returns links for a guest of an organization, who sees no e-mail addresses of others. */
  forGuest(userId: string): Links {
    return new Links(this.publicUrl, userId, this.version);
  }
  /** Returns links for an answer in another form. */
  forVersion(version: ApiVersion): Links {
    return version === this.version ? this : new Links(this.publicUrl, this.guest, version);
  }
  /** Tells whether the reader may see the e-mail address of a user. */
  showsEmailOf(userId: string): boolean {
    return this.guest === undefined || this.guest === userId;
  }
  /** Returns a URL of the API: `api('spaces', id)` is `…/v1/spaces/{id}`. */
  api(...segments: readonly (string | number)[]): string {
    return this.#join('v1', segments);
  }
  /** Returns the URL of the app's page for a resource. */
  app(...segments: readonly (string | number)[]): string {
    return this.#join('app', segments);
  }
  /** Returns the URL of a published site, or of a path within it. */
  site(site: SiteAddress, path = ''): string {
    return this.#homes.canonical(site) + path.split('/').map(encodeURIComponent).join('/');
  }
  /** Returns the URL from which a reverse proxy fetches a site that it shows among its own pages. */
  proxyTarget(site: Pick<SiteAddress, 'id'>): string {
    return this.#homes.proxyTarget(site);
  }
  /** Returns the URL of the page for joining with an invite link. */
  join(organizationId: string, inviteId: string): string {
    return this.#join('join', [organizationId, inviteId]);
  }
  /** Returns the URL of another path of the instance. */
  at(path: string): string {
    return this.#origin + path;
  }

  #join(first: string, segments: readonly (string | number)[]): string {
    let url = `${this.#origin}/${first}`;
    for (const segment of segments) url += `/${encodeURIComponent(segment)}`;
    return url;
  }
}

/** Returns the links for the answer to a request, in the form that it asks for and for its reader. */
export function linksFor(ctx: Koa.Context, links: Links): Links {
  const reader = ctx.state.reader as Reader | undefined;
  const versioned = links.forVersion(ctx.state.version as ApiVersion);
  return reader?.isGuest ? versioned.forGuest(reader.userId) : versioned;
}
