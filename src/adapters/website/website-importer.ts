import { randomBytes } from 'node:crypto';
import { FairPool } from '../../application/kernel/fair-pool.ts';
import type { Id } from '../../domain/kernel/id.ts';
import { findSlugProblem } from '../../domain/content/edits/slug.ts';
import type { GuardedFetch } from '../../ports/kernel/guarded-fetch.ts';
import type { Slugify } from '../../ports/kernel/slugify.ts';
import type { ImportedPage, ImportedSite, WebImportRequest, WebImporter } from '../../ports/imports/web-import.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import { WebsiteCrawler, readStartPage, type CrawlResult, type CrawledPage } from './website-crawler.ts';
import { Downloads } from './downloads.ts';
import { storeImages } from './images.ts';
import { LIMITS, type WebsiteImportLimits } from './limits.ts';
import { ImportScope, lastSegmentOf, parseWebUrl } from './page-url.ts';
import { createPageReader } from './page-reader.ts';
import { buildPageTree, type TreePlace } from './page-tree.ts';
import { escapeUrl, replaceTargets } from './replace-targets.ts';
import type { LinkTarget } from './page/page-text.ts';

/** Pages that are converted before the event loop may run other work. */
const PAGES_PER_TURN = 20;

/**
 * WebImporter over the guarded fetch: crawls a website, reads its pages on threads and builds a page tree from their
 * URLs.
 */
export class WebsiteImporter implements WebImporter {
  readonly #pool: FairPool;

  constructor(
    private readonly web: GuardedFetch,
    private readonly slugify: Slugify,
    private readonly threads: Pick<WorkerPool, 'run'>,
    private readonly limits: WebsiteImportLimits = LIMITS,
  ) {
    this.#pool = new FairPool(limits.imports);
  }

  importPages(request: WebImportRequest): Promise<ImportedSite> {
    return this.#pool.run(request.consumer, () => this.#import(request));
  }

  async #import({
    url,
    source,
    allowsRootGroups,
    consumer: holder,
    newId,
    storeImage: keepImage,
    onProgress,
    signal,
  }: WebImportRequest): Promise<ImportedSite> {
    const downloads = new Downloads(this.web, this.limits, signal);
    const reader = createPageReader(this.threads, holder);
    // Unguessable placeholder for link targets until all pages are known.
    const mark = `q${randomBytes(12).toString('hex')}-`;
    const crawled =
      source === 'website'
        ? await new WebsiteCrawler(downloads, reader, mark, onProgress).run(url)
        : singlePage(await readStartPage(downloads, reader, url, source, mark));
    const images = await storeImages(downloads, imageUrls(crawled.pages), keepImage);

    const places = buildPageTree(
      crawled.pages.map((page) => ({ page, segments: crawled.scope.segmentsOf(page.url) })),
      { allowsGroups: allowsRootGroups },
    );
    const ids = new Map<TreePlace<CrawledPage>, Id>(places.map((place) => [place, newId()]));
    const idOf = new Map(places.map((place) => [place.page, ids.get(place)!]));
    const leadsTo = ({ kind, url: address }: LinkTarget): string | undefined => {
      if (kind === 'image') {
        const file = images.ids.get(address);
        return file !== undefined ? `/files/${file}` : address.startsWith('data:') ? undefined : escapeUrl(address);
      }
      const to = parseWebUrl(address);
      const page = to && crawled.pageAt(to);
      return page === undefined ? escapeUrl(address) : `/pages/${idOf.get(page)}${escapeUrl(to!.hash)}`;
    };
    const pageOf = (place: TreePlace<CrawledPage>): ImportedPage => {
      const { page, segment, parent } = place;
      const common = {
        id: ids.get(place)!,
        parent: parent === undefined ? null : ids.get(parent)!,
        slug: this.#slugOf(segment, page),
      };
      if (page === undefined) return { ...common, type: 'group', title: titleFromSegment(segment), markdown: '' };
      const { title, description, markdown, targets } = page.text;
      return {
        ...common,
        type: 'document',
        title: title || titleFromSegment(segment || lastSegmentOf(page.url) || page.url.hostname),
        ...(description && { description }),
        markdown: replaceTargets(markdown, mark, (n) => leadsTo(targets[n]!)),
        ...(source === 'markdown' && { isVerbatim: true as const }),
      };
    };
    const pages: ImportedPage[] = [];
    for (const place of places) {
      pages.push(pageOf(place));
      if (pages.length % PAGES_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    return {
      pages,
      discovered: crawled.found + images.found,
      imported: crawled.pages.length + images.ids.size,
      lost: [
        ...crawled.lost,
        ...images.lost.map((address) => ({
          url: address,
          reason: 'the image cannot be fetched, is no image or exceeds a limit; the page keeps its URL',
        })),
      ],
    };
  }

  /**
   * Uses the last segment of the URL if it is a valid slug, else derives one from it; the start page is named by its
   * title.
   */
  #slugOf(segment: string, page: CrawledPage | undefined): string {
    const plain = segment.toLowerCase();
    return segment !== '' && /^[\w.-]+$/.test(plain) && findSlugProblem(plain) === undefined
      ? plain
      : this.slugify(segment || page?.text.title || '');
  }
}

/** Wraps a single page as a crawl result. */
function singlePage(page: CrawledPage): CrawlResult {
  const start = new URL(page.url);
  return {
    scope: new ImportScope(start),
    pages: [page],
    pageAt: (url) =>
      url.host + url.pathname + url.search === start.host + start.pathname + start.search ? page : undefined,
    found: 1,
    lost: [],
  };
}

const imageUrls = (pages: readonly CrawledPage[]): ReadonlySet<string> =>
  new Set(pages.flatMap(({ text }) => text.targets.flatMap(({ kind, url }) => (kind === 'image' ? [url] : []))));

/** Derives a title from a URL segment: `getting-started` becomes "Getting started". */
function titleFromSegment(segment: string): string {
  const words = segment.replace(/[-_+\s]+/g, ' ').trim() || 'Untitled';
  return words.replace(/^./u, (first) => first.toUpperCase());
}
