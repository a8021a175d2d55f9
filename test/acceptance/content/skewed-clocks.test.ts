import { expect } from 'chai';
import { readConfig } from '../../../src/config/read-config.ts';
import { startInstance, type Instance } from '../../../src/instance.ts';
import { afterSuite, backends, QUICK_START, testEnvironment } from '../../support/backends.ts';
import { Draft, insert } from '../../support/content/api-content.ts';
import { DAY_MS } from '../../support/time-travel.ts';
import { apiOf, must, World, type Api, type Person } from '../../support/world.ts';

/** Names of the pages in the order in which they were inserted; each write goes through the next node. */
const TITLES = ['First', 'Second', 'Third', 'Fourth'];

for (const backend of backends.filter(({ name }) => name !== 'memory'))
  describe(`nodes whose clocks differ by a day (${backend.name})`, () => {
    let nodes: Instance[];
    let world: World;
    const through = (node: number, { token }: Person): Api => apiOf(nodes[node]!, token);
    before(async () => {
      const url = (await backend.database())!;
      const start = async (skewMs: number): Promise<Instance> => {
        const instance = await startInstance(
          readConfig(testEnvironment({ DATABASE_URL: url, SECRET_KEY: 'k'.repeat(40) })),
          {
            clock: { now: () => new Date(Date.now() + skewMs).toISOString() },
            welcome: false,
            drainMs: 1_000,
            ...QUICK_START,
          },
        );
        afterSuite(() => instance.stop());
        return instance;
      };
      nodes = [await start(DAY_MS), await start(0)];
      // The node that set the instance up made the token of the operator.
      world = await World.create({ ...nodes[1]!, adminToken: nodes[0]!.adminToken });
    });
    after(() => Promise.all(nodes.map((node) => node.stop())));

    describe('listRevisionsInSpace', () => {
      it('lists the revisions in the order of the chain', async () => {
        const { id } = await world.space({ title: 'Docs', editMode: 'live' });
        const ids: string[] = [];
        for (const [i, title] of TITLES.entries())
          ids.unshift(
            must(await through(i % 2, world.admin).post(`/v1/spaces/${id}/content`, { changes: [insert(title)] }), 200)
              .revision,
          );
        for (const node of [0, 1]) {
          const { items } = must(await through(node, world.admin).get(`/v1/spaces/${id}/revisions`), 200);
          expect(items.map((item: any) => item.id).slice(0, ids.length)).to.deep.equal(ids);
          const paged: string[] = [];
          for (let page: string | undefined = '', n = 0; page !== undefined && n < 20; n++) {
            const answer: any = must(
              await through(node, world.admin).get(
                `/v1/spaces/${id}/revisions?limit=1${page && `&page=${encodeURIComponent(page)}`}`,
              ),
              200,
            );
            paged.push(...answer.items.map((item: any) => item.id));
            page = answer.next?.page;
          }
          expect(paged.slice(0, ids.length)).to.deep.equal(ids);
        }
      });
    });

    describe('mergeChangeRequest', () => {
      let author: Person;
      let reviewer: Person;
      let other: Person;
      let draft: Draft;
      beforeEach(async () => {
        [author, reviewer, other] = (await Promise.all([0, 1, 2].map(() => world.member('review')))) as [
          Person,
          Person,
          Person,
        ];
        draft = await Draft.on(author, (await world.space()).id);
        must(await world.admin.api.patch(draft.space, { mergeRules: { approvals: 1 } }), 200);
        await draft.edit(insert('Page'));
      });
      const review = async (node: number, by: Person, status: string): Promise<void> =>
        void must(await through(node, by).post(`${draft.path}/reviews`, { status }), 201);

      it('counts the last review of each reviewer, though the node of the one before was ahead', async () => {
        await review(0, reviewer, 'approved');
        await review(1, reviewer, 'changes-requested');
        const { error } = must(await author.api.post(`${draft.path}/merge`), 409);
        expect(error.message).to.include('requests changes');
        const { items } = must(await author.api.get(`${draft.path}/reviews`), 200);
        expect(items.map(({ status }: any) => status)).to.deep.equal(['changes-requested', 'approved']);
      });

      it('[A78] knows who pushed after an approval, though the node of the push was behind', async () => {
        await review(0, other, 'approved');
        must(await through(1, reviewer).post(`${draft.path}/content`, { changes: [insert('Slipped in')] }), 200);
        await review(1, reviewer, 'approved');
        const { error } = must(await author.api.post(`${draft.path}/merge`), 409);
        expect(error.message).to.include('nobody else has approved the changes of the reviewer');
        await review(1, other, 'approved');
        must(await author.api.post(`${draft.path}/merge`), 200);
      });

      it('[A78] counts an approval after a push, though the node of the push was ahead', async () => {
        must(await through(0, reviewer).post(`${draft.path}/content`, { changes: [insert('Helped')] }), 200);
        await review(1, other, 'approved');
        must(await author.api.post(`${draft.path}/merge`), 200);
      });
    });
  });
