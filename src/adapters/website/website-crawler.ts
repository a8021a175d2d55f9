import { Invalid } from '../../domain/kernel/errors.ts';
import { FetchError, FetchBlocked, type FetchResponse } from '../../ports/kernel/guarded-fetch.ts';
import { UnreadableDocument } from '../workers/worker-errors.ts';
import type { LostResource } from '../../ports/imports/web-import.ts';
import type { Downloads } from './downloads.ts';
import { USER_AGENT } from './limits.ts';
import { pageKey, ImportScope, parseWebUrl } from './page-url.ts';
import type { PageReader } from './page-reader.ts';
import type { PageText } from './page/page-text.ts';
import { Robots } from './robots.ts';
import { readSitemap } from './sitemap.ts';

/** Page of the website that was read. */
export interface CrawledPage {
  readonly url: URL;
  readonly text: PageText;
}

export interface CrawlResult {
  readonly scope: ImportScope;
  /** Pages in the order in which they were found. */
  readonly pages: readonly CrawledPage[];
  /** Finds the page that a URL leads to. */
  readonly pageAt: (url: URL) => CrawledPage | undefined;
  /** Number of pages that were found, read or not. */
  readonly found: number;
  /** Pages that were found and not read. */
  readonly lost: readonly LostResource[];
}

type PageOutcome = CrawledPage | 'missed' | 'elsewhere' | { readonly sameAs: string };
interface CrawlEntry {
  readonly key: string;
  readonly url: URL;
  outcome?: PageOutcome;
}

const HTML = 'text/html, application/xhtml+xml;q=0.9';

/**
 * Reads the requested page.
 *
 * @throws Invalid on `url` when the page cannot be fetched
 */
export async function readStartPage(
  downloads: Downloads,
  reader: PageReader,
  url: string,
  format: 'html' | 'markdown',
  mark: string,
): Promise<CrawledPage> {
  const reject = (why: string): never => {
    throw Invalid.field('url', why);
  };
  try {
    const found = await downloads.get(
      url,
      downloads.limits.pageBytes,
      format === 'html' ? HTML : 'text/markdown, text/plain;q=0.9, */*;q=0.5',
    );
    if (found.status < 200 || found.status > 299)
      reject(`cannot be fetched; the server responds with status ${found.status}`);
    if (format === 'html' && !isHtml(found))
      reject(`is not an HTML page but ${mediaType(found) || 'of an unknown type'}`);
    if (format === 'markdown' && isMarkup(found))
      reject('is not a Markdown file but an HTML page; use the source html');
    if (format === 'markdown' && isBinary(found)) reject('is not a text file');
    return {
      url: new URL(found.url),
      text: await reader.read({
        format,
        bytes: found.body,
        contentType: found.headers['content-type'] ?? '',
        url: found.url,
        mark,
        maxLinks: downloads.limits.linksOfPage,
      }),
    };
  } catch (error) {
    if (error instanceof FetchBlocked || error instanceof FetchError) reject(error.message);
    if (error instanceof UnreadableDocument) reject(`cannot be read: ${error.message}`);
    throw error;
  }
}

/** Crawls a website from a start page: all pages below it that links or sitemaps lead to and robots.txt allows. */
export class WebsiteCrawler {
  readonly #entries: CrawlEntry[] = [];
  readonly #byKey = new Map<string, CrawlEntry>();
  #next = 0;
  #processed = 0;
  #textLength = 0;
  #robots = Robots.NONE;
  #scope!: ImportScope;

  constructor(
    private readonly downloads: Downloads,
    private readonly reader: PageReader,
    private readonly mark: string,
    private readonly onProgress?: (done: number, total: number) => void,
  ) {}

