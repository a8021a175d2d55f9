import type { ResourceConsumer } from '../kernel/request-limits.ts';

/** Preview of a web page, for a link to it. */
export interface Embed {
  /** Title of the page; derived from the URL if the page has none. */
  readonly title: string;
  /** Name of the site, or its hostname. */
  readonly site: string;
  readonly description?: string;
  /** URLs of the site's icon and of the page's picture. */
  readonly icon?: string;
  readonly image?: string;
}

/** Previews foreign web pages. */
export interface Embeds {
  /**
   * Returns the preview of a page, bounded in bytes and time. A page that cannot or must not be fetched gets a preview
   * made from its URL.
   * @param url http or https
   * @throws ShareExhausted or PoolBusy if no place becomes free
   */
  of(url: string, consumer: ResourceConsumer): Promise<Embed>;
  /** Returns the preview of a page if it is cached, and whether the page could be read; does not fetch it. */
  known(url: string): { readonly embed: Embed; readonly isRead: boolean } | undefined;
  /** Makes a preview from the URL alone, without fetching the page. */
  fromUrl(url: string): Embed;
}
