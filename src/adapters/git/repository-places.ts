import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

/** A cache that no import used for so long is let go. */
const CACHE_LIFETIME_MS = 14 * 24 * 60 * 60 * 1000;
/** One that was used within this time may be in use: no operation takes longer. */
const IN_USE_MS = 60 * 60 * 1000;

export interface CacheLimits {
  /** Each fetch adds a pack; a cache with more of them is begun anew. */
  readonly maxPacks: number;
  /** Of all caches together; those that were not used for the longest time go first. */
  readonly maxBytes: number;
}
const LIMITS: CacheLimits = { maxPacks: 200, maxBytes: 10 * 1024 ** 3 };

/** Where one bare repository is, or is to be. */
export interface RepositoryPlace {
  readonly gitDir: string;
  /** Lets go of it: removed unless it is a cache. */
  release(): Promise<void>;
}

/**
 * The directories below DATA_DIR/git: `work` for one use each, `cache` for what comes again, `home` always empty. One object
 * in one process uses them: the data directory is locked.
 */
export class RepositoryPlaces {
  readonly home: string;
  readonly #work: string;
  readonly #cache: string;
  readonly #queues = new Map<string, Promise<unknown>>();

  private constructor(
    dir: string,
    private readonly now: () => number,
    private readonly limits: CacheLimits,
  ) {
    this.home = path.join(dir, 'home');
    this.#work = path.join(dir, 'work');
    this.#cache = path.join(dir, 'cache');
  }

  /** Clears away what a killed process left, and caches nobody used for 14 days. */
  static async open(
    dir: string,
    now: () => number = Date.now,
    limits: CacheLimits = LIMITS,
  ): Promise<RepositoryPlaces> {
    const places = new RepositoryPlaces(path.resolve(dir), now, limits);
    // What a killed process had started may still be writing there.
    for (const old of [places.home, places.#work]) await fs.rm(old, { recursive: true, force: true, maxRetries: 3 });
    for (const made of [places.home, places.#work, places.#cache])
      await fs.mkdir(made, { recursive: true, mode: 0o700 });
    const names = await fs.readdir(places.#cache);
    for (const name of names) {
      const cache = path.join(places.#cache, name);
      const [key = ''] = name.split('.');
      const superseded = latest(names, key) !== name;
      if (superseded || now() - (await fs.stat(cache)).mtimeMs > CACHE_LIFETIME_MS)
        await fs.rm(cache, { recursive: true, force: true });
    }
    return places;
  }

  /** A new one of its own. */
  once(): RepositoryPlace {
    const gitDir = path.join(this.#work, randomBytes(12).toString('hex'));
    return { gitDir, release: () => fs.rm(gitDir, { recursive: true, force: true, maxRetries: 3 }) };
  }

  /**
   * The directory for `key`, filled by `fill` while nobody else fills it. A snapshot goes on reading while the next import
   * fills: objects are only added. When `fill` fails for a reason `spoilt` names, it is tried once more from nothing.
   */
  async cached<T>(
    key: string,
    fill: (place: RepositoryPlace) => Promise<T>,
    spoilt: (error: unknown) => boolean,
  ): Promise<T> {
    const name = createHash('sha256').update(key).digest('hex');
    const before = this.#queues.get(name) ?? Promise.resolve();
    const turn = before.then(() => this.#fill(name, fill, spoilt));
    const settled = turn.catch(() => {});
    this.#queues.set(name, settled);
    void settled.then(() => this.#queues.get(name) === settled && this.#queues.delete(name));
    return turn;
  }

  async #fill<T>(
    key: string,
    fill: (place: RepositoryPlace) => Promise<T>,
    spoilt: (error: unknown) => boolean,
  ): Promise<T> {
    const known = latest(await fs.readdir(this.#cache), key) ?? `${key}.0`;
    const packs = (await packsIn(path.join(this.#cache, known))).filter((pack) => pack.endsWith('.pack')).length;
    const name = packs > this.limits.maxPacks ? `${key}.${generation(known) + 1}` : known;
    try {
      const place = await this.#place(name);
      const bounded = this.#bound().catch(() => {}); // what could not be removed now goes the next time
      const filled = await fill(place);
      await bounded;
      return filled;
    } catch (error) {
      if (!spoilt(error)) throw error;
      return fill(await this.#place(`${key}.${generation(name) + 1}`)); // snapshots may still read the old one: it goes at the next start
    }
  }

  /** Lets go of the caches that were not used for the longest time, until those that are left have no more bytes than they may. */
  async #bound(): Promise<void> {
    const names = await fs.readdir(this.#cache);
    const caches = await Promise.all(
      names.map(async (name) => {
        const cache = path.join(this.#cache, name);
        const used = await fs.stat(cache).then(
          ({ mtimeMs }) => mtimeMs,
          () => this.now(),
        );
        return { cache, used, superseded: latest(names, name.split('.')[0]!) !== name, bytes: await bytesOf(cache) };
      }),
    );
    let total = caches.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { cache, used, superseded, bytes } of caches.sort((a, b) => a.used - b.used)) {
      if (this.now() - used <= IN_USE_MS) return;
      if (!superseded && total <= this.limits.maxBytes) continue;
      await fs.rm(cache, { recursive: true, force: true });
      total -= bytes;
    }
  }

  async #place(name: string): Promise<RepositoryPlace> {
    const gitDir = path.join(this.#cache, name);
    const now = new Date(this.now());
    await fs.utimes(gitDir, now, now).catch(() => {}); // it may not have been made yet
    return { gitDir, release: async () => {} };
  }
}

/** Caches are named `<key>.<generation>`. */
const generation = (name: string): number => Number(name.slice(name.lastIndexOf('.') + 1));

function latest(names: readonly string[], key: string): string | undefined {
  return names
    .filter((name) => name.startsWith(`${key}.`))
    .sort((a, b) => generation(a) - generation(b))
    .at(-1);
}

const packsOf = (gitDir: string): string => path.join(gitDir, 'objects', 'pack');
const packsIn = (gitDir: string): Promise<string[]> => fs.readdir(packsOf(gitDir)).catch(() => []);

/** Bytes of all packs of a bare repository. */
export async function bytesOf(gitDir: string): Promise<number> {
  const sizes = await Promise.all(
    (await packsIn(gitDir)).map((name) =>
      fs.stat(path.join(packsOf(gitDir), name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
