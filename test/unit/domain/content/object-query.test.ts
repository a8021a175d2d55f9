import { expect } from 'chai';
import type { Hash } from '../../../../src/domain/content/objects/content-object.ts';
import {
  allInBatches,
  fetchObject,
  objectBatchFrom,
  PAUSE,
  runSync,
  type ObjectQuery,
} from '../../../../src/domain/content/objects/object-query.ts';

const OBJECTS = new Map(
  Array.from({ length: 2_500 }, (_, i): [Hash, Uint8Array] => [`hash ${i}` as Hash, Buffer.from([i % 256])]),
);
function* valueOf(hash: Hash): ObjectQuery<number> {
  return (yield* fetchObject(hash))[0]!;
}

describe('allInBatches', () => {
  it('returns the results in order, for lists of any length', () => {
    for (const count of [0, 1, 999, 1_000, 1_001, 2_500]) {
      const hashes = [...OBJECTS.keys()].slice(0, count);
      expect(runSync(OBJECTS, allInBatches(hashes, valueOf)), String(count)).to.deep.equal(
        hashes.map((_, i) => i % 256),
      );
    }
  });

  it('pauses after each thousand items, and reads on only after the pause', () => {
    const begun: string[] = [];
    const reading = allInBatches([...OBJECTS.keys()], function* (hash) {
      begun.push(hash);
      return yield* valueOf(hash);
    });
    const seen: number[] = [];
    const objects = objectBatchFrom(OBJECTS);
    for (let step = reading.next(); !step.done; step = reading.next(objects))
      if (step.value === PAUSE) seen.push(begun.length);
    expect(seen).to.deep.equal([1_000, 2_000]);
  });
});
