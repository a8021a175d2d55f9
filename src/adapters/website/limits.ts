import type { FairPoolOptions } from '../../application/kernel/fair-pool.ts';

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

/** What one import may cost. */
export interface WebsiteImportLimits {
  /** From the first request to the last; what has not come by then is left out. */
  readonly timeMs: number;
  /** For one page, image or sitemap. */
  readonly requestMs: number;
  /** Addresses of pages that are tried. */
  readonly pages: number;
  /** Addresses that are kept in mind, and counted, beyond those. */
  readonly addresses: number;
  /** Links that are looked at on one page, and images that are taken from it. */
  readonly linksOfPage: number;
  readonly pageBytes: number;
  /** Markdown of all pages together, in characters. */
  readonly textLength: number;
  readonly images: number;
  readonly imageBytes: number;
  readonly allImageBytes: number;
  readonly robotsBytes: number;
  readonly sitemaps: number;
  readonly sitemapBytes: number;
  /** Requests to a site at the same time. */
  readonly concurrency: number;
  /** The longest pause between two requests that a site may ask for. */
  readonly crawlDelayMs: number;
  /** How long one page may take to be understood; counted while nothing else is. */
  readonly readMs: number;
  /** Imports of one process at the same time. */
  readonly imports: FairPoolOptions;
  /** Segments of an address that become levels of the tree. */
  readonly depth: number;
}

/** The limits of every import; told in docs/guide/writing/import.md. */
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
  readMs: 10_000,
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

/** As websites see us, in requests and in their robots.txt. */
export const USER_AGENT = 'Quire';
