import { urlsOf } from './database-url.ts';
import { newClient } from './single-client.ts';

const PROBE_TIMEOUT_MS = 3_000;
/** Time for which the result of a search for the writable host is used again, in milliseconds. */
const KNOWN_MS = 1_000;
/** SQLSTATE of a server that cannot be connected to at the moment. */
const CANNOT_CONNECT_NOW = '57P03';

/**
 * Hosts of a URL such as `postgresql://one:5432,two:5432/quire?target_session_attrs=read-write`, of which one accepts
 * writes at a time. The driver knows one host per URL.
 */
export class DatabaseHosts {
  /** One URL for each host. */
  readonly urls: readonly string[];
  #known: { readonly url: Promise<string>; readonly at: number } | undefined;

  private constructor(url: string) {
    this.urls = urlsOf(url);
  }

  static readonly #byUrl = new Map<string, DatabaseHosts>();
  static of(url: string): DatabaseHosts {
    const known = this.#byUrl.get(url) ?? new DatabaseHosts(url);
    this.#byUrl.set(url, known);
    return known;
  }

  get isSingle(): boolean {
    return this.urls.length === 1;
  }

  /**
   * Returns the URL of the host that accepts writes, or the only URL. All hosts are asked at the same time; concurrent
   * calls share the answers.
   * @throws Error with what each host said, when none accepts writes
   */
  findWritable(): Promise<string> {
    if (this.isSingle) return Promise.resolve(this.urls[0]!);
    const now = performance.now();
    if (this.#known === undefined || now - this.#known.at > KNOWN_MS) {
      const url = this.#ask();
      this.#known = { url, at: now };
      url.catch(() => (this.#known = undefined));
    }
    return this.#known.url;
  }

  async #ask(): Promise<string> {
    const answers = this.urls.map(async (url) => {
      if (await isInRecovery(url)) throw new Error('is a standby');
      return url;
    });
    return Promise.any(answers).catch(({ errors }: AggregateError) => {
      const reasons = this.urls.map((url, i) => {
        const { message, code } = errors[i] as Error & { code?: string };
        return `${new URL(url).host}: ${message || code}`;
      });
      throw Object.assign(new Error(`no host of DATABASE_URL accepts writes (${reasons.join('; ')})`), {
        code: CANNOT_CONNECT_NOW,
      });
    });
  }
}

async function isInRecovery(url: string): Promise<boolean> {
  const client = newClient({
    connectionString: url,
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
    application_name: 'quire-probe',
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
    return rows[0]!.standby;
  } finally {
    void client.end().catch(() => {});
  }
}