  /** @throws Invalid on `url` when the start page cannot be fetched */
  async run(url: string): Promise<CrawlResult> {
    this.#robots = await this.#fetchRobots(url);
    this.#requireAllowed(new URL(url));
    const start = await readStartPage(this.downloads, this.reader, url, 'html', this.mark);
    // A redirect to another origin leads to another robots.txt.
    if (start.url.origin !== new URL(url).origin) this.#robots = await this.#fetchRobots(start.url.href);
    this.#requireAllowed(start.url);
    this.#scope = new ImportScope(start.url);
    this.#add(start.url);
    const alias = this.#add(new URL(url));
    if (alias !== undefined && alias !== this.#entries[0]) alias.outcome = { sameAs: this.#entries[0]!.key };
    this.#recordOutcome(this.#entries[0]!, start);
    await this.#readSitemaps(start.url);
    await this.#readPages();
    return this.#createResult();
  }

  #requireAllowed(url: URL): void {
    if (!this.#robots.allows(url)) throw Invalid.field('url', `is disallowed by ${url.host}'s robots.txt`);
    this.downloads.delayMs = Math.min(this.#robots.delayMs, this.downloads.limits.crawlDelayMs);
  }

  /** Returns the entry of a page, new or existing; undefined for a URL out of scope or disallowed. */
  #add(url: URL): CrawlEntry | undefined {
    if (!this.#scope.includes(url) || this.#entries.length >= this.downloads.limits.addresses) return undefined;
    const key = pageKey(url);
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const bare = new URL(url);
    bare.hash = '';
    if (this.#entries.length > 0) bare.search = '';
    if (!this.#robots.allows(bare)) return undefined;
    const entry = { key, url: bare };
    this.#byKey.set(key, entry);
    this.#entries.push(entry);
    return entry;
  }

  /** Reads pages concurrently; their links are added in page order, independent of response order. */
  async #readPages(): Promise<void> {
    const running = new Set<Promise<void>>();
    for (;;) {
      while (
        running.size < this.downloads.limits.concurrency &&
        this.#next < Math.min(this.#entries.length, this.downloads.limits.pages) &&
        !this.downloads.isTimeUp &&
        this.#textLength < this.downloads.limits.textLength
      ) {
        const entry = this.#entries[this.#next++]!;
        if (entry.outcome !== undefined) continue;
        const task: Promise<void> = this.#readPage(entry)
          .then((outcome) => this.#recordOutcome(entry, outcome))
          .finally(() => running.delete(task));
        running.add(task);
      }
      if (running.size === 0) return;
      await Promise.race(running);
    }
  }

  async #readPage({ url, key }: CrawlEntry): Promise<PageOutcome> {
    const found = await this.downloads.tryGet(url.href, this.downloads.limits.pageBytes, HTML);
    if (found === undefined) return 'missed';
    const at = new URL(found.url);
    if (!this.#scope.includes(at)) return 'elsewhere';
    const there = pageKey(at);
    if (there !== key && (!this.#robots.allows(at) || this.#byKey.has(there)))
      return this.#byKey.has(there) ? { sameAs: there } : 'elsewhere';
    if (!isHtml(found)) return 'elsewhere';
    try {
      const text = await this.reader.read({
        format: 'html',
        bytes: found.body,
        contentType: found.headers['content-type'] ?? '',
        url: found.url,
        mark: this.mark,
        maxLinks: this.downloads.limits.linksOfPage,
      });
      return { url: at, text };
    } catch (error) {
      if (error instanceof UnreadableDocument) return 'missed';
      throw error;
    }
  }

  #recordOutcome(entry: CrawlEntry, outcome: PageOutcome): void {
    entry.outcome = outcome;
    this.onProgress?.(this.#processed + 1, this.#entries.length);
    for (
      let first = this.#entries[this.#processed];
      first?.outcome !== undefined;
      first = this.#entries[++this.#processed]
    ) {
      if (typeof first.outcome !== 'object' || !('text' in first.outcome)) continue;
      const { text, url } = first.outcome;
      this.#textLength += text.markdown.length;
      // Other URLs that redirect to this page are the same page.
      const there = pageKey(url);
      if (!this.#byKey.has(there)) this.#byKey.set(there, first);
      for (const link of text.links) {
        const to = parseWebUrl(link);
        if (to !== undefined) this.#add(to);
      }
    }
  }

  /**
   * Loads robots.txt. RFC 9309: a missing file allows everything, an unreachable one nothing.
   *
   * @throws Invalid
   */
  async #fetchRobots(url: string): Promise<Robots> {
    try {
      const { status, body } = await this.downloads.get(
        new URL('/robots.txt', url).href,
        this.downloads.limits.robotsBytes,
        'text/plain',
      );
      if (status >= 200 && status < 300) return Robots.parse(body.toString('utf8'), USER_AGENT);
      if (status < 500) return Robots.NONE;
      throw Invalid.field('url', `cannot be read because its robots.txt responds with status ${status}`);
    } catch (error) {
      if (error instanceof FetchBlocked || error instanceof FetchError)
        throw Invalid.field('url', `cannot be read because its robots.txt cannot be fetched: ${error.message}`);
      throw error;
    }
  }

  async #readSitemaps(start: URL): Promise<void> {
    const pending = [...this.#robots.sitemaps, new URL('/sitemap.xml', start).href, new URL('sitemap.xml', start).href];
    const requestedUrls = new Set<string>();
    for (const address of pending) {
      if (requestedUrls.size >= this.downloads.limits.sitemaps || this.downloads.isTimeUp) return;
      const url = parseWebUrl(address, start.href);
      if (url === undefined || url.host !== start.host || requestedUrls.has(url.href) || !this.#robots.allows(url))
        continue;
      requestedUrls.add(url.href);
      const found = await this.downloads.tryGet(
        url.href,
        this.downloads.limits.sitemapBytes,
        'application/xml, text/xml, text/plain',
      );
      if (found === undefined || isHtml(found)) continue;
      const { kind, addresses } = readSitemap(found.body.toString('utf8'), this.downloads.limits.addresses);
      if (kind === 'sitemaps') pending.push(...addresses.slice(0, this.downloads.limits.sitemaps));
      else
        for (const page of addresses.map((one) => parseWebUrl(one)).filter((one) => one !== undefined)) this.#add(page);
    }
  }

  #createResult(): CrawlResult {
    const isPage = (outcome: PageOutcome | undefined): outcome is CrawledPage =>
      typeof outcome === 'object' && 'text' in outcome;
    const pages = this.#entries.map(({ outcome }) => outcome).filter(isPage);
    const kept = new Map<CrawledPage, CrawledPage>();
    const first = new Map<string, CrawledPage>();
    for (const page of pages) {
      // Pages with the same content and the same declared URL are one page.
      const canonical = page.text.canonical === undefined ? undefined : parseWebUrl(page.text.canonical);
      const name = JSON.stringify([pageKey(canonical ?? page.url), page.text.title, page.text.markdown]);
      if (!first.has(name)) first.set(name, page);
      kept.set(page, first.get(name)!);
    }
    const pageAt = (url: URL): CrawledPage | undefined => {
      let entry = this.#byKey.get(pageKey(url));
      for (let hops = 0; hops < 5 && typeof entry?.outcome === 'object' && 'sameAs' in entry.outcome; hops++)
        entry = this.#byKey.get(entry.outcome.sameAs);
      return isPage(entry?.outcome) ? kept.get(entry.outcome) : undefined;
    };
    const distinct = [...new Set(kept.values())];
    const lost = this.#entries
      .filter(({ outcome }) => outcome === undefined || outcome === 'missed')
      .map(({ url, outcome }) => ({
        url: url.href,
        reason:
          outcome === 'missed'
            ? 'the page cannot be fetched or read'
            : 'the page exceeds the limit of pages, text or time of one import',
      }));
    return { scope: this.#scope, pages: distinct, pageAt, found: distinct.length + lost.length, lost };
  }
}

const mediaType = ({ headers }: FetchResponse): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
/** Tells whether a file is an HTML page by its beginning: servers also send Markdown as HTML by mistake. */
const isMarkup = ({ body }: FetchResponse): boolean =>
  /^\s*<(?:!doctype html|html)\b/i.test(body.toString('latin1', 0, 1_000));
/** Tells whether a file is no text: it has zero bytes and is not in UTF-16, which a byte order mark announces. */
const isBinary = ({ body }: FetchResponse): boolean =>
  body.includes(0) && !['fffe', 'feff'].includes(body.toString('hex', 0, 2));
const isHtml = (found: FetchResponse): boolean =>
  /^(?:text\/html|application\/xhtml\+xml)$/.test(mediaType(found)) ||
  (mediaType(found) === '' && /^\s*</.test(found.body.toString('latin1', 0, 100)));
