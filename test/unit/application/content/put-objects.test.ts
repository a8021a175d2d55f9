import { expect } from 'chai';
import { PendingObjects, putObjects } from '../../../../src/application/content/put-objects.ts';
import { buildContentInSlices, type PageSeed } from '../../../../src/domain/content/edits/build-content.ts';
import { contentObject } from '../../../../src/domain/content/objects/hash.ts';
import type { ContentObject } from '../../../../src/domain/content/objects/content-object.ts';
import { runSync } from '../../../../src/domain/content/objects/object-query.ts';

const document = (text: string): ContentObject => contentObject('document', Buffer.from(text));
const documents = (count: number): ContentObject[] => Array.from({ length: count }, (_, i) => document(`text ${i}`));

/** Store whose puts complete on command. */
class SlowStore {
  readonly chunks: { readonly objects: readonly ContentObject[]; readonly end: (error?: Error) => void }[] = [];

  put(objects: readonly ContentObject[]): Promise<void> {
    return new Promise(
      (resolve, reject) => void this.chunks.push({ objects, end: (error) => (error ? reject(error) : resolve()) }),
    );
  }
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('PendingObjects', () => {
  it('stores chunks of a thousand objects, two at a time, while further objects are added', async () => {
    const store = new SlowStore();
    const way = new PendingObjects(store);
    const objects = documents(3_500);
    for (const object of objects) way.add(object);
    await turn();
    expect(store.chunks.map((chunk) => chunk.objects.length)).to.deep.equal([1_000, 1_000]);
    const arrived = way.flush();
    store.chunks[0]!.end();
    await turn();
    expect(store.chunks.length).to.equal(3);
    store.chunks[1]!.end();
    store.chunks[2]!.end();
    await turn();
    expect(store.chunks[3]!.objects.length).to.equal(500);
    let isThere = false;
    void arrived.then(() => (isThere = true));
    await turn();
    expect(isThere).to.equal(false);
    store.chunks[3]!.end();
    await arrived;
    expect(store.chunks.flatMap((chunk) => chunk.objects)).to.have.members(objects);
  });

  it('stores a chunk of large objects before it has a thousand', async () => {
    const sizes: number[] = [];
    await putObjects(
      { put: async (objects) => void sizes.push(objects.length) },
      Array.from({ length: 5 }, (_, i) => document(`${i}`.repeat(1_500_000))),
    );
    expect(sizes).to.deep.equal([2, 2, 1]);
  });

  it('fails with the error of the store and stores no chunk after it', async () => {
    const store = new SlowStore();
    const way = new PendingObjects(store);
    for (const object of documents(4_500)) way.add(object);
    await turn();
    store.chunks[0]!.end(new Error('full'));
    store.chunks[1]!.end();
    await turn();
    const failed = await way.flush().then(
      () => 'stored',
      (error: Error) => error.message,
    );
    expect([failed, store.chunks.length]).to.deep.equal(['full', 2]);
  });
});

describe('buildContentInSlices', () => {
  it('reports each object once, as soon as it is built', () => {
    const page = (id: string, text: string): PageSeed => ({
      id,
      type: 'document',
      parent: null,
      slug: id,
      title: id,
      createdAt: '2030-01-01T00:00:00.000Z',
      updatedAt: '2030-01-01T00:00:00.000Z',
      document: Buffer.from(text),
    });
    const hashes: string[] = [];
    const { objects } = runSync(
      new Map(),
      buildContentInSlices(
        { pages: [page('a', 'same'), page('b', 'same'), page('c', 'other')] },
        ({ hash }) => void hashes.push(hash),
      ),
    );
    expect(hashes)
      .to.deep.equal(objects.map(({ hash }) => hash))
      .and.to.have.length(new Set(hashes).size);
    expect(objects.filter(({ type }) => type === 'document')).to.have.length(2);
  });
});
