import * as z from 'zod';
import {
  deleteGitFollow,
  followGitBranch,
  getGitFollow,
  rotateGitFollowSecret,
  type FollowView,
} from '../../../application/git/follow/follow-branch.ts';
import {
  DEFAULT_INTERVAL_SECONDS,
  MIN_INTERVAL_SECONDS,
  MAX_INTERVAL_SECONDS,
} from '../../../domain/git/git-follow.ts';
import { instant } from '../kernel/fields.ts';
import { pause, presentPause } from '../kernel/pause.ts';
import { ofOperation } from './git-sync.routes.ts';
import { ok, present, removed, resource } from '../kernel/reply.ts';
import { route, tagged } from '../kernel/route.ts';

const GitFollowResource = resource(
  'GitFollow',
  z.object({
    object: z.literal('git-follow'),
    url: z.string(),
    ref: z.string(),
    repoProjectDirectory: z.string(),
    repoTreeURL: z.string().optional(),
    repoCommitURL: z.string().optional(),
    interval: z.number().int().nullable().meta({ description: 'Interval in seconds; null for webhooks only' }),
    createdBy: z
      .string()
      .meta({ description: 'User with whose permissions the branch is followed: the last one to start following' }),
    createdAt: instant,
    updatedAt: instant,
    checkedAt: instant.optional().meta({ description: 'Time of the last check of the branch' }),
    commit: z.string().optional().meta({ description: 'Commit of the branch at the last check' }),
    failure: z
      .object({ error: z.string(), since: instant, times: z.number().int() })
      .optional()
      .meta({ description: 'Failure that prevents following at the moment; checks are less frequent after a failure' }),
    paused: pause.optional().meta({
      description:
        'Reason of a pause after the user who started following lost the permission; following again resumes',
    }),
    webhook: z.object({
      url: z.string(),
      secret: z.string().optional().meta({ description: 'Secret, present only in the response to its creation' }),
      oldSecretUntil: instant.optional().meta({ description: 'Time until which the previous secret remains valid' }),
    }),
  }),
  ({ follow, secret }: FollowView, links) => {
    const {
      id,
      url,
      ref,
      directory,
      treeUrl,
      commitUrl,
      interval,
      createdBy,
      createdAt,
      updatedAt,
      checkedAt,
      tip,
      failure,
      oldSecretUntil,
      paused,
    } = follow;
    return {
      object: 'git-follow' as const,
      url,
      ref,
      repoProjectDirectory: directory,
      ...present({ repoTreeURL: treeUrl, repoCommitURL: commitUrl }),
      interval,
      createdBy,
      createdAt,
      updatedAt,
      ...present({ checkedAt, commit: tip }),
      ...(failure && { failure: { ...failure } }),
      ...(paused && { paused: presentPause(paused) }),
      webhook: {
        url: links.at(`/hooks/git/${id}`),
        ...(secret !== undefined && { secret }),
        ...present({ oldSecretUntil }),
      },
    };
  },
);

const { url, ref, repoTreeURL, repoCommitURL, repoProjectDirectory, gitInfo } = ofOperation;
const interval = z
  .int()
  .min(MIN_INTERVAL_SECONDS)
  .max(MAX_INTERVAL_SECONDS)
  .nullable()
  .optional()
  .meta({ description: `Interval in seconds; ${DEFAULT_INTERVAL_SECONDS} by default, null for webhooks only` });

export const gitFollowRoutes = tagged('Git', [
  route('PUT /v1/spaces/:spaceId/git/follow', followGitBranch, {
    summary: 'Follow a branch of a Git repository',
    cost: 'heavy',
    body: z.object({ url, ref, repoTreeURL, repoCommitURL, repoProjectDirectory, gitInfo, interval }),
    returns: ok(GitFollowResource),
  }),
  route('GET /v1/spaces/:spaceId/git/follow', getGitFollow, {
    summary: 'Get the branch that a space follows',
    returns: ok(GitFollowResource),
  }),
  route('POST /v1/spaces/:spaceId/git/follow/secret', rotateGitFollowSecret, {
    summary: 'Regenerate the webhook secret',
    returns: ok(GitFollowResource),
  }),
  route('DELETE /v1/spaces/:spaceId/git/follow', deleteGitFollow, {
    summary: 'Stop following the branch',
    returns: removed,
  }),
]);
