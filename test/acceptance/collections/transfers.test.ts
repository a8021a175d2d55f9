import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { waitForOperations, gitImports, HOME } from '../../support/git/git-imports.ts';
import { beforeNextLock } from '../../support/next-work.ts';
import { apiOf, must, World, type Person } from '../../support/world.ts';

const UNKNOWN = '00000000000000000000';

onEveryBackend('transfers between organizations', (backend) => {
  let ours: World;
  let theirs: World;
  /** Administrator of both. */
  let owner: Person;
  beforeEach(async () => {
    ours = await World.create(await backend.instance());
    theirs = await World.create(ours.instance);
    owner = ours.admin;
    await join(theirs, owner, 'admin');
  });
  const join = async (world: World, { userId }: Person, role: string | null): Promise<void> =>
    void must(await world.operator.put(`/v1/instance/orgs/${world.organizationId}/members/${userId}`, { role }), 200);
  const newCollection = async (world: World, title: string, parent?: string): Promise<any> =>
    must(await world.admin.api.post(`/v1/orgs/${world.organizationId}/collections`, { title, parent }), 201);
  const ids = ({ items }: any): string[] => items.map(({ id }: any) => id);
  const spacesOf = async (world: World): Promise<string[]> =>
    ids(must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/spaces`), 200));
  const transfer = (path: string, body: object, { api }: Pick<Person, 'api'> = owner) =>
    api.post(`/v1/${path}/transfer`, body);
  const found = async (world: World): Promise<number> =>
    must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/search?query=wombat`), 200).items.length;

  describe('transferSpace', () => {
    it('moves content, change requests and comments to the other organization and leaves nothing behind', async () => {
      const parent = await newCollection(ours, 'C');
      const space = await ours.space({ title: 'Docs', parent: parent.id });
      must(await owner.api.patch(`/v1/spaces/${space.id}`, { visibility: 'in-collection' }), 200);
      must(
        await owner.api.post(`/v1/spaces/${space.id}/content`, {
          changes: [{ operation: 'insert_page', title: 'Wombat', document: { markdown: 'A wombat' } }],
        }),
        200,
      );
      const { id: request } = must(
        await owner.api.post(`/v1/spaces/${space.id}/change-requests`, { subject: 'Better' }),
        201,
      );
      const comment = must(
        await owner.api.post(`/v1/spaces/${space.id}/comments`, { body: { markdown: 'Words' } }),
        200,
      );
      expect([await found(ours), await found(theirs)]).to.deep.equal([1, 0]);

      const moved = must(await transfer(`spaces/${space.id}`, { organization: theirs.organizationId }), 200);
      expect(moved).to.deep.include({
        id: space.id,
        organization: theirs.organizationId,
        visibility: 'private',
        comments: 1,
        changeRequests: 1,
        dropped: { users: [], teams: [] },
      });
      expect(moved).not.to.have.property('parent');
      expect([await found(ours), await found(theirs)]).to.deep.equal([0, 1]);
      expect([await spacesOf(ours), await spacesOf(theirs)]).to.deep.equal([[], [space.id]]);
      const { dropped: _, ...shown } = moved;
      expect(must(await owner.api.get(`/v1/spaces/${space.id}`), 200)).to.deep.equal(shown);
      must(await theirs.admin.api.get(`/v1/spaces/${space.id}/change-requests/${request}`), 200);
      must(await theirs.admin.api.get(`/v1/spaces/${space.id}/comments/${comment.id}`), 200);
      expect(must(await theirs.admin.api.get(`/v1/spaces/${space.id}/content/pages`), 200).pages).to.have.length(1);
    });

    it('drops grants and review requests of people and teams outside the target, and lists them', async () => {
      const [both, only] = [await ours.member('read'), await ours.member('read')];
      await join(theirs, both, null);
      const team = must(
        await owner.api.put(`/v1/orgs/${ours.organizationId}/teams`, { title: 'T', members: [both.userId] }),
        201,
      );
      const space = await ours.space();
      must(
        await owner.api.post(`/v1/spaces/${space.id}/permissions`, {
          role: 'review',
          users: [both.userId, only.userId],
          teams: [team.id],
        }),
        204,
      );
      const { id: request } = must(
        await owner.api.post(`/v1/spaces/${space.id}/change-requests`, { subject: 'Better' }),
        201,
      );
      must(await owner.api.patch(`/v1/spaces/${space.id}/change-requests/${request}`, { status: 'open' }), 200);
      must(
        await owner.api.post(`/v1/spaces/${space.id}/change-requests/${request}/requested-reviewers`, {
          users: [both.userId, only.userId],
        }),
        200,
      );
      const link = must(
        await owner.api.post(`/v1/orgs/${ours.organizationId}/link-invites`, { level: 'read', space: space.id }),
        201,
      );

      const { dropped } = must(await transfer(`spaces/${space.id}`, { organization: theirs.organizationId }), 200);
      expect(dropped).to.deep.equal({ users: [only.userId], teams: [team.id] });
      const permissions = must(await theirs.admin.api.get(`/v1/spaces/${space.id}/permissions/users`), 200);
      expect(permissions.items.map(({ permission, user }: any) => [permission, user.id])).to.deep.equal([
        ['review', both.userId],
      ]);
      expect(must(await theirs.admin.api.get(`/v1/spaces/${space.id}/permissions/teams`), 200).count).to.equal(0);
      const reviewers = must(
        await theirs.admin.api.get(`/v1/spaces/${space.id}/change-requests/${request}/requested-reviewers`),
        200,
      );
      expect(reviewers.items.map(({ user }: any) => user.id)).to.deep.equal([both.userId]);
      expect(must(await both.api.get(`/v1/spaces/${space.id}`), 200).permissions).to.include({
        review: true,
        admin: false,
      });
      must(await only.api.get(`/v1/spaces/${space.id}`), 404);
      must(await owner.api.get(`/v1/orgs/${ours.organizationId}/link-invites/${link.id}`), 404);
      // What holds there holds from now on: a team of theirs, and leaving.
      must(await theirs.admin.api.delete(`/v1/orgs/${theirs.organizationId}/members/${both.userId}`), 205);
      must(await both.api.get(`/v1/spaces/${space.id}`), 404);
    });

    for (const moved of ['space', 'collection'] as const)
      it(`gives nobody a level on a transferred ${moved} that was about to be given in its former organization`, async () => {
        const [guest, admin] = [await ours.member(null), await ours.member('admin')];
        await join(theirs, guest, null);
        const links = `/v1/orgs/${ours.organizationId}/link-invites`;
        for (const give of [
          (path: string) => admin.api.post(`/v1/${path}/permissions`, { role: 'admin', users: [guest.userId] }),
          (path: string) => admin.api.patch(`/v1/${path}/permissions/users/${guest.userId}`, { role: 'admin' }),
          (_: string, id: string) => admin.api.post(links, { level: 'admin', [moved]: id }),
        ]) {
          const { id } = moved === 'space' ? await ours.space() : await newCollection(ours, 'C');
          const path = `${moved}s/${id}`;
          beforeNextLock(ours.instance, admin, async () =>
            must(await transfer(path, { organization: theirs.organizationId }), 200),
          );
          must(await give(path, id), 404);
          expect(must(await theirs.admin.api.get(`/v1/${path}/permissions/users`), 200).count).to.equal(0);
        }
        expect(must(await owner.api.get(links), 200).count).to.equal(0);
      });

    it('removes people outside the target from merge rules, and lists them', async () => {
      const [both, only] = [await ours.member('review'), await ours.member('review')];
      await join(theirs, both, 'review');
      const parent = await newCollection(ours, 'C');
      const rulesOn = async (rules: object[]): Promise<any> =>
        must(
          await owner.api.patch(`/v1/spaces/${(await ours.space({ parent: parent.id })).id}`, {
            mergeRules: { rules },
          }),
          200,
        );
      const named = await rulesOn([
        { rule: 'require_one_of_specific_reviewers', users: [both.userId, only.userId] },
        { rule: 'allow_bypass', users: [only.userId] },
      ]);
      const kept = await rulesOn([{ rule: 'require_specific_reviewers', users: [both.userId] }]);
      const { dropped } = must(
        await transfer(`collections/${parent.id}`, { organization: theirs.organizationId }),
        200,
      );
      expect(dropped).to.deep.equal({ users: [only.userId], teams: [] });
      const there = must(await theirs.admin.api.get(`/v1/spaces/${named.id}`), 200);
      expect(there.mergeRules.rules).to.deep.equal([
        { rule: 'require_one_of_specific_reviewers', users: [both.userId] },
      ]);
      must(await theirs.admin.api.patch(`/v1/spaces/${named.id}`, { mergeRules: there.mergeRules }), 200);
      expect(must(await theirs.admin.api.get(`/v1/spaces/${kept.id}`), 200).mergeRules).to.deep.equal(kept.mergeRules);
    });

    it('moves a space between collections of its own organization, and answers 409 when the place stays the same', async () => {
      const [one, two] = [await newCollection(ours, 'one'), await newCollection(ours, 'two')];
      const space = await ours.space({ parent: one.id });
      const organization = ours.organizationId;
      expect(must(await transfer(`spaces/${space.id}`, { organization, parent: two.id }), 200).parent).to.equal(two.id);
      for (const body of [{ organization }, { organization, parent: two.id }])
        must(await transfer(`spaces/${space.id}`, body), 409);
      expect(must(await transfer(`collections/${two.id}`, { organization, parent: one.id }), 200).parent).to.equal(
        one.id,
      );
      must(await transfer(`collections/${one.id}`, { organization, parent: two.id }), 409);
      for (const body of [{ organization }, { organization, parent: null }])
        must(await transfer(`collections/${one.id}`, body), 409);
      expect(must(await transfer(`spaces/${space.id}`, { organization, parent: null }), 200)).not.to.have.property(
        'parent',
      );
    });

    it('requires the level in both organizations, and answers alike for unknown and foreign targets', async () => {
      const third = await World.create(ours.instance);
      const [space, one] = [await ours.space(), await newCollection(ours, 'one')];
      const foreign = await newCollection(third, 'foreign');
      for (const path of [`spaces/${space.id}`, `collections/${one.id}`]) {
        for (const organization of [third.organizationId, UNKNOWN, 'nonsense'])
          expect(must(await transfer(path, { organization }), 404).error.message).to.equal('organization not found');
        for (const parent of [foreign.id, one.id, UNKNOWN, 'nonsense'])
          expect(
            must(await transfer(path, { organization: theirs.organizationId, parent }), 404).error.message,
          ).to.equal('parent not found');
        for (const body of [undefined, {}, { organization: 7 }, { organization: null }, { parent: null }])
          must(await owner.api.post(`/v1/${path}/transfer`, body), 400);
      }
      const [here, there, granted] = [
        await ours.member('create'),
        await ours.member('review'),
        await ours.member('read'),
      ];
      for (const person of [here, there, granted]) await join(theirs, person, person === here ? 'review' : 'create');
      must(
        await owner.api.post(`/v1/spaces/${space.id}/permissions`, { role: 'create', users: [granted.userId] }),
        204,
      );
      for (const person of [here, there, granted])
        must(await transfer(`spaces/${space.id}`, { organization: theirs.organizationId }, person), 403);
      const confined = must(await owner.api.post('/v1/user/tokens', { name: 'everything' }), 201).token;
      expect(await spacesOf(theirs)).to.deep.equal([]);
      must(
        await transfer(
          `spaces/${space.id}`,
          { organization: theirs.organizationId },
          { api: apiOf(ours.instance, confined) },
        ),
        200,
      );
    });

    it('takes a space off the sites of the organization that it leaves, until it returns', async () => {
      const [space, other] = [await ours.space(), await ours.space()];
      const site = must(
        await owner.api.post(`/v1/orgs/${ours.organizationId}/sites`, { title: 'Site', spaces: [space.id, other.id] }),
        201,
      );
      const shown = async () =>
        must(await owner.api.get(`/v1/orgs/${ours.organizationId}/sites/${site.id}/site-spaces`), 200).items.map(
          ({ space: { id } }: any) => id,
        );
      expect(await shown()).to.have.members([space.id, other.id]);
      must(await transfer(`spaces/${space.id}`, { organization: theirs.organizationId }), 200);
      expect(await shown()).to.deep.equal([other.id]);
      must(await transfer(`spaces/${space.id}`, { organization: ours.organizationId }), 200);
      expect(await shown()).to.have.members([space.id, other.id]);
    });
  });

  describe('transferCollection', () => {
    it('moves a collection with everything inside in its order, including deleted spaces', async () => {
      const outer = await newCollection(ours, 'outer');
      const [a, inner, b] = [
        await ours.space({ parent: outer.id }),
        await newCollection(ours, 'inner', outer.id),
        await ours.space({ parent: outer.id }),
      ];
      const [deep, gone] = [await ours.space({ parent: inner.id }), await ours.space({ parent: inner.id })];
      must(
        await owner.api.post(`/v1/spaces/${b.id}/move`, { position: { before: { type: 'space', space: a.id } } }),
        200,
      );
      must(await owner.api.delete(`/v1/spaces/${gone.id}`), 205);
      const stays = await ours.space();
      const target = await newCollection(theirs, 'target');
      const moved = must(
        await transfer(`collections/${outer.id}`, { organization: theirs.organizationId, parent: target.id }),
        200,
      );
      expect(moved).to.deep.include({
        id: outer.id,
        organization: theirs.organizationId,
        parent: target.id,
        dropped: { users: [], teams: [] },
      });
      expect(ids(must(await theirs.admin.api.get(`/v1/collections/${outer.id}/spaces`), 200))).to.deep.equal([
        b.id,
        a.id,
      ]);
      expect(ids(must(await theirs.admin.api.get(`/v1/collections/${inner.id}/spaces`), 200))).to.deep.equal([deep.id]);
      expect(
        ids(must(await theirs.admin.api.get(`/v1/orgs/${theirs.organizationId}/collections`), 200)),
      ).to.have.members([target.id, outer.id, inner.id]);
      expect(must(await owner.api.get(`/v1/orgs/${ours.organizationId}/collections`), 200).count).to.equal(0);
      expect(await spacesOf(ours)).to.deep.equal([stays.id]);
      expect(must(await theirs.admin.api.post(`/v1/spaces/${gone.id}/restore`), 200)).to.include({
        organization: theirs.organizationId,
        parent: inner.id,
      });
    });

    it('records an audit event in both organizations for the collection and each space in it', async () => {
      const outer = await newCollection(ours, 'outer');
      const [inside, alone] = [await ours.space({ parent: outer.id }), await ours.space()];
      const log = async (world: World): Promise<any[]> => {
        const events = async (kind: string) =>
          must(
            await world.admin.api.get(`/v1/orgs/${world.organizationId}/audit-events?action=${kind}.transferred`),
            200,
          ).items;
        return [...(await events('collection')), ...(await events('space'))].map(
          ({ action, target, actor, payload }: any) => ({ action, target, actor: actor.id, payload }),
        );
      };
      const [one, all] = [
        await transfer(`spaces/${alone.id}`, { organization: theirs.organizationId }),
        await transfer(`collections/${outer.id}`, { organization: theirs.organizationId }),
      ];
      for (const answer of [one, all]) must(answer, 200);
      const eventOf = (type: string, { id }: { id: string }) => ({
        action: `${type}.transferred`,
        target: { type, id },
        actor: owner.userId,
        payload: { from: ours.organizationId, to: theirs.organizationId },
      });
      for (const world of [ours, theirs])
        expect(await log(world)).to.have.deep.members([
          eventOf('collection', outer),
          eventOf('space', inside),
          eventOf('space', alone),
        ]);
      must(await transfer(`spaces/${alone.id}`, { organization: theirs.organizationId, parent: outer.id }), 200);
      expect(await log(theirs), 'what stays in its organization is moved').to.have.length(3);
    });

    it('answers no concurrent request with 404 for what exists', async function () {
      for (let i = 0; i < 24; i++) {
        const space = await ours.space();
        const path = `/v1/spaces/${space.id}`;
        const moved = transfer(`spaces/${space.id}`, { organization: theirs.organizationId });
        for (let turns = i % 6; turns > 0; turns--) await new Promise(setImmediate);
        const answer = await (i % 2 === 0 ? owner.api.delete(path) : owner.api.patch(path, { title: 'Other' }));
        expect(answer.status, JSON.stringify(answer.body)).to.equal(i % 2 === 0 ? 205 : 200);
        // What was deleted first is not there to be moved.
        expect((await moved).status).to.be.oneOf(i % 2 === 0 ? [200, 404] : [200]);
      }
    });

    it('happens once and completely when two callers transfer at the same time', async () => {
      const outer = await newCollection(ours, 'outer');
      const [a, b] = [await ours.space({ parent: outer.id }), await ours.space({ parent: outer.id })];
      const answers = await Promise.all([
        transfer(`collections/${outer.id}`, { organization: theirs.organizationId }),
        transfer(`spaces/${a.id}`, { organization: theirs.organizationId }),
        transfer(`collections/${outer.id}`, { organization: theirs.organizationId }),
        owner.api.post(`/v1/spaces/${b.id}/move`, { parent: null }),
      ]);
      for (const { status } of answers) expect(status).to.be.oneOf([200, 404, 409]);
      const everywhere = [...(await spacesOf(ours)), ...(await spacesOf(theirs))];
      expect(everywhere.sort()).to.deep.equal([a.id, b.id].sort());
      expect(must(await theirs.admin.api.get(`/v1/collections/${outer.id}`), 200).organization).to.equal(
        theirs.organizationId,
      );
    });
  });
});

