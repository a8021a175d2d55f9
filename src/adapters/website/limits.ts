const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

/** What one import may cost; told in docs/guide/writing/import.md. */
export const LIMITS = {
  /** From the first request to the last; what has not come by then is left out. */
  timeMs: 120_000,
  /** For one page, image or sitemap. */
  requestMs: 20_000,
  /** Addresses of pages that are tried. */
  pages: 1000,
  /** Addresses that are kept in mind, and counted, beyond those. */
  addresses: 20_000,
  /** Links that are looked at on one page, and images that are taken from it. */
  linksOfPage: 5000,
  pageBytes: 2 * MEGABYTE,
  /** Markdown of all pages together, in characters. */
  textLength: 50 * MEGABYTE,
  images: 1000,
  imageBytes: 10 * MEGABYTE,
  allImageBytes: 200 * MEGABYTE,
  robotsBytes: 512 * KILOBYTE,
  sitemaps: 20,
  sitemapBytes: 10 * MEGABYTE,
  /** Requests to a site at the same time. */
  concurrency: 4,
  /** The longest pause between two requests that a site may ask for. */
  crawlDelayMs: 2000,
  /** How long one page may take to be understood; counted while nothing else is. */
  readMs: 10_000,
  /** Imports of one process at the same time. */
  imports: 4,
  /** Segments of an address that become levels of the tree. */
  depth: 20,
} as const;

/** As websites see us, in requests and in their robots.txt. */
export const USER_AGENT = 'Quire';
