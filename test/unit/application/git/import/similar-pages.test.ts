import { expect } from 'chai';
import { MemoryContentStore } from '../../../../../src/adapters/persistence/memory/content.ts';
import { read } from '../../../../../src/application/content/reading.ts';
import { matchSimilarTexts } from '../../../../../src/application/git/import/similar-pages.ts';
import { contentObject } from '../../../../../src/domain/content/objects/hash.ts';

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `Line ${from + i}`).join('\n');

/** Matches new texts to removed ones. */
async function matches(fresh: Record<string, string>, gone: Record<string, string>): Promise<Record<string, string>> {
  const store = new MemoryContentStore();
  const objects = Object.entries(gone).map(
    ([name, text]) => [name, contentObject('document', Buffer.from(text))] as const,
  );
  await store.put(objects.map(([, object]) => object));
  return Object.fromEntries(
    await read(
      store,
      matchSimilarTexts(
        new Map(Object.entries(fresh).map(([name, text]) => [name, Buffer.from(text)])),
        new Map(objects.map(([name, { hash }]) => [name, hash])),
      ),
    ),
  );
}

describe('matchSimilarTexts', () => {
  it('matches texts that share at least half of their lines', async () => {
    expect(await matches({ new: lines(5, 15) }, { old: lines(0, 10) })).to.deep.equal({ new: 'old' });
    expect(await matches({ new: lines(6, 16) }, { old: lines(0, 10) })).to.deep.equal({});
  });

  it('matches the most similar texts first, each once', async () => {
    expect(await matches({ x: lines(0, 10), y: lines(1, 11) }, { a: lines(1, 10), b: lines(2, 13) })).to.deep.equal({
      x: 'a',
      y: 'b',
    });
    expect(await matches({ x: lines(0, 10), y: lines(0, 9) }, { a: lines(0, 10) })).to.deep.equal({ x: 'a' });
  });

  it('ignores lines that many texts contain', async () => {
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`old ${i}`, 'Boilerplate\nTwice']));
    expect(await matches({ new: 'Boilerplate\nTwice' }, many)).to.deep.equal({});
  });

  it('accepts bytes that are not text', async () => {
    expect(await matches({ new: '' }, { old: '' })).to.deep.equal({});
  });
});
