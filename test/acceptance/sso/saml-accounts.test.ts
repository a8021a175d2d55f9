import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { apiFrom } from '../../support/accounts.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { goodResponse } from '../../support/sso/saml-documents.ts';
import { proveDomain, SamlWorld } from '../../support/sso/saml-world.ts';
import { apiOf, must, World } from '../../support/world.ts';

onEveryBackend('accounts that a SAML provider can open', (backend) => {
  let world: World;
  let saml: SamlWorld;
  const orgs = () => `/v1/orgs/${world.organizationId}`;
  before(async () => {
    world = await World.create(await backend.instance());
    saml = await SamlWorld.create(world, { idpInitiated: true });
  });

  describe('receiveSamlResponse', () => {
    it('refuses addresses of other domains', async () => {
      const email = `eve@${randomBytes(6).toString('hex')}.example`;
      for (const each of [
        email,
        `eve@sub.${saml.domain}`,
        `eve@${saml.domain}.evil.example`,
        `${saml.someone()}@evil.example`,
      ]) {
        const alert = await saml.refused((inResponseTo) =>
          goodResponse(saml.saying(each, { inResponseTo }), saml.keys),
        );
        expect(alert).to.match(/not allowed to sign in your e-mail address|did not send your e-mail address/);
        expect(await saml.accountOf(each)).to.equal(undefined);
      }
    });
    it('[A28] refuses people of other organizations, whatever domains the organization claims', async () => {
      const other = await World.create(world.instance);
      const victim = other.admin;
      const before = await saml.refused((inResponseTo) =>
        goodResponse(saml.saying(victim.email, { inResponseTo }), saml.keys),
      );
      expect(before).to.include('not allowed to sign in your e-mail address');
      await proveDomain(world, 'example.com');
      const after = await saml.refused((inResponseTo) =>
        goodResponse(saml.saying(victim.email, { inResponseTo }), saml.keys),
      );
      must(await world.admin.api.patch(orgs(), { emailDomains: [saml.domain] }), 200);
      expect(after).to.include('outside this organization');
      expect(await saml.memberNamed(victim.email)).to.equal(undefined);
    });
    it('refuses members with addresses of other domains until an administrator makes them SSO members', async () => {
      const member = await world.member('review');
      expect(
        await saml.refused((inResponseTo) => goodResponse(saml.saying(member.email, { inResponseTo }), saml.keys)),
      ).to.include('not allowed to sign in your e-mail address');
      must(await world.admin.api.post(`${orgs()}/members/${member.userId}/sso`), 200);
      await saml.signIn(member.email);
      expect(await saml.memberNamed(member.email)).to.include({ role: 'review', sso: true });
    });
    it('[A28] opens this organization only, though the account has others and is an operator', async () => {
      const email = saml.someone();
      const user = must(await world.operator.post('/v1/instance/users', { email, displayName: 'In two' }), 201);
      const whole = apiOf(
        world.instance,
        must(await world.operator.post(`/v1/instance/users/${user.id}/tokens`, { name: 'whole' }), 201).token,
      );
      const otherOrganization = must(await whole.post('/v1/orgs', { title: 'Elsewhere' }), 201).id;
      const space = must(await whole.post(`/v1/orgs/${otherOrganization}/spaces`, { title: 'Secret' }), 201).id;
      must(
        await world.operator.put(`/v1/instance/orgs/${world.organizationId}/members/${user.id}`, { role: 'admin' }),
        200,
      );

      const browser = await saml.signIn(email);
      const api = await apiFrom(browser, world);
      must(await api.get(orgs()), 200);
      must(await api.get(`${orgs()}/saml`), 200);
      for (const path of [
        `/v1/orgs/${otherOrganization}`,
        `/v1/orgs/${otherOrganization}/spaces`,
        `/v1/spaces/${space}`,
        `/v1/spaces/${space}/content`,
      ])
        expect((await api.get(path)).status, path).to.equal(404);
      expect((await api.patch(`/v1/spaces/${space}`, { title: 'Mine' })).status).to.equal(404);
      expect(must(await api.get('/v1/orgs'), 200))
        .to.deep.include({ count: 1 })
        .and.nested.include({ 'items[0].id': world.organizationId });
      expect(must(await api.get('/v1/orgs?limit=0'), 200)).to.deep.equal({ items: [], count: 1 });
      expect((await api.post('/v1/orgs', { title: 'More' })).status).to.equal(403);
      expect((await api.get('/v1/instance/users')).status).to.equal(403);
      // What is minted is as narrow, and the wide ones are out of sight.
      const { id, token } = must(await api.post('/v1/user/tokens', { name: 'narrow' }), 201);
      expect((await apiOf(world.instance, token).get(`/v1/orgs/${otherOrganization}`)).status).to.equal(404);
      const seen = must(await api.get('/v1/user/tokens'), 200).items.map(({ name }: any) => name);
      expect(seen).to.have.members(['mine', 'narrow']);
      const { items } = must(await whole.get('/v1/user/tokens'), 200);
      const wide = items.find(({ name }: any) => name === 'whole');
      must(await api.delete(`/v1/user/tokens/${wide.id}`), 204);
      must(await whole.delete(`/v1/user/tokens/${id}`), 205);
      must(await whole.get(`/v1/orgs/${otherOrganization}`), 200);
      for (const [path, fields] of [
        ['/account/password', { current: 'x', password: 'correct horse battery' }],
        ['/account/codes', { present: 'x' }],
      ] as const) {
        await browser.open('/account');
        const form = /name="form" value="([^"]+)"/.exec(browser.seen.text)![1]!;
        expect((await browser.post(path, { ...fields, form })).status).to.equal(403);
      }
      expect((await browser.open('/account')).text)
        .to.include('for that organization only')
        .and.not.to.include('Current password');
    });
    it('opens no operation of the instance, though the account is an operator', async () => {
      const operator = must(await world.operator.get('/v1/user'), 200);
      must(
        await world.operator.put(`/v1/instance/orgs/${world.organizationId}/members/${operator.id}`, { role: 'read' }),
        200,
      );
      must(await world.admin.api.post(`${orgs()}/members/${operator.id}/sso`), 200);
      const api = await apiFrom(await saml.signIn(operator.email), world);
      expect((await api.get('/v1/instance/users')).status).to.equal(403);
      must(await api.get(orgs()), 200);
      must(await world.operator.get('/v1/instance/users'), 200);
    });
    it('refuses disabled users, and members who were removed', async () => {
      const email = saml.someone();
      const browser = await saml.signIn(email);
      const api = await apiFrom(browser, world);
      const { id } = await saml.accountOf(email);
      must(await world.operator.patch(`/v1/instance/users/${id}`, { disabled: true }), 200);
      expect((await api.get(orgs())).status).to.equal(401);
      expect(
        await saml.refused((inResponseTo) => goodResponse(saml.saying(email, { inResponseTo }), saml.keys)),
      ).to.equal('Your account is disabled.');
      must(await world.operator.patch(`/v1/instance/users/${id}`, { disabled: false }), 200);
      must(await world.admin.api.delete(`${orgs()}/members/${id}`), 205);
      expect((await api.get(orgs())).status).to.equal(404);
    });
  });
});
