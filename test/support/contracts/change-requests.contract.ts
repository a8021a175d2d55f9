import { expect } from 'chai';
import { EMPTY_CONTENT, encodeContent } from '../../../src/domain/content/content.ts';
import { hashOf } from '../../../src/domain/content/objects/hash.ts';
import type { ContentObject } from '../../../src/domain/content/objects/content-object.ts';
import type { Revision } from '../../../src/domain/content/revision.ts';
import { NotFound, StaleWrite } from '../../../src/domain/kernel/errors.ts';
import type { Id, RevisionId, SpaceId } from '../../../src/domain/kernel/id.ts';
import { ApiToken } from '../../../src/domain/sessions/api-token.ts';
import { User } from '../../../src/domain/users.ts';
import type { LoadedChangeRequest } from '../../../src/ports/change-requests/change-requests.ts';
import type { VersionedChangeRequest } from '../../../src/ports/change-requests/change-request-reads.ts';
import type { Work } from '../../../src/ports/kernel/unit-of-work.ts';
import { makeStates, put, type StateOf } from '../persistence/aggregates.ts';
import { emptyProjection } from '../persistence/nothing-follows.ts';
import type { Persistence } from '../persistence/persistence.ts';

const AT = '2030-01-01T00:00:00.000Z';
const failure = async (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => expect.fail('it did not fail'),
    (error: Error) => error,
  );

