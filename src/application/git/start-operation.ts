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
import type { Id, OrganizationId, SpaceId, UserId } from '../../domain/kernel/id.ts';
import type { GitRepositories } from '../../ports/git/git-repositories.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import type { Services } from '../kernel/services.ts';
import { operationPurpose, type GitJobPayload } from './git-job.ts';

/** Input that imports and exports share, with the field names of the API. */
export interface GitSyncInput {
  /** URL of the repository; may contain credentials. */
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

/** Time for resolving host names before an operation starts; unresolved names are checked by the operation itself. */
const CHECK_MS = 3_000;

/**
 * Validates a request as far as possible before an operation starts.
 * @throws Invalid with the wrong fields
 */
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

/** User and space for which an operation starts. */
export interface StartContext extends Pick<Services, 'ids' | 'secretBox'> {
  readonly work: Work;
  readonly now: string;
  readonly spaceId: SpaceId;
  readonly organizationId: OrganizationId;
  readonly actorId: UserId;
  readonly via: string | null;
}

/**
 * Starts an operation of a space. Returns undefined without starting when the event in the input is older than the last
 * one handled and `force` is not set.
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
  // After `start`, which fails while another operation runs: an ignored event implies an idle space.
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

/** Records on the stored sync that an outdated event was ignored. */
async function recordIgnoredEvent(
  work: Work,
  where: { readonly id: Id; readonly organizationId: OrganizationId },
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
