import type { InSpace } from '../kernel/scope.ts';
import { Comment, type CommentState, type CommentStatus } from '../../domain/comments/comment.ts';
import type { Id } from '../../domain/kernel/id.ts';
import { isAllowed } from '../../domain/permissions/policy.ts';
import type { Commenter } from '../../ports/comments.ts';
import type { Page, PageRequest } from '../../ports/kernel/repository.ts';
import type { MemberRow } from '../../ports/members.ts';
import type { DocumentInput } from '../content/content-inputs.ts';
import type { PageFormat } from '../content/page-body.ts';
import { requireMarkdown } from './comment-body.ts';
import type { CommentLocation, Context, LocateComments } from './comment-location.ts';
import { findTarget, type CommentTargetInput } from './comment-target.ts';
import { commentViews, type CommentView } from './comment-views.ts';
import { placeOperations, type ChangeContext, type FormatOptions, type InComment } from './place-operations.ts';
import {
  ignoreNotFound,
  locationFilter,
  editComment,
  findComment,
  lockComment,
  requireDeletable,
  type CommentEditInput,
} from './thread-access.ts';

interface ListInput extends FormatOptions {
  readonly status: CommentStatus | 'all';
  readonly targetPage?: Id;
  /** IDs of users. */
  readonly authors?: readonly Id[];
  readonly order: 'asc' | 'desc';
  readonly page: PageRequest;
}
interface PostInput {
  readonly body: CommentTargetInput & { readonly body: DocumentInput };
}
interface UpdateInput extends InComment {
  readonly body: CommentEditInput & { readonly resolved?: boolean };
}

/** Creates the use cases for the comments of a space or of a change request; each takes its operationId. */
export function commentOperations<Where extends InSpace>(locate: LocateComments<Where>) {
  const { reads, changes } = placeOperations(locate);
  return {
    list: (name: string) => reads(name, listComments),
    get: (name: string) => reads(name, getComment),
    post: (name: string) => changes(name, postComment, readyToPost),
    update: (name: string) => changes(name, updateComment),
    remove: (name: string) => changes(name, removeComment),
    commenters: (name: string) => reads(name, listCommenters),
  };
}

/** User who wrote comments, with the membership if the user has one that the caller may see. */
export interface CommenterView extends Commenter {
  readonly membership: MemberRow | undefined;
  /** True for users who have left the organization, as far as the caller may know. */
  readonly hasLeft: boolean;
}

async function listCommenters(
  { read, scope }: Context,
  place: CommentLocation,
  { page }: { readonly page: PageRequest },
): Promise<Page<CommenterView>> {
  const { items, ...rest } = await read.commentsOf.commenters(locationFilter(place), page);
  const { caller, organizationId } = scope;
  const userIds = items.map(({ user }) => user.id);
  const rows = await read.membersOf.findByUsers(organizationId, [...userIds, caller.userId]);
  const members = new Map(rows.map((row) => [row.user.id, row]));
  const level = members.get(caller.userId)?.member.role ?? undefined;
  const mayListPeople = isAllowed('organization:list-people', { level, member: true, operator: caller.operator });
  return {
    items: items.map((commenter) => {
      const member = members.get(commenter.user.id);
      const isVisible = mayListPeople || commenter.user.id === caller.userId;
      return { ...commenter, membership: isVisible ? member : undefined, hasLeft: isVisible && member === undefined };
    }),
    ...rest,
  };
}

async function listComments(
  context: Context,
  place: CommentLocation,
  { status, targetPage, authors, format, order, page }: ListInput,
) {
  const where = {
    ...locationFilter(place),
    ...(status !== 'all' && { status }),
    ...(targetPage !== undefined && { pageId: targetPage }),
    ...(authors !== undefined && { postedBy: authors }),
  };
  const { items, ...rest } = await context.read.comments.list(where, { ...page, order });
  return {
    items: await commentViews(
      context,
      place,
      items.map((comment) => comment.snapshot()),
      format,
    ),
    ...rest,
  };
}

const getComment = async (
  context: Context,
  place: CommentLocation,
  { commentId, format }: InComment & FormatOptions,
): Promise<CommentView> => showComment(context, place, await findComment(context, place, commentId), format);

/** Validates a new comment. @throws Invalid for an empty body, NotFound for a page or block that does not exist */
const readyToPost = async (context: Context, place: CommentLocation, { body }: PostInput) => ({
  text: requireMarkdown(body.body),
  target: await findTarget(context, place, body),
});

async function postComment(
  context: ChangeContext,
  place: CommentLocation,
  _: PostInput,
  { text, target }: Awaited<ReturnType<typeof readyToPost>>,
): Promise<CommentView> {
  const comment = Comment.post({
    id: context.ids.next(),
    ...locationFilter(place),
    revisionId: place.head.revisionId,
    ...(target && { target }),
    body: text,
    postedBy: context.scope.caller.userId,
    at: context.now,
  });
  await context.work.comments.save(comment);
  return showComment(context, place, comment.snapshot());
}

/**
 * Updates the fields given. Everyone who may reply may resolve and reopen the thread. @throws Forbidden, Invalid,
 * Conflict
 */
async function updateComment(
  context: ChangeContext,
  place: CommentLocation,
  { commentId, body: { resolved, ...edit } }: UpdateInput,
): Promise<CommentView> {
  const comment = await lockComment(context.work, place, commentId);
  editComment(context, comment, edit);
  if (resolved === true) comment.resolve(context.scope.caller.userId, context.now);
  if (resolved === false) comment.reopen();
  await context.work.comments.save(comment);
  return showComment(context, place, comment.snapshot());
}

/** Deletes a comment with its replies. @returns true if the comment existed @throws Forbidden */
async function removeComment(
  context: ChangeContext,
  place: CommentLocation,
  { commentId }: InComment,
): Promise<boolean> {
  const comment = await lockComment(context.work, place, commentId).catch(ignoreNotFound);
  if (comment === undefined) return false;
  requireDeletable(context, comment);
  await context.work.comments.delete(comment);
  return true;
}

const showComment = async (
  context: Context,
  place: CommentLocation,
  state: CommentState,
  format?: PageFormat,
): Promise<CommentView> => (await commentViews(context, place, [state], format))[0]!;
