import { expect } from 'chai';
import { audienceSite, VISITORS, visitorToken, type AudienceSite } from '../../support/sites/audience.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { fillSpace } from '../../support/fill-space.ts';
import { apiOf, must, World, type Api } from '../../support/world.ts';

const claim = { type: 'boolean', description: 'Something' };
const unsigned = VISITORS.properties.unsigned;

onEveryBackend('adaptive content of sites', (backend) => {
  let world: World;
  let web: Api;
  let site: AudienceSite;
  before(async () => {
    world = await World.create(await backend.instance());
    web = apiOf(world.instance);
    site = await audienceSite(world, 'public');
  });
  const newSite = async (): Promise<string> =>
    `/v1/orgs/${world.organizationId}/sites/${must(await world.admin.api.post(`/v1/orgs/${world.organizationId}/sites`, { title: 'New', spaces: [(await world.space()).id] }), 201).id}`;

  describe('updateSiteAdaptiveSchema', () => {
    it('sets a schema, which a site lacks at first', async () => {
      const { client } = world.admin;
      const api = await newSite();
      const siteId = api.split('/').at(-1);
      must(await world.admin.api.get(`${api}/adaptive-schema`), 404);
      expect((await client.orgs.listSiteAdaptiveTemplateConditions(world.organizationId, siteId)).data).to.deep.equal({
        items: [],
      });
      const { data, status } = await client.orgs.updateSiteAdaptiveSchema(world.organizationId, siteId, {
        jsonSchema: VISITORS,
      });
      expect(status).to.equal(200);
      expect(data)
        .to.have.all.keys('object', 'jsonSchema', 'updatedAt')
        .and.to.deep.include({ object: 'site-adaptive-schema', jsonSchema: VISITORS });
      expect((await client.orgs.getSiteAdaptiveSchema(world.organizationId, siteId)).data).to.deep.equal(data);
      const {
        data: { items },
      } = await client.orgs.listSiteAdaptiveTemplateConditions(world.organizationId, siteId);
      expect(items).to.deep.include.members([
        { description: 'Works here (true)', condition: 'visitor.claims.staff == true' },
        { description: 'What they pay for (pro)', condition: 'visitor.claims.plan == "pro"' },
        {
          description: 'Unsigned claims of the site visitor. Their teams (red)',
          condition: 'visitor.claims.unsigned.teams.includes("red")',
        },
        {
          description: 'Unsigned claims of the site visitor. How many they are',
          condition: 'visitor.claims.unsigned.seats > 0',
        },
      ]);
      const [part] = must(await world.admin.api.get(`${api}/site-spaces`), 200).items;
      for (const { condition } of items)
        must(await world.admin.api.patch(`${api}/site-spaces/${part.id}`, { condition }), 200);
    });

    it('accepts schemas of the documented form only, and names the place of anything else', async () => {
      const api = await newSite();
      const put = (jsonSchema: unknown) => world.admin.api.put(`${api}/adaptive-schema`, { jsonSchema });
      const of = (properties: unknown, more: object = {}) => ({
        type: 'object',
        properties,
        additionalProperties: false,
        ...more,
      });
      const deep = (depth: number): object =>
        depth === 0
          ? claim
          : { type: 'object', description: '', properties: { x: deep(depth - 1) }, additionalProperties: false };
      const many = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`c${i}`, claim]));
      for (const right of [
        of({}),
        of({ ['n'.repeat(100)]: claim }),
        of(many(200)),
        of({ x: deep(4) }),
        of({ x: { type: 'string', enum: Array.from({ length: 100 }, (_, i) => `${i}`), description: '' } }),
        of({ x: { type: 'array', description: '', items: { type: 'number', description: '' } } }),
      ])
        must(await put(right), 200);
      const wrong: readonly (readonly [unknown, string])[] = [
        [undefined, 'jsonSchema'],
        [of({}, { type: 'array' }), 'jsonSchema.type'],
        [of({}, { additionalProperties: true }), 'jsonSchema.additionalProperties'],
        [{ type: 'object', properties: {} }, 'jsonSchema.additionalProperties'],
        [of({}, { $schema: 'https://json-schema.org/draft/2020-12/schema' }), 'jsonSchema.$schema'],
        [of({}, { required: ['x'] }), 'jsonSchema'],
        [of({ x: { type: 'boolean' } }), 'jsonSchema.properties.x.description'],
        [of({ x: { ...claim, default: true } }), 'jsonSchema.properties.x'],
        [of({ x: { type: 'integer', description: '' } }), 'jsonSchema.properties.x.type'],
        [of({ x: { type: 'array', description: '', items: deep(1) } }), 'jsonSchema.properties.x.items.type'],
        [
          of({
            x: {
              type: 'object',
              description: '',
              properties: { y: { type: 'null', description: '' } },
              additionalProperties: false,
            },
          }),
          'jsonSchema.properties.x.properties.y.type',
        ],
        [of({ x: { type: 'string', description: '', enum: [] } }), 'jsonSchema.properties.x'],
        [
          of({ x: { type: 'string', description: '', enum: Array.from({ length: 101 }, () => 'v') } }),
          'jsonSchema.properties.x.enum',
        ],
        [of({ unsigned: claim }), 'jsonSchema.properties.unsigned'],
        [of({ unsigned: { ...unsigned, description: 'Mine' } }), 'jsonSchema.properties.unsigned'],
        [of({ '': claim }), 'jsonSchema.properties.'],
        [of({ ['n'.repeat(101)]: claim }), `jsonSchema.properties.${'n'.repeat(101)}`],
        [of(many(201)), 'jsonSchema.properties.c200'],
        [of({ constructor: claim }), 'jsonSchema.properties.constructor'],
        [of({ x: deep(5) }), 'jsonSchema.properties.x.properties.x.properties.x.properties.x.properties.x.properties'],
      ];
      for (const [jsonSchema, path] of wrong)
        expect(
          must(await put(jsonSchema), 400).error.issues[0].path,
          JSON.stringify(jsonSchema)?.slice(0, 200),
        ).to.equal(path);
      must(
        await world.admin.api(
          'PUT',
          `${api}/adaptive-schema`,
          '{"jsonSchema":{"type":"object","properties":{"__proto__":{"type":"boolean","description":""}},"additionalProperties":false}}',
        ),
        400,
      );
      expect(
        Object.keys(must(await world.admin.api.get(`${api}/adaptive-schema`), 200).jsonSchema.properties),
      ).to.deep.equal(['x']);
    });
  });

  describe('updateSiteSpaceById', () => {
    it('[A20] accepts conditions about visitors alone, with properties of the schema', async () => {
      const [part] = must(await world.admin.api.get(`${site.api}/site-spaces`), 200).items;
      const [section] = must(await world.admin.api.get(`${site.api}/sections`), 200).items;
      const places = [`${site.api}/site-spaces/${part.id}`, `${site.api}/sections/${section.id}`];
      const right = [
        'visitor.claims.staff',
        'visitor.claims.unsigned.language in ["en", "fr"]',
        '!visitor.claims["plan"]',
        'visitor.claims.unsigned.name.length > 3',
        `visitor.claims.staff${' '.repeat(1004)}`,
        `visitor.claims.unsigned.name == "${'😀'.repeat(990)}"`,
      ];
      const wrong: readonly (readonly [string, RegExp | string])[] = [
        ['', 'condition'],
        [`visitor.claims.staff${' '.repeat(1005)}`, 'condition'],
        ['visitor.claims.', /ends unexpectedly/],
        ['visitor.claims.admin', /claim admin is not defined/],
        ['visitor.claims.unsigned.staff', /claim unsigned.staff is not defined/],
        ['staff', /staff is not defined/],
        ['visitor.name', /visitor.name is not defined/],
        ['visitor.claims.constructor.constructor("return process")()', /unknown function constructor/],
        ['constructor.constructor("return 1")()', /constructor/],
        ['visitor.claims.__proto__', /claim __proto__ is not defined/],
        ['visitor["claims"]["__proto__"]["x"]', /claim __proto__ is not defined/],
        ['visitor.__proto__', /__proto__/],
        ['visitor.claims.staff = true', /unexpected|invalid character/],
        ['(() => 1)()', /unexpected|invalid character/],
        ['`${visitor}`', /unterminated string|invalid character/],
        [`${'('.repeat(65)}1${')'.repeat(65)}`, /nested deeper/],
        ['[1].map(x)', /unknown function map/],
      ];
      for (const place of places) {
        for (const condition of right)
          expect(must(await world.admin.api.patch(place, { condition }), 200).condition).to.equal(condition);
        for (const [condition, says] of wrong) {
          const {
            issues: [{ path, message }],
          } = must(await world.admin.api.patch(place, { condition }), 400).error;
          expect(path, condition).to.equal('condition');
          if (says instanceof RegExp) expect(message, condition).to.match(says);
        }
        must(await world.admin.api.patch(place, { condition: null }), 200);
      }
      const insert = (condition: string) =>
        world.admin.api.post(`/v1/spaces/${part.space.id}/content`, {
          changes: [{ operation: 'insert_page', title: 'Page', document: { markdown: '' }, condition }],
        });
      for (const [condition] of wrong.slice(5))
        expect(must(await insert(condition), 400).error.issues[0].path, condition).to.equal('changes.0.condition');
      for (const condition of ['', 'visitor.claims.other']) must(await insert(condition), 200);
    });
  });

  describe('conditions of header items and MCP servers', () => {
    it('must use claims that the adaptive schema defines, unless they are as before', async () => {
      const { api } = world.admin;
      const at = await newSite();
      const present = must(await api.get(`${at}/customization`), 200);
      const put = (condition: string) =>
        api.put(`${at}/customization`, {
          ...present,
          header: { preset: 'default', links: [{ title: 'Beta', to: null, links: [], condition }] },
        });
      const server = (condition: string) =>
        api.post(`${at}/mcp-servers`, { name: 'Tools', url: 'https://tools.example/mcp', condition });
      const issue = (answer: any): string => must(answer, 400).error.issues[0].path;
      must(await put('visitor.claims.older'), 200);
      const { id } = must(await server('visitor.claims.older'), 201);
      must(await api.put(`${at}/adaptive-schema`, { jsonSchema: VISITORS }), 200);

      expect(issue(await put('visitor.claims.admin'))).to.equal('header.links.0.condition');
      must(await put('visitor.claims.older'), 200);
      must(await put('visitor.claims.staff'), 200);
      expect(issue(await put('visitor.claims.older'))).to.equal('header.links.0.condition');
      const [{ id: part }] = must(await api.get(`${at}/site-spaces`), 200).items;
      const links = [{ title: 'Beta', to: null, links: [], condition: 'visitor.claims.admin' }];
      const overrides = `${at}/site-spaces/${part}/customization`;
      expect(issue(await api.patch(overrides, { header: { links } }))).to.equal('header.links.0.condition');

      expect(issue(await server('visitor.claims.admin'))).to.equal('condition');
      const one = `${at}/mcp-servers/${id}`;
      must(await api.patch(one, { name: 'Other', condition: 'visitor.claims.older' }), 200);
      expect(issue(await api.patch(one, { condition: 'visitor.claims.admin' }))).to.equal('condition');
      expect(must(await api.patch(one, { condition: 'visitor.claims.staff' }), 200).condition).to.equal(
        'visitor.claims.staff',
      );
    });
  });

  it('[A22][A23] shows each visitor what their claims allow, and caches it for nobody else', async () => {
    const staff = { cookie: `quire-visitor=${await visitorToken(site.key, { staff: true, plan: 'pro' })}` };
    const seen = async (path: string, headers?: Record<string, string>) => {
      const answer = await web.get(site.at + path, headers);
      expect(answer.headers.get('cache-control'), path).to.match(/no-store/);
      return answer;
    };
    const words = async (headers?: Record<string, string>, query = '') => {
      const html = must(await seen(`/${query}`, headers), 200) as string;
      return ['Words for all', 'Words for staff', 'Bonjour', '>Insider<', '>Beta<', '>Staff<', '>Inner<'].filter(
        (one) => html.includes(one),
      );
    };
    const everything = ['Words for all', 'Words for staff', '>Insider<', '>Staff<', '>Inner<'];
    // Turn by turn, so that what was made for one is there when the other asks.
    for (let turn = 0; turn < 2; turn++) {
      expect(await words(staff)).to.deep.equal(everything);
      expect(await words()).to.deep.equal(['Words for all']);
      expect(await words(undefined, '?visitor.language=fr')).to.deep.equal(['Words for all', 'Bonjour']);
    }
    must(await seen('/insider', staff), 200);
    must(await seen('/insider'), 404);
    expect((await seen('/insider')).body, 'like a page that there is not').to.equal((await seen('/no-such-page')).body);
    expect(must(await seen('/sitemap.xml'), 200)).to.not.match(/insider|staff|inner|beta/);
    const etag = (await seen('/', staff)).headers.get('etag')!;
    const known = { 'if-none-match': etag };
    must(await seen('/', { ...staff, ...known }), 304);
    must(await seen('/', known), 200);
    for (const path of [
      '/private/x.css',
      '/insider;.css',
      '/%2Finsider',
      '/insider%2f',
      '/robots.txt',
      '/hidden?x=.css',
    ])
      expect((await seen(path, staff)).headers.get('cache-control'), path).to.not.include('public');
  });

  it('[A19] takes from visitors what the schema lets them state, and keeps it in a cookie', async () => {
    const said = async (query: string, cookie?: string) => {
      const answer = await web.get(`${site.at}/beta${query}`, cookie === undefined ? {} : { cookie });
      return { status: answer.status, cookies: answer.headers.getSetCookie() };
    };
    const kept = (value: unknown) =>
      `quire-visitor-claims=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`;
    expect(await said('')).to.deep.equal({ status: 404, cookies: [] });
    const { status, cookies } = await said(
      '?visitor.beta=true&visitor.teams=red&visitor.teams=green&visitor.seats=x&visitor.other=1&visitor.staff=true',
    );
    expect(status).to.equal(200);
    const value = kept({ beta: true, teams: ['red', 'green'] });
    // A list with something that the schema does not have is left out whole.
    expect(cookies).to.deep.equal([`${kept({ beta: true })}; Path=${site.at}; HttpOnly; SameSite=Lax`]);
    expect((await said('', kept({ beta: true }))).status).to.equal(200);
    expect((await said('', value)).status).to.equal(200);
    expect((await said('?visitor.beta=false', kept({ beta: true }))).status).to.equal(404);
    for (const wrong of [
      { beta: 'true' },
      { beta: 1 },
      { unsigned: { beta: true } },
      [true],
      null,
      'words',
      '{',
      '%',
      { __proto__: { beta: true } },
      JSON.parse('{"__proto__":{"beta":true}}'),
      'w'.repeat(3501),
    ])
      expect((await said('', kept(wrong))).status, JSON.stringify(wrong).slice(0, 60)).to.equal(404);
    for (const query of [
      '?visitor.beta=',
      '?visitor.beta=yes',
      '?visitor.=true',
      '?visitor.beta.x=true',
      '?visitor.__proto__.beta=true',
      '?visitor.constructor=true',
      `?${'visitor.x=1&'.repeat(100)}visitor.beta=true`,
    ])
      expect((await said(query)).status, query.slice(0, 40)).to.equal(404);
    // What only a signed token may say, nobody says of oneself.
    must(await web.get(`${site.at}/insider?visitor.staff=true`), 404);
    must(await web.get(`${site.at}/insider`, { cookie: kept({ staff: true }) }), 404);
    must(
      await web.get(`${site.at}/beta`, {
        cookie: `quire-visitor=${await visitorToken(site.key, { unsigned: { beta: true } })}`,
      }),
      404,
    );
  });

  it('hides everything with a condition while the site does not adapt to visitors', async () => {
    const headers = { cookie: `quire-visitor=${await visitorToken(site.key, { staff: true })}` };
    must(await world.admin.api.patch(site.api, { adaptiveContent: { enabled: false } }), 200);
    for (const path of ['/insider', '/staff', '/inner', '/beta?visitor.beta=true'])
      must(await web.get(site.at + path, headers), 404);
    const home = await web.get(`${site.at}/`, headers);
    expect([home.status, home.body.includes('Words for staff'), home.headers.getSetCookie()]).to.deep.equal([
      200,
      false,
      [],
    ]);
    must(await world.admin.api.patch(site.api, { adaptiveContent: { enabled: true } }), 200);
    must(await web.get(`${site.at}/insider`, headers), 200);
  });

  it('[A19] hides content whose condition fails or takes too long, and ignores claims of wrong types', async () => {
    const own = await audienceSite(world, 'public');
    const pages = {
      broken: 'visitor.claims.',
      endless: `${'visitor.claims.plan + '.repeat(200)}visitor.claims.plan`,
      staff: 'visitor.claims.staff',
      other: 'visitor.claims.unknown == null && visitor.claims.plan',
    };
    await fillSpace(world.instance, own.spaces[0].id, {
      pages: [{ title: 'Home' }, ...Object.entries(pages).map(([title, condition]) => ({ title, condition }))],
    });
    const shown = async (claims: object) => {
      const headers = { cookie: `quire-visitor=${await visitorToken(own.key, claims)}` };
      const answers = await Promise.all(Object.keys(pages).map((path) => web.get(`${own.at}/${path}`, headers)));
      return Object.keys(pages).filter((_, i) => answers[i]!.status === 200);
    };
    expect(await shown({ staff: true, plan: 'pro' })).to.deep.equal(['staff', 'other']);
    expect(await shown({ staff: 'true', plan: 'gold', unknown: 1 })).to.deep.equal([]);
    expect(await shown({ staff: { toString: 'x' }, plan: ['pro'] })).to.deep.equal([]);
    expect(await shown(JSON.parse('{"__proto__":{"staff":true,"plan":"pro"}}'))).to.deep.equal([]);
  });

  describe('getSiteAdaptiveSchema', () => {
    it('returns the schema, and 404 while the site has none', async () => {
      const api = await newSite();
      must(await world.admin.api.get(`${api}/adaptive-schema`), 404);
      const set = must(await world.admin.api.put(`${api}/adaptive-schema`, { jsonSchema: VISITORS }), 200);
      expect(must(await world.admin.api.get(`${api}/adaptive-schema`), 200)).to.deep.equal(set);
      must(await (await world.stranger()).api.get(`${api}/adaptive-schema`), 404);
    });
  });

  describe('listSiteAdaptiveTemplateConditions', () => {
    it('lists conditions that the schema makes possible, none without a schema', async () => {
      const api = await newSite();
      const path = `${api}/adaptive-schema/template-conditions`;
      expect(must(await world.admin.api.get(path), 200).items).to.deep.equal([]);
      must(await world.admin.api.put(`${api}/adaptive-schema`, { jsonSchema: VISITORS }), 200);
      expect(must(await world.admin.api.get(path), 200).items.map(({ condition }: any) => condition)).to.include(
        'visitor.claims.staff == true',
      );
      must(await (await world.stranger()).api.get(path), 404);
    });
  });
});
