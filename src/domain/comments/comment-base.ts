import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { UserId } from '../kernel/id.ts';
import { applyReactionChange, type Reaction, type ReactionChange } from './reactions.ts';

/** Maximum number of characters of a comment or reply as Markdown. */
export const MAX_BODY_LENGTH = 20_000;

export interface CommentBaseState extends State {
  readonly postedBy: UserId;
  readonly postedAt: string;
  readonly editedAt: string | null;
  /** Markdown; never blank. */
  readonly body: string;
  readonly reactions: readonly Reaction[];
}

/** Base of comments and replies. */
export abstract class CommentBase<S extends CommentBaseState> extends Aggregate<S> {
  /** Prefix of the event types. */
  protected abstract readonly eventPrefix: 'comment' | 'comment-reply';

  /** Replaces the text; an equal text is not an edit. */
  edit(body: string, at: string): void {
    if (body === this.state.body) return;
    this.apply({ body, editedAt: at } as Partial<S>, `${this.eventPrefix}.edited`);
  }

  /**
   * Adds and removes reactions of one user.
   * @throws Conflict above the limits
   */
  react(userId: UserId, change: ReactionChange, at: string): void {
    const reactions = applyReactionChange(this.state.reactions, userId, change, at);
    if (reactions === this.state.reactions) return;
    this.apply({ reactions } as Partial<S>, `${this.eventPrefix}.reacted`, {
      added: change.added ?? [],
      removed: change.removed ?? [],
    });
  }

  /** Records the deletion. */
  delete(): void {
    this.record(`${this.eventPrefix}.deleted`);
  }
}
