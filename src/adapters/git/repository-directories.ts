import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

/** Time after which an unused cache is deleted. */
const CACHE_LIFETIME_MS = 14 * 24 * 60 * 60 * 1000;
/** Time after its last use within which a cache may still be in use; exceeds the duration of any operation. */
const IN_USE_MS = 60 * 60 * 1000;

export interface RepositoryCacheLimits {
  /** Maximum number of packs in one cache; each fetch adds one. A cache with more packs is replaced by an empty one. */
  readonly maxPacks: number;
  /** Total size of all caches; the least recently used are deleted first. */
  readonly maxBytes: number;
}
const DEFAULT_LIMITS: RepositoryCacheLimits = { maxPacks: 200, maxBytes: 10 * 1024 ** 3 };

/** Location of a bare repository, which may not exist yet. */
export interface RepositoryDirectory {
  readonly gitDir: string;
  /** Abandons the repository because objects are missing: the cache begins again with an empty directory. */
  abandon(): Promise<void>;
  /** Deletes the directory unless it is a cache. */
  release(): Promise<void>;
}

/**
 * Manages the directories of Git operations: `work` for temporary repositories, `cache` for repositories that are fetched
 * again, and `home`, which is always empty. Only one object may use them.
 */
export class RepositoryDirectories {
  readonly home: string;
  /**
   * Configuration that trusts any owner. The server side of git checks who owns a repository on this machine, which the
   * operator has allowed.
   */
  readonly trustConfig: string;
  readonly #work: string;
  readonly #cache: string;
  readonly #queues = new Map<string, Promise<unknown>>();

  private constructor(
    dir: string,
    private readonly now: () => number,
    private readonly limits: RepositoryCacheLimits,
  ) {
    this.home = path.join(dir, 'home');
    this.trustConfig = path.join(dir, 'trust.gitconfig');
    this.#work = path.join(dir, 'work');
    this.#cache = path.join(dir, 'cache');
  }

  /** Opens the directories; deletes leftovers of a killed process and caches unused for 14 days. */
  static async open(
    dir: string,
    now: () => number = Date.now,
    limits: RepositoryCacheLimits = DEFAULT_LIMITS,
  ): Promise<RepositoryDirectories> {
    const directories = new RepositoryDirectories(path.resolve(dir), now, limits);
    // A child of the killed process may still be writing.
    for (const old of [directories.home, directories.#work])
      await fs.rm(old, { recursive: true, force: true, maxRetries: 3 });
    for (const made of [directories.home, directories.#work, directories.#cache])
      await fs.mkdir(made, { recursive: true, mode: 0o700 });
    await fs.writeFile(directories.trustConfig, '[safe]\n\tdirectory = *\n', { mode: 0o600 });
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

  /** Creates a directory for one use. */
  createTemporary(): RepositoryDirectory {
    const gitDir = path.join(this.#work, randomBytes(12).toString('hex'));
    return {
      gitDir,
      abandon: async () => {},
      release: () => fs.rm(gitDir, { recursive: true, force: true, maxRetries: 3 }),
    };
  }

  /**
   * Fills the cache of `key` with `fill`, one call at a time. Snapshots may keep reading while the next import fills
   * the cache, because objects are only added. When `fill` fails with an error that `isCorrupt` accepts, it is tried
   * once more with an empty directory.
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
    const name = packs > this.limits.maxPacks ? nextGeneration(current) : current;
    try {
      const place = await this.#openCache(name);
      const eviction = this.#evict().catch(() => {}); // Leftovers are deleted at the next eviction.
      const filled = await fill(place);
      await eviction;
      return filled;
    } catch (error) {
      if (!isCorrupt(error)) throw error;
      return fill(await this.#openCache(nextGeneration(name))); // Snapshots may still read the old directory, which is deleted at the next start.
    }
  }

  /** Deletes the least recently used caches until the total size is within the limit. */
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
    await fs.utimes(gitDir, now, now).catch(() => {}); // The directory may not exist yet.
    const abandon = async () =>
      void (await fs.mkdir(path.join(this.#cache, nextGeneration(name)), { recursive: true }));
    return { gitDir, abandon, release: async () => {} };
  }
}

/** Caches are named `<key>.<generation>`. */
const generationOf = (name: string): number => Number(name.slice(name.lastIndexOf('.') + 1));

const nextGeneration = (name: string): string => `${name.slice(0, name.lastIndexOf('.'))}.${generationOf(name) + 1}`;

function latestGeneration(names: readonly string[], key: string): string | undefined {
  return names
    .filter((name) => name.startsWith(`${key}.`))
    .sort((a, b) => generationOf(a) - generationOf(b))
    .at(-1);
}

const packDirectory = (gitDir: string): string => path.join(gitDir, 'objects', 'pack');
const listPacks = (gitDir: string): Promise<string[]> => fs.readdir(packDirectory(gitDir)).catch(() => []);

/** Returns the total size of all packs of a bare repository in bytes. */
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
