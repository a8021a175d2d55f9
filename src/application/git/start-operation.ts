import {
  checkProjectDirectory,
  normalizeProjectDirectory,
  stripCredentials,
} from '../../domain/git/repository-address.ts';
import {
  normalizeEventTime,
  GitSync,
  repositoryName,
  type GitProvider,
  type RepositoryInfo,
} from '../../domain/git/git-sync.ts';
import { Invalid, type Issue } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { GitRepositories } from '../../ports/git/git-repositories.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import type { Services } from '../kernel/services.ts';
import { operationPurpose, type GitJobPayload } from './git-job.ts';

/** What is asked of imports and exports alike, in the words of the API. */
export interface GitSyncInput {
  /** May hold credentials. */
  readonly url: string;
  readonly ref: string;
  readonly repoCacheID?: string;
  readonly repoTreeURL?: string;
  readonly repoCommitURL?: string;
  readonly repoProjectDirectory?: string;
  readonly timestamp?: string;
  readonly force?: boolean;
  readonly gitInfo?: { readonly provider?: GitProvider; readonly url?: string };
}

/** Host names that do not resolve in this time are left to the operation itself. */
const CHECK_MS = 3_000;

/** @throws Invalid naming what can be known to be wrong with a request before anything runs */
export async function validateSyncInput(
  git: Pick<GitRepositories, 'check'>,
  { url, ref, repoProjectDirectory = '' }: GitSyncInput,
  more: readonly Issue[] = [],
): Promise<void> {
  const issues: Issue[] = [...(await git.check({ url, ref }, AbortSignal.timeout(CHECK_MS))), ...more];
  for (const { message } of checkProjectDirectory(repoProjectDirectory))
    issues.push({ path: 'repoProjectDirectory', message });
  if (issues.length > 0) throw new Invalid(issues);
}

/** Who starts an operation, and where. */
export interface StartContext extends Pick<Services, 'ids' | 'secretBox'> {
  readonly work: Work;
  readonly now: string;
  readonly spaceId: Id;
  readonly organizationId: Id;
  readonly actorId: Id;
  readonly via: string | null;
}

/**
 * Begins an operation of a space. Answers undefined when the event that made somebody ask is older than the last one that was
 * followed and nothing forces it: nothing is done then.
 * @throws Conflict while another operation runs
 */
export async function startOperation(
  { work, ids, secretBox, now, spaceId, organizationId, actorId, via }: StartContext,
  kind: 'import' | 'export',
  input: GitSyncInput,
): Promise<GitJobPayload | undefined> {
  const sync = (await work.gitSyncs.find({ id: spaceId, organizationId })) ?? GitSync.create(spaceId, organizationId);
  const operation = ids.next();
  sync.start({ id: operation, kind, url: stripCredentials(input.url), ref: input.ref }, now);
  const timestamp = input.timestamp === undefined ? null : normalizeEventTime(input.timestamp, now);
  // Only after `start`: whoever is told that nothing was done knows that nothing else was being done.
  if (timestamp !== null && input.force !== true && sync.isStaleEvent(timestamp, now)) {
    await recordIgnoredEvent(work, { id: spaceId, organizationId }, timestamp, now);
    return undefined;
  }
  await work.gitSyncs.save(sync);
  return {
    operation,
    spaceId,
    organizationId,
    actorId,
    via,
    address: secretBox.seal(input.url, operationPurpose(kind, spaceId, operation)),
    url: stripCredentials(input.url),
    ref: input.ref,
    cacheId: input.repoCacheID === undefined ? null : `${spaceId}/${input.repoCacheID}`,
    directory: normalizeProjectDirectory(input.repoProjectDirectory),
    commitUrl: input.repoCommitURL === undefined ? null : stripCredentials(input.repoCommitURL),
    eventAt: timestamp,
    repository: repositoryOf(input),
    startedAt: now,
  };
}

/** The sync as it was before, but for the word that an event came too late. */
async function recordIgnoredEvent(
  work: Work,
  where: { readonly id: Id; readonly organizationId: Id },
  timestamp: string,
  now: string,
): Promise<void> {
  const sync = await work.gitSyncs.get(where);
  sync.ignoreEvent(timestamp, now);
  await work.gitSyncs.save(sync);
}

function repositoryOf({ url, repoTreeURL, repoProjectDirectory, gitInfo }: GitSyncInput): RepositoryInfo {
  const directory = normalizeProjectDirectory(repoProjectDirectory).split('/').map(encodeURIComponent).join('/');
  const shown = stripCredentials(gitInfo?.url ?? url);
  return {
    repoName: repositoryName(shown, shown.startsWith('file:')),
    installationProvider: gitInfo?.provider ?? null,
    url: shown,
    treeUrl:
      repoTreeURL === undefined
        ? null
        : `${stripCredentials(repoTreeURL).replace(/\/+$/, '')}/${directory}`.replace(/\/$/, ''),
  };
}
