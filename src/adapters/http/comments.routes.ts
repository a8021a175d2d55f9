import * as z from 'zod';
import * as comments from '../../application/comments/comments.ts';
import { PAGE_FORMATS } from '../../application/content/page-body.ts';
import { COMMENT_STATUSES } from '../../domain/comments/comment.ts';
import { MAX_BODY_LENGTH } from '../../domain/comments/comment-base.ts';
import { CommenterResource, CommentReplyResource, CommentResource } from './comments.resources.ts';
import { blocks } from './kernel/block-document.ts';
import { emoji, idField } from './kernel/fields.ts';
import { many } from './kernel/input.ts';
import { list, ok, removed } from './kernel/reply.ts';
import { route, tagged } from './kernel/route.ts';

/** Schema of the text of a comment or reply: Markdown or a tree of blocks. */
export const document = z
  .object({
    markdown: z.string().optional(),
    document: z.object({ object: z.literal('document'), nodes: blocks }).optional(),
  })
  .refine(
    ({ markdown, document: tree }) => markdown === undefined || tree === undefined,
    'must be markdown or a document, not both',
  )
  .meta({
    description: [
      `Markdown, which must not be empty, or a tree of blocks; must have at most ${MAX_BODY_LENGTH} characters as markdown.`,
      'It must be markdown or a document, not both.',
    ].join(' '),
  });

const requiredDocument = document.meta({
  description: `${document.meta()!.description} It must contain markdown or a document.`,
});
const newComment = z.object({
  body: requiredDocument,
  page: idField.optional().meta({
    description: 'Commented page, which is required with node and must name the page that contains the node.',
  }),
  node: idField
    .optional()
    .meta({ description: 'Key of the commented block of the page in the `format=document` representation.' }),
});
const newReply = z.object({ body: requiredDocument });

const MAX_REACTIONS_AT_ONCE = 20;
const reactions = z.array(emoji).max(MAX_REACTIONS_AT_ONCE).optional();
const replyEdit = z.object({
  body: document
    .optional()
    .meta({ description: 'New text, which must not be empty; an empty object keeps the current text.' }),
  addedReactions: reactions,
  removedReactions: reactions,
});
const commentEdit = replyEdit.extend({
  resolved: z.boolean().optional().meta({ description: 'Whether the thread is resolved.' }),
});

const MAX_AUTHORS = 50;
export const format = {
  format: z.enum(PAGE_FORMATS).optional().meta({ description: 'Format of texts; markdown by default.' }),
};
const filters = {
  ...format,
  order: z
    .enum(['asc', 'desc'])
    .default('desc')
    .meta({ description: 'Sort order by time of posting; newest first by default.' }),
  status: z.enum(['all', ...COMMENT_STATUSES]).default('all'),
  targetPage: idField.optional().meta({ description: 'Page of the comments.' }),
  authors: many(idField).max(MAX_AUTHORS).optional().meta({ description: 'Authors of the comments.' }),
};

const comment = ok(CommentResource);
const reply = ok(CommentReplyResource);

