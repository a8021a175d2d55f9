import { expect } from 'chai';
import { readConfig } from '../../src/config/read-config.ts';
import { startInstance, type Instance } from '../../src/instance.ts';
import { afterSuite, onEveryBackend, testEnvironment } from '../support/backends.ts';
import { apiOf, must } from '../support/world.ts';

onEveryBackend('the first start', (backend) => {
  let instance: Instance;
  let environment: Record<string, string>;

  before(async () => {
    const url = await backend.emptyDatabase();
    environment = testEnvironment(url === undefined ? { PERSISTENCE: 'memory' } : { DATABASE_URL: url });
    instance = await startInstance(readConfig(environment), { drainMs: 500 });
    afterSuite(() => instance.stop());
  });

  it('creates a space that documents Quire', async () => {
    const api = apiOf(instance, instance.adminToken);
    const [organization] = must(await api.get('/v1/orgs'), 200).items;
    const spaces = must(await api.get(`/v1/orgs/${organization.id}/spaces`), 200).items;
    expect(spaces.map(({ title }: any) => title)).to.deep.equal(['Quire']);
    expect(spaces[0]).to.not.have.property('gitSync');
    const [site] = must(await api.get(`/v1/orgs/${organization.id}/sites`), 200).items;
    expect(site).to.include({ title: 'Quire', published: true, visibility: 'public' });
    expect(site.urls.published).to.match(/\/sites\/quire\/?$/);
  });

  it('counts the files of the space as storage of its organization', async () => {
    const api = apiOf(instance, instance.adminToken);
    const { storage } = must(await api.get('/v1/instance/status'), 200);
    const [organization] = must(await api.get('/v1/orgs'), 200).items;
    const [space] = must(await api.get(`/v1/orgs/${organization.id}/spaces`), 200).items;
    const files = must(await api.get(`/v1/spaces/${space.id}/content/files`), 200).items;
    const bytes = files.reduce((sum: number, { size }: { size: number }) => sum + size, 0);
    expect(bytes).to.be.above(0);
    expect(storage.files).to.equal(bytes);
    expect(storage.organizations.map(({ id }: { id: string }) => id)).to.deep.equal([organization.id]);
  });

  it('publishes the space, whose pages, links and images all lead somewhere', async () => {
    const home = `${instance.url}/sites/quire/`;
    const seen = new Set([home]);
    for (const url of seen) {
      const response = await fetch(url);
      expect(response.status, url).to.equal(200);
      const body = await response.text();
      if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
      expect(body, url).to.not.include('q-broken');
      for (const [, target = ''] of body.matchAll(/<[a-z]+ [^<>]*?(?:href|src)="([^"#]+)/g)) {
        const next = new URL(target.replaceAll('&amp;', '&'), response.url);
        if (next.href.startsWith(home)) seen.add(next.href);
      }
    }
    expect(seen.size).to.be.greaterThan(20);
  });

  if (backend.name === 'memory') return;

  it('happens once, and a second start changes nothing', async () => {
    await instance.stop();
    const again = await startInstance(readConfig(environment), { drainMs: 500 });
    afterSuite(() => again.stop());
    expect(again.firstStart).to.equal(false);
    const api = apiOf(again, again.adminToken);
    const [organization, ...others] = must(await api.get('/v1/orgs'), 200).items;
    expect(others).to.deep.equal([]);
    expect(must(await api.get(`/v1/orgs/${organization.id}/spaces`), 200).count).to.equal(1);
  });
});
