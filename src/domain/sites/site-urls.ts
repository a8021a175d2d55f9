import type { SiteState } from './site.ts';

/** What decides where readers come to a site. */
export type SiteAddress = Pick<SiteState, 'id' | 'basename' | 'servedHostname' | 'proxy'>;

/** Where readers come to sites: absolute URLs with a slash at the end, always from the configured public URL. */
export class SiteUrls {
  readonly #origin: string;
  readonly #hostnameUrl: (hostname: string) => string;

  /** @param publicUrl what the instance's own addresses begin with */
  constructor(publicUrl: string) {
    this.#origin = publicUrl.replace(/\/+$/, '');
    const { protocol, port } = new URL(publicUrl);
    this.#hostnameUrl = (hostname) => `${protocol}//${hostname}${port === '' ? '' : `:${port}`}/`;
  }

  /** By its basename, where every site is. */
  byBasename({ basename }: Pick<SiteAddress, 'basename'>): string {
    return `${this.#origin}/sites/${encodeURIComponent(basename)}/`;
  }
  /** At its hostname, where that is proven. */
  byHostname({ servedHostname }: Pick<SiteAddress, 'servedHostname'>): string | undefined {
    return servedHostname === null ? undefined : this.#hostnameUrl(servedHostname);
  }
  /** Behind the server that shows it among its own pages, where there is one. */
  byProxy({ proxy }: Pick<SiteAddress, 'proxy'>): string | undefined {
    return proxy === null ? undefined : `https://${proxy}/`;
  }
  /** Where that server gets it: pages there have the addresses that they have behind it. */
  proxyTarget({ id }: Pick<SiteAddress, 'id'>): string {
    return `${this.#origin}/proxied/${encodeURIComponent(id)}/`;
  }
  /** Its one true address: behind its proxy, else at its hostname, else by its basename. */
  canonical(site: SiteAddress): string {
    return this.byProxy(site) ?? this.byHostname(site) ?? this.byBasename(site);
  }
}
