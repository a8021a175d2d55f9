import { expect } from 'chai';
import type { Role } from '../../../src/domain/permissions/level.ts';
import type { Instance } from '../../../src/instance.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { must, World, type Api } from '../../support/world.ts';

const UNKNOWN = '0'.repeat(20);

onEveryBackend('members set by the operator', (backend) => {
  let instance: Instance;
  let world: World;
  let operator: Api;
  before(async () => {
    instance = await backend.instance();
    world = await World.create(instance);
    operator = world.operator;
  });

  describe('roles set by the operator', () => {
    const set = (organizationId: string, userId: string, role: Role) =>
      operator.put(`/v1/instance/orgs/${organizationId}/members/${userId}`, { role });

    describe('setOrganizationMember', () => {
      it('deletes the open invitation of the address, and no other one', async () => {
        const own = await World.create(instance);
        const person = await own.stranger();
        const invites = `/v1/orgs/${own.organizationId}/invites`;
        must(await own.admin.api.post(invites, { emails: [person.email, 'other@example.org'] }), 200);
        must(await set(own.organizationId, person.userId, 'edit'), 200);
        const { items } = must(await own.admin.api.get(invites), 200);
        expect(items.map(({ email }: any) => email)).to.deep.equal(['other@example.org']);
      });

      it('records the deleted invitation in the audit log', async () => {
        const own = await World.create(instance);
        const person = await own.stranger();
        const path = `/v1/orgs/${own.organizationId}`;
        must(await own.admin.api.post(`${path}/invites`, { emails: [person.email] }), 200);
        must(await set(own.organizationId, person.userId, 'edit'), 200);
        const { items } = must(await own.admin.api.get(`${path}/audit-events?action=invite.deleted`), 200);
        expect(items.map(({ payload }: any) => payload)).to.deep.equal([{ kind: 'email', email: person.email }]);
      });

      it('adds members and changes their roles', async () => {
        const own = await World.create(instance);
        const person = await own.stranger();
        must(await person.api.get(`/v1/orgs/${own.organizationId}`), 404);
        expect(must(await set(own.organizationId, person.userId, null), 200)).to.deep.include({
          object: 'member',
          id: person.userId,
          role: null,
          disabled: false,
          spaces: 0,
          teams: 0,
        });
        must(await person.api.get(`/v1/orgs/${own.organizationId}`), 200);
        expect(must(await set(own.organizationId, person.userId, 'edit'), 200).role).to.equal('edit');
        const { items, count } = must(await operator.get(`/v1/instance/orgs/${own.organizationId}/members`), 200);
        expect(count).to.equal(2);
        expect(items.map(({ id, role }: any) => [id, role])).to.deep.equal([
          [own.admin.userId, 'admin'],
          [person.userId, 'edit'],
        ]);
        for (const role of ['owner', '', 0])
          must(await operator.put(`/v1/instance/orgs/${own.organizationId}/members/${person.userId}`, { role }), 400);
        must(await operator.put(`/v1/instance/orgs/${own.organizationId}/members/${person.userId}`, {}), 400);
        for (const [organizationId, userId] of [
          [UNKNOWN, person.userId],
          [own.organizationId, UNKNOWN],
        ] as const)
          must(await set(organizationId, userId, 'read'), 404);
      });

      it('is for the operator alone, not even for administrators', async () => {
        for (const role of ['edit', 'admin'] as const) {
          const person = await world.member(role);
          must(
            await person.api.put(`/v1/instance/orgs/${world.organizationId}/members/${person.userId}`, {
              role: 'admin',
            }),
            403,
          );
        }
      });

      it('refuses to demote the last administrator', async () => {
        const own = await World.create(instance);
        const refused = must(await set(own.organizationId, own.admin.userId, 'create'), 409);
        expect(refused.error.message).to.include('last administrator');
        must(await set(own.organizationId, own.admin.userId, 'admin'), 200);
        const second = await own.member('admin');
        must(await set(own.organizationId, own.admin.userId, 'create'), 200);
        must(await set(own.organizationId, second.userId, null), 409);
        must(await own.admin.api.get(`/v1/orgs/${own.organizationId}`), 200);
      });

      it('keeps an administrator when all are demoted at the same time', async () => {
        for (let round = 0; round < 3; round++) {
          const own = await World.create(instance);
          const admins = [own.admin, await own.member('admin'), await own.member('admin'), await own.member('admin')];
          const answers = await Promise.all(admins.map(({ userId }) => set(own.organizationId, userId, 'read')));
          expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 200, 200, 409]);
          const { items } = must(await operator.get(`/v1/instance/orgs/${own.organizationId}/members`), 200);
          expect(items.filter(({ role }: any) => role === 'admin')).to.have.lengthOf(1);
        }
      });

      it('adds a member once, however many calls come at the same time', async () => {
        const own = await World.create(instance);
        const { userId } = await own.stranger();
        const answers = await Promise.all(Array.from({ length: 8 }, () => set(own.organizationId, userId, 'read')));
        expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200]));
        expect(must(await operator.get(`/v1/instance/orgs/${own.organizationId}/members`), 200).count).to.equal(2);
      });
    });
  });

  describe('listOrganizationMembers', () => {
    it('lists the members of an organization for the operator alone', async () => {
      const own = await World.create(instance);
      const { userId } = await own.member('edit');
      const path = `/v1/instance/orgs/${own.organizationId}/members`;
      const { items, count } = must(await operator.get(path), 200);
      expect([items.map(({ id }: any) => id), count]).to.deep.equal([[own.admin.userId, userId], 2]);
      must(await own.admin.api.get(path), 403);
      must(await operator.get(`/v1/instance/orgs/${UNKNOWN}/members`), 404);
    });
  });
});
