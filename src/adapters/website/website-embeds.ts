import { LRUCache } from 'lru-cache';
import { forAllClients } from '../../application/kernel/abandonment.ts';
import { FairPool, type FairPoolOptions } from '../../application/kernel/fair-pool.ts';
import { percentDecoded } from '../../domain/kernel/percent-decoded.ts';
import type { Embed, Embeds } from '../../ports/content/embeds.ts';
import { FetchBlocked, FetchError, type GuardedFetch } from '../../ports/kernel/guarded-fetch.ts';
import type { ResourceConsumer } from '../../ports/kernel/request-limits.ts';
import { toUnreadableDocument, UnreadableDocument } from '../workers/worker-errors.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import type { EmbedFacts, EmbedRequest } from './page/read-embed.ts';

/** Limits of previews. */
export interface EmbedLimits {
  /** Time limit for a page in milliseconds. */
  readonly timeMs: number;
  /** Bytes that are read from the beginning of a page. */
  readonly pageBytes: number;
  /** Number of previews that are cached. */
  readonly cached: number;
  /** Time for which a preview is cached, in milliseconds; shorter for a page that could not be read. */
  readonly cachedMs: number;
  readonly failureCachedMs: number;
  /** Concurrent downloads of one process. */
  readonly downloads: FairPoolOptions;
}

export const EMBED_LIMITS: EmbedLimits = {
  timeMs: 8_000,
  pageBytes: 512 * 1024,
  cached: 2_000,
  cachedMs: 60 * 60_000,
  failureCachedMs: 60_000,
  downloads: {
    work: 'previews of web pages',
    places: 8,
    perOrganization: 6,
    perUser: 4,
    waiting: { total: 100, perOrganization: 50, perUser: 25 },
    waitMs: 20_000,
  },
};

const ACCEPT = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1';
/** Maximum length of a title that is made from a URL. */
const MAX_TITLE = 200;

interface CachedEmbed {
  readonly embed: Embed;
  /** True if the page could be read. */
  readonly isRead: boolean;
}

/** Returns the URL of a page without the part that its server does not get. */
function cacheKey(url: string): string {
  const address = new URL(url);
  address.hash = '';
  return address.href;
}

/** Embeds over the guarded fetch; reads the metadata of pages on threads and caches previews. */
export class WebsiteEmbeds implements Embeds {
  readonly #pool: FairPool;
  readonly #cache: LRUCache<string, CachedEmbed, ResourceConsumer>;

  constructor(
    private readonly web: Pick<GuardedFetch, 'open'>,
    private readonly threads: Pick<WorkerPool, 'run'>,
    private readonly limits: EmbedLimits = EMBED_LIMITS,
  ) {
    this.#pool = new FairPool(limits.downloads);
    this.#cache = new LRUCache<string, CachedEmbed, ResourceConsumer>({
      max: limits.cached,
      ttl: limits.cachedMs,
      fetchMethod: async (url, _stale, { context: consumer, options }) => {
        const facts = await forAllClients(() => this.#pool.run(consumer, () => this.#read(url, consumer)));
        if (facts === undefined) options.ttl = limits.failureCachedMs;
        return { embed: { ...embedOfUrl(url), ...facts }, isRead: facts !== undefined };
      },
      // A download that is evicted before it ends still has callers.
      ignoreFetchAbort: true,
    });
  }

  async of(url: string, consumer: ResourceConsumer): Promise<Embed> {
    return (await this.#cache.forceFetch(cacheKey(url), { context: consumer })).embed;
  }

  known(url: string): CachedEmbed | undefined {
    return this.#cache.peek(cacheKey(url));
  }

  fromUrl(url: string): Embed {
    return embedOfUrl(url);
  }

  /** Reads a page; undefined if it cannot be fetched or is not a readable web page. */
  async #read(url: string, consumer: ResourceConsumer): Promise<EmbedFacts | undefined> {
    try {
      const request = await this.#download(url);
      return request && (await this.#factsOf(request, consumer));
    } catch (error) {
      if (error instanceof FetchError || error instanceof FetchBlocked || error instanceof UnreadableDocument)
        return undefined;
      throw error;
    }
  }

  /** Downloads the beginning of a page; undefined if there is no page. */
  async #download(url: string): Promise<EmbedRequest | undefined> {
    const { pageBytes, timeMs } = this.limits;
    const response = await this.web.open(url, { maxBytes: Infinity, accept: ACCEPT, timeoutMs: timeMs });
    try {
      const contentType = response.headers['content-type'] ?? '';
      if (
        response.status < 200 ||
        response.status >= 300 ||
        !/^(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType)
      )
        return undefined;
      const chunks: Uint8Array[] = [];
      let size = 0;
      for await (const chunk of response.body) {
        chunks.push(chunk);
        size += chunk.length;
        if (size >= pageBytes) break;
      }
      return { bytes: Buffer.concat(chunks).subarray(0, pageBytes), contentType, url: response.url };
    } finally {
      response.close();
    }
  }

  #factsOf(input: EmbedRequest, consumer: ResourceConsumer): Promise<EmbedFacts> {
    return this.threads.run<EmbedFacts>('readEmbed', { ...consumer, input }).catch((error: unknown) => {
      throw toUnreadableDocument(error);
    });
  }
}

/** Makes a preview from a URL alone: the last part of its path, or its hostname. */
function embedOfUrl(url: string): Embed {
  const { hostname, pathname } = new URL(url);
  const last = pathname.split('/').findLast((segment) => segment !== '') ?? '';
  return { title: (percentDecoded(last).replace(/\s+/g, ' ').trim() || hostname).slice(0, MAX_TITLE), site: hostname };
}