export const commentRoutes = [
  ...tagged('Space comments', [
    route('GET /v1/spaces/:spaceId/comments', comments.listCommentsInSpace, {
      summary: 'List the comments on a space',
      query: filters,
      paged: true,
      returns: list(CommentResource),
    }),
    route('POST /v1/spaces/:spaceId/comments', comments.postCommentInSpace, {
      summary: 'Create a comment on a space',
      body: newComment,
      returns: comment,
    }),
    route('GET /v1/spaces/:spaceId/comments/:commentId', comments.getCommentInSpace, {
      summary: 'Get a comment on a space',
      query: format,
      returns: comment,
    }),
    route('PUT /v1/spaces/:spaceId/comments/:commentId', comments.updateCommentInSpace, {
      summary: 'Update a comment on a space',
      body: commentEdit,
      returns: comment,
    }),
    route('DELETE /v1/spaces/:spaceId/comments/:commentId', comments.deleteCommentInSpace, {
      summary: 'Delete a comment on a space',
      returns: removed,
    }),
    route('GET /v1/spaces/:spaceId/comments/:commentId/replies', comments.listCommentRepliesInSpace, {
      summary: 'List the replies to a comment on a space',
      query: format,
      paged: true,
      returns: list(CommentReplyResource),
    }),
    route('POST /v1/spaces/:spaceId/comments/:commentId/replies', comments.postCommentReplyInSpace, {
      summary: 'Create a reply to a comment on a space',
      query: format,
      body: newReply,
      returns: reply,
    }),
    route('GET /v1/spaces/:spaceId/comments/:commentId/replies/:commentReplyId', comments.getCommentReplyInSpace, {
      summary: 'Get a reply to a comment on a space',
      query: format,
      returns: reply,
    }),
    route('PUT /v1/spaces/:spaceId/comments/:commentId/replies/:commentReplyId', comments.updateCommentReplyInSpace, {
      summary: 'Update a reply to a comment on a space',
      body: replyEdit,
      returns: reply,
    }),
    route(
      'DELETE /v1/spaces/:spaceId/comments/:commentId/replies/:commentReplyId',
      comments.deleteCommentReplyInSpace,
      {
        summary: 'Delete a reply to a comment on a space',
        returns: removed,
      },
    ),
    route('GET /v1/spaces/:spaceId/commenters', comments.listCommentersInSpace, {
      summary: 'List the commenters on a space',
      paged: true,
      returns: list(CommenterResource),
    }),
  ]),
  ...tagged('Change request comments', [
    route('GET /v1/spaces/:spaceId/change-requests/:changeRequestId/comments', comments.listCommentsInChangeRequest, {
      summary: 'List the comments on a change request',
      query: filters,
      paged: true,
      returns: list(CommentResource),
    }),
    route('POST /v1/spaces/:spaceId/change-requests/:changeRequestId/comments', comments.postCommentInChangeRequest, {
      summary: 'Create a comment on a change request',
      body: newComment,
      returns: comment,
    }),
    route(
      'GET /v1/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId',
      comments.getCommentInChangeRequest,
      { summary: 'Get a comment on a change request', query: format, returns: comment },
    ),
    route(
      'PUT /v1/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId',
      comments.updateCommentInChangeRequest,
      {
        summary: 'Update a comment on a change request',
        body: commentEdit,
        returns: comment,
      },
    ),
    route(
      'DELETE /v1/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId',
      comments.deleteCommentInChangeRequest,
      { summary: 'Delete a comment on a change request', returns: removed },
    ),
    route(
      'GET /v1/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies',
      comments.listCommentRepliesInChangeRequest,
      {
        summary: 'List the replies to a comment on a change request',
        query: format,
        paged: true,
        returns: list(CommentReplyResource),
      },
    ),
    route(
      'POST /v1/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies',
      comments.postCommentReplyInChangeRequest,
      {
        summary: 'Create a reply to a comment on a change request',
        query: format,
        body: newReply,
        returns: reply,
      },
    ),
    route(
      'GET /v1/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies/:commentReplyId',
      comments.getCommentReplyInChangeRequest,
      { summary: 'Get a reply to a comment on a change request', query: format, returns: reply },
    ),
    route(
      'PUT /v1/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies/:commentReplyId',
      comments.updateCommentReplyInChangeRequest,
      {
        summary: 'Update a reply to a comment on a change request',
        body: replyEdit,
        returns: reply,
      },
    ),
    route(
      'DELETE /v1/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies/:commentReplyId',
      comments.deleteCommentReplyInChangeRequest,
      { summary: 'Delete a reply to a comment on a change request', returns: removed },
    ),
    route(
      'GET /v1/spaces/:spaceId/change-requests/:changeRequestId/commenters',
      comments.listCommentersInChangeRequest,
      {
        summary: 'List the commenters on a change request',
        paged: true,
        returns: list(CommenterResource),
      },
    ),
  ]),
];
