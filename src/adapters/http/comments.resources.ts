import * as z from 'zod';
import type { CommentView, CommentBaseView, ReplyView } from '../../application/comments/comment-views.ts';
import type { CommentScope } from '../../ports/comments.ts';
import type { CommenterView } from '../../application/comments/comment-operations.ts';
import { MemberResource } from './members.routes.ts';
import { COMMENT_STATUSES } from '../../domain/comments/comment.ts';
import type { CommentBaseState } from '../../domain/comments/comment-base.ts';
import { instant, uri } from './kernel/fields.ts';
import type { Links } from './kernel/links.ts';
import { present, resource } from './kernel/reply.ts';
import { UserResource } from './users.routes.ts';

const body = z
  .union([z.object({ markdown: z.string() }), z.object({ document: z.looseObject({ object: z.literal('document') }) })])
  .meta({ description: 'Markdown, or a tree of blocks with `format=document`.' });
const reaction = z.object({
  emoji: z.string(),
  count: z.number().int(),
  users: z.array(z.object({ user: UserResource.schema, reactedAt: instant })),
});
const permissions = z.object({ view: z.boolean(), edit: z.boolean(), reply: z.boolean(), delete: z.boolean() });

/** Fields that comments and replies share. */
const commentBase = {
  id: z.string(),
  postedBy: UserResource.schema,
  postedAt: instant,
  editedAt: instant.optional(),
  reactions: z.array(reaction),
  body,
  urls: z.object({ location: uri }),
  permissions,
};

function presentCommentBase(
  { state, postedBy, reactions, body: { markdown, document }, permissions: rights }: CommentBaseView<CommentBaseState>,
  links: Links,
) {
  const { id, postedAt, editedAt } = state;
  return {
    ...present({ editedAt }),
    id,
    postedBy: UserResource.present(postedBy, links),
    postedAt,
    reactions: reactions.map(({ emoji, users }) => ({
      emoji,
      count: users.length,
      users: users.map(({ user, reactedAt }) => ({ user: UserResource.present(user, links), reactedAt })),
    })),
    body: document === undefined ? { markdown: markdown! } : { document: { ...document } },
    permissions: { ...rights },
  };
}

const commentUrl = (
  { spaceId, changeRequestId }: CommentScope,
  id: string,
  links: Links,
  ...more: readonly string[]
): string =>
  links.api(
    'spaces',
    spaceId,
    ...(changeRequestId === null ? [] : ['change-requests', changeRequestId]),
    'comments',
    id,
    ...more,
  );

const page = z.object({
  id: z.string(),
  title: z.string(),
  emoji: z.string().optional(),
  icon: z.string().optional(),
  createdAt: instant,
  updatedAt: instant,
  path: z.string(),
  outdated: z.boolean().meta({
    description:
      'Whether the commented page or block has changed or been deleted since. A deleted page is shown as it was when the comment was posted.',
  }),
});

export const CommentResource = resource(
  'Comment',
  z.object({
    object: z.literal('comment'),
    ...commentBase,
    replies: z.number().int().meta({ description: 'Number of replies.' }),
    repliers: z
      .array(z.object({ updatedAt: instant, count: z.number().int(), user: UserResource.schema }))
      .meta({ description: 'Users who replied, with their latest reply or edit and the number of their replies.' }),
    target: z.object({
      node: z.object({ id: z.string(), preview: z.string() }).optional().meta({
        description: 'Commented block: key in the page at `revision`, and the beginning of the text.',
      }),
      changeRequest: z.string().optional(),
      review: z.string().optional(),
      page: page.optional(),
      space: z.string(),
      revision: z.string().meta({ description: 'Revision of the content at the time of posting.' }),
    }),
    status: z.enum(COMMENT_STATUSES),
    resolvedAt: instant.optional(),
    resolvedBy: UserResource.schema.optional(),
  }),
  (view: CommentView, links) => {
    const { state, repliers, resolvedBy, page: commented } = view;
    const { id, spaceId, changeRequestId, reviewId, revisionId, replies, status, resolvedAt } = state;
    const node = state.page?.node;
    return {
      ...presentCommentBase(view, links),
      ...present({ resolvedAt, resolvedBy: resolvedBy && UserResource.present(resolvedBy, links) }),
      object: 'comment' as const,
      replies,
      repliers: repliers.map(({ user, updatedAt, count }) => ({
        updatedAt,
        count,
        user: UserResource.present(user, links),
      })),
      target: {
        ...present({
          node: node && { id: node.id, preview: node.preview },
          changeRequest: changeRequestId,
          review: reviewId,
          page: commented && presentPage(commented),
        }),
        space: spaceId,
        revision: revisionId,
      },
      urls: { location: commentUrl(state, id, links) },
      status,
    };
  },
);

function presentPage({
  id,
  title,
  emoji,
  icon,
  createdAt,
  updatedAt,
  path,
  outdated,
}: NonNullable<CommentView['page']>) {
  return { ...present({ emoji, icon }), id, title, createdAt, updatedAt, path, outdated };
}

export const CommentReplyResource = resource(
  'CommentReply',
  z.object({ object: z.literal('comment-reply'), ...commentBase }),
  (view: ReplyView, links) => ({
    ...presentCommentBase(view, links),
    object: 'comment-reply' as const,
    urls: { location: commentUrl(view.place, view.state.commentId, links, 'replies', view.state.id) },
  }),
);

export const CommenterResource = resource(
  'Commenter',
  z.object({
    ...MemberResource.schema.shape,
    joinedAt: instant.meta({
      description:
        'Time at which the user joined the organization, or the user was created, as far as the caller may see.',
    }),
    updatedAt: instant.meta({ description: 'Extension: time of the last comment or edit.' }),
    count: z.number().int().meta({ description: 'Extension: number of comments and replies by the user.' }),
  }),
  ({ user, membership, hasLeft, updatedAt, count }: CommenterView, links) => ({
    object: 'member' as const,
    id: user.id,
    role: null,
    user: UserResource.present(user, links),
    joinedAt: user.createdAt,
    sso: false,
    spaces: 0,
    teams: 0,
    sites: 0,
    disabled: hasLeft,
    ...(membership !== undefined && MemberResource.present(membership, links)),
    updatedAt,
    count,
  }),
);
