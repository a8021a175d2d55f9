import type { SiteState } from './site.ts';

/** Fields that determine the URLs of a site. */
export type SiteAddress = Pick<SiteState, 'id' | 'basename' | 'servedHostname' | 'proxy'>;

/** URLs of sites: absolute with a trailing slash, built from the configured public URL. */
export class SiteUrls {
  readonly #origin: string;
  readonly #hostnameUrl: (hostname: string) => string;

  /**
   * Creates the URLs.
   * @param publicUrl base of the instance's own URLs
   */
  constructor(publicUrl: string) {
    this.#origin = publicUrl.replace(/\/+$/, '');
    const { protocol, port } = new URL(publicUrl);
    this.#hostnameUrl = (hostname) => `${protocol}//${hostname}${port === '' ? '' : `:${port}`}/`;
  }

  /** Returns the URL with the basename, at which every site is available. */
  byBasename({ basename }: Pick<SiteAddress, 'basename'>): string {
    return `${this.#origin}/sites/${encodeURIComponent(basename)}/`;
  }
  /** Returns the URL with the hostname; undefined unless the hostname is proven. */
  byHostname({ servedHostname }: Pick<SiteAddress, 'servedHostname'>): string | undefined {
    return servedHostname === null ? undefined : this.#hostnameUrl(servedHostname);
  }
  /** Returns the URL behind the proxy; undefined if there is no proxy. */
  byProxy({ proxy }: Pick<SiteAddress, 'proxy'>): string | undefined {
    return proxy === null ? undefined : `https://${proxy}/`;
  }
  /** Returns the URL from which a proxy fetches the site; links on its pages use the proxy's address. */
  proxyTarget({ id }: Pick<SiteAddress, 'id'>): string {
    return `${this.#origin}/proxied/${encodeURIComponent(id)}/`;
  }
  /** Returns the canonical URL: behind the proxy, otherwise with the hostname, otherwise with the basename. */
  canonical(site: SiteAddress): string {
    return this.byProxy(site) ?? this.byHostname(site) ?? this.byBasename(site);
  }
}
