import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { RATE_LIMITS } from '../../../src/application/sessions/rate-limits.ts';
import { CLAIM_CHECK_PERIOD_MS, PROOF_GRACE_MS } from '../../../src/domain/kernel/dns-claim.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { NameServer } from '../../support/servers/name-server.ts';
import { goodResponse } from '../../support/sso/saml-documents.ts';
import { SamlWorld } from '../../support/sso/saml-world.ts';
import { TimeTravel } from '../../support/time-travel.ts';
import { apiOf, must, World, type Api } from '../../support/world.ts';

const unique = () => `${randomBytes(6).toString('hex')}.example`;

onEveryBackend('e-mail domains', (backend) => {
  let travel: TimeTravel;
  let names: NameServer;
  let world: World;
  before(async () => {
    names = await NameServer.start();
    travel = await TimeTravel.start(backend, { DNS_SERVERS: names.address });
  });
  beforeEach(async () => {
    names.failing = false;
    names.texts.clear();
    // Assertions are written with the clock of the machine.
    travel.to(new Date().toISOString());
    world = await World.create(travel.instance);
  });

  const path = (of = world) => `/v1/orgs/${of.organizationId}`;
  const instancePath = (domain: string, of = world) =>
    `/v1/instance/orgs/${of.organizationId}/email-domains/${domain}/proof`;
  const claim = async (...emailDomains: string[]) => must(await world.admin.api.patch(path(), { emailDomains }), 200);
  const claimed = async (domain: string, of = world) =>
    must(await of.admin.api.get(`${path(of)}/email-domains?limit=1000`), 200).items.find(
      (each: any) => each.domain === domain,
    );
  const check = (domain: string, of = world) => of.admin.api.post(`${path(of)}/email-domains/${domain}/check`);
  /** Puts the record of a claim into the DNS. */
  const publish = async (domain: string, of = world) => {
    const { record } = await claimed(domain, of);
    names.texts.set(record.name, [...(names.texts.get(record.name) ?? []), record.value]);
    return record;
  };
  const runJob = async (domain: string) => {
    const { items } = must(
      await world.admin.api.get(`${path()}/audit-events?action=email-domain.claimed&limit=100`),
      200,
    );
    const { record } = await claimed(domain);
    const target = items.find(({ payload }: any) => payload.domain === domain).target.id;
    await travel.run('check-email-domain', {
      organizationId: world.organizationId,
      emailDomainId: target,
      claimId: record.value.split('=')[1],
    });
  };
  const personAt = async (domain: string): Promise<{ userId: string; api: Api }> => {
    const { id: userId } = must(
      await world.operator.post('/v1/instance/users', {
        email: `${randomBytes(4).toString('hex')}@${domain}`,
        displayName: 'Ann',
      }),
      201,
    );
    const { token } = must(await world.operator.post(`/v1/instance/users/${userId}/tokens`, { name: 't' }), 201);
    return { userId, api: apiOf(world.instance, token) };
  };

  describe('checkEmailDomain', () => {
    it('[A67] proves a claimed domain by its TXT record, and by no other text', async () => {
      const domain = unique();
      await claim(domain.toUpperCase());
      const waiting = await claimed(domain);
      expect(waiting).to.have.all.keys('object', 'domain', 'status', 'record', 'since');
      expect(waiting).to.include({ object: 'email-domain', status: 'pending' });
      expect(waiting.record).to.include({ type: 'TXT', name: `_quire-challenge.${domain}` });
      expect(waiting.record.value).to.match(/^quire-domain=\w{20,}$/);
      expect(must(await check(domain), 200)).to.include({ status: 'failed', finding: 'absent', checkedAt: travel.now });
      names.texts.set(waiting.record.name, [
        `${waiting.record.value}x`,
        waiting.record.value.toUpperCase(),
        'quire-domain=',
      ]);
      expect(must(await check(domain), 200).status).to.equal('failed');
      await publish(domain);
      expect(must(await check(domain.toUpperCase()), 200)).to.include({
        status: 'proven',
        provenBy: 'dns',
        finding: 'found',
      });
    });

    it('[A67] proves a domain for one organization at a time', async () => {
      const domain = unique();
      await claim(domain);
      await publish(domain);
      must(await check(domain), 200);
      const other = await World.create(travel.instance);
      must(await other.admin.api.patch(path(other), { emailDomains: [domain] }), 200);
      await publish(domain, other);
      expect(must(await check(domain, other), 409).error.message).to.equal(
        'the e-mail domain is proven by another organization',
      );
      must(await other.operator.put(instancePath(domain, other)), 409);
      await claim();
      expect(must(await check(domain, other), 200).status).to.equal('proven');
    });

    it('[A67] gives a domain to one of two organizations that prove it at the same time', async () => {
      const domain = unique();
      const worlds = [world, await World.create(travel.instance), await World.create(travel.instance)];
      for (const each of worlds) {
        must(await each.admin.api.patch(path(each), { emailDomains: [domain] }), 200);
        await publish(domain, each);
      }
      const statuses = (await Promise.all(worlds.map((each) => check(domain, each)))).map(({ status }) => status);
      expect(statuses.sort()).to.deep.equal([200, 409, 409]);
    });

    it('limits the DNS questions of each organization and answers 429 with Retry-After', async () => {
      const domain = unique();
      await claim(domain);
      for (let count = 0; count < RATE_LIMITS.emailDomain.burst; count++) must(await check(domain), 200);
      expect(must(await check(domain), 429) && (await check(domain)).headers.get('retry-after')).to.equal('60');
    });

    it('is for administrators, and for domains that their organization claims', async () => {
      const domain = unique();
      await claim(domain);
      for (const level of ['create', null] as const) {
        const { api } = await world.member(level);
        must(await api.post(`${path()}/email-domains/${domain}/check`), 403);
        must(await api.get(`${path()}/email-domains`), 403);
      }
      must(await check(unique()), 404);
      must(await world.admin.api.post(`${path()}/email-domains/not%20one/check`), 404);
      must(await world.operator.put(instancePath('localhost')), 400);
      must(await (await World.create(travel.instance)).admin.api.post(`${path()}/email-domains/${domain}/check`), 404);
    });

    it('keeps a proof while the name servers do not answer', async () => {
      const domain = unique();
      await claim(domain);
      await publish(domain);
      must(await check(domain), 200);
      names.failing = true;
      travel.later(2 * PROOF_GRACE_MS);
      expect(must(await check(domain), 200)).to.include({ status: 'proven', finding: 'unreachable' });
    });
  });

  describe('check-email-domain', () => {
    it('proves a claimed domain by itself, and ends the proof three days after the record has disappeared', async () => {
      const domain = unique();
      await claim(domain);
      const record = await publish(domain);
      await runJob(domain);
      expect((await claimed(domain)).status).to.equal('proven');
      names.texts.delete(record.name);
      await runJob(domain);
      expect(await claimed(domain)).to.include({ status: 'proven', finding: 'absent', missingSince: travel.now });
      travel.later(PROOF_GRACE_MS - 1);
      await runJob(domain);
      expect((await claimed(domain)).status).to.equal('proven');
      travel.later(1);
      await runJob(domain);
      expect((await claimed(domain)).status).to.equal('failed');
      expect((await claimed(domain)).provenBy).to.equal(undefined);
    });

    it('reports a domain as taken that another organization has proven', async () => {
      const domain = unique();
      await claim(domain);
      await publish(domain);
      must(await world.operator.put(instancePath(domain, await World.create(travel.instance))), 200);
      await runJob(domain);
      expect(await claimed(domain)).to.include({ status: 'failed', finding: 'taken' });
    });

    it('stops for a claim that nobody has proven within two weeks', async () => {
      const domain = unique();
      await claim(domain);
      travel.later(CLAIM_CHECK_PERIOD_MS);
      await runJob(domain);
      expect((await claimed(domain)).finding).to.equal('absent');
    });
  });

  describe('updateOrganizationById', () => {
    it('[A67] releases a domain that is no longer claimed, with its proof, and asks for a new record afterwards', async () => {
      const domain = unique();
      await claim(domain);
      const { value } = await publish(domain);
      must(await check(domain), 200);
      await claim();
      expect(await claimed(domain)).to.equal(undefined);
      await claim(domain);
      const again = await claimed(domain);
      expect(again.status).to.equal('pending');
      expect(again.record.value).to.not.equal(value);
      expect(must(await check(domain), 200).status).to.equal('failed');
    });
    it('keeps the proof of domains that stay claimed', async () => {
      const [domain, other] = [unique(), unique()];
      await claim(domain);
      await publish(domain);
      must(await check(domain), 200);
      await claim(other, domain);
      expect((await claimed(domain)).status).to.equal('proven');
      expect((await claimed(other)).status).to.equal('pending');
    });
  });

  describe('setEmailDomainProof', () => {
    it('[A67] proves a domain by the word of the operator, which name servers do not take back', async () => {
      const domain = unique();
      const proven = must(await world.operator.put(instancePath(domain.toUpperCase())), 200);
      expect(proven).to.include({ domain, status: 'proven', provenBy: 'operator' });
      expect(must(await world.admin.api.get(path()), 200).emailDomains).to.deep.equal([domain]);
      travel.later(PROOF_GRACE_MS);
      expect(must(await check(domain), 200)).to.include({ status: 'proven', finding: 'absent' });
      travel.later(PROOF_GRACE_MS);
      expect(must(await check(domain), 200)).to.include({ status: 'proven', provenBy: 'operator' });
    });
    it('is for the operator alone', async () => {
      must(await world.admin.api.put(instancePath(unique())), 403);
      must(await world.admin.api.delete(instancePath(unique())), 403);
      must(await world.operator.put(instancePath(unique(), { organizationId: '0'.repeat(20) } as World)), 404);
    });
  });

  describe('deleteEmailDomainProof', () => {
    it('withdraws the proof of the operator and leaves the claim', async () => {
      const domain = unique();
      must(await world.operator.put(instancePath(domain)), 200);
      must(await world.operator.delete(instancePath(domain)), 205);
      must(await world.operator.delete(instancePath(domain)), 204);
      expect((await claimed(domain)).status).to.equal('pending');
      await publish(domain);
      must(await check(domain), 200);
      must(await world.operator.delete(instancePath(domain)), 204);
      expect((await claimed(domain)).status).to.equal('proven');
    });
  });

  describe('joinOrganization', () => {
    it('[A67] lets nobody join by a domain until it is proven', async () => {
      const domain = unique();
      await claim(domain);
      const ann = await personAt(domain);
      must(await ann.api.post(`${path()}/join`), 404);
      expect(must(await ann.api.get(`/v1/email-domains/${domain}/orgs`), 200).organizations).to.deep.equal([]);
      expect(must(await world.operator.get(`/v1/email-domains/${domain}/orgs`), 200).organizations).to.deep.equal([]);
      await publish(domain);
      must(await check(domain), 200);
      expect(must(await ann.api.get(`/v1/email-domains/${domain}/orgs`), 200).organizations).to.have.lengthOf(1);
      must(await ann.api.post(`${path()}/join`), 204);
    });

    it('[A68] refuses a session that is confined to another organization, and lists none to it', async () => {
      const saml = await SamlWorld.create(world);
      const other = await World.create(travel.instance);
      const domain = unique();
      must(await other.operator.put(instancePath(domain, other)), 200);
      const browser = await saml.signIn(saml.someone());
      await browser.open('/account');
      const { text } = await browser.send('/account/tokens', { name: 'mine' });
      const api = apiOf(travel.instance, /qr_[\w-]+/.exec(text)![0]);
      for (const organization of [other.organizationId, world.organizationId, '0'.repeat(20)])
        must(await api.post(`/v1/orgs/${organization}/join`), 403);
      for (const each of [domain, saml.domain, unique()]) must(await api.get(`/v1/email-domains/${each}/orgs`), 403);
    });
  });

  describe('receiveSamlResponse', () => {
    it('[A67] admits nobody new by a domain until it is proven', async () => {
      const saml = await SamlWorld.create(world);
      const domain = unique();
      await claim(saml.domain, domain);
      const email = `ann@${domain}`;
      expect(
        await saml.refused((inResponseTo) => goodResponse(saml.saying(email, { inResponseTo }), saml.keys)),
      ).to.include('not allowed to sign in your e-mail address');
      await publish(domain);
      must(await check(domain), 200);
      await saml.signIn(email);
    });
  });

  describe('inviteUsersToOrganization', () => {
    it('[A67] makes no sso invitations for a domain until it is proven', async () => {
      const domain = unique();
      await claim(domain);
      const invite = async () =>
        must(await world.admin.api.post(`${path()}/invites`, { emails: [`ann@${domain}`], sso: true }), 200);
      expect(await invite()).to.deep.include({ invited: 0, failedSSOEmails: [`ann@${domain}`] });
      await publish(domain);
      must(await check(domain), 200);
      expect(await invite())
        .to.include({ invited: 1 })
        .and.not.have.property('failedSSOEmails');
    });
  });

  describe('listEmailDomains', () => {
    it('lists the claimed domains with their records, page by page, for administrators alone', async () => {
      const domains = [unique(), unique()];
      await claim(...domains);
      const first = must(await world.admin.api.get(`${path()}/email-domains?limit=1`), 200);
      const second = must(await world.admin.api.get(`${path()}/email-domains?limit=1&page=${first.next.page}`), 200);
      expect([...first.items, ...second.items].map(({ domain }: any) => domain)).to.have.members(domains);
      expect([first.count, first.items[0].status]).to.deep.equal([2, 'pending']);
      must(await (await world.member('create')).api.get(`${path()}/email-domains`), 403);
    });
  });
});
