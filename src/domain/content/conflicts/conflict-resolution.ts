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
/** Side to take: the main content, the change request, their common base, or both texts one after the other. */
export type ResolutionSide = (typeof RESOLUTION_SIDES)[number];

export const RESOLUTION_SCOPES = ['document', 'lines'] as const;
export type ResolutionScope = (typeof RESOLUTION_SCOPES)[number];

/** Resolution of the conflicts of one item. */
export interface ConflictResolution {
  readonly take: ResolutionSide;
  /** Restricts the resolution to conflicts of this kind and field. */
  readonly kind?: ConflictKind;
  readonly field?: string;
  /** Scope for a document: all of it (default), or only the conflicting lines, so that other merged changes stay. */
  readonly scope?: ResolutionScope;
}

export interface ResolutionContext {
  /** ISO 8601. */
  readonly now: string;
  /**
   * Main content that the change request last merged in; `ours` is its present value, not the one from which the
   * conflict arose.
   */
  readonly main: Content;
}

/** Conflict to be resolved in a draft of the content; `ours` is the present side of the main content. */
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

/** Throws the error that a side cannot be taken. */
export function rejectResolution(
  { conflict, resolution }: Pick<ResolutionTask, 'conflict' | 'resolution'>,
  why: string,
): never {
  const about = conflict.field === undefined ? conflict.kind : `${conflict.kind} of ${conflict.field}`;
  throw new NotPossible(`${SIDE_LABELS[resolution.take]} of the conflict (${about}) cannot be taken: ${why}`);
}

/**
 * Returns the value of the chosen side.
 * @throws NotPossible if both sides are chosen for a single value
 */
export function selectSide(task: ResolutionTask): Json {
  const { take } = task.resolution;
  return take === 'both' ? rejectResolution(task, 'take ours, theirs or base') : task.conflict[take];
}

/**
 * Computes the document that results from a content conflict; undefined for none.
 * @param present document with the conflict markers
 */
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
  // The change request's side may itself contain markers of an earlier update.
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
