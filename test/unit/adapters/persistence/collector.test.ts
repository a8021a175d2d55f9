import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { buildContent } from '../../../../src/domain/content/edits/build-content.ts';
import { contentObject } from '../../../../src/domain/content/objects/hash.ts';
import { encodeUtf8 } from '../../../../src/domain/content/objects/json.ts';
import type { ContentObject, Hash } from '../../../../src/domain/content/objects/content-object.ts';
import type { Revision } from '../../../../src/domain/content/revision.ts';
import { GarbageCollectionSuperseded, type GarbageCollection } from '../../../../src/ports/garbage-collection.ts';
import { makeStates, put } from '../../../support/persistence/aggregates.ts';
import { onEveryBackend } from '../../../support/backends.ts';
import { emptyProjection } from '../../../support/persistence/nothing-follows.ts';
import { openPersistence, type Persistence } from '../../../support/persistence/persistence.ts';

const failure = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => expect.fail('it worked'),
    (error: Error) => error,
  );
const blobOf = (text: string): Hash => createHash('sha256').update(text).digest('hex') as Hash;
const documents = (name: string, count: number): ContentObject[] =>
  Array.from({ length: count }, (_, i) => contentObject('document', encodeUtf8(`${name} ${i}`)));

/** Days of a test's own calendar. */
const day = (n: number, hour = 0): string => new Date(Date.UTC(2030, 0, n, hour)).toISOString();
const on = (n: number, hour = 0) => ({ now: day(n, hour), condemnedBefore: day(n - 1, hour) });

