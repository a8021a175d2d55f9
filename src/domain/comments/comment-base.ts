import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id } from '../kernel/id.ts';
import { applyReactionChange, type Reaction, type ReactionChange } from './reactions.ts';

/** Longest text of a comment or a reply, in UTF-16 units of its markdown. */
export const MAX_BODY_LENGTH = 20_000;

export interface CommentBaseState extends State {
  readonly postedBy: Id;
  readonly postedAt: string;
  readonly editedAt: string | null;
  /** Markdown; never blank. */
  readonly body: string;
  readonly reactions: readonly Reaction[];
}

/** What somebody said: a comment, or a reply to one. */
export abstract class CommentBase<S extends CommentBaseState> extends Aggregate<S> {
  /** What its events begin with. */
  protected abstract readonly eventPrefix: string;

  /** Says something else; the same text is no edit. */
  edit(body: string, at: string): void {
    if (body === this.state.body) return;
    this.apply({ body, editedAt: at } as Partial<S>, `${this.eventPrefix}.edited`);
  }

  /** Adds and takes back reactions of one user. @throws Conflict beyond the limits */
  react(userId: Id, change: ReactionChange, at: string): void {
    const reactions = applyReactionChange(this.state.reactions, userId, change, at);
    if (reactions === this.state.reactions) return;
    this.apply({ reactions } as Partial<S>, `${this.eventPrefix}.reacted`, {
      added: change.added ?? [],
      removed: change.removed ?? [],
    });
  }

  /** Says that it is about to be deleted. */
  delete(): void {
    this.record(`${this.eventPrefix}.deleted`);
  }
}
