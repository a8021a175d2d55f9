import { expect } from 'chai';
import { read } from '../../../../src/application/content/reading.ts';
import { contentObject } from '../../../../src/domain/content/objects/hash.ts';
import { CorruptContent, type Hash } from '../../../../src/domain/content/objects/content-object.ts';
import {
  all,
  constantQuery,
  fetchObject,
  PAUSE,
  type ObjectQuery,
} from '../../../../src/domain/content/objects/object-query.ts';
import { bytes, CountingStore, text } from '../../../support/content/workbench.ts';

const objects = ['a', 'b', 'c'].map((word) => contentObject('document', bytes(word)));
const [a, b, c] = objects.map(({ hash }) => hash) as [Hash, Hash, Hash];

function* spell(...hashes: Hash[]): ObjectQuery<string> {
  let word = '';
  for (const hash of hashes) word += text(yield* fetchObject(hash));
  return word;
}

describe('read', () => {
  const stocked = async (): Promise<CountingStore> => {
    const store = new CountingStore();
    await store.put(objects);
    return store;
  };

  it('joins the requests of concurrent queries', async () => {
    const store = await stocked();
    const { value, batches, reads } = await store.measure(
      all([spell(a, b), spell(b, c), spell(c), constantQuery('-'), spell()]),
    );
    expect(value).to.deep.equal(['ab', 'bc', 'c', '-', '']);
    expect(batches).to.equal(1);
    expect(reads).to.equal(3);
  });

  it('requests an object once', async () => {
    const store = await stocked();
    expect(await store.measure(spell(a, a, a))).to.deep.equal({ value: 'aaa', batches: 1, reads: 1 });
  });

  it('requests a few hundred objects at a time and keeps the order of the results', async () => {
    const store = new CountingStore();
    const many = Array.from({ length: 1000 }, (_, i) => contentObject('document', bytes(`object ${i}`)));
    await store.put(many);
    const sizes: number[] = [];
    const get = store.get.bind(store);
    store.get = (hashes) => (sizes.push(hashes.length), get(hashes));
    const halves = [many.slice(0, 500), many.slice(500)].map((half) => all(half.map(({ hash }) => fetchObject(hash))));
    const found = (await read(store, all(halves))).flat();
    expect(found.map(text)).to.deep.equal(many.map((_, i) => `object ${i}`));
    expect(Math.max(...sizes)).to.be.at.most(250);
    expect(sizes).to.have.length(4);
  });

  it('yields to the event loop at a pause', async () => {
    let others = 0;
    const counting = setInterval(() => (others += 1), 1);
    function* long(): ObjectQuery<number> {
      for (const start = performance.now(); performance.now() - start < 100;) yield PAUSE;
      return others;
    }
    expect(await read(await stocked(), long())).to.be.at.least(2);
    clearInterval(counting);
  });

  it('fails when an object is missing and when the query fails', async () => {
    const failure = async (reading: ObjectQuery<unknown>): Promise<unknown> =>
      read(await stocked(), reading).catch((error: unknown) => error);
    expect(await failure(spell('00'.repeat(32) as Hash))).to.be.instanceOf(CorruptContent);
    expect(
      await failure(
        (function* (): ObjectQuery<void> {
          yield [a];
          throw new RangeError('no');
        })(),
      ),
    ).to.be.instanceOf(RangeError);
  });
});