/** Contract of change requests that a unit of work continues from, locked or by version. */
export function changeRequestsContract(open: () => Promise<Persistence>): void {
  let persistence: Persistence;
  let states: Awaited<ReturnType<typeof makeStates>>;
  let token: string;
  let spaceId: SpaceId;
  let state: StateOf<'changeRequests'>;
  let first: Revision;
  before(async () => {
    persistence = await open();
    states = await makeStates(persistence);
    token = persistence.next();
  });
  beforeEach(async () => {
    const { next, run } = persistence;
    spaceId = next();
    const empty = encodeContent(EMPTY_CONTENT);
    first = {
      id: next(),
      spaceId,
      parents: [],
      content: empty.hash,
      type: 'edits',
      createdAt: AT,
      createdBy: states.users.id,
    };
    state = {
      ...states.changeRequests,
      id: next(),
      spaceId,
      number: 7,
      status: 'open',
      subject: 'as it was',
      createdBy: states.users.id,
      revisionInitial: first.id,
      revisionMergedAncestor: null,
      revisionMerged: null,
    };
    const caller = next();
    token = next();
    await run(async (work) => {
      await work.users.save(User.create({ id: caller, email: `${caller}@example.com`, displayName: caller, at: AT }));
      await work.apiTokens.save(
        ApiToken.issue({ id: next(), userId: caller, via: null, name: '', hash: token, at: AT }),
      );
      await put(work, 'spaces', { ...states.spaces, id: spaceId, deletedAt: null });
      await work.branches.create({ primary: emptyProjection(first), revision: first, objects: [empty] });
      await put(work, 'changeRequests', state);
      await work.branches.createAt({ id: state.id, spaceId, revisionId: first.id, content: first.content });
    });
  });
  const placeOf = async (key: string, space = spaceId) =>
    (await persistence.access.inChangeRequest(token, space, key, AT))!.scope;
  const seen = async (key = state.id): Promise<VersionedChangeRequest> => (await placeOf(key))!.changeRequest!;
  const opened = async (work: Work, as: VersionedChangeRequest): Promise<LoadedChangeRequest> =>
    work.changeRequests.loadOptimistically(as) ?? (await work.changeRequests.lock(spaceId, as.state.id));
  const after = (
    parent: { readonly revisionId: RevisionId },
    text: string,
  ): { revision: Revision; objects: ContentObject[] } => {
    const bytes = Buffer.from(text);
    const object: ContentObject = { hash: hashOf('document', bytes), type: 'document', bytes, refs: [] };
    return {
      revision: { ...first, id: persistence.next(), parents: [parent.revisionId], content: object.hash },
      objects: [object],
    };
  };
  /** Edits by version, or under the lock where that is requested. */
  const edit = async (as: VersionedChangeRequest, text: string): Promise<Id> =>
    persistence.run(async (work) => {
      const { changeRequest, head } = await opened(work, as);
      const { revision, objects } = after(head, text);
      await work.changeRequests.save(changeRequest, {
        branchId: changeRequest.id,
        from: head.revisionId,
        revision,
        objects,
      });
      return revision.id;
    });
  /** Retries after a lost race, like commands. */
  const insist = async (as: VersionedChangeRequest, text: string): Promise<Id> =>
    edit(as, text).catch((error: unknown) =>
      error instanceof StaleWrite ? insist(as, text) : Promise.reject(error as Error),
    );

  it('is read together with its space, by id and by number', async () => {
    for (const key of [state.id, '7']) {
      const { space, changeRequest } = (await placeOf(key))!;
      const { version: _, ...facts } = changeRequest!;
      expect(space.state.id).to.equal(spaceId);
      expect(facts).to.deep.equal(await persistence.reads.changeRequestsOf.find(spaceId, state.id));
      expect(facts).to.deep.include({
        state,
        author: states.users,
        primary: first.id,
        head: { revisionId: first.id, content: first.content },
      });
    }
  });

  it('is not found in another space or if it does not exist, while the space is', async () => {
    for (const key of [persistence.next(), '8', 'no-such-thing', '99999999999999']) {
      const place = (await placeOf(key))!;
      expect([key, place.space.state.id, place.changeRequest]).to.deep.equal([key, spaceId, undefined]);
    }
    const other = persistence.next();
    await persistence.run(async (work) => {
      await put(work, 'spaces', { ...states.spaces, id: other, deletedAt: null });
      const revision = { ...first, id: persistence.next(), spaceId: other };
      await work.branches.create({ primary: emptyProjection(revision), revision, objects: [] });
    });
    expect((await placeOf(state.id, other))!.changeRequest).to.equal(undefined);
    expect(await placeOf(state.id, persistence.next())).to.equal(undefined);
  });

  it('moves from the version that was read', async () => {
    const revisionId = await edit(await seen(), 'words');
    expect((await seen()).head.revisionId).to.equal(revisionId);
    expect((await persistence.reads.revisions.find(spaceId, revisionId))!.parents).to.deep.equal([first.id]);
  });

  it('does not move from an older version, so that no edit is lost', async () => {
    const then = await seen();
    const [one, other] = [await insist(then, 'one'), await insist(then, 'other')];
    expect((await seen()).head.revisionId).to.equal(other);
    expect((await persistence.reads.revisions.find(spaceId, other))!.parents).to.deep.equal([one]);
  });

  it('is not overwritten by a version read before its change', async () => {
    const then = await seen();
    await persistence.run(async (work) => {
      const { changeRequest } = await work.changeRequests.lock(spaceId, state.id);
      changeRequest.change({ subject: 'as it became' }, AT);
      await work.changeRequests.save(changeRequest);
    });
    await insist(then, 'words');
    expect((await seen()).state.subject).to.equal('as it became');
  });

  it('is edited by twenty concurrent writers, each on the version before', async () => {
    const then = await seen();
    await Promise.all(Array.from({ length: 20 }, (_, i) => insist(then, `writer ${i}`)));
    let length = 0;
    for (let id: Id | undefined = (await seen()).head.revisionId; id !== undefined; length++)
      id = (await persistence.reads.revisions.find(spaceId, id))!.parents[0];
    expect(length).to.equal(21);
  });

  it('is no longer found after its deletion, whatever version was read', async () => {
    const then = await seen();
    await persistence.run(async (work) => {
      const changeRequest = await work.changeRequests.get({ id: state.id, spaceId });
      await work.changeRequests.delete(changeRequest);
    });
    expect(await failure(insist(then, 'words'))).to.be.instanceOf(NotFound);
  });
}
