import { expect } from 'chai';
import { MemoryContentStore } from '../../../../../src/adapters/persistence/memory/content.ts';
import { read } from '../../../../../src/application/content/reading.ts';
import { matchSimilarTexts } from '../../../../../src/application/git/import/similar-pages.ts';
import { contentObject } from '../../../../../src/domain/content/objects/hash.ts';

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `Line ${from + i}`).join('\n');

/** Which of the new texts are which of those that went. */
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

describe('texts that are alike', () => {
  it('are the same, edited, from half of their lines on', async () => {
    expect(await matches({ new: lines(5, 15) }, { old: lines(0, 10) })).to.deep.equal({ new: 'old' });
    expect(await matches({ new: lines(6, 16) }, { old: lines(0, 10) })).to.deep.equal({});
  });

  it('are taken by those that they are most like, each once', async () => {
    expect(await matches({ x: lines(0, 10), y: lines(1, 11) }, { a: lines(1, 10), b: lines(2, 13) })).to.deep.equal({
      x: 'a',
      y: 'b',
    });
    expect(await matches({ x: lines(0, 10), y: lines(0, 9) }, { a: lines(0, 10) })).to.deep.equal({ x: 'a' });
  });

  it('are not told by lines that are everywhere', async () => {
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`old ${i}`, 'Boilerplate\nTwice']));
    expect(await matches({ new: 'Boilerplate\nTwice' }, many)).to.deep.equal({});
  });

  it('may be no text at all', async () => {
    expect(await matches({ new: '' }, { old: '' })).to.deep.equal({});
  });
});
