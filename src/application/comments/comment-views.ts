import type { CommentState } from '../../domain/comments/comment.ts';
import type { CommentReplyState } from '../../domain/comments/comment-reply.ts';
import { groupReactions } from '../../domain/comments/reactions.ts';
import type { CommentBaseState } from '../../domain/comments/comment-base.ts';
import { commentPermissions, type CommentPermissions } from '../../domain/comments/comment-permissions.ts';
import { findTargetPages, type TargetPage } from '../../domain/comments/target-pages.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { UserState } from '../../domain/users.ts';
import type { Commenter } from '../../ports/comments.ts';
import type { PageBody } from '../content/content-views.ts';
import { read } from '../content/reading.ts';
import type { PageFormat } from '../content/page-body.ts';
import { yieldToEventLoop } from '../kernel/time-slices.ts';
import type { CommentLocation, Context } from './comment-location.ts';

export interface ReactionView {
  readonly emoji: string;
  readonly users: readonly { readonly user: UserState; readonly reactedAt: string }[];
}

/** Fields that the views of comments and replies share. */
export interface CommentBaseView<S extends CommentBaseState> {
  readonly state: S;
  readonly postedBy: UserState;
  readonly reactions: readonly ReactionView[];
  readonly body: PageBody;
  readonly permissions: CommentPermissions;
}

/** The page that a comment is on: in its present state, or in the last known state once deleted. */
export interface CommentedPageView {
  readonly id: Id;
  readonly title: string;
  readonly emoji?: string | undefined;
  readonly icon?: string | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly path: string;
  /** True if the subject of the comment has changed or was deleted. */
  readonly outdated: boolean;
}

export interface CommentView extends CommentBaseView<CommentState> {
  /** Users who replied, by user id. */
  readonly repliers: readonly Commenter[];
  readonly resolvedBy: UserState | undefined;
  readonly page: CommentedPageView | undefined;
}

export interface ReplyView extends CommentBaseView<CommentReplyState> {
  /** Subject of the comments. */
  readonly place: CommentLocation;
}

type UsersById = ReadonlyMap<Id, UserState>;

/** Builds the views of comments, with one query for all users and one for all pages. */
export async function commentViews(
  context: Context,
  place: CommentLocation,
  states: readonly CommentState[],
  format?: PageFormat,
): Promise<CommentView[]> {
  const [users, pages, repliers] = await Promise.all([
    loadUsers(
      context,
      states,
      states.map(({ resolvedBy }) => resolvedBy),
    ),
    loadTargetPages(context, place, states),
    context.read.commentsOf.repliers(states.filter(({ replies }) => replies > 0).map(({ id }) => id)),
  ]);
  return mapInSequence(states, async (state) => ({
    ...(await commentBaseView(context, state, users, format)),
    repliers: repliers.get(state.id) ?? [],
    resolvedBy: state.resolvedBy === null ? undefined : users.get(state.resolvedBy),
    page: await commentedPageView(context, state, pages),
  }));
}

export async function replyViews(
  context: Context,
  place: CommentLocation,
  states: readonly CommentReplyState[],
  format?: PageFormat,
): Promise<ReplyView[]> {
  const users = await loadUsers(context, states);
  return mapInSequence(states, async (state) => ({
    ...(await commentBaseView(context, state, users, format)),
    place,
  }));
}

async function mapInSequence<S, V>(states: readonly S[], show: (state: S) => Promise<V>): Promise<V[]> {
  const views: V[] = [];
  for (const state of states) views.push(await show(state));
  return views;
}

async function loadUsers(
  { read: { usersOf } }: Context,
  states: readonly CommentBaseState[],
  others: readonly (Id | null)[] = [],
): Promise<UsersById> {
  const ids = new Set(others.filter((id) => id !== null));
  for (const { postedBy, reactions } of states) {
    ids.add(postedBy);
    for (const { userId } of reactions) ids.add(userId);
  }
  return new Map((await usersOf.usersById([...ids])).map((user) => [user.id, user]));
}

async function commentBaseView<S extends CommentBaseState>(
  { scope, blocks }: Context,
  state: S,
  users: UsersById,
  format: PageFormat | undefined,
): Promise<CommentBaseView<S>> {
  // Parsing a long list of short texts must not block the event loop.
  if (format === 'document') await yieldToEventLoop();
  const reactions = groupReactions(state.reactions).map(({ emoji, reactions: each }) => ({
    emoji,
    users: each.map(({ userId, at: reactedAt }) => ({ user: users.get(userId)!, reactedAt })),
  }));
  return {
    state,
    postedBy: users.get(state.postedBy)!,
    reactions,
    body:
      format === 'document'
        ? { document: await blocks.fromMarkdown(state.body, scope.organizationId) }
        : { markdown: state.body },
    permissions: commentPermissions(state, { level: scope.level, userId: scope.caller.userId }),
  };
}

async function loadTargetPages(
  { content }: Context,
  { head }: CommentLocation,
  states: readonly CommentState[],
): Promise<ReadonlyMap<Id, TargetPage>> {
  const ids = states.flatMap(({ pageId }) => pageId ?? []);
  return ids.length === 0 ? new Map() : read(content, findTargetPages(head.content, ids));
}

async function commentedPageView(
  { pageBlocks, scope }: Context,
  { pageId, page: then }: CommentState,
  pages: ReadonlyMap<Id, TargetPage>,
): Promise<CommentedPageView | undefined> {
  if (pageId === null || then === null) return undefined;
  const now = pages.get(pageId);
  if (now === undefined) return { id: pageId, ...then, outdated: true };
  const { title, emoji, icon, createdAt, updatedAt, document } = now.page;
  const same =
    document === then.document ||
    (then.node !== undefined &&
      document !== undefined &&
      (await pageBlocks.of(document, scope.organizationId)).has(then.node.id));
  return { id: pageId, title, emoji, icon, createdAt, updatedAt, path: now.path, outdated: !same };
}
