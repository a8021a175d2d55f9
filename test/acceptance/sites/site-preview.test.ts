import { expect } from 'chai';
import { audienceSite, type AudienceSite } from '../../support/sites/audience.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { TimeTravel } from '../../support/time-travel.ts';
import { apiOf, must, World, type Api, type Person } from '../../support/world.ts';

const HOUR = 3_600_000;

onEveryBackend('getSitePublishingPreviewById', (backend) => {
  let time: TimeTravel;
  let world: World;
  let web: Api;
  let site: AudienceSite;
  let ann: Person;
  before(async () => {
    time = await TimeTravel.start(backend);
    web = apiOf(time.instance);
  });
  beforeEach(async () => {
    world = await World.create(time.instance);
    site = await audienceSite(world, 'visitor-auth');
    must(await world.admin.api.post(`${site.api}/unpublish`), 200);
    ann = await world.member('create');
  });
  const preview = async (query = '', by: Person = ann): Promise<string> =>
    new URL(must(await by.api.get(`${site.api}/publishing/preview${query}`), 200).url).pathname;

  it('may be shown in frames of the instance, unlike the published site', async () => {
    const framing = async (path: string) => {
      const { headers } = await web.get(path);
      const ancestors = /frame-ancestors ([^;]+)/.exec(headers.get('content-security-policy')!)![1];
      return [ancestors, headers.get('x-frame-options')];
    };
    expect(await framing(await preview())).to.deep.equal(["'self'", 'SAMEORIGIN']);
    must(await world.admin.api.patch(site.api, { visibility: 'public' }), 200);
    must(await world.admin.api.post(`${site.api}/publish`), 200);
    expect(await framing(`${site.at}/`)).to.deep.equal(["'none'", 'DENY']);
  });

  it('opens the site to everyone who has the address, below which all links stay', async () => {
    must(await web.get(`${site.at}/`), 404);
    const at = await preview();
    const home = await web.get(at);
    const html = must(home, 200);
    expect(
      Object.fromEntries(
        ['cache-control', 'x-robots-tag', 'referrer-policy'].map((name) => [name, home.headers.get(name)]),
      ),
    ).to.deep.equal({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    });
    for (const [, href] of html.matchAll(/<a[^>]*href="(\/[^"#]*)"/g)) expect(href).to.match(new RegExp(`^${at}`));
    must(await web.get(`${at}no-such-page`), 404);
    must(await web.get(`${site.at}/`), 404);
    const spaces = must(await ann.api.get(`${site.api}/site-spaces`), 200).items;
    expect(
      must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/audit-events?limit=1`), 200).items[0],
    ).to.deep.include({ action: 'site.preview-given' });
    for (const { id, title } of spaces)
      expect(must(await web.get(await preview(`?siteSpace=${id}`)), 200), title).to.be.a('string');
    must(await ann.api.get(`${site.api}/publishing/preview?siteSpace=${'0'.repeat(20)}`), 404);
  });

  it('shows everything, or what a visitor with given claims would see', async () => {
    const at = await preview();
    const shown = async (query: string) => {
      const html = must(await web.get(at + query), 200) as string;
      return ['Words for staff', 'Bonjour', '>Insider<', '>Beta<', '>Staff<'].filter((one) => html.includes(one));
    };
    expect(await shown('')).to.deep.equal(['Words for staff', 'Bonjour', '>Insider<', '>Beta<', '>Staff<']);
    expect(await shown('?visitor.beta=true')).to.deep.equal(['>Beta<']);
    expect(await shown('?visitor.language=fr')).to.deep.equal(['Bonjour']);
  });

  it('shows what a visitor with the claims of the request sees, which the reader cannot change', async () => {
    const shown = async (claims: string) => {
      const html = must(await web.get(await preview(`?claims=${encodeURIComponent(claims)}`)), 200) as string;
      return ['Words for staff', 'Bonjour', '>Insider<', '>Beta<', '>Staff<'].filter((one) => html.includes(one));
    };
    expect(await shown('()')).to.deep.equal([]);
    expect(await shown('(staff:!t)')).to.deep.equal(['Words for staff', '>Insider<', '>Staff<']);
    expect(await shown('(unsigned:(beta:!t,language:fr))')).to.deep.equal(['Bonjour', '>Beta<']);
    expect(await shown('{"staff":true}')).to.deep.equal(['Words for staff', '>Insider<', '>Staff<']);
    const at = await preview('?claims=()');
    expect(must(await web.get(`${at}?visitor.staff=true`), 200)).not.to.include('Words for staff');
    must(await web.get(at.replace(/~quire\/preview\/[^/]+/, '~quire/preview/x')), 404);
    for (const wrong of ['(', 'staff', '!(staff)', '{"staff"']) {
      const query = `?claims=${encodeURIComponent(wrong)}`;
      const { error } = must(await ann.api.get(`${site.api}/publishing/preview${query}`), 400);
      expect(error.issues[0].path).to.equal('claims');
    }
    const long = `(plan:${'x'.repeat(1001)})`;
    expect(must(await ann.api.get(`${site.api}/publishing/preview?claims=${long}`), 400).error.issues[0].path).to.equal(
      'claims',
    );
  });

  it('begins at the target of the request, which is a URL of the site', async () => {
    const home = `${world.instance.publicUrl}${site.at}/`;
    const ask = (target: string) => ann.api.get(`${site.api}/publishing/preview?target=${encodeURIComponent(target)}`);
    expect(new URL(must(await ask(`${home}hidden?x=1#y`), 200).url).pathname).to.equal(`${await preview()}hidden`);
    for (const wrong of ['https://example.com/', `${world.instance.publicUrl}/sites/another/`])
      expect(must(await ask(wrong), 400).error.issues[0].path).to.equal('target');
  });

  it('opens one site for one to two hours', async () => {
    time.later(HOUR - (Date.parse(time.now) % HOUR));
    const at = await preview();
    time.later(HOUR - 1);
    expect(await preview(), 'the same within the hour').to.equal(at);
    const other = await audienceSite(world, 'public');
    must(await web.get(at.replace(site.at, other.at)), 404);
    const pass = at.split('/').at(-2)!;
    for (const wrong of [
      `${pass}A`,
      pass.slice(0, -1),
      pass.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
      'x',
      '%00',
    ])
      must(await web.get(at.replace(pass, wrong)), 404);
    time.later(HOUR);
    must(await web.get(at), 200);
    time.later(1);
    must(await web.get(at), 404);
  });

  it('[A75] is for callers who may grant access to every space of the site', async () => {
    const hidden = await world.space({ title: 'Not for Ann' });
    const at = await preview();
    must(await world.admin.api.post(`${site.api}/sections`, { spaceId: hidden.id, title: 'Kept back' }), 201);
    must(await web.get(`${at}kept-back`), 200);
    for (const defaultLevel of ['review', null]) {
      must(await world.admin.api.patch(`/v1/spaces/${hidden.id}`, { defaultLevel }), 200);
      must(await ann.api.get(`${site.api}/publishing/preview`), 403);
      must(await web.get(`${at}kept-back`), 404);
      expect(must(await web.get(at), 200)).to.not.include('Kept back');
    }
    must(await web.get(`${await preview('', world.admin)}kept-back`), 200);
  });

  it('ends when the caller loses the right to publish the site', async () => {
    const [at, ofAdmin] = [await preview(), await preview('', world.admin)];
    must(await world.admin.api.patch(`/v1/orgs/${world.organizationId}/members/${ann.userId}`, { role: 'read' }), 200);
    must(await web.get(at), 404);
    must(
      await world.admin.api.patch(`/v1/orgs/${world.organizationId}/members/${ann.userId}`, { role: 'create' }),
      200,
    );
    must(await web.get(at), 200);
    must(await world.admin.api.delete(`/v1/orgs/${world.organizationId}/members/${ann.userId}`), 205);
    must(await web.get(at), 404);
    must(await web.get(ofAdmin), 200);
  });
});
