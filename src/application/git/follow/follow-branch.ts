import {
  DEFAULT_INTERVAL_SECONDS,
  followSecretPurpose,
  GitFollow,
  type FollowSettings,
  type GitFollowState,
} from '../../../domain/git/git-follow.ts';
import { normalizeProjectDirectory, stripCredentials } from '../../../domain/git/repository-address.ts';
import { validateSyncInput, type GitSyncInput } from '../start-operation.ts';
import { command, query } from '../../kernel/use-case.ts';
import { type InSpace, inSpace } from '../../kernel/scope.ts';
import { initiatorOf } from '../../permissions/initiator-rights.ts';
import { scheduleRepeatedCheck } from './check-branch.ts';

/** Input that describes the branch to follow. */
export interface GitFollowInput extends Pick<
  GitSyncInput,
  'url' | 'ref' | 'repoTreeURL' | 'repoCommitURL' | 'repoProjectDirectory' | 'gitInfo'
> {
  /** Interval in seconds; null to check only after a webhook. */
  readonly interval?: number | null;
}

/** View of a followed branch; contains the secret only when it is new. */
export interface FollowView {
  readonly follow: GitFollowState;
  readonly secret?: string;
}

/**
 * Follows a branch of a Git repository: the space imports it now, after each interval, and when a webhook reports a
 * push.
 *
 * Replaces the branch that the space followed before; the webhook secret stays. The response contains the secret only
 * when it is new. Imports run with the permissions of the caller: when the caller loses them, following pauses until
 * someone starts it again. Fails with `Invalid`, naming the field, when the request is wrong.
 */
export const followGitBranch = command<InSpace & { body: GitFollowInput }>()({
  name: 'followGitBranch',
  requires: 'space:git-sync',
  scope: inSpace,
  needs: ['git', 'ids', 'secretBox', 'pushHooks'],
  prepare: ({ git }, { body }): Promise<void> => validateSyncInput(git, body),
  async run({ work, scope, ids, now, secretBox, pushHooks }, { spaceId, body }): Promise<FollowView> {
    const {
      url,
      ref,
      repoTreeURL,
      repoCommitURL,
      repoProjectDirectory,
      gitInfo,
      interval = DEFAULT_INTERVAL_SECONDS,
    } = body;
    const settings: FollowSettings = {
      url: stripCredentials(url),
      address: secretBox.seal(url, followSecretPurpose(spaceId, 'address')),
      ref,
      directory: normalizeProjectDirectory(repoProjectDirectory),
      treeUrl: repoTreeURL === undefined ? null : stripCredentials(repoTreeURL),
      commitUrl: repoCommitURL === undefined ? null : stripCredentials(repoCommitURL),
      provider: gitInfo?.provider ?? null,
      shownUrl: gitInfo?.url === undefined ? null : stripCredentials(gitInfo.url),
      interval,
    };
    const { userId: createdBy, via } = initiatorOf(scope.caller);
    const by = { generation: ids.next(), createdBy, via };
    const present = await work.gitFollows.find({ id: spaceId });
    const secret = present === undefined ? pushHooks.newSecret() : undefined;
    const follow =
      present ??
      GitFollow.create(spaceId, {
        ...settings,
        ...by,
        secret: secretBox.seal(secret!, followSecretPurpose(spaceId, 'secret')),
        at: now,
      });
    if (secret === undefined) follow.change(settings, by, now);
    await work.gitFollows.save(follow);
    await work.jobs.enqueue(scheduleRepeatedCheck(follow.snapshot()));
    return { follow: follow.snapshot(), ...(secret !== undefined && { secret }) };
  },
});

/**
 * Gets the branch that a space follows, with the result of the last check. Fails with `NotFound` when the space follows
 * none.
 */
export const getGitFollow = query<InSpace>()({
  name: 'getGitFollow',
  requires: 'space:git-sync',
  scope: inSpace,
  run: async ({ read }, { spaceId }): Promise<FollowView> => ({
    follow: (await read.gitFollows.get({ id: spaceId })).snapshot(),
  }),
});

/** Stops following the branch. The content of the space stays as it is. */
export const deleteGitFollow = command<InSpace>()({
  name: 'deleteGitFollow',
  requires: 'space:git-sync',
  scope: inSpace,
  whenNotFound: false,
  async run({ work }, { spaceId }): Promise<boolean> {
    const follow = await work.gitFollows.find({ id: spaceId });
    if (follow === undefined) return false;
    follow.stop();
    await work.gitFollows.delete(follow);
    return true;
  },
});

/** Creates a new webhook secret for the branch that a space follows. The previous secret stays valid for a day. */
export const rotateGitFollowSecret = command<InSpace>()({
  name: 'rotateGitFollowSecret',
  requires: 'space:git-sync',
  scope: inSpace,
  needs: ['secretBox', 'pushHooks'],
  async run({ work, now, secretBox, pushHooks }, { spaceId }): Promise<FollowView> {
    const follow = await work.gitFollows.get({ id: spaceId });
    const secret = pushHooks.newSecret();
    follow.rotateSecret(secretBox.seal(secret, followSecretPurpose(spaceId, 'secret')), now);
    await work.gitFollows.save(follow);
    return { follow: follow.snapshot(), secret };
  },
});
