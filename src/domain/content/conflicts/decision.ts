import { Conflict as NotPossible } from '../../kernel/errors.ts';
import type { Conflict, ConflictKind } from './conflict.ts';
import type { Content } from '../content.ts';
import type { Draft } from '../edits/draft.ts';
import { textOf, utf8, type Json } from '../objects/json.ts';
import { takeSections, type Section } from '../text/marker-sections.ts';
import { holdsMarkers } from '../text/markers.ts';
import type { Hash } from '../objects/objects.ts';
import { fetchObject, type Reading } from '../objects/reading.ts';

export const TAKES = ['ours', 'theirs', 'base', 'both'] as const;
/** Which side is taken: that of the main content, of the change request, of what both come from, or what either says. */
export type Take = (typeof TAKES)[number];

export const SCOPES = ['document', 'lines'] as const;
export type Scope = (typeof SCOPES)[number];

/** Which conflicts of a thing are decided, and how. */
export interface Decision {
  readonly take: Take;
  /** Only those of this kind, about this field. */
  readonly kind?: ConflictKind;
  readonly field?: string;
  /** Of a document: all of it (unless told), or the lines in conflict, so that what else was merged into it stays. */
  readonly scope?: Scope;
}

export interface Resolving {
  /** ISO 8601. */
  readonly now: string;
  /** The main content that the change request last took in: its side is what it says now, not when the conflict arose. */
  readonly main: Content;
}

/** One conflict to be decided, in a draft of the content; `ours` is the main content's side as it is now. */
export interface Case {
  readonly draft: Draft;
  readonly conflict: Conflict;
  readonly decision: Decision;
  readonly context: Resolving;
}

const WORDS: Readonly<Record<Take, string>> = {
  ours: 'the side of the space',
  theirs: 'the side of the change request',
  base: 'the base',
  both: 'both sides',
};

/** Says why a side cannot be taken. */
export function impossible({ conflict, decision }: Pick<Case, 'conflict' | 'decision'>, why: string): never {
  const about = conflict.field === undefined ? conflict.kind : `${conflict.kind} of ${conflict.field}`;
  throw new NotPossible(`${WORDS[decision.take]} of the conflict (${about}) cannot be taken: ${why}`);
}

/** What the side that is taken says. @throws NotPossible where both would be taken of what can be one thing only */
export function sideOf(one: Case): Json {
  const { take } = one.decision;
  return take === 'both' ? impossible(one, 'take ours, theirs or base') : one.conflict[take];
}

/** The document that a conflict of content leads to; undefined: none. @param present the one with the markers */
export function* documentTaken(one: Case, present: Hash | undefined): Reading<Hash | undefined> {
  const { conflict, decision, draft } = one;
  const { take, scope = 'document' } = decision;
  const lengths = conflict.markers ?? [];
  if (take === 'both' || scope === 'lines') {
    const sections: readonly Section[] = take === 'both' ? ['ours', 'theirs'] : [take];
    return yield* withoutMarkers(one, present, sections);
  }
  const side = conflict[take] as Hash | null;
  if (side === null) return undefined;
  // The change request's side may be a document with conflicts of an earlier update in it.
  const text = textOf(yield* fetchObject(side));
  if (text === undefined || !holdsMarkers(text, lengths)) return side;
  return plain(one, draft, yield* takeSections(text, lengths, [take]), lengths);
}

function* withoutMarkers(one: Case, present: Hash | undefined, sections: readonly Section[]): Reading<Hash> {
  const lengths = one.conflict.markers ?? [];
  const bytes =
    present === undefined || lengths.length === 0 ? undefined : yield* one.draft.documentOf({ document: present });
  const text = bytes && textOf(bytes);
  if (text === undefined) return impossible(one, 'the documents cannot be brought together by lines');
  return plain(one, one.draft, yield* takeSections(text, lengths, sections), lengths);
}

function plain(
  one: { readonly conflict: Conflict; readonly decision: Case['decision'] },
  draft: Draft,
  text: string,
  lengths: readonly number[],
): Hash {
  if (holdsMarkers(text, lengths)) impossible(one, 'its markers were changed by hand: edit the document instead');
  return draft.document(utf8(text));
}
