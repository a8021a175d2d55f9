import { expect } from 'chai';
import { LEVELS, type Level } from '../../../src/domain/permissions/level.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { must, World, type Answer, type Person } from '../../support/world.ts';

onEveryBackend('levels above the caller’s own', (backend) => {
  let world: World;
  let creator: Person;
  /** A guest with the level `create` on what a test makes. */
  let guest: Person;
  before(async () => {
    world = await World.create(await backend.instance());
    [creator, guest] = await Promise.all([world.member('create'), world.member(null)]);
  });

  type Kind = 'spaces' | 'collections';
  async function make(
    kind: Kind,
    { defaultLevel, parent }: { defaultLevel?: string | null; parent?: string } = {},
  ): Promise<string> {
    const { id } = must(
      await world.admin.api.post(`/v1/orgs/${world.organizationId}/${kind}`, {
        title: 'Docs',
        ...(parent && { parent }),
      }),
      201,
    );
    if (defaultLevel !== undefined) must(await world.admin.api.patch(`/v1/${kind}/${id}`, { defaultLevel }), 200);
    return id;
  }
  const grant = async (on: string, role: Level, to: { users?: string[]; teams?: string[] }): Promise<void> =>
    void must(await world.admin.api.post(`/v1/${on}/permissions`, { role, ...to }), 204);
  const refused = (answer: Answer): Chai.Assertion =>
    expect(must(answer, 403).error.message).to.equal('you cannot grant, change or revoke a level above your own');

  const changesDefaults = (kind: Kind) => (): void => {
    it('[A80] sets every default level except one above the caller’s own', async () => {
      const id = await make(kind);
      await grant(`${kind}/${id}`, 'create', { users: [creator.userId] });
      for (const defaultLevel of [...LEVELS, 'inherit', null]) {
        const answer = await creator.api.patch(`/v1/${kind}/${id}`, { defaultLevel });
        if (defaultLevel === 'admin') refused(answer);
        else must(answer, 200);
      }
      must(await world.admin.api.patch(`/v1/${kind}/${id}`, { defaultLevel: 'admin' }), 200);
    });

    it('[A80] replaces no default level above the caller’s own, stated or inherited', async () => {
      const stated = await make(kind, { defaultLevel: 'admin' });
      const inherited = await make(kind, { parent: await make('collections', { defaultLevel: 'admin' }) });
      const covered = await make(kind, {
        parent: await make('collections', { defaultLevel: 'admin' }),
        defaultLevel: 'read',
      });
      for (const id of [stated, inherited, covered]) await grant(`${kind}/${id}`, 'create', { users: [guest.userId] });
      for (const id of [stated, inherited])
        for (const defaultLevel of ['read', null])
          refused(await guest.api.patch(`/v1/${kind}/${id}`, { defaultLevel }));
      refused(await guest.api.patch(`/v1/${kind}/${covered}`, { defaultLevel: 'inherit' }));
      must(await guest.api.patch(`/v1/${kind}/${covered}`, { defaultLevel: 'create' }), 200);
      for (const id of [stated, inherited, covered])
        must(await guest.api.patch(`/v1/${kind}/${id}`, { title: 'Renamed' }), 200);
      must(await guest.api.patch(`/v1/${kind}/${stated}`, { defaultLevel: 'admin' }), 200);
    });

    it('answers with the permissions that the caller has under the new default level', async () => {
      const parent = await make('collections', { defaultLevel: 'comment' });
      const id = await make(kind, { parent, defaultLevel: 'create' });
      const reviewer = await world.member('review');
      const permissionsAfter = async (defaultLevel: string | null): Promise<unknown> => {
        must(await world.admin.api.patch(`/v1/${kind}/${id}`, { defaultLevel: 'create' }), 200);
        const { permissions } = must(await reviewer.api.patch(`/v1/${kind}/${id}`, { defaultLevel }), 200);
        const { status, body } = await reviewer.api.get(`/v1/${kind}/${id}`);
        const visible = Object.values(permissions).includes(true);
        expect(visible).to.equal(status === 200);
        if (visible) expect(permissions).to.deep.equal(body.permissions);
        return [permissions.view, permissions.admin];
      };
      expect(await permissionsAfter('create')).to.deep.equal([true, true]);
      expect(await permissionsAfter('review')).to.deep.equal([true, false]);
      expect(await permissionsAfter('inherit')).to.deep.equal([true, false]);
      expect(await permissionsAfter(null)).to.deep.equal([false, false]);
    });
  };
  describe('updateSpaceById', changesDefaults('spaces'));
  describe('updateCollectionById', changesDefaults('collections'));

  const changesGrants = (kind: Kind, holder: 'users' | 'teams') => (): void => {
    it('[A80] lowers and revokes every level except one above the caller’s own', async () => {
      const id = await make(kind);
      const other = await world.member('read');
      const to =
        holder === 'users'
          ? other.userId
          : must(
              await world.admin.api.put(`/v1/orgs/${world.organizationId}/teams`, {
                title: 'Team',
                members: [other.userId],
              }),
              201,
            ).id;
      const permissions = `/v1/${kind}/${id}/permissions`;
      const levels = async (): Promise<string[]> =>
        must(await world.admin.api.get(`${permissions}/${holder}`), 200).items.map(({ permission }: any) => permission);
      await grant(`${kind}/${id}`, 'admin', { [holder]: [to] });
      for (const role of ['read', 'create', null]) {
        refused(await creator.api.patch(`${permissions}/${holder}/${to}`, { role }));
        refused(await creator.api.post(permissions, { role, [holder]: [to] }));
      }
      refused(await creator.api.delete(`${permissions}/${holder}/${to}`));
      expect(await levels()).to.deep.equal(['admin']);
      await grant(`${kind}/${id}`, 'create', { [holder]: [to] });
      must(await creator.api.patch(`${permissions}/${holder}/${to}`, { role: 'read' }), 204);
      refused(await creator.api.patch(`${permissions}/${holder}/${to}`, { role: 'admin' }));
      expect(await levels()).to.deep.equal(['read']);
      must(await creator.api.delete(`${permissions}/${holder}/${to}`), 205);
    });
  };
  describe('updateUserPermissionInSpace', changesGrants('spaces', 'users'));
  describe('updateTeamPermissionInSpace', changesGrants('spaces', 'teams'));
  describe('updateUserPermissionInCollection', changesGrants('collections', 'users'));
  describe('updateTeamPermissionInCollection', changesGrants('collections', 'teams'));

  const moves = (kind: Kind) => (): void => {
    it('[A80] brings no default level above the caller’s own into force, nor ends one', async () => {
      const open = await make('collections', { defaultLevel: 'admin' });
      const [moved, inside] = [await make(kind), await make(kind, { parent: open })];
      for (const on of [`${kind}/${inside}`, `collections/${open}`])
        await grant(on, 'create', { users: [guest.userId] });
      const free = await make('collections');
      await grant(`collections/${free}`, 'create', { users: [guest.userId] });
      refused(await creator.api.post(`/v1/${kind}/${moved}/move`, { parent: open }));
      refused(
        await creator.api.post(`/v1/${kind}/${moved}/transfer`, { organization: world.organizationId, parent: open }),
      );
      refused(await guest.api.post(`/v1/${kind}/${inside}/move`, { parent: free }));
      expect(must(await world.admin.api.get(`/v1/${kind}/${moved}`), 200).parent).to.equal(undefined);
      must(await creator.api.post(`/v1/${kind}/${moved}/move`, { parent: free }), 200);
      must(await creator.api.post(`/v1/${kind}/${inside}/move`, { parent: free }), 200);
    });
  };
  describe('moveSpace', moves('spaces'));
  describe('moveCollection', moves('collections'));

  describe('duplicateSpace', () => {
    it('[A80] copies no default level above the caller’s own', async () => {
      const parent = await make('collections');
      const space = await make('spaces', { parent, defaultLevel: 'admin' });
      await grant(`collections/${parent}`, 'create', { users: [guest.userId] });
      refused(await guest.api.post(`/v1/spaces/${space}/duplicate`));
      expect(must(await creator.api.post(`/v1/spaces/${space}/duplicate`), 201).defaultLevel).to.equal('admin');
      must(await world.admin.api.patch(`/v1/spaces/${space}`, { defaultLevel: 'create' }), 200);
      must(await guest.api.post(`/v1/spaces/${space}/duplicate`), 201);
    });
  });

  const transfers = (kind: Kind) => (): void => {
    let theirs: World;
    before(async () => {
      theirs = await World.create(world.instance);
    });
    const join = async ({ userId }: Person, role: Level): Promise<void> =>
      void must(
        await world.operator.put(`/v1/instance/orgs/${theirs.organizationId}/members/${userId}`, { role }),
        200,
      );
    const transfer = (by: Person, id: string): Promise<Answer> =>
      by.api.post(`/v1/${kind}/${id}/transfer`, { organization: theirs.organizationId });

    it('[A79] moves a space or collection to another organization for administrators alone', async () => {
      const id = await make(kind);
      const member = await world.member('create');
      await join(member, 'admin');
      await grant(`${kind}/${id}`, 'admin', { users: [member.userId] });
      expect(must(await transfer(member, id), 403).error.message).to.include('organization:admin');
      must(await world.admin.api.get(`/v1/${kind}/${id}`), 200);
      must(
        await world.admin.api.patch(`/v1/orgs/${world.organizationId}/members/${member.userId}`, { role: 'admin' }),
        200,
      );
      await join(member, 'create');
      await grant(`${kind}/${id}`, 'create', { users: [member.userId] });
      must(await transfer(member, id), 200);
      await join(member, 'edit');
      must(await transfer(member, await make(kind)), 403);
    });

    it('[A80] takes along no level above the caller’s own in the other organization', async () => {
      const member = await world.member('admin');
      await join(member, 'create');
      const [stated, granted] = [await make(kind, { defaultLevel: 'admin' }), await make(kind)];
      await grant(`${kind}/${granted}`, 'admin', { users: [member.userId] });
      for (const id of [stated, granted]) refused(await transfer(member, id));
      if (kind === 'collections') {
        const outer = await make('collections');
        await make('spaces', { parent: outer, defaultLevel: 'admin' });
        refused(await transfer(member, outer));
      }
      await join(member, 'admin');
      for (const id of [stated, granted]) must(await transfer(member, id), 200);
    });
  };
  describe('transferSpace', transfers('spaces'));
  describe('transferCollection', transfers('collections'));
});
