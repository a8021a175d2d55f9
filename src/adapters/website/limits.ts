import type { FairPoolOptions } from '../../application/kernel/fair-pool.ts';

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

/** Limits of one import. */
export interface WebsiteImportLimits {
  /** Time limit for all requests in milliseconds; pages that arrive later are left out. */
  readonly timeMs: number;
  /** Time limit for one page, image or sitemap in milliseconds. */
  readonly requestMs: number;
  /** Maximum number of page URLs that are requested. */
  readonly pages: number;
  /** Maximum number of known URLs, including those that are only counted. */
  readonly addresses: number;
  /** Maximum number of links and images of one page. */
  readonly linksOfPage: number;
  readonly pageBytes: number;
  /** Characters of Markdown of all pages together. */
  readonly textLength: number;
  readonly images: number;
  readonly imageBytes: number;
  readonly allImageBytes: number;
  readonly robotsBytes: number;
  readonly sitemaps: number;
  readonly sitemapBytes: number;
  /** Concurrent requests to one site. */
  readonly concurrency: number;
  /** Maximum pause between two requests that a site may demand, in milliseconds. */
  readonly crawlDelayMs: number;
  /** Concurrent imports of one process. */
  readonly imports: FairPoolOptions;
  /** Maximum depth of the page tree. */
  readonly depth: number;
}

/** Limits of every import, documented in docs/guide/writing/import.md. */
export const LIMITS: WebsiteImportLimits = {
  timeMs: 120_000,
  requestMs: 20_000,
  pages: 1000,
  addresses: 20_000,
  linksOfPage: 5000,
  pageBytes: 2 * MEGABYTE,
  textLength: 50 * MEGABYTE,
  images: 1000,
  imageBytes: 10 * MEGABYTE,
  allImageBytes: 200 * MEGABYTE,
  robotsBytes: 512 * KILOBYTE,
  sitemaps: 20,
  sitemapBytes: 10 * MEGABYTE,
  concurrency: 4,
  crawlDelayMs: 2000,
  imports: {
    work: 'website imports',
    places: 4,
    perOrganization: 2,
    perUser: 1,
    waiting: { total: 40, perOrganization: 8, perUser: 2 },
    waitMs: 30_000,
  },
  depth: 20,
};

/** User agent in requests and in robots.txt. */
export const USER_AGENT = 'Quire';
