import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { RepositoryUrlParts } from '../../../domain/git/repository-address.ts';
import { GitError } from '../../../ports/git/git-repositories.ts';
import type { GuardedFetch } from '../../../ports/kernel/guarded-fetch.ts';
import { refuseStatus } from './git-http.ts';
import { findRepository, type ServedRepository } from './served-repository.ts';
import { NotServedHere, UploadPack, type UploadPackOptions } from './upload-pack.ts';

/** A branch of a repository that is served over HTTP. */
export interface ServedBranch {
  readonly served: ServedRepository;
  /** Absent where the server speaks only older versions of the protocol: the program has to ask it. */
  readonly asked?: {
    readonly from: UploadPack;
    /** Undefined where there is no such branch. */
    readonly tip: string | undefined;
  };
}

const REMEMBERED = { max: 1_000, ttl: 10 * 60 * 1000 };

/** Servers of repositories over HTTP: found once, and then asked at once for as long as they answer there. */
export class GitServers {
  readonly #known = new LRUCache<string, ServedRepository>(REMEMBERED);

  /** Where a branch is served and stands. @throws GitError */
  async branch(
    web: GuardedFetch,
    address: RepositoryUrlParts,
    ref: string,
    options: UploadPackOptions,
  ): Promise<ServedBranch> {
    // Where credentials lead, others do not follow.
    const key = createHash('sha256').update(JSON.stringify(address)).digest('base64');
    const remembered = this.#known.get(key);
    if (remembered !== undefined) {
      try {
        return await this.#ask(web, remembered, ref, options);
      } catch {
        options.signal.throwIfAborted();
        this.#known.delete(key);
      }
    }
    const served = await findRepository(web, address, options.signal);
    try {
      const branch = await this.#ask(web, served, ref, options);
      this.#known.set(key, served);
      return branch;
    } catch (error) {
      if (!(error instanceof NotServedHere)) throw error;
      refuseStatus(error.status, served.authorization !== undefined);
      throw new GitError('GIT_NETWORK', 'the server does not respond as a Git server');
    }
  }

  async #ask(
    web: GuardedFetch,
    served: ServedRepository,
    ref: string,
    options: UploadPackOptions,
  ): Promise<ServedBranch> {
    if (served.version2 === undefined) return { served };
    const from = new UploadPack(web, served, served.version2, options);
    return { served, asked: { from, tip: await from.tip(ref) } };
  }
}
