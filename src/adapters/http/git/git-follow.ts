import { z } from 'zod';
import {
  deleteGitFollow,
  followGitBranch,
  getGitFollow,
  rotateGitFollowSecret,
  type FollowView,
} from '../../../application/git-follow/follow-branch.ts';
import { DEFAULT_INTERVAL, MIN_INTERVAL, MAX_INTERVAL } from '../../../domain/git-sync/git-follow.ts';
import { idParam, instant } from '../fields.ts';
import { pause, presentPause } from '../pause.ts';
import { ofOperation } from './git-sync.ts';
import { ok, present, removed, resource } from '../kernel/reply.ts';
import { route } from '../kernel/route.ts';

const GitFollowResource = resource(
  'GitFollow',
  z.object({
    object: z.literal('git-follow'),
    url: z.string(),
    ref: z.string(),
    repoProjectDirectory: z.string(),
    repoTreeURL: z.string().optional(),
    repoCommitURL: z.string().optional(),
    interval: z.number().int().nullable().meta({ description: 'In seconds; null: only webhooks' }),
    createdBy: z
      .string()
      .meta({ description: 'The person on whose rights the branch is followed: whoever ordered it last' }),
    createdAt: instant,
    updatedAt: instant,
    checkedAt: instant.optional().meta({ description: 'When the branch was looked at last' }),
    commit: z.string().optional().meta({ description: 'The commit that it had then' }),
    failure: z
      .object({ error: z.string(), since: instant, times: z.number().int() })
      .optional()
      .meta({ description: 'Why it cannot be followed at the moment; it is looked at less often meanwhile' }),
    paused: pause.optional().meta({
      description:
        'Set while the branch is not followed, as whoever ordered it may no longer have it followed; following it again resumes',
    }),
    webhook: z.object({
      url: z.string(),
      secret: z.string().optional().meta({ description: 'Only in the answer that made it' }),
      oldSecretUntil: instant.optional().meta({ description: 'Until when the secret before is good, too' }),
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
  .min(MIN_INTERVAL)
  .max(MAX_INTERVAL)
  .nullable()
  .optional()
  .meta({ description: `In seconds; ${DEFAULT_INTERVAL} unless told, null for webhooks alone` });
const inSpace = { spaceId: idParam };
const tag = 'Git';

export const gitFollowRoutes = [
  route('PUT /v1/spaces/:spaceId/git/follow', followGitBranch, {
    summary: 'Follow a branch of a Git repository',
    tag,
    cost: 'heavy',
    path: inSpace,
    body: z.object({ url, ref, repoTreeURL, repoCommitURL, repoProjectDirectory, gitInfo, interval }),
    returns: ok(GitFollowResource),
  }),
  route('GET /v1/spaces/:spaceId/git/follow', getGitFollow, {
    summary: 'Get the branch that a space follows',
    tag,
    path: inSpace,
    returns: ok(GitFollowResource),
  }),
  route('POST /v1/spaces/:spaceId/git/follow/secret', rotateGitFollowSecret, {
    summary: 'Make a new secret for webhooks',
    tag,
    path: inSpace,
    returns: ok(GitFollowResource),
  }),
  route('DELETE /v1/spaces/:spaceId/git/follow', deleteGitFollow, {
    summary: 'Follow no branch any more',
    tag,
    path: inSpace,
    returns: removed,
  }),
];
