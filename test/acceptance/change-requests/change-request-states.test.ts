import { expect } from 'chai';
import {
  CHANGE_REQUEST_STATUSES,
  SETTABLE_STATUSES,
  type ChangeRequestStatus,
} from '../../../src/domain/change-requests/change-request.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft, insert } from '../../support/content/api-content.ts';
import { must, World, type Person } from '../../support/world.ts';

/** Which operations a change request of each status takes. Discussing it is possible whatever becomes of it. */
const TAKES: Readonly<Record<ChangeRequestStatus, readonly string[]>> = {
  draft: ['change', 'edit', 'update', 'review', 'request', 'comment'],
  open: ['change', 'edit', 'update', 'review', 'request', 'comment', 'merge'],
  archived: ['change', 'comment'],
  merged: ['comment'],
};

onEveryBackend('states of change requests', (backend) => {
  let world: World;
  let reviewer: Person;
  before(async () => {
    world = await World.create(await backend.instance());
    reviewer = await world.member('review');
  });
  const client = (draft: Draft) => draft.person.client.spaces;
  const statusOf = (call: Promise<any>): Promise<number> =>
    call.then(
      ({ status }) => status,
      ({ code }) => code,
    );

  const inState = async (status: ChangeRequestStatus): Promise<Draft> => {
    const draft = await Draft.open(world);
    await draft.edit(insert('Page'));
    if (status === 'merged') await draft.merge();
    else must(await world.admin.api.patch(draft.path, { status }), 200);
    return draft;
  };
  const operations: Readonly<Record<string, (draft: Draft) => Promise<number>>> = {
    change: (draft) => statusOf(client(draft).updateChangeRequestById(draft.spaceId, draft.id, { subject: 'Changed' })),
    edit: async (draft) => (await draft.post([insert('More')])).status,
    update: (draft) => statusOf(client(draft).updateChangeRequest(draft.spaceId, draft.id)),
    review: (draft) =>
      statusOf(reviewer.client.spaces.submitChangeRequestReview(draft.spaceId, draft.id, { status: 'approved' })),
    request: (draft) =>
      statusOf(client(draft).requestReviewersForChangeRequest(draft.spaceId, draft.id, { users: [reviewer.userId] })),
    comment: (draft) =>
      statusOf(client(draft).postCommentInChangeRequest(draft.spaceId, draft.id, { body: { markdown: 'Hm.' } })),
    merge: (draft) => statusOf(client(draft).mergeChangeRequest(draft.spaceId, draft.id)),
  };

  describe('updateChangeRequestById', () => {
    for (const from of CHANGE_REQUEST_STATUSES) {
      it(`${from === 'merged' ? 'sets no other status after merged' : `sets every permitted status after ${from}`}`, async () => {
        const draft = await inState(from);
        for (const to of SETTABLE_STATUSES) {
          expect(
            await statusOf(client(draft).updateChangeRequestById(draft.spaceId, draft.id, { status: to })),
            to,
          ).to.equal(from === 'merged' ? 409 : 200);
          expect((await draft.get('')).status).to.equal(from === 'merged' ? 'merged' : to);
          if (from !== 'merged') must(await world.admin.api.patch(draft.path, { status: from }), 200);
        }
        expect(
          await statusOf(client(draft).updateChangeRequestById(draft.spaceId, draft.id, { status: 'merged' })),
        ).to.equal(400);
      });

      it(`leaves a change request that is ${from} open to ${TAKES[from].join(', ')} and nothing else`, async () => {
        const draft = await inState(from);
        for (const [name, operation] of Object.entries(operations)) {
          const before = await draft.get('');
          const status = await operation(draft);
          if (TAKES[from].includes(name)) expect(status, name).to.be.oneOf([200, 201]);
          else {
            expect(status, name).to.equal(409);
            expect(await draft.get('')).to.deep.equal(before);
          }
        }
        expect((await draft.get('')).status).to.equal(TAKES[from].includes('merge') ? 'merged' : from);
      });
    }
  });
});
