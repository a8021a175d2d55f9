import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft, insert } from '../../support/content/api-content.ts';
import { must, World, type Person } from '../../support/world.ts';

const UNKNOWN = '0'.repeat(20);
const idsOf = ({ items }: any): string[] => items.map(({ id }: any) => id);

onEveryBackend('lists of change requests', (backend) => {
  let world: World;
  let writer: Person;
  let other: Person;
  beforeEach(async () => {
    world = await World.create(await backend.instance());
    [writer, other] = [await world.member('edit'), await world.member('edit')];
  });
  const get = async (path: string, by: Person = world.admin): Promise<any> => must(await by.api.get(path), 200);
  /** Everything behind the first page too, `limit` at a time. */
  const walk = async (
    path: string,
    limit: number,
    by: Person = world.admin,
  ): Promise<{ readonly ids: string[]; readonly counts: number[] }> => {
    const [ids, counts]: [string[], number[]] = [[], []];
    for (let page = ''; ;) {
      const answer = await get(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}${page}`, by);
      ids.push(...idsOf(answer));
      counts.push(answer.count);
      if (answer.next === undefined) return { ids, counts };
      page = `&page=${encodeURIComponent(answer.next.page)}`;
    }
  };

  describe('listChangeRequestsForSpace', () => {
    it('lists open change requests by default, or those of one status', async () => {
      const first = await Draft.open(world);
      const made = [
        first.id,
        ...(await Promise.all([first.another(), first.another(), first.another()])).map(({ id }) => id),
      ];
      const [, draft, archived, merged] = made as [string, string, string, string];
      must(await world.admin.api.patch(`${first.space}/change-requests/${draft}`, { status: 'draft' }), 200);
      must(await world.admin.api.patch(`${first.space}/change-requests/${archived}`, { status: 'archived' }), 200);
      must(await world.admin.api.post(`${first.space}/change-requests/${merged}/merge`), 200);
      const { client } = world.admin;
      const list = async (query: object = {}) =>
        (await client.spaces.listChangeRequestsForSpace(first.spaceId, query)).data;
      expect(idsOf(await list())).to.deep.equal([first.id]);
      for (const [status, id] of Object.entries({ open: first.id, draft, archived, merged })) {
        const { items, count } = await list({ status });
        expect([items.map((one: any) => [one.id, one.status]), count]).to.deep.equal([[[id, status]], 1]);
      }
      expect(
        must(await world.admin.api.get(`${first.space}/change-requests?status=closed`), 400).error.issues[0].path,
      ).to.equal('status');
    });

    it('orders by creation, or by the last change, and pages in that order', async () => {
      const first = await Draft.on(writer, (await world.space()).id);
      const [second, third] = [await first.another(), await first.another()];
      await first.edit(insert('Later'));
      const path = `${first.space}/change-requests`;
      const newest = [third.id, second.id, first.id];
      expect(idsOf(await get(path))).to.deep.equal(newest);
      expect((await walk(`${path}?orderBy=createdAt`, 1)).ids).to.deep.equal(newest);
      const { ids, counts } = await walk(`${path}?orderBy=updatedAt`, 1, writer);
      expect(ids).to.deep.equal([first.id, third.id, second.id]);
      expect(counts).to.deep.equal([3, 3, 3]);
      expect(idsOf(await get(`${path}?orderBy=updatedAt&creator=${other.userId}`))).to.deep.equal([]);
      expect(must(await writer.api.get(`${path}?orderBy=number`), 400).error.issues[0].path).to.equal('orderBy');
    });

    it('lists nothing of a topic or of a run of a style guide, which no change request has', async () => {
      const { space } = await Draft.open(world);
      const inbox = `/v1/orgs/${world.organizationId}/change-requests`;
      for (const list of [
        `${space}/change-requests?topic=any`,
        `${inbox}?topic=any`,
        `${inbox}?styleguideRun=any`,
        `${inbox}?topic=any&orderBy=createdAt`,
      ])
        expect(await get(list), list).to.deep.equal({ items: [], count: 0 });
      for (const finding of ['none', 'all']) expect((await get(`${inbox}?finding=${finding}`)).count).to.equal(1);
    });

    it('filters by creator and by contributor', async () => {
      const mine = await Draft.on(writer, (await world.space()).id);
      const theirs = await Draft.on(other, mine.spaceId);
      must(await writer.api.post(`${theirs.path}/content`, { changes: [insert('Helping hand')] }), 200);
      const list = async (filter: string) => idsOf(await get(`${mine.space}/change-requests?${filter}`));
      expect(await list(`creator=${writer.userId}`)).to.deep.equal([mine.id]);
      expect(await list(`contributor=${writer.userId}`)).to.deep.equal([theirs.id, mine.id]);
      expect(await list(`creator=${other.userId}&contributor=${writer.userId}`)).to.deep.equal([theirs.id]);
      expect(
        (
          await mine.person.client.spaces.listChangeRequestsForSpace(mine.spaceId, { contributor: other.userId })
        ).data.items.map(({ id }: any) => id),
      ).to.deep.equal([theirs.id]);
      for (const nobody of [UNKNOWN, 'nobody'])
        expect(await get(`${mine.space}/change-requests?creator=${nobody}`)).to.deep.equal({ items: [], count: 0 });
    });
  });

  describe('createChangeRequest', () => {
    it('stores the task of an agent', async () => {
      const space = await world.space();
      const { data } = await world.admin.client.spaces.createChangeRequest(space.id, {
        subject: 'By an agent',
        agentTaskId: 'task-7',
      });
      expect(data).to.include({ agentTaskId: 'task-7', space: space.id });
      expect((await get(`/v1/spaces/${space.id}/change-requests`)).items).to.deep.equal([data]);
      expect(await get(`/v1/spaces/${space.id}/change-requests/1`)).to.deep.equal(data);
    });
  });

  describe('getContributorsByChangeRequestId', () => {
    it('lists contributors with the number and time of their edits, the latest first, page by page', async () => {
      const draft = await Draft.on(writer, (await world.space()).id);
      expect(await draft.get('/contributors')).to.deep.equal({ items: [], count: 0 });
      await draft.edit(insert('One'));
      const edit = async (by: Person, title: string) =>
        must(await by.api.post(`${draft.path}/content`, { changes: [insert(title)] }), 200);
      await edit(other, 'Two');
      await edit(world.admin, 'Three');
      await edit(writer, 'Four');
      const { updatedAt } = await draft.get('');

      const { data } = await writer.client.spaces.getContributorsByChangeRequestId(draft.spaceId, '1');
      expect(data.items.map(({ user, count }: any) => [user.id, count])).to.deep.equal([
        [writer.userId, 2],
        [world.admin.userId, 1],
        [other.userId, 1],
      ]);
      expect(data.items.map(({ actionType }: any) => actionType)).to.deep.equal(['edit', 'edit', 'edit']);
      expect(data.items[0].updatedAt).to.equal(updatedAt);
      expect(data.count).to.equal(3);

      const seen: any[] = [];
      for (let page = ''; ;) {
        const answer = await draft.get(`/contributors?limit=1${page}`);
        expect(answer.count).to.equal(3);
        seen.push(...answer.items);
        if (answer.next === undefined) break;
        page = `&page=${encodeURIComponent(answer.next.page)}`;
      }
      expect(seen).to.deep.equal(data.items);
      expect(await draft.get('/contributors?limit=0')).to.deep.equal({ items: [], count: 3 });
    });

    it('leaves out those who only opened, renamed, reviewed or merged', async () => {
      const draft = await Draft.on(writer, (await world.space()).id);
      must(await writer.api.patch(draft.path, { subject: 'Mine' }), 200);
      must(await world.admin.api.post(`${draft.path}/reviews`, { status: 'approved' }), 201);
      must(await world.admin.api.post(`${draft.path}/merge`), 200);
      expect(await draft.get('/contributors')).to.deep.equal({ items: [], count: 0 });
    });
  });

  describe('listChangeRequestsForOrganization', () => {
    const inbox = (query = ''): string => `/v1/orgs/${world.organizationId}/change-requests${query}`;
    const list = async (query = '', by: Person = world.admin): Promise<string[]> => idsOf(await get(inbox(query), by));

    it('lists open change requests of all spaces, the last changed first by default', async () => {
      const one = await Draft.open(world);
      const two = await Draft.open(world);
      const three = await one.another();
      await one.edit(insert('Page'));
      const answer = await get(inbox());
      expect(idsOf(answer)).to.deep.equal([one.id, three.id, two.id]);
      expect(answer).to.deep.equal({ items: [await one.get(''), await three.get(''), await two.get('')], count: 3 });
      expect(await list('?orderBy=createdAt')).to.deep.equal([three.id, two.id, one.id]);
      expect(must(await world.admin.api.get(inbox('?orderBy=title')), 400).error.issues[0].path).to.equal('orderBy');
    });

    it('takes several statuses, each once', async () => {
      const one = await Draft.open(world);
      const two = await one.another();
      const three = await Draft.open(world);
      must(await world.admin.api.patch(two.path, { status: 'draft' }), 200);
      await three.merge();
      expect(await list()).to.deep.equal([one.id]);
      expect(await list('?orderBy=createdAt&status=draft&status=merged&status=draft')).to.deep.equal([
        three.id,
        two.id,
      ]);
      expect((await get(inbox('?status=open&status=draft&status=merged&status=archived'))).count).to.equal(3);
      expect(must(await world.admin.api.get(inbox('?status=open&status=closed')), 400).error.issues[0].path).to.equal(
        'status.1',
      );
    });

    it('filters by creator, contributor, requested reviewer, space and site together', async () => {
      const mine = await Draft.on(writer, (await world.space()).id);
      const theirs = await Draft.on(other, (await world.space()).id);
      must(await writer.api.post(`${theirs.path}/content`, { changes: [insert('Helping hand')] }), 200);
      must(await other.api.post(`${theirs.path}/requested-reviewers`, { users: [world.admin.userId] }), 200);
      const site = must(
        await world.admin.api.post(`/v1/orgs/${world.organizationId}/sites`, {
          title: `Site ${mine.id}`,
          spaces: [mine.spaceId],
        }),
        201,
      ).id;

      expect(await list(`?creator=${writer.userId}`)).to.deep.equal([mine.id]);
      expect(await list(`?orderBy=createdAt&contributor=${writer.userId}`)).to.deep.equal([theirs.id, mine.id]);
      expect(await list(`?requestedReviewer=${world.admin.userId}`)).to.deep.equal([theirs.id]);
      expect(await list(`?space=${mine.spaceId}`)).to.deep.equal([mine.id]);
      expect(await list(`?site=${site}`)).to.deep.equal([mine.id]);
      expect(
        await list(
          `?contributor=${writer.userId}&requestedReviewer=${world.admin.userId}&space=${theirs.spaceId}&creator=${other.userId}`,
        ),
      ).to.deep.equal([theirs.id]);
      expect(await get(inbox(`?site=${site}&space=${theirs.spaceId}`))).to.deep.equal({ items: [], count: 0 });
      for (const filter of ['creator', 'contributor', 'requestedReviewer', 'site', 'space'])
        expect(await get(inbox(`?${filter}=${UNKNOWN}`)), filter).to.deep.equal({ items: [], count: 0 });
    });

    it('[A7] lists and counts only what the caller may see, by defaults, collections, grants and roles', async () => {
      const collection = must(
        await world.admin.api.post(`/v1/orgs/${world.organizationId}/collections`, { title: 'Hidden' }),
        201,
      );
      const spaces = {
        open: await world.space(),
        hidden: await world.space(),
        granted: await world.space(),
        inside: await world.space({ title: 'Inside', parent: collection.id }),
      };
      for (const id of [spaces.hidden.id, spaces.granted.id])
        must(await world.admin.api.patch(`/v1/spaces/${id}`, { defaultLevel: null }), 200);
      const drafts = Object.fromEntries(
        await Promise.all(
          Object.entries(spaces).map(async ([name, { id }]) => [name, (await Draft.on(world.admin, id)).id] as const),
        ),
      );
      const guest = await world.member(null);
      must(
        await world.admin.api.post(`/v1/spaces/${spaces.granted.id}/permissions`, {
          role: 'read',
          users: [guest.userId, writer.userId],
        }),
        204,
      );

      const seen = async (by: Person) => {
        const { ids, counts } = await walk(inbox('?orderBy=createdAt'), 1, by);
        expect(new Set(counts)).to.deep.equal(new Set([ids.length]));
        expect((await get(inbox('?limit=0'), by)).count).to.equal(ids.length);
        return Object.keys(drafts).filter((name) => ids.includes(drafts[name]!));
      };
      expect(await seen(world.admin)).to.deep.equal(['open', 'hidden', 'granted', 'inside']);
      expect(await seen(writer)).to.deep.equal(['open', 'granted', 'inside']);
      expect(await seen(other)).to.deep.equal(['open', 'inside']);
      expect((await get(inbox(), guest)).items.map(({ id }: any) => id)).to.deep.equal([drafts['granted']]);
      // Asking for it by name tells no more.
      expect(await get(inbox(`?space=${spaces.hidden.id}`), other)).to.deep.equal({ items: [], count: 0 });
      expect(await get(inbox(`?creator=${world.admin.userId}&space=${spaces.hidden.id}`), guest)).to.deep.equal({
        items: [],
        count: 0,
      });
      must(await guest.api.get(inbox(`?site=${UNKNOWN}`)), 403);

      must(await world.admin.api.delete(`/v1/spaces/${spaces.granted.id}/permissions/users/${guest.userId}`), 205);
      expect(await get(inbox(), guest)).to.deep.equal({ items: [], count: 0 });
      must(await (await world.stranger()).api.get(inbox()), 404);
    });

    it('pages without doubles or gaps among change requests that changed at the same instant', async () => {
      const spaces = await Promise.all([world.space(), world.space(), world.space()]);
      const made = (
        await Promise.all(Array.from({ length: 12 }, (_, i) => Draft.on(world.admin, spaces[i % 3].id)))
      ).map(({ id }) => id);
      for (const order of ['updatedAt', 'createdAt'])
        for (const limit of [1, 5, 12]) {
          const { ids, counts } = await walk(inbox(`?orderBy=${order}`), limit);
          expect([...ids].sort()).to.deep.equal([...made].sort());
          expect(new Set(counts)).to.deep.equal(new Set([12]));
        }
      const { next } = await get(inbox('?limit=5'));
      // A page is of one list as one person asked for it.
      must(await world.admin.api.get(inbox(`?limit=5&orderBy=createdAt&page=${encodeURIComponent(next.page)}`)), 400);
      must(await writer.api.get(inbox(`?limit=5&page=${encodeURIComponent(next.page)}`)), 400);
    });
  });
});
