import { expect } from 'chai';
import { read } from '../../../../src/application/content/reading.ts';
import { contentObject } from '../../../../src/domain/content/hash.ts';
import { CorruptContent, type Hash } from '../../../../src/domain/content/objects.ts';
import { all, done, fetchObject, type Reading } from '../../../../src/domain/content/reading.ts';
import { bytes, CountingStore, text } from '../../../support/content/workbench.ts';

const objects = ['a', 'b', 'c'].map((word) => contentObject('document', bytes(word)));
const [a, b, c] = objects.map(({ hash }) => hash) as [Hash, Hash, Hash];

function* spell(...hashes: Hash[]): Reading<string> {
  let word = '';
  for (const hash of hashes) word += text(yield* fetchObject(hash));
  return word;
}

describe('running a reading over a store', () => {
  const stocked = async (): Promise<CountingStore> => {
    const store = new CountingStore();
    await store.put(objects);
    return store;
  };

  it('joins the demands of readings side by side', async () => {
    const store = await stocked();
    const { value, batches, reads } = await store.measure(all([spell(a, b), spell(b, c), spell(c), done('-'), spell()]));
    expect(value).to.deep.equal(['ab', 'bc', 'c', '-', '']);
    expect(batches).to.equal(1);
    expect(reads).to.equal(3);
  });

  it('asks for an object once', async () => {
    const store = await stocked();
    expect(await store.measure(spell(a, a, a))).to.deep.equal({ value: 'aaa', batches: 1, reads: 1 });
  });

  it('fails when an object is missing, and when the reading does', async () => {
    const failure = async (reading: Reading<unknown>): Promise<unknown> => read(await stocked(), reading).catch((error: unknown) => error);
    expect(await failure(spell('00'.repeat(32) as Hash))).to.be.instanceOf(CorruptContent);
    expect(await failure((function* (): Reading<void> {
      yield [a];
      throw new RangeError('no');
    })())).to.be.instanceOf(RangeError);
  });
});
