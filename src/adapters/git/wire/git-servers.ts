import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { RepositoryUrlParts } from '../../../domain/git/repository-address.ts';
import { GitError } from '../../../ports/git/git-repositories.ts';
import type { GuardedFetch } from '../../../ports/kernel/guarded-fetch.ts';
import { requireSuccess } from './git-http.ts';
import { locateRepository, type ServedRepository } from './served-repository.ts';
import { NotServedError, UploadPack, type UploadPackOptions } from './upload-pack.ts';

/** Branch of a repository that is served over HTTP. */
export interface ServedBranch {
  readonly served: ServedRepository;
  /** Absent if the server supports only older protocol versions, which the git program handles. */
  readonly branch?: {
    readonly from: UploadPack;
    /** Undefined if the branch does not exist. */
    readonly tip: string | undefined;
  };
}

const CACHE_OPTIONS = { max: 1_000, ttl: 10 * 60 * 1000 };

/** Locates repositories served over HTTP and remembers their servers while they respond. */
export class GitServers {
  readonly #repositories = new LRUCache<string, ServedRepository>(CACHE_OPTIONS);

  /**
   * Locates a branch and resolves its commit.
   *
   * @throws GitError
   */
  async findBranch(
    web: GuardedFetch,
    address: RepositoryUrlParts,
    ref: string,
    options: UploadPackOptions,
  ): Promise<ServedBranch> {
    // The key includes the credentials, because they decide where a URL leads.
    const key = createHash('sha256').update(JSON.stringify(address)).digest('base64');
    const remembered = this.#repositories.get(key);
    if (remembered !== undefined) {
      try {
        return await this.#queryBranch(web, remembered, ref, options);
      } catch {
        options.signal.throwIfAborted();
        this.#repositories.delete(key);
      }
    }
    const served = await locateRepository(web, address, options.signal);
    try {
      const branch = await this.#queryBranch(web, served, ref, options);
      this.#repositories.set(key, served);
      return branch;
    } catch (error) {
      if (!(error instanceof NotServedError)) throw error;
      requireSuccess(error.status, served.authorization !== undefined);
      throw new GitError('GIT_NETWORK', 'the server does not respond as a Git server');
    }
  }

  async #queryBranch(
    web: GuardedFetch,
    served: ServedRepository,
    ref: string,
    options: UploadPackOptions,
  ): Promise<ServedBranch> {
    if (served.version2 === undefined) return { served };
    const from = new UploadPack(web, served, served.version2, options);
    return { served, branch: { from, tip: await from.tip(ref) } };
  }
}
