import { checkProjectDirectory, normalProjectDirectory, withoutCredentials } from '../../domain/git-sync/repository-address.ts';
import { GitSync, repositoryName, type GitProvider, type RepositoryInfo } from '../../domain/git-sync/git-sync.ts';
import { Invalid, type Issue } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { Work } from '../../ports/unit-of-work.ts';
import { command } from '../kernel/use-case.ts';
import { importPurpose, type ImportOrder } from './import-order.ts';

/** What somebody asks to be imported, in the words of the API. */
export interface ImportWish {
  /** May hold credentials. */
  readonly url: string;
  readonly ref: string;
  readonly repoCacheID?: string;
  readonly repoTreeURL?: string;
  readonly repoCommitURL?: string;
  readonly repoProjectDirectory?: string;
  readonly timestamp?: string;
  readonly force?: boolean;
  readonly standalone?: boolean;
  readonly gitInfo?: { readonly provider?: GitProvider; readonly url?: string };
}

/** Host names that do not resolve in this time are left to the import itself. */
const CHECK_MS = 3_000;

/**
 * Starts an import: what can be known to be wrong with the request is refused now, the rest is told by git/info. An event
 * older than the last one that was followed changes nothing unless `force` says so.
 * @throws Invalid naming the field; Conflict while another operation runs
 */
export const importGitRepository = command({
  name: 'importGitRepository',
  requires: 'space:git-sync',
  within: ({ spaceId }: { spaceId: Id; body: ImportWish }) => ({ space: spaceId }),

  async prepare({ git }, { body }): Promise<void> {
    const { url, ref, repoProjectDirectory = '' } = body;
    const issues: Issue[] = [...(await git.check({ url, ref }, AbortSignal.timeout(CHECK_MS)))];
    for (const { message } of checkProjectDirectory(repoProjectDirectory)) issues.push({ path: 'repoProjectDirectory', message });
    if (issues.length > 0) throw new Invalid(issues);
  },

  async run({ work, at, ids, now, secretBox }, { spaceId, body }): Promise<void> {
    const { organizationId, caller } = at;
    const sync = (await work.gitSyncs.find({ id: spaceId, organizationId })) ?? GitSync.of(spaceId, organizationId);
    const operation = ids.next();
    sync.start({ id: operation, kind: 'import', url: withoutCredentials(body.url), ref: body.ref }, now);
    const timestamp = body.timestamp === undefined ? null : new Date(body.timestamp).toISOString();
    // Only after `start`: whoever is told that nothing was done knows that nothing else was being done.
    if (timestamp !== null && body.force !== true && sync.isPast(timestamp)) return ignore(work, { id: spaceId, organizationId }, timestamp, now);

    await work.gitSyncs.save(sync);
    const order: ImportOrder = {
      operation,
      spaceId,
      organizationId,
      actorId: caller.userId,
      address: secretBox.close(body.url, importPurpose(spaceId, operation)),
      url: withoutCredentials(body.url),
      ref: body.ref,
      cacheId: body.repoCacheID === undefined ? null : `${spaceId}/${body.repoCacheID}`,
      directory: normalProjectDirectory(body.repoProjectDirectory),
      commitUrl: body.repoCommitURL === undefined ? null : withoutCredentials(body.repoCommitURL),
      mode: body.standalone === true ? 'standalone' : body.force === true ? 'replace' : 'merge',
      eventAt: timestamp,
      repository: repositoryOf(body),
      startedAt: now,
    };
    await work.jobs.enqueue({ name: 'import-git-repository', payload: { ...order } });
  },
});

/** The sync as it was before, but for the word that an event came too late. */
async function ignore(work: Work, where: { readonly id: Id; readonly organizationId: Id }, timestamp: string, now: string): Promise<void> {
  const sync = await work.gitSyncs.get(where);
  sync.ignore(timestamp, now);
  await work.gitSyncs.save(sync);
}

function repositoryOf({ url, repoTreeURL, gitInfo }: ImportWish): RepositoryInfo {
  const shown = withoutCredentials(gitInfo?.url ?? url);
  return {
    repoName: repositoryName(shown, shown.startsWith('file:')),
    installationProvider: gitInfo?.provider ?? null,
    url: shown,
    treeUrl: repoTreeURL === undefined ? null : withoutCredentials(repoTreeURL),
  };
}
