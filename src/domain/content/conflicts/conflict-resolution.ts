import { Conflict as NotPossible } from '../../kernel/errors.ts';
import type { Conflict, ConflictKind } from './conflict.ts';
import type { Content } from '../content.ts';
import type { Draft } from '../edits/draft.ts';
import { decodeUtf8, encodeUtf8, type Json } from '../objects/json.ts';
import { takeSections, type MarkerSection } from '../text/marker-sections.ts';
import { hasMarkers } from '../text/markers.ts';
import type { Hash } from '../objects/content-object.ts';
import { fetchObject, type ObjectQuery } from '../objects/object-query.ts';

export const RESOLUTION_SIDES = ['ours', 'theirs', 'base', 'both'] as const;
/** Which side is taken: that of the main content, of the change request, of what both come from, or what either says. */
export type ResolutionSide = (typeof RESOLUTION_SIDES)[number];

export const RESOLUTION_SCOPES = ['document', 'lines'] as const;
export type ResolutionScope = (typeof RESOLUTION_SCOPES)[number];

/** Which conflicts of a thing are decided, and how. */
export interface ConflictResolution {
  readonly take: ResolutionSide;
  /** Only those of this kind, about this field. */
  readonly kind?: ConflictKind;
  readonly field?: string;
  /** Of a document: all of it (unless told), or the lines in conflict, so that what else was merged into it stays. */
  readonly scope?: ResolutionScope;
}

export interface ResolutionContext {
  /** ISO 8601. */
  readonly now: string;
  /** The main content that the change request last took in: its side is what it says now, not when the conflict arose. */
  readonly main: Content;
}

/** One conflict to be decided, in a draft of the content; `ours` is the main content's side as it is now. */
export interface ResolutionTask {
  readonly draft: Draft;
  readonly conflict: Conflict;
  readonly resolution: ConflictResolution;
  readonly context: ResolutionContext;
}

const SIDE_LABELS: Readonly<Record<ResolutionSide, string>> = {
  ours: 'the side of the space',
  theirs: 'the side of the change request',
  base: 'the base',
  both: 'both sides',
};

/** Says why a side cannot be taken. */
export function rejectResolution(
  { conflict, resolution }: Pick<ResolutionTask, 'conflict' | 'resolution'>,
  why: string,
): never {
  const about = conflict.field === undefined ? conflict.kind : `${conflict.kind} of ${conflict.field}`;
  throw new NotPossible(`${SIDE_LABELS[resolution.take]} of the conflict (${about}) cannot be taken: ${why}`);
}

/** What the side that is taken says. @throws NotPossible where both would be taken of what can be one thing only */
export function selectSide(task: ResolutionTask): Json {
  const { take } = task.resolution;
  return take === 'both' ? rejectResolution(task, 'take ours, theirs or base') : task.conflict[take];
}

/** The document that a conflict of content leads to; undefined: none. @param present the one with the markers */
export function* resolveDocument(task: ResolutionTask, present: Hash | undefined): ObjectQuery<Hash | undefined> {
  const { conflict, resolution, draft } = task;
  const { take, scope = 'document' } = resolution;
  const lengths = conflict.markers ?? [];
  if (take === 'both' || scope === 'lines') {
    const sections: readonly MarkerSection[] = take === 'both' ? ['ours', 'theirs'] : [take];
    return yield* resolveMarkers(task, present, sections);
  }
  const side = conflict[take] as Hash | null;
  if (side === null) return undefined;
  // The change request's side may be a document with conflicts of an earlier update in it.
  const text = decodeUtf8(yield* fetchObject(side));
  if (text === undefined || !hasMarkers(text, lengths)) return side;
  return documentWithoutMarkers(task, draft, yield* takeSections(text, lengths, [take]), lengths);
}

function* resolveMarkers(
  task: ResolutionTask,
  present: Hash | undefined,
  sections: readonly MarkerSection[],
): ObjectQuery<Hash> {
  const lengths = task.conflict.markers ?? [];
  const bytes =
    present === undefined || lengths.length === 0 ? undefined : yield* task.draft.readDocument({ document: present });
  const text = bytes && decodeUtf8(bytes);
  if (text === undefined) return rejectResolution(task, 'the documents cannot be merged by lines');
  return documentWithoutMarkers(task, task.draft, yield* takeSections(text, lengths, sections), lengths);
}

function documentWithoutMarkers(
  task: { readonly conflict: Conflict; readonly resolution: ResolutionTask['resolution'] },
  draft: Draft,
  text: string,
  lengths: readonly number[],
): Hash {
  if (hasMarkers(text, lengths)) rejectResolution(task, 'the conflict markers were edited; edit the document instead');
  return draft.addDocument(encodeUtf8(text));
}
