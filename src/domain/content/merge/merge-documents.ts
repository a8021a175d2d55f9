import type { Draft } from '../edits/draft.ts';
import { decodeUtf8, encodeUtf8 } from '../objects/json.ts';
import type { Hash } from '../objects/content-object.ts';
import { all, constantQuery, fetchObject, type ObjectQuery } from '../objects/object-query.ts';
import { mergeText } from '../text/text-merge.ts';
import { mergeValue, type MergeSides } from './three-way.ts';

/** Merged document; `markers` is the length of its conflict markers, absent if the whole document is in conflict. */
export interface MergedDocument {
  readonly document: Hash | undefined;
  readonly conflict: boolean;
  readonly markers?: number;
}

/**
 * Merges documents by lines. Bytes that are not UTF-8 are never changed: if both sides changed such a document, the
 * whole document is in conflict, and the change request's one is used. Reads nothing unless both sides changed it.
 */
export function* mergeDocuments(draft: Draft, sides: MergeSides<Hash>): ObjectQuery<MergedDocument> {
  const decision = mergeValue(sides);
  if (!decision.conflict) return { document: decision.value, conflict: false };
  const { ours, theirs } = sides;
  if (ours === undefined || theirs === undefined) return { document: theirs ?? ours, conflict: true };
  const bytes = yield* all(
    [sides.base, ours, theirs].map((hash) =>
      hash === undefined ? constantQuery(new Uint8Array()) : fetchObject(hash),
    ),
  );
  const [o, a, b] = bytes.map(decodeUtf8);
  if (o === undefined || a === undefined || b === undefined) return { document: theirs, conflict: true };
  const { text, markers } = yield* mergeText(o, a, b);
  const document = draft.addDocument(encodeUtf8(text));
  return markers === 0 ? { document, conflict: false } : { document, conflict: true, markers };
}

/** Collects the hashes that a conflict's sides reference. */
export const conflictRefs = (...hashes: readonly (Hash | undefined)[]): { readonly refs?: readonly Hash[] } => {
  const refs = [...new Set(hashes.filter((hash) => hash !== undefined))];
  return refs.length > 0 ? { refs } : {};
};
