import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { GitBookAPI as NewestClient } from 'gitbook-api-newest';
import { CLAIM_CHECK_PERIOD_MS, PROOF_GRACE_MS } from '../../../src/domain/sites/hostname-claim.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { send } from '../../support/http-server.ts';
import { NameServer } from '../../support/servers/name-server.ts';
import { GUIDE, publish } from '../../support/sites/published-site.ts';
import { TimeTravel } from '../../support/time-travel.ts';
import { must, World } from '../../support/world.ts';

/** Hostname of the instance itself. */
const OWN = 'https://quire.docs.example';

onEveryBackend('hostnames of sites', (backend) => {
  let travel: TimeTravel;
  let names: NameServer;
  let world: World;
  let other: World;
  before(async () => {
    names = await NameServer.start();
    travel = await TimeTravel.start(backend, { DNS_SERVERS: names.address, PUBLIC_URL: OWN });
    world = await World.create(travel.instance);
    other = await World.create(travel.instance);
  });
  beforeEach(() => {
    names.failing = false;
  });

  const unique = () => `docs.${randomBytes(6).toString('hex')}.example`;
  /** Response of the instance to a request for a hostname. */
  const at = (host: string, path = '/', headers: Record<string, string> = {}, method = 'GET') =>
    send(travel.instance.url, { method, path, headers: { host: `${host}:8080`, ...headers } });
  const siteOf = async (own = world, visibility = 'public') => {
    const made = await publish(own, [GUIDE], { visibility });
    const api = own.admin.api;
    return {
      ...made,
      claim: (hostname: string | null) => api.patch(made.api, { hostname }),
      hostname: async () => must(await api.get(`${made.api}/hostname`), 200),
      check: () => api.post(`${made.api}/hostname/check`),
      read: async () => must(await api.get(made.api), 200),
      /** Runs what is scheduled for the claim that it has. */
      job: async () => {
        const { record } = must(await api.get(`${made.api}/hostname`), 200);
        await travel.run('check-hostname', {
          organizationId: own.organizationId,
          siteId: made.site.id,
          claimId: record.value.split('=')[1],
        });
      },
    };
  };
  type Claimant = Awaited<ReturnType<typeof siteOf>>;
  /** Puts into the DNS what the site asks for. */
  const prove = async (site: Claimant) => {
    const { record } = await site.hostname();
    names.texts.set(record.name, [...(names.texts.get(record.name) ?? []), 'v=something else', record.value]);
    return record;
  };
  const proven = async (hostname: string, own = world, visibility = 'public') => {
    const site = await siteOf(own, visibility);
    must(await site.claim(hostname), 200);
    await prove(site);
    expect(must(await site.check(), 200).state).to.equal('proven');
    return site;
  };

  describe('getSiteHostname', () => {
    it('shows the DNS record that proves the hostname of a site', async () => {
      const host = unique();
      const site = await siteOf();
      must(await world.admin.api.get(`${site.api}/hostname`), 404);
      must(await site.check(), 404);
      const claimed = must(await site.claim(host), 200);
      expect(claimed.hostname).to.equal(host);
      expect(claimed.urls.published).to.equal(`${OWN}${site.at}/`);
      const details = await site.hostname();
      expect(details).to.have.keys('object', 'hostname', 'state', 'record', 'since');
      expect(details).to.include({ object: 'site-hostname', hostname: host, state: 'pending', since: travel.now });
      expect(details.record).to.include({ type: 'TXT', name: `_quire.${host}` });
      expect(details.record.value).to.match(/^quire-site=\w{20,}$/);

      expect(must(await site.check(), 200)).to.include({ state: 'failed', finding: 'absent', checkedAt: travel.now });
      names.texts.set(`_quire.${host}`, [`${details.record.value}x`, details.record.value.toUpperCase()]);
      expect(must(await site.check(), 200).state).to.equal('failed');
      expect((await at(host)).headers['location']).to.equal('/app');

      await prove(site);
      travel.later();
      expect(must(await site.check(), 200)).to.include({
        state: 'proven',
        finding: 'found',
        since: travel.now,
        checkedAt: travel.now,
      });
      expect((await site.read()).urls.published).to.equal(`https://${host}/`);
      expect(must(await site.claim(host), 200).hostname).to.equal(host);
      expect((await site.hostname()).state).to.equal('proven');
    });
  });

  it('are proven without any request', async () => {
    const site = await siteOf();
    must(await site.claim(unique()), 200);
    await prove(site);
    await site.job();
    expect((await site.hostname()).state).to.equal('proven');
  });

  it('serve the site at their root, with addresses below it', async () => {
    const host = unique();
    const site = await proven(host);
    const home = `https://${host}`;
    const page = await at(host);
    expect(page.status).to.equal(200);
    expect(page.text)
      .to.include(`<link rel="canonical" href="${home}/">`)
      .and.include('href="/guides/install#steps"')
      .and.include('"/~quire/');
    expect(page.text).to.not.include(site.at).and.not.include('quire.docs');
    const stylesheet = /href="(\/~quire\/[^"]+\.css)"/.exec(page.text)![1]!;
    expect((await at(host, stylesheet)).status).to.equal(200);
    expect((await at(host, '/guides')).headers['location']).to.equal('/guides/install');
    expect((await at(host.toUpperCase())).text).to.equal(page.text);
    expect((await at(`${host}.`)).text).to.equal(page.text);
    expect((await at(host, '/robots.txt')).text).to.equal(`User-agent: *\nAllow: /\n\nSitemap: ${home}/sitemap.xml\n`);
    const sitemap = (await at(host, '/sitemap.xml')).text;
    expect(sitemap).to.include(`<loc>${home}/guides/install</loc>`).and.not.include('quire.docs');
    const structure = must(await world.admin.api.get(`${site.api}/site-spaces`), 200);
    expect(structure.items[0].urls.published).to.equal(`${home}/`);

    // By its basename it is there all the same, and says where it is at home.
    const here = must(await world.admin.api.get(`${site.at}/`), 200);
    expect(here)
      .to.include(`<link rel="canonical" href="${home}/">`)
      .and.include(`href="${site.at}/guides/install#steps"`);
  });

  it('[A24] serve nothing but the site', async () => {
    const host = unique();
    const site = await proven(host);
    for (const path of [
      '/v1',
      '/v1/user',
      `/v1/orgs/${world.organizationId}`,
      '/app',
      '/app/',
      '/healthz',
      '/readyz',
      '/openapi.json',
      '/sign-in',
      '/metrics',
      `${site.at}/`,
      `/proxied/${site.site.id}/`,
      '/app/~/v1/user',
    ]) {
      const answer = await at(host, path, { authorization: `Bearer ${world.admin.token}` });
      expect(answer.status, path).to.equal(404);
      expect(answer.headers['content-type'], path).to.equal('text/html; charset=utf-8');
    }
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await at(host, '/v1/user', {}, method)).status).to.equal(405);
    must(await world.admin.api.post(`${site.api}/unpublish`), 200);
    for (const path of ['/', '/v1/user', '/guides/install']) expect((await at(host, path)).status, path).to.equal(404);
    expect((await site.read()).urls).to.not.have.property('published');
  });

  const clientOf = ({ token }: { readonly token: string }): any =>
    new NewestClient({ endpoint: travel.instance.url, authToken: token });

  describe('getCustomHostname', () => {
    it('shows the site and whether it is available at the hostname, to the newest client', async () => {
      const host = unique();
      const site = await siteOf();
      must(await site.claim(host), 200);
      const { customHostnames } = clientOf(world.admin);
      const pending = (await customHostnames.getCustomHostname(host)).data;
      expect(pending).to.deep.include({
        hostname: host,
        target: { type: 'site', site: site.site.id },
        isActive: false,
      });
      expect(pending).not.to.have.property('status');
      await prove(site);
      must(await site.check(), 200);
      expect((await customHostnames.getCustomHostname(host.toUpperCase())).data).to.include({
        isActive: true,
        status: 'dns_passed',
      });
    });

    it('[A1] is a 404 for those who see no site with the hostname', async () => {
      const host = unique();
      const site = await siteOf();
      must(await site.claim(host), 200);
      const guest = await world.member(null);
      for (const { api } of [other.admin, guest]) {
        must(await api.get(`/v1/custom-hostnames/${host}`), 404);
        must(await api.patch(`/v1/custom-hostnames/${host}`), 404);
        must(await api.delete(`/v1/custom-hostnames/${host}`), 204);
      }
      expect((await site.hostname()).hostname).to.equal(host);
      const reader = await world.member('read');
      must(await reader.api.get(`/v1/custom-hostnames/${host}`), 200);
      must(await reader.api.patch(`/v1/custom-hostnames/${host}`), 403);
      must(await reader.api.delete(`/v1/custom-hostnames/${host}`), 403);
    });
  });

  describe('dnsRevalidateCustomHostname', () => {
    it('proves the hostname when the record is there', async () => {
      const host = unique();
      const site = await siteOf();
      must(await site.claim(host), 200);
      await prove(site);
      const { customHostnames } = clientOf(world.admin);
      expect((await customHostnames.dnsRevalidateCustomHostname(host)).status).to.equal(204);
      expect((await site.hostname()).state).to.equal('proven');
    });

    it('[A25] is a 409 when another site has proven the hostname', async () => {
      const host = unique();
      await proven(host, other);
      const late = await siteOf();
      must(await late.claim(host), 409);
    });
  });

  describe('removeCustomHostname', () => {
    it('releases the hostname, so that another site may claim it', async () => {
      const host = unique();
      const site = await proven(host);
      const { customHostnames } = clientOf(world.admin);
      expect((await customHostnames.removeCustomHostname(host)).status).to.equal(205);
      expect(await site.read()).not.to.have.property('hostname');
      must(await world.admin.api.delete(`/v1/custom-hostnames/${host}`), 204);
      await proven(host, other);
    });
  });

  describe('checkSiteHostname', () => {
    it('[A25] gives a hostname to the site that proves it, not to one that only claims it', async () => {
      const host = unique();
      const [squatter, owner, late] = [await siteOf(), await siteOf(other), await siteOf()];
      must(await squatter.claim(host), 200);
      must(await owner.claim(host), 200);
      await prove(owner);
      expect(must(await squatter.check(), 200).state).to.equal('failed');
      expect(must(await owner.check(), 200).state).to.equal('proven');
      for (const answer of [await late.claim(host), await prove(squatter).then(() => squatter.check())])
        expect(must(answer, 409).error.message).to.equal('the hostname is taken');
      await squatter.job();
      expect(await squatter.hostname()).to.include({ state: 'failed', finding: 'taken' });
      expect((await late.read()).hostname).to.equal(undefined);
      expect((await at(host)).text).to.include(`href="https://${host}/"`);

      // One organization is no exception.
      const own = await siteOf(other);
      must(await own.claim(host), 409);
    });

    it('[A25] gives a hostname to one of those who prove it at the same time', async () => {
      const host = unique();
      const sites = await Promise.all([siteOf(), siteOf(other), siteOf()]);
      for (const site of sites) must(await site.claim(host), 200);
      for (const site of sites) await prove(site);
      const answers = await Promise.all(sites.map((site) => site.check()));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409]);
    });

    it('[A25] requires a new proof after the hostname was given up or its site deleted', async () => {
      const host = unique();
      const first = await proven(host);
      const old = await first.hostname();
      must(await first.claim(null), 200);
      expect((await first.read()).hostname).to.equal(undefined);
      expect((await at(host)).headers['location']).to.equal('/app');
      must(await first.claim(host), 200);
      expect((await first.hostname()).record.value).to.not.equal(old.record.value);
      expect(must(await first.check(), 200).state).to.equal('failed');
      await prove(first);
      expect(must(await first.check(), 200).state).to.equal('proven');

      must(await world.admin.api.delete(first.api), 205);
      expect((await at(host)).headers['location']).to.equal('/app');
      const heir = await siteOf(other);
      must(await heir.claim(host), 200);
      expect(must(await heir.check(), 200).state).to.equal('failed');
    });

    it('reports that it waits while name servers do not answer', async () => {
      const site = await siteOf();
      must(await site.claim(unique()), 200);
      names.failing = true;
      expect(must(await site.check(), 200)).to.include({ state: 'pending', finding: 'unreachable' });
      travel.later(CLAIM_CHECK_PERIOD_MS);
      await site.job();
      expect((await site.hostname()).state).to.equal('pending');
    });

    it('limits the number of checks', async () => {
      const site = await siteOf();
      must(await site.claim(unique()), 200);
      for (let n = 0; n < 20; n++) must(await site.check(), 200);
      const refused = await site.check();
      must(refused, 429);
      expect(refused.headers.get('retry-after')).to.equal('60');
      travel.later(60_000);
      must(await site.check(), 200);
    });
  });

  it('[A25] keep a proof that disappeared for some days, and end then', async () => {
    const host = unique();
    const site = await proven(host);
    names.failing = true;
    travel.later(PROOF_GRACE_MS * 2);
    await site.job();
    expect(await site.hostname()).to.include({ state: 'proven', finding: 'unreachable' });
    names.failing = false;

    names.texts.delete(`_quire.${host}`);
    const missingSince = travel.later();
    await site.job();
    expect(await site.hostname()).to.include({ state: 'proven', finding: 'absent', missingSince });
    travel.to(missingSince, PROOF_GRACE_MS - 1);
    await site.job();
    expect((await site.hostname()).state).to.equal('proven');
    await prove(site);
    await site.job();
    expect(await site.hostname())
      .to.include({ state: 'proven' })
      .and.not.have.property('missingSince');

    names.texts.delete(`_quire.${host}`);
    travel.later();
    await site.job();
    travel.later(PROOF_GRACE_MS);
    await site.job();
    expect(await site.hostname()).to.include({ state: 'failed', finding: 'absent', since: travel.now });
    expect((await at(host)).headers['location']).to.equal('/app');
    expect((await site.read()).urls.published).to.equal(`${OWN}${site.at}/`);
    const next = await proven(host, other);
    await prove(site);
    must(await site.check(), 409);
    expect((await next.hostname()).state).to.equal('proven');
  });

  describe('updateSiteById', () => {
    it('accepts hostnames of the exact pattern, except the instance’s own', async () => {
      const site = await siteOf();
      const label = 'a'.repeat(63);
      const long = `${'ab.'.repeat(169)}abcde`;
      expect(long).to.have.length(512);
      for (const hostname of ['a.b.cd', 'docs.example.org', 'a-1.b--2.c3-x', `${label}.${label}.${label}`, long])
        expect(must(await site.claim(hostname), 200).hostname).to.equal(hostname);
      for (const hostname of [
        '',
        'example.org',
        'a.b.c',
        'a.b.c-',
        'Docs.example.org',
        'docs.example.org.',
        '-a.b.cd',
        'a-.b.cd',
        'a_b.c.de',
        `${label}a.b.cd`,
        `x${long}`,
        'docs.example.org:80',
        'docs..example.org',
        'ä.example.org',
        'docs.example.org\n',
        'quire.docs.example',
      ]) {
        expect(must(await site.claim(hostname), 400).error.issues[0].path, hostname).to.equal('hostname');
      }
      expect((await site.read()).hostname).to.equal(long);
      expect(must(await site.check(), 200)).to.include({ state: 'failed', finding: 'absent' });
    });
  });

  it('leave the instance’s own name to the instance', async () => {
    for (const host of ['quire.docs.example', '127.0.0.1', 'localhost', 'nobodys.docs.example'])
      expect((await at(host, '/v1/user', { authorization: `Bearer ${world.admin.token}` })).status, host).to.equal(200);
  });

  it('[A24] ignore forwarded hosts of untrusted callers, and make no links of them', async () => {
    const host = unique();
    const site = await proven(host);
    const seen = await send(travel.instance.url, {
      path: '/',
      headers: { 'x-forwarded-host': host, forwarded: `host=${host}` },
    });
    expect(seen.headers['location']).to.equal('/app');
    const fake = await at(host, '/', { 'x-forwarded-host': 'evil.docs.example', 'x-forwarded-proto': 'gopher' });
    expect(fake.status).to.equal(200);
    expect(fake.text).to.not.include('evil').and.not.include('gopher');
    const unknown = await at('evil.docs.example', `${site.at}/`);
    expect(unknown.status).to.equal(200);
    expect(unknown.text).to.not.include('evil');
  });

  it('answer 404 to readers whom the site does not admit', async () => {
    const host = unique();
    await proven(host, world, 'share-link');
    const answer = await at(host);
    expect(answer.status).to.equal(404);
    expect(answer.headers['cache-control']).to.equal('no-store');
  });
});
