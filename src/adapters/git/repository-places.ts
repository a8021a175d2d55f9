import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

/** A cache that no import used for so long is let go. */
const CACHE_LIFETIME_MS = 14 * 24 * 60 * 60 * 1000;
/** One that was used within this time may be in use: no operation takes longer. */
const IN_USE_MS = 60 * 60 * 1000;

export interface RepositoryCacheLimits {
  /** Each fetch adds a pack; a cache with more of them is begun anew. */
  readonly maxPacks: number;
  /** Of all caches together; those that were not used for the longest time go first. */
  readonly maxBytes: number;
}
const DEFAULT_LIMITS: RepositoryCacheLimits = { maxPacks: 200, maxBytes: 10 * 1024 ** 3 };

/** Where one bare repository is, or is to be. */
export interface RepositoryDirectory {
  readonly gitDir: string;
  /** Lets go of it: removed unless it is a cache. */
  release(): Promise<void>;
}

/**
 * The directories below DATA_DIR/git: `work` for one use each, `cache` for what comes again, `home` always empty. One object
 * in one process uses them: the data directory is locked.
 */
export class RepositoryDirectories {
  readonly home: string;
  readonly #work: string;
  readonly #cache: string;
  readonly #queues = new Map<string, Promise<unknown>>();

  private constructor(
    dir: string,
    private readonly now: () => number,
    private readonly limits: RepositoryCacheLimits,
  ) {
    this.home = path.join(dir, 'home');
    this.#work = path.join(dir, 'work');
    this.#cache = path.join(dir, 'cache');
  }

  /** Clears away what a killed process left, and caches nobody used for 14 days. */
  static async open(
    dir: string,
    now: () => number = Date.now,
    limits: RepositoryCacheLimits = DEFAULT_LIMITS,
  ): Promise<RepositoryDirectories> {
    const directories = new RepositoryDirectories(path.resolve(dir), now, limits);
    // What a killed process had started may still be writing there.
    for (const old of [directories.home, directories.#work])
      await fs.rm(old, { recursive: true, force: true, maxRetries: 3 });
    for (const made of [directories.home, directories.#work, directories.#cache])
      await fs.mkdir(made, { recursive: true, mode: 0o700 });
    const names = await fs.readdir(directories.#cache);
    for (const name of names) {
      const cache = path.join(directories.#cache, name);
      const [key = ''] = name.split('.');
      const superseded = latestGeneration(names, key) !== name;
      if (superseded || now() - (await fs.stat(cache)).mtimeMs > CACHE_LIFETIME_MS)
        await fs.rm(cache, { recursive: true, force: true });
    }
    return directories;
  }

  /** A new one of its own. */
  createTemporary(): RepositoryDirectory {
    const gitDir = path.join(this.#work, randomBytes(12).toString('hex'));
    return { gitDir, release: () => fs.rm(gitDir, { recursive: true, force: true, maxRetries: 3 }) };
  }

  /**
   * The directory for `key`, filled by `fill` while nobody else fills it. A snapshot goes on reading while the next import
   * fills: objects are only added. When `fill` fails for a reason `spoilt` names, it is tried once more from nothing.
   */
  async withCache<T>(
    key: string,
    fill: (directory: RepositoryDirectory) => Promise<T>,
    isCorrupt: (error: unknown) => boolean,
  ): Promise<T> {
    const name = createHash('sha256').update(key).digest('hex');
    const previous = this.#queues.get(name) ?? Promise.resolve();
    const result = previous.then(() => this.#fillCache(name, fill, isCorrupt));
    const finished = result.catch(() => {});
    this.#queues.set(name, finished);
    void finished.then(() => this.#queues.get(name) === finished && this.#queues.delete(name));
    return result;
  }

  async #fillCache<T>(
    key: string,
    fill: (directory: RepositoryDirectory) => Promise<T>,
    isCorrupt: (error: unknown) => boolean,
  ): Promise<T> {
    const current = latestGeneration(await fs.readdir(this.#cache), key) ?? `${key}.0`;
    const packs = (await listPacks(path.join(this.#cache, current))).filter((pack) => pack.endsWith('.pack')).length;
    const name = packs > this.limits.maxPacks ? `${key}.${generationOf(current) + 1}` : current;
    try {
      const place = await this.#openCache(name);
      const eviction = this.#evict().catch(() => {}); // what could not be removed now goes the next time
      const filled = await fill(place);
      await eviction;
      return filled;
    } catch (error) {
      if (!isCorrupt(error)) throw error;
      return fill(await this.#openCache(`${key}.${generationOf(name) + 1}`)); // snapshots may still read the old one: it goes at the next start
    }
  }

  /** Lets go of the caches that were not used for the longest time, until those that are left have no more bytes than they may. */
  async #evict(): Promise<void> {
    const names = await fs.readdir(this.#cache);
    const caches = await Promise.all(
      names.map(async (name) => {
        const cache = path.join(this.#cache, name);
        const used = await fs.stat(cache).then(
          ({ mtimeMs }) => mtimeMs,
          () => this.now(),
        );
        return {
          cache,
          used,
          superseded: latestGeneration(names, name.split('.')[0]!) !== name,
          bytes: await packBytes(cache),
        };
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

  async #openCache(name: string): Promise<RepositoryDirectory> {
    const gitDir = path.join(this.#cache, name);
    const now = new Date(this.now());
    await fs.utimes(gitDir, now, now).catch(() => {}); // it may not have been made yet
    return { gitDir, release: async () => {} };
  }
}

/** Caches are named `<key>.<generation>`. */
const generationOf = (name: string): number => Number(name.slice(name.lastIndexOf('.') + 1));

function latestGeneration(names: readonly string[], key: string): string | undefined {
  return names
    .filter((name) => name.startsWith(`${key}.`))
    .sort((a, b) => generationOf(a) - generationOf(b))
    .at(-1);
}

const packDirectory = (gitDir: string): string => path.join(gitDir, 'objects', 'pack');
const listPacks = (gitDir: string): Promise<string[]> => fs.readdir(packDirectory(gitDir)).catch(() => []);

/** Bytes of all packs of a bare repository. */
export async function packBytes(gitDir: string): Promise<number> {
  const sizes = await Promise.all(
    (await listPacks(gitDir)).map((name) =>
      fs.stat(path.join(packDirectory(gitDir), name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
