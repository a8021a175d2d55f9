import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { must, World, type Person } from '../../support/world.ts';

const UNKNOWN = '0'.repeat(20);
const KINDS = ['spaces', 'collections', 'sites'] as const;
type Kind = (typeof KINDS)[number];
type Holder = 'users' | 'teams';

onEveryBackend('operations on permissions', (backend) => {
  let world: World;
  let user: Person;
  let reader: Person;
  let stranger: Person;
  let team: string;
  const places = {} as Record<Kind, string>;
  before(async () => {
    world = await World.create(await backend.instance());
    [user, reader] = [await world.member(null), await world.member('read')];
    stranger = await world.stranger();
    team = must(
      await world.admin.api.put(`/v1/orgs/${world.organizationId}/teams`, { title: 'Team', members: [user.userId] }),
      201,
    ).id;
  });
  beforeEach(async () => {
    for (const kind of KINDS) {
      const { id } = must(
        await world.admin.api.post(`/v1/orgs/${world.organizationId}/${kind}`, { title: 'Docs' }),
        201,
      );
      if (kind === 'sites') places[kind] = `orgs/${world.organizationId}/sites/${id}`;
      else {
        must(await world.admin.api.patch(`/v1/${kind}/${id}`, { defaultLevel: 'read' }), 200);
        places[kind] = `${kind}/${id}`;
      }
    }
  });

  const pathOf = (kind: Kind, below: string): string => `/v1/${places[kind]}/permissions/${below}`;
  const idOf = (holder: Holder): string => (holder === 'users' ? user.userId : team);
  const grant = async (kind: Kind, holder: Holder): Promise<void> =>
    void must(
      await world.admin.api.post(`/v1/${places[kind]}/permissions`, { role: 'edit', [holder]: [idOf(holder)] }),
      204,
    );

  const lists = (kind: Kind, holder: Holder) => (): void => {
    it('lists the levels granted on the place itself, for callers who may grant', async () => {
      await grant(kind, holder);
      await grant(kind, holder === 'users' ? 'teams' : 'users');
      const { items, count } = must(await world.admin.api.get(pathOf(kind, holder)), 200);
      expect(items.map((item: any) => [(item.user ?? item.team).id, item.permission])).to.deep.equal([
        [idOf(holder), 'edit'],
      ]);
      expect(count).to.equal(1);
      must(await reader.api.get(pathOf(kind, holder)), 403);
      must(await stranger.api.get(pathOf(kind, holder)), 404);
    });
  };
  describe('listUserPermissionsInSpace', lists('spaces', 'users'));
  describe('listTeamPermissionsInSpace', lists('spaces', 'teams'));
  describe('listUserPermissionsInCollection', lists('collections', 'users'));
  describe('listTeamPermissionsInCollection', lists('collections', 'teams'));
  describe('listUserPermissionsInSite', lists('sites', 'users'));
  describe('listTeamPermissionsInSite', lists('sites', 'teams'));

  const updates = (kind: Kind, holder: Holder) => (): void => {
    it('changes the level of the user or team, and answers 404 for an unknown one', async () => {
      await grant(kind, holder);
      must(await reader.api.patch(pathOf(kind, `${holder}/${idOf(holder)}`), { role: 'admin' }), 403);
      must(await world.admin.api.patch(pathOf(kind, `${holder}/${idOf(holder)}`), { role: 'review' }), 204);
      must(await world.admin.api.patch(pathOf(kind, `${holder}/${UNKNOWN}`), { role: 'review' }), 404);
      const { items } = must(await world.admin.api.get(pathOf(kind, holder)), 200);
      expect(items.map(({ permission }: any) => permission)).to.deep.equal(['review']);
    });
  };
  describe('updateUserPermissionInSpace', updates('spaces', 'users'));
  describe('updateTeamPermissionInSpace', updates('spaces', 'teams'));
  describe('updateUserPermissionInCollection', updates('collections', 'users'));
  describe('updateTeamPermissionInCollection', updates('collections', 'teams'));
  describe('updateUserPermissionInSite', updates('sites', 'users'));
  describe('updateTeamPermissionInSite', updates('sites', 'teams'));

  const removes = (kind: Kind, holder: Holder) => (): void => {
    it('ends the access that the level gave, and answers 204 the second time', async () => {
      await grant(kind, holder);
      must(await user.api.get(`/v1/${places[kind]}`), 200);
      must(await reader.api.delete(pathOf(kind, `${holder}/${idOf(holder)}`)), 403);
      for (const status of [205, 204])
        expect((await world.admin.api.delete(pathOf(kind, `${holder}/${idOf(holder)}`))).status).to.equal(status);
      must(await user.api.get(`/v1/${places[kind]}`), 404);
    });
  };
  describe('removeUserFromSpace', removes('spaces', 'users'));
  describe('removeTeamFromSpace', removes('spaces', 'teams'));
  describe('removeUserFromCollection', removes('collections', 'users'));
  describe('removeTeamFromCollection', removes('collections', 'teams'));
  describe('removeUserFromSite', removes('sites', 'users'));
  describe('removeTeamFromSite', removes('sites', 'teams'));

  const aggregates = (kind: Kind) => (): void => {
    it('lists everybody with access once, for callers who may see members', async () => {
      for (const holder of ['users', 'teams'] as const) await grant(kind, holder);
      const { items, count } = must(await world.admin.api.get(pathOf(kind, 'aggregate')), 200);
      const levels = Object.fromEntries(items.map((item: any) => [item.user.id, item.permission]));
      expect(levels).to.deep.equal({ [world.admin.userId]: 'admin', [user.userId]: 'edit', [reader.userId]: 'read' });
      expect(count).to.equal(3);
      must(await stranger.api.get(pathOf(kind, 'aggregate')), 404);
    });
  };
  describe('listPermissionsAggregateInSpace', aggregates('spaces'));
  describe('listPermissionsAggregateInCollection', aggregates('collections'));
  describe('listPermissionsAggregateInSite', aggregates('sites'));
});
