import { expect } from 'chai';
import { EMPTY_CONTENT, encodeContent } from '../../../src/domain/content/content.ts';
import { hashOf } from '../../../src/domain/content/objects/hash.ts';
import type { ContentObject } from '../../../src/domain/content/objects/content-object.ts';
import type { Revision } from '../../../src/domain/content/revision.ts';
import { NotFound, StaleWrite } from '../../../src/domain/kernel/errors.ts';
import type { Id, SpaceId } from '../../../src/domain/kernel/id.ts';
import { makeStates, put } from '../persistence/aggregates.ts';
import { emptyProjection } from '../persistence/nothing-follows.ts';
import type { Persistence } from '../persistence/persistence.ts';

const failure = async (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => expect.fail('it did not fail'),
    (error: Error) => error,
  );
const document = (text: string): ContentObject => {
  const bytes = Buffer.from(text);
  return { hash: hashOf('document', bytes), type: 'document', bytes, refs: [] };
};

/** Contract of branch heads. */
export function branchesContract(open: () => Promise<Persistence>): void {
  let persistence: Persistence;
  let states: Awaited<ReturnType<typeof makeStates>>;
  let spaceId: SpaceId;
  let first: Revision;
  before(async () => {
    persistence = await open();
    states = await makeStates(persistence);
  });
  beforeEach(async () => {
    spaceId = persistence.next();
    const empty = encodeContent(EMPTY_CONTENT);
    first = {
      id: persistence.next(),
      spaceId,
      parents: [],
      content: empty.hash,
      type: 'edits',
      createdAt: '2030-01-01T00:00:00.000Z',
      createdBy: states.users.id,
    };
    await persistence.run(async (work) => {
      await put(work, 'spaces', { ...states.spaces, id: spaceId, deletedAt: null });
      await work.branches.create({ primary: emptyProjection(first), revision: first, objects: [empty] });
    });
  });
  const after = (
    parent: Revision,
    text: string,
    more: Partial<Revision> = {},
  ): { revision: Revision; objects: ContentObject[] } => {
    const object = document(text);
    return {
      revision: { ...parent, id: persistence.next(), parents: [parent.id], content: object.hash, ...more },
      objects: [object],
    };
  };
  const head = async (branchId = spaceId): Promise<Id> =>
    (await persistence.run((work) => work.branches.lock(spaceId, branchId)))[0]!.revisionId;

  it('stand at their first revision', async () => {
    expect(await persistence.run((work) => work.branches.lock(spaceId, spaceId))).to.deep.equal([
      { id: spaceId, spaceId, revisionId: first.id, content: first.content },
    ]);
    expect(await persistence.reads.revisions.find(spaceId, first.id)).to.deep.equal(first);
  });

  it('move to a new revision with its objects', async () => {
    const git = {
      oid: 'abc',
      message: 'Words\n\n\u{1F4D8}',
      createdByService: false,
      url: 'https://example.com/abc',
      ref: 'main',
    };
    const { revision, objects } = after(first, 'words', {
      type: 'merge',
      parents: [first.id, persistence.next()],
      mergedFrom: persistence.next(),
      git,
      createdBy: null,
    });
    await persistence.run(async (work) => {
      await work.branches.lock(spaceId, spaceId);
      await work.branches.advance({ primary: emptyProjection(revision), from: first.id, revision, objects });
      expect((await work.branches.lock(spaceId, spaceId))[0]!.revisionId).to.equal(revision.id);
    });
    expect(await head()).to.equal(revision.id);
    expect(await persistence.reads.revisions.find(spaceId, revision.id)).to.deep.equal(revision);
    expect(Buffer.from((await persistence.content.get([objects[0]!.hash])).get(objects[0]!.hash)!).toString()).to.equal(
      'words',
    );
  });

  it('stay where they are when the unit of work fails', async () => {
    const { revision, objects } = after(first, 'never');
    await failure(
      persistence.run(async (work) => {
        await work.branches.lock(spaceId, spaceId);
        await work.branches.advance({ primary: emptyProjection(revision), from: first.id, revision, objects });
        throw new Error('on purpose');
      }),
    );
    expect(await head()).to.equal(first.id);
    expect(await persistence.reads.revisions.find(spaceId, revision.id)).to.equal(undefined);
  });

  it('do not move when they are at another revision than expected', async () => {
    const { revision, objects } = after(first, 'late');
    expect(
      await failure(
        persistence.run((work) =>
          work.branches.advance({ primary: emptyProjection(revision), from: persistence.next(), revision, objects }),
        ),
      ),
    ).to.be.instanceOf(StaleWrite);
    expect(await persistence.reads.revisions.find(spaceId, revision.id)).to.equal(undefined);
  });

  it('start at an existing revision by storing only a pointer', async () => {
    const branchId = persistence.next();
    await persistence.run((work) =>
      work.branches.createAt({ id: branchId, spaceId, revisionId: first.id, content: first.content }),
    );
    expect(await head(branchId)).to.equal(first.id);
    const { revision, objects } = after(first, 'branch');
    await persistence.run((work) => work.branches.advance({ branchId, from: first.id, revision, objects }));
    expect([await head(branchId), await head()]).to.deep.equal([revision.id, first.id]);
    expect(await persistence.reads.revisions.find(spaceId, revision.id)).to.deep.equal(revision);
  });

  it('list their own revisions with the authors, and none of other branches', async () => {
    const branchId = persistence.next();
    await persistence.run((work) =>
      work.branches.createAt({ id: branchId, spaceId, revisionId: first.id, content: first.content }),
    );
    const git = { oid: 'abc', message: 'Words', createdByService: true };
    const second = after(first, 'second', { createdBy: null, git });
    const diverged = after(first, 'elsewhere');
    await persistence.run((work) =>
      work.branches.advance({ primary: emptyProjection(second.revision), from: first.id, ...second }),
    );
    await persistence.run((work) => work.branches.advance({ branchId, from: first.id, ...diverged }));
    const list = (...args: Parameters<typeof persistence.reads.revisions.list>) =>
      persistence.reads.revisions.list(...args);
    const [newest, oldest] = [
      { revision: second.revision, author: null },
      { revision: first, author: states.users },
    ];
    expect(await list(spaceId, spaceId, { limit: 5, order: 'desc' })).to.deep.equal({
      items: [newest, oldest],
      count: 2,
    });
    expect(await list(spaceId, spaceId, { limit: 1, order: 'desc' })).to.deep.equal({
      items: [newest],
      next: second.revision.id,
      count: 2,
    });
    expect(await list(spaceId, spaceId, { limit: 1, after: second.revision.id, order: 'desc' })).to.deep.equal({
      items: [oldest],
      count: 2,
    });
    expect((await list(spaceId, branchId, { limit: 5 })).items.map(({ revision }) => revision.id)).to.deep.equal([
      diverged.revision.id,
    ]);
    expect(await list(persistence.next(), spaceId, { limit: 5 })).to.deep.equal({ items: [], count: 0 });
  });

  it('list their revisions in the order in which they were made, not in that of ids or clocks', async () => {
    const [late, early] = [persistence.next(), persistence.next()].reverse();
    const second = after(first, 'second', { id: late!, createdAt: '2030-01-03T00:00:00.000Z' });
    const third = after(second.revision, 'third', { id: early!, createdAt: '2030-01-02T00:00:00.000Z' });
    for (const { revision, objects } of [second, third])
      await persistence.run((work) =>
        work.branches.advance({ primary: emptyProjection(revision), from: revision.parents[0]!, revision, objects }),
      );
    const inOrder = [first.id, late, early];
    for (const [order, expected] of [
      ['asc', inOrder],
      ['desc', [...inOrder].reverse()],
    ] as const) {
      const listed: Id[] = [];
      for (let next: string | undefined = undefined; ;) {
        const page = await persistence.reads.revisions.list(spaceId, spaceId, {
          limit: 1,
          order,
          ...(next !== undefined && { after: next }),
        });
        listed.push(...page.items.map(({ revision }) => revision.id));
        expect(page.count).to.equal(3);
        if ((next = page.next) === undefined) break;
      }
      expect(listed, order).to.deep.equal(expected);
    }
    expect(
      await persistence.reads.revisions.list(spaceId, spaceId, { limit: 5, after: persistence.next() }),
    ).to.deep.equal({ items: [], count: 3 });
  });

  it('are returned in the order of the request', async () => {
    const ids = [persistence.next(), persistence.next()];
    await persistence.run(async (work) => {
      for (const id of ids) await work.branches.createAt({ id, spaceId, revisionId: first.id, content: first.content });
    });
    const requestedIds = [ids[1]!, spaceId, ids[0]!];
    expect(
      (await persistence.run((work) => work.branches.lock(spaceId, ...requestedIds))).map(({ id }) => id),
    ).to.deep.equal(requestedIds);
  });

  it('are found in their own space only', async () => {
    const other = persistence.next();
    await persistence.run((work) => put(work, 'spaces', { ...states.spaces, id: other }));
    expect(await failure(persistence.run((work) => work.branches.lock(other, spaceId)))).to.be.instanceOf(NotFound);
    expect(
      await failure(persistence.run((work) => work.branches.lock(spaceId, spaceId, persistence.next()))),
    ).to.be.instanceOf(NotFound);
    expect(await persistence.reads.revisions.find(other, first.id)).to.equal(undefined);
    expect(await persistence.reads.revisions.find(spaceId, persistence.next())).to.equal(undefined);
  });

  it('serialize twenty writers that lock, each on the head of the one before', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        persistence.run(async (work) => {
          const [at] = await work.branches.lock(spaceId, spaceId);
          const { revision, objects } = after({ ...first, id: at!.revisionId }, `writer ${i}`);
          await work.branches.advance({ primary: emptyProjection(revision), from: at!.revisionId, revision, objects });
        }),
      ),
    );
    let length = 0;
    for (let id: Id | undefined = await head(); id !== undefined; length++)
      id = (await persistence.reads.revisions.find(spaceId, id))!.parents[0];
    expect(length).to.equal(21);
  });

  it('do not deadlock when they are locked in opposite orders', async () => {
    const branchId = persistence.next();
    await persistence.run((work) =>
      work.branches.createAt({ id: branchId, spaceId, revisionId: first.id, content: first.content }),
    );
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        persistence.run((work) => work.branches.lock(spaceId, ...(i % 2 ? [spaceId, branchId] : [branchId, spaceId]))),
      ),
    );
  });
}

