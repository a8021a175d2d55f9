import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { apiFrom, PASSWORD, passwordLink, unprovenPerson, type UnprovenPerson } from '../../support/accounts.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { goodResponse } from '../../support/sso/saml-documents.ts';
import { proveDomain, SamlWorld } from '../../support/sso/saml-world.ts';
import { WebBrowser } from '../../support/web-browser.ts';
import { must, World } from '../../support/world.ts';
import { totpCode } from '../../support/totp-code.ts';

onEveryBackend('proof of addresses', (backend) => {
  let corp: SamlWorld;
  /** An organization of a stranger, who invites addresses of others and takes the links. */
  let strangers: World;
  beforeEach(async () => {
    const instance = await backend.instance();
    corp = await SamlWorld.create(await World.create(instance));
    strangers = await World.create(instance);
  });
  const orgs = () => `/v1/orgs/${corp.world.organizationId}`;
  const theirs = () => `/v1/orgs/${strangers.organizationId}`;

  /** Statuses of everything by which the stranger may come back. */
  async function waysIn({ api, browser, email }: UnprovenPerson): Promise<number[]> {
    const signedIn = await new WebBrowser(corp.world.instance).signIn(email, PASSWORD);
    return [(await api.get('/v1/user')).status, (await browser.open('/app/~/v1/user')).status, signedIn.status];
  }
  const refusal = (email: string, by = corp) =>
    by.refused((inResponseTo) => goodResponse(by.saying(email, { inResponseTo }), by.keys));

  describe('receiveSamlResponse', () => {
    it('[A62] ends all that a stranger set up for an address before the owner first signs in', async () => {
      const email = corp.someone();
      const stranger = await unprovenPerson(strangers, email, { role: 'admin' });
      const { id: space } = await strangers.space();
      must(
        await strangers.admin.api.post(`/v1/spaces/${space}/permissions`, { role: 'edit', users: [stranger.userId] }),
        204,
      );
      const team = must(await strangers.admin.api.put(`${theirs()}/teams`, { title: 'Team' }), 201);
      must(await strangers.admin.api.put(`${theirs()}/teams/${team.id}/members`, { add: [stranger.userId] }), 204);
      must(
        await stranger.api.patch(`/v1/users/${stranger.userId}`, { photoURL: 'https://stranger.example/track.png' }),
        200,
      );
      await stranger.browser.open('/account');
      await stranger.browser.send('/account/codes', { present: PASSWORD });
      const secret = /<code>([A-Z2-7]{32})<\/code>/.exec(stranger.browser.seen.text)![1]!;
      await stranger.browser.send('/account/codes/on', { code: totpCode(secret, Math.floor(Date.now() / 30_000)) });
      const link = await passwordLink(corp.world, stranger.userId);
      expect(await corp.accountOf(email)).to.include({ id: stranger.userId, unproven: true });

      const browser = await corp.signIn(email, { attributes: { displayName: 'The Owner', mail: email } });

      const owner = await apiFrom(browser, corp.world);
      expect(must(await owner.get('/v1/user'), 200)).to.deep.include({
        id: stranger.userId,
        displayName: 'The Owner',
        email,
      });
      expect(must(await owner.get('/v1/user'), 200)).to.not.have.any.keys('photoURL', 'unproven');
      expect(await waysIn(stranger)).to.deep.equal([401, 401, 403]);
      expect((await new WebBrowser(corp.world.instance).open(link)).status).to.equal(404);
      expect(must(await corp.world.admin.api.get(`${orgs()}/members/${stranger.userId}`), 200)).to.include({
        role: 'comment',
        sso: true,
        teams: 0,
      });
      expect((await strangers.admin.api.get(`${theirs()}/members/${stranger.userId}`)).status).to.equal(404);
      expect(
        must(await strangers.admin.api.get(`${theirs()}/teams/${team.id}/members`), 200).items.map(({ id }: any) => id),
      ).to.not.include(stranger.userId);
      const permissions = must(await strangers.admin.api.get(`/v1/spaces/${space}/permissions/users`), 200);
      expect(JSON.stringify(permissions)).to.not.include(stranger.userId);
    });

    it('[A62] takes an account over that is the last administrator of an organization', async () => {
      const email = corp.someone();
      const stranger = await unprovenPerson(strangers, email, { role: 'admin' });
      const own = must(await stranger.api.post('/v1/orgs', { title: 'Of the stranger' }), 201).id;
      must(
        await strangers.operator.put(
          `/v1/instance/orgs/${strangers.organizationId}/members/${strangers.admin.userId}`,
          { role: 'read' },
        ),
        200,
      );

      await corp.signIn(email);

      expect(must(await strangers.operator.get(`/v1/instance/orgs/${own}/members`), 200).count).to.equal(0);
      const { items } = must(
        await strangers.operator.get(`/v1/instance/orgs/${strangers.organizationId}/members`),
        200,
      );
      expect(items.map(({ id, role }: any) => [id, role])).to.deep.equal([[strangers.admin.userId, 'read']]);
      must(
        await strangers.operator.put(
          `/v1/instance/orgs/${strangers.organizationId}/members/${strangers.admin.userId}`,
          { role: 'admin' },
        ),
        200,
      );
      must(await strangers.admin.api.patch(theirs(), { title: 'Open again' }), 200);
    });

    it('[A63] gives a stranger nothing of a membership that the operator or an administrator made', async () => {
      const email = corp.someone();
      const stranger = await unprovenPerson(strangers, email);
      const added = must(
        await corp.world.operator.put(`/v1/instance/orgs/${corp.world.organizationId}/members/${stranger.userId}`, {
          role: 'admin',
        }),
        200,
      );
      expect(added.user).to.include({ id: stranger.userId, unproven: true });
      must(await corp.world.admin.api.post(`${orgs()}/members/${stranger.userId}/sso`), 200);

      const owner = await apiFrom(await corp.signIn(email), corp.world);

      expect(must(await owner.get(`${orgs()}/members/${stranger.userId}`), 200)).to.include({
        role: 'comment',
        sso: true,
      });
      expect(await waysIn(stranger)).to.deep.equal([401, 401, 403]);
    });

    it('[A63] gives the owner what an sso invitation of their organization says, and the stranger nothing', async () => {
      const email = corp.someone();
      const stranger = await unprovenPerson(strangers, email);
      must(await corp.world.admin.api.post(`${orgs()}/invites`, { emails: [email], role: 'admin', sso: true }), 200);
      await corp.signIn(email);
      expect(await corp.memberNamed(email)).to.include({ role: 'admin', sso: true });
      expect(await waysIn(stranger)).to.deep.equal([401, 401, 403]);
    });

    it('[A63] refuses an unproven account at a domain that the organization has not proven', async () => {
      const email = `${randomBytes(4).toString('hex')}@unproven.example`;
      const stranger = await unprovenPerson(strangers, email);
      must(await corp.world.admin.api.patch(orgs(), { emailDomains: [corp.domain, 'unproven.example'] }), 200);
      expect(await refusal(email)).to.include('the address is unproven');
      must(
        await corp.world.operator.put(`/v1/instance/orgs/${corp.world.organizationId}/members/${stranger.userId}`, {
          role: 'read',
        }),
        200,
      );
      must(await corp.world.admin.api.post(`${orgs()}/members/${stranger.userId}/sso`), 200);
      expect(await refusal(email)).to.include('the address is unproven');
      must(await stranger.api.get('/v1/user'), 200);
    });

    it('[A62] ends identities that other providers had of the account', async () => {
      const evil = await SamlWorld.create(strangers, { idpInitiated: true });
      const email = corp.someone();
      // The stranger’s organization had the domain before its owner proved it.
      must(
        await corp.world.operator.delete(
          `/v1/instance/orgs/${corp.world.organizationId}/email-domains/${corp.domain}/proof`,
        ),
        205,
      );
      await proveDomain(strangers, corp.domain);
      await evil.signIn(email);
      const { id } = await evil.accountOf(email);
      must(
        await strangers.operator.delete(
          `/v1/instance/orgs/${strangers.organizationId}/email-domains/${corp.domain}/proof`,
        ),
        205,
      );
      await proveDomain(corp.world, corp.domain);
      must(await strangers.admin.api.delete(`${theirs()}/members/${id}`), 205);
      await corp.signIn(email);
      expect(await refusal(email, evil)).to.include('not allowed to sign in your e-mail address');
    });

    it('[A62] creates accounts with a proven address', async () => {
      const email = corp.someone();
      await corp.signIn(email);
      expect(await corp.accountOf(email)).to.not.have.property('unproven');
    });
  });

  describe('setPasswordByLink', () => {
    it('[A62] ends all that a stranger set up, and proves the address', async () => {
      const email = corp.someone();
      const stranger = await unprovenPerson(strangers, email, { role: 'admin' });
      const browser = new WebBrowser(corp.world.instance);
      await browser.open(await passwordLink(corp.world, stranger.userId));
      await browser.send('', { password: 'the pass phrase of the owner' });
      expect(await waysIn(stranger)).to.deep.equal([401, 401, 403]);
      await browser.signIn(email, 'the pass phrase of the owner');
      expect(JSON.parse((await browser.open('/app/~/v1/orgs')).text).count).to.equal(0);
      expect(await corp.accountOf(email)).to.not.have.property('unproven');
    });
  });

  describe('listMembersInOrganizationById', () => {
    it('[A62] shows which accounts have an unproven address', async () => {
      const stranger = await unprovenPerson(strangers, corp.someone());
      const { items } = must(await strangers.admin.api.get(`${theirs()}/members`), 200);
      expect(items.map(({ user }: any) => [user.id, user.unproven])).to.have.deep.members([
        [strangers.admin.userId, undefined],
        [stranger.userId, true],
      ]);
      expect(must(await strangers.admin.api.get(`${theirs()}/members/${stranger.userId}`), 200).user.unproven).to.equal(
        true,
      );
      expect(
        must(await strangers.operator.get('/v1/instance/users?limit=1000'), 200).items.find(
          ({ id }: any) => id === stranger.userId,
        ).unproven,
      ).to.equal(true);
    });
  });
});
