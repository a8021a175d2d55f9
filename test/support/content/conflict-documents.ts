import { all, constantQuery, fetchObject, type ObjectQuery } from '../../../src/domain/content/objects/object-query.ts';
import type { Conflict } from '../../../src/domain/content/conflicts/conflict.ts';
import type { Hash } from '../../../src/domain/content/objects/content-object.ts';

/** Reads the documents of a conflict's sides, for a conflict about a document. */
export function* readConflictDocuments({
  kind,
  base,
  ours,
  theirs,
}: Conflict): ObjectQuery<Readonly<Record<'base' | 'ours' | 'theirs', Uint8Array | undefined>>> {
  const sides = kind === 'content' ? [base, ours, theirs] : [null, null, null];
  const texts = yield* all(
    sides.map((side) => (typeof side === 'string' ? fetchObject(side as Hash) : constantQuery(undefined))),
  );
  return { base: texts[0], ours: texts[1], theirs: texts[2] };
}