/** Contract of the store of content objects. */
export function contentStoreContract(open: () => Promise<Persistence>): void {
  let persistence: Persistence;
  before(async () => {
    persistence = await open();
  });

  it('returns any bytes unchanged, and only stored objects', async () => {
    const every = Uint8Array.from({ length: 256 }, (_, i) => i);
    const objects = [
      document('text'),
      document(''),
      { ...document('x'), bytes: every, hash: hashOf('document', every) },
      document('y'.repeat(3_000_000)),
    ];
    await persistence.content.put(objects);
    const unknown = document('unknown').hash;
    const found = await persistence.content.get([...objects.map(({ hash }) => hash), unknown, objects[0]!.hash]);
    expect(found.size).to.equal(4);
    for (const { hash, bytes } of objects) expect(Buffer.compare(found.get(hash)!, bytes)).to.equal(0);
    expect(found.has(unknown)).to.equal(false);
    expect((await persistence.content.get([])).size).to.equal(0);
  });

  it('accepts objects that exist already, duplicates in one call, and concurrent writes in any order', async () => {
    const objects = Array.from({ length: 50 }, (_, i) => document(`shared ${i}`));
    await persistence.content.put([...objects, ...objects.slice(0, 5)]);
    await Promise.all(
      Array.from({ length: 10 }, (_, i) => persistence.content.put(i % 2 ? objects : [...objects].reverse())),
    );
    expect((await persistence.content.get(objects.map(({ hash }) => hash))).size).to.equal(50);
    await persistence.content.put([]);
  });
}