onEveryBackend('transfers during a Git import', (backend) => {
  const git = gitImports(backend);

  describe('transferSpace', () => {
    it('answers 409 for the space, and for collections around it, until the Git import has ended', async () => {
      const { world: ours, api } = git;
      const theirs = await World.create(ours.instance);
      must(
        await theirs.operator.put(`/v1/instance/orgs/${theirs.organizationId}/members/${ours.admin.userId}`, {
          role: 'admin',
        }),
        200,
      );
      const outer = must(await api.post(`/v1/orgs/${ours.organizationId}/collections`, { title: 'outer' }), 201);
      const [before, space, after] = [
        await ours.space({ parent: outer.id }),
        await ours.space({ parent: outer.id }),
        await ours.space({ parent: outer.id }),
      ];
      const { repository } = git.plant(HOME);
      const { held, release } = git.hold();
      must(await git.start(space.id, repository), 204);
      await held;
      for (const path of [`spaces/${space.id}`, `collections/${outer.id}`])
        expect(
          must(await api.post(`/v1/${path}/transfer`, { organization: theirs.organizationId }), 412).error.message,
        ).to.include('importing');
      for (const { id } of [before, space, after])
        expect(must(await api.get(`/v1/spaces/${id}`), 200)).to.include({
          organization: ours.organizationId,
          parent: outer.id,
        });
      expect(
        must(await theirs.admin.api.get(`/v1/orgs/${theirs.organizationId}/audit-events?action=space`), 200).items,
      ).to.deep.equal([]);
      release();
      await waitForOperations(api, space.id);
      must(await api.post(`/v1/collections/${outer.id}/transfer`, { organization: theirs.organizationId }), 200);
      expect(await git.run(space.id, repository)).to.include({ state: 'idle' });
      expect(must(await api.get(`/v1/spaces/${space.id}`), 200)).to.include({ organization: theirs.organizationId });
    });
  });
});
