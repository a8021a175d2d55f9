import type { SiteState } from './site.ts';

/** What decides where readers come to a site. */
export type SitePlace = Pick<SiteState, 'id' | 'basename' | 'servedHostname' | 'proxy'>;

/** Where readers come to sites: absolute URLs with a slash at the end, always from the configured public URL. */
export class SiteHomes {
  readonly #origin: string;
  readonly #hosted: (hostname: string) => string;

  /** @param publicUrl what the instance's own addresses begin with */
  constructor(publicUrl: string) {
    this.#origin = publicUrl.replace(/\/+$/, '');
    const { protocol, port } = new URL(publicUrl);
    this.#hosted = (hostname) => `${protocol}//${hostname}${port === '' ? '' : `:${port}`}/`;
  }

  /** By its basename, where every site is. */
  own({ basename }: Pick<SitePlace, 'basename'>): string {
    return `${this.#origin}/sites/${encodeURIComponent(basename)}/`;
  }
  /** At its hostname, where that is proven. */
  hosted({ servedHostname }: Pick<SitePlace, 'servedHostname'>): string | undefined {
    return servedHostname === null ? undefined : this.#hosted(servedHostname);
  }
  /** Behind the server that shows it among its own pages, where there is one. */
  proxied({ proxy }: Pick<SitePlace, 'proxy'>): string | undefined {
    return proxy === null ? undefined : `https://${proxy}/`;
  }
  /** Where that server gets it: pages there have the addresses that they have behind it. */
  proxyTarget({ id }: Pick<SitePlace, 'id'>): string {
    return `${this.#origin}/proxied/${encodeURIComponent(id)}/`;
  }
  /** Its one true address: behind its proxy, else at its hostname, else by its basename. */
  published(site: SitePlace): string {
    return this.proxied(site) ?? this.hosted(site) ?? this.own(site);
  }
}