onEveryBackend('the collector', (backend) => {
  let persistence: Persistence;
  let states: Awaited<ReturnType<typeof makeStates>>;
  before(async () => {
    persistence = await openPersistence(backend);
    states = await makeStates(persistence);
  });
  after(() => persistence.close());

  const begun = async (): Promise<GarbageCollection> => {
    const collection = await persistence.collector.begin(persistence.next());
    while (await collection.mark());
    return collection;
  };
  const sweep = async (collection: GarbageCollection, at: ReturnType<typeof on>) => {
    let [condemned, collected] = [0, 0];
    let after: Hash | undefined;
    for (;;) {
      const part = await collection.sweepObjects(after, at);
      condemned += part.condemned;
      collected += part.collected;
      if (part.last === undefined) return { condemned, collected };
      after = part.last;
    }
  };
  const search = async (n: number, hour = 0) => sweep(await begun(), on(n, hour));
  const stored = async (objects: readonly ContentObject[]): Promise<number> =>
    (await persistence.content.get(objects.map(({ hash }) => hash))).size;
  /** A space whose only revision is what is handed in. */
  const space = async (
    { contentHash, objects }: { contentHash: Hash; objects: readonly ContentObject[] },
    storing = objects,
  ): Promise<void> => {
    const id = persistence.next();
    const revision: Revision = {
      id: persistence.next(),
      spaceId: id,
      parents: [],
      content: contentHash,
      type: 'edits',
      createdAt: day(1),
      createdBy: null,
    };
    await persistence.run(async (work) => {
      await put(work, 'spaces', { ...states.spaces, id, parentId: null, deletedAt: null });
      await work.branches.create({ primary: emptyProjection(revision), revision, objects: storing });
    });
  };
  const contentOf = (name: string, blob?: Hash) =>
    buildContent({
      pages: Array.from({ length: 100 }, (_, i) => ({
        id: persistence.next(),
        type: 'document' as const,
        parent: null,
        title: `${name} ${i}`,
        slug: `page-${i}`,
        document: encodeUtf8(`# ${name} ${i}`),
        createdAt: day(1),
        updatedAt: day(1),
      })),
      reusableContents: [{ id: persistence.next(), title: 'Shared', document: encodeUtf8(`shared ${name}`) }],
      ...(blob && { files: [{ id: persistence.next(), name: 'x', contentType: 'text/plain', size: 1, blob }] }),
    });

  it('deletes objects that nothing has referenced for a day, and none that a revision references', async () => {
    const needed = contentOf('needed');
    await space(needed);
    const unneeded = contentOf('unneeded');
    await persistence.content.put(unneeded.objects);
    const { condemned, collected } = await search(2);
    expect(condemned).to.be.at.least(unneeded.objects.length);
    expect(collected).to.equal(0);
    expect(await search(2, 23), 'not a day later yet').to.deep.equal({ condemned, collected: 0 });
    expect(await search(3), 'exactly a day later').to.deep.equal({ condemned, collected: 0 });
    expect(await stored(unneeded.objects)).to.equal(unneeded.objects.length);
    expect(await search(3, 1)).to.deep.equal({ condemned: 0, collected: condemned });
    expect(await stored(unneeded.objects)).to.equal(0);
    expect(await stored(needed.objects)).to.equal(new Set(needed.objects.map(({ hash }) => hash)).size);
  });

  it('keeps objects that are stored again for another day', async () => {
    const objects = documents('again', 3);
    await persistence.content.put(objects);
    await search(5);
    await persistence.content.put(objects.slice(0, 2));
    expect(await search(7)).to.deep.equal({ condemned: 2, collected: 1 });
    expect(await search(9)).to.deep.equal({ condemned: 0, collected: 2 });
  });

  it('keeps objects of a revision that is created during the search', async () => {
    const late = contentOf('late');
    await persistence.content.put(late.objects);
    await search(11);
    const collection = await begun();
    await space(late);
    expect((await sweep(collection, on(13))).collected).to.equal(0);
    expect(await search(15)).to.deep.equal({ condemned: 0, collected: 0 });
    expect(await stored(late.objects)).to.equal(new Set(late.objects.map(({ hash }) => hash)).size);
  });

  it('keeps marked objects that a concurrent revision references', async () => {
    const content = contentOf('on its way');
    await persistence.content.put(content.objects);
    const collection = await begun();
    await space(content, []);
    expect((await sweep(collection, on(17))).condemned).to.be.greaterThan(0);
    expect(await search(19)).to.deep.equal({ condemned: 0, collected: 0 });
    expect(await search(21)).to.deep.equal({ condemned: 0, collected: 0 });
  });

  it('never deletes an object that is stored at the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const objects = documents(`race ${round}`, 40);
      await persistence.content.put(objects);
      const first = 30 + 4 * round;
      await search(first);
      const collection = await begun();
      const puts = objects.map((object, i) => (i % 2 === 0 ? persistence.content.put([object]) : undefined));
      const batch = persistence.content.put([...objects.slice(20)].reverse());
      await Promise.all([sweep(collection, on(first + 2)), ...puts, batch]);
      const expected = objects.filter((_, i) => i % 2 === 0 || i >= 20);
      expect(await stored(expected), `round ${round}`).to.equal(expected.length);
    }
    await search(80);
    await search(90);
  });

  it('reads the stored objects in parts', async () => {
    const objects = documents('many', 4_500);
    await persistence.content.put(objects);
    const collection = await begun();
    let parts = 0;
    for (let after: Hash | undefined; ; parts++) {
      const { last } = await collection.sweepObjects(after, on(100));
      if (last === undefined) break;
      after = last;
    }
    expect(parts).to.be.at.least(3);
    expect((await search(102)).collected).to.equal(4_500);
  });

  it('keeps blobs that contents or other records reference', async () => {
    const [ofFile, ofUpload, ofNobody] = [blobOf('file'), blobOf('upload'), blobOf('nobody')] as const;
    const all = [ofFile, ofUpload, ofNobody];
    await space(contentOf('with a file', ofFile));
    const upload = { ...states.uploads, id: persistence.next(), blob: ofUpload };
    await persistence.run((work) => put(work, 'uploads', upload));
    expect(await (await begun()).sweepBlobs(all, on(110))).to.deep.equal({ condemned: 1, deletable: [] });
    await persistence.run(async (work) => work.uploads.delete(await work.uploads.get({ id: upload.id })));
    expect(await (await begun()).sweepBlobs(all, on(112))).to.deep.equal({
      condemned: 1,
      deletable: [{ blob: ofNobody, condemnedAt: day(110) }],
    });
    const collection = await begun();
    const { deletable } = await collection.sweepBlobs(all, on(114));
    expect(deletable.map(({ blob }) => blob).sort()).to.deep.equal([ofUpload, ofNobody].sort());
    await collection.unmarkBlobs([ofUpload]);
    expect(await collection.sweepBlobs(all, on(114))).to.deep.equal({
      condemned: 1,
      deletable: [{ blob: ofNobody, condemnedAt: day(110) }],
    });
    await collection.unmarkBlobs(all);
  });

  it('ends a search when another one has begun', async () => {
    const [first, second] = [await begun(), await begun()];
    const objects = documents('whose', 5);
    await persistence.content.put(objects);
    for (const attempt of [
      () => first.mark(),
      () => first.sweepObjects(undefined, on(120)),
      () => first.sweepBlobs([blobOf('x')], on(120)),
    ])
      expect(await failure(attempt())).to.be.instanceOf(GarbageCollectionSuperseded);
    expect(await sweep(second, on(120))).to.deep.equal({ condemned: 5, collected: 0 });
    expect((await search(122)).collected).to.equal(5);
  });

  it('records the totals of all searches', async () => {
    const before = await persistence.collector.stats();
    const found = { condemnedObjects: 4, condemnedBlobs: 3, collectedObjects: 2, collectedBlobs: 1 };
    await (await begun()).finish(found, day(130));
    await (await begun()).finish({ ...found, condemnedObjects: 0 }, day(131));
    expect(await persistence.collector.stats()).to.deep.equal({
      finishedAt: day(131),
      condemnedObjects: 0,
      condemnedBlobs: 3,
      collectedObjects: before.collectedObjects + 4,
      collectedBlobs: before.collectedBlobs + 2,
    });
  });
});
