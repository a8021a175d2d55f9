import { Conflict } from '../kernel/errors.ts';
import type { UserId } from '../kernel/id.ts';

/** Reaction of one user with one emoji. Lists of reactions are ordered by age, oldest first. */
export interface Reaction {
  /** Character, or its codepoints in hex; the form that was used first. */
  readonly emoji: string;
  readonly userId: UserId;
  readonly at: string;
}

/** Reactions that a user adds and removes; may include emoji whose state does not change. */
export interface ReactionChange {
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
}

export interface ReactionGroup {
  readonly emoji: string;
  readonly reactions: readonly Reaction[];
}

/** Maximum number of different emoji on one comment or reply. */
export const MAX_DISTINCT_EMOJI = 50;
/** Maximum number of reactions by all users on one comment or reply. */
export const MAX_REACTIONS = 1000;

const CODEPOINTS = /^[0-9a-f]{1,6}(?:-[0-9a-f]{1,6})*$/i;
/** Variation selector 16, which many writers of an emoji omit. */
const EMOJI_PRESENTATION = 0xfe0f;
/** Normalizes all forms of an emoji to codepoints. */
const toCodepoints = (emoji: string): string =>
  (CODEPOINTS.test(emoji)
    ? emoji.split('-').map((hex) => parseInt(hex, 16))
    : [...emoji].map((character) => character.codePointAt(0)!)
  )
    .filter((codepoint) => codepoint !== EMOJI_PRESENTATION)
    .map((codepoint) => codepoint.toString(16))
    .join('-');

/**
 * Applies a user's change to the reactions. A repeated emoji counts once; one that is both added and removed is present
 * afterwards. Returns the same list if nothing changed.
 * @throws Conflict above the limits
 */
export function applyReactionChange(
  reactions: readonly Reaction[],
  userId: UserId,
  { added = [], removed = [] }: ReactionChange,
  at: string,
): readonly Reaction[] {
  const removedNames = new Set(removed.map(toCodepoints));
  const addedNames = new Map(added.map((emoji) => [toCodepoints(emoji), emoji]));
  const forms = new Map<string, string>();
  const kept: Reaction[] = [];
  for (const reaction of reactions) {
    const name = toCodepoints(reaction.emoji);
    const own = reaction.userId === userId;
    if (!forms.has(name)) forms.set(name, reaction.emoji);
    if (own && removedNames.has(name) && !addedNames.has(name)) continue;
    if (own) addedNames.delete(name);
    kept.push(reaction);
  }
  if (addedNames.size === 0 && kept.length === reactions.length) return reactions;
  for (const [name, emoji] of addedNames) kept.push({ emoji: forms.get(name) ?? emoji, userId, at });
  if (addedNames.size > 0) requireWithinLimits(kept);
  return kept;
}

function requireWithinLimits(reactions: readonly Reaction[]): void {
  if (reactions.length > MAX_REACTIONS)
    throw new Conflict(`the comment already has the maximum number of reactions: ${MAX_REACTIONS}`);
  if (new Set(reactions.map(({ emoji }) => toCodepoints(emoji))).size > MAX_DISTINCT_EMOJI)
    throw new Conflict(`the comment already has the maximum number of different emoji: ${MAX_DISTINCT_EMOJI}`);
}

/** Groups reactions by emoji, in the order of the first reaction of each. */
export function groupReactions(reactions: readonly Reaction[]): readonly ReactionGroup[] {
  const groups = new Map<string, { readonly emoji: string; readonly reactions: Reaction[] }>();
  for (const reaction of reactions) {
    const name = toCodepoints(reaction.emoji);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, { emoji: reaction.emoji, reactions: [reaction] });
    else group.reactions.push(reaction);
  }
  return [...groups.values()];
}
