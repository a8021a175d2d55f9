import { expect } from 'chai';
import { costOf } from '../../../src/adapters/http/kernel/route.ts';
import { ROUTES } from '../../../src/adapters/http/routes.ts';
import { readConfig } from '../../../src/config/read-config.ts';
import { startInstance, type Instance } from '../../../src/instance.ts';
import { onEveryBackend, QUICK_START, testEnvironment } from '../../support/backends.ts';
import { isError } from '../../support/http-errors.ts';
import { apiOf, must, World, type Answer } from '../../support/world.ts';

const HEAVY = [
  'aggregateSiteEvents',
  'askInOrganization',
  'createOpenAPISpec',
  'createOrUpdateOpenAPISpecBySlug',
  'createSiteMcpServer',
  'createTranslation',
  'createWebhook',
  'diffOpenAPISpecVersions',
  'exportToGitRepository',
  'followGitBranch',
  'getChangeRequestPDF',
  'getSiteBrokenLinks',
  'getSitePageComments',
  'getSitePageFeedback',
  'getSitePageViews',
  'getSiteSearches',
  'getSpaceArchive',
  'getSpacePDF',
  'importContent',
  'importContentInChangeRequest',
  'importContentInChangeRequestPageById',
  'importContentInPageById',
  'importGitRepository',
  'importSpaceArchive',
  'listSiteVisitorSegments',
  'refreshOpenAPISpecBySlug',
  'replayWebhookDelivery',
  'runTranslation',
  'startImportRun',
  'streamAskInOrganization',
  'streamAskInSite',
  'submitAgentFeedbackToSite',
  'submitSiteAgentFeedback',
  'testWebhook',
];

describe('costOf', () => {
  const namesOf = (cost: string): string[] =>
    ROUTES.filter((row) => costOf(row) === cost).map(({ useCase }) => useCase.name);

  it('counts imports, exports, archives, PDF, translation runs, specs, webhooks, aggregates, questions and agent feedback as heavy, and nothing else', () => {
    expect(namesOf('heavy').sort()).to.deep.equal(HEAVY);
  });

  it('counts every operation of the tag Search, recommended questions and the fetch of an embedded page as a search, and nothing else', () => {
    expect(namesOf('search').sort()).to.deep.equal(
      [
        'getEmbedByUrl',
        'getEmbedByUrlInSpace',
        'getRecommendedQuestionsInOrganization',
        'streamRecommendedQuestionsInOrganization',
        'streamRecommendedQuestionsInSite',
        ...ROUTES.filter(({ tag }) => tag === 'Search').map(({ useCase }) => useCase.name),
      ].sort(),
    );
  });

  it('counts the others by their method', () => {
    for (const row of ROUTES.filter((each) => each.cost === undefined))
      expect(costOf(row), row.endpoint).to.equal(row.endpoint.startsWith('GET ') ? 'read' : 'write');
  });
});

onEveryBackend('request limits', (backend) => {
  const started: Instance[] = [];
  /** An instance with these limits, in a database of its own. */
  const limited = async (limits: Record<string, string>): Promise<Instance> => {
    const url = await backend.database();
    const persistence: Record<string, string> = url === undefined ? { PERSISTENCE: 'memory' } : { DATABASE_URL: url };
    const env = testEnvironment({ ...persistence, ...limits });
    const instance = await startInstance(readConfig(env), {
      welcome: false,
      drainMs: 100,
      ...QUICK_START,
    });
    started.push(instance);
    return instance;
  };
  afterEach(async () => {
    for (const instance of started.splice(0)) await instance.stop();
  });
  const refused = (answer: Answer, limit: string): void => {
    isError(answer, 429);
    expect(answer.body.error.limit).to.equal(limit);
    expect(Number(answer.headers.get('retry-after'))).to.be.within(1, 60);
    expect(answer.headers.get('ratelimit')).to.match(new RegExp(`"${limit}";r=0;t=[1-9]\\d?$`));
    for (const name of ['ratelimit', 'ratelimit-policy']) {
      const items = answer.headers
        .get(name)!
        .split(', ')
        .filter((item) => item.startsWith(`"${limit}";`));
      expect(items, `${name} names the limit once`).to.have.length(1);
    }
  };

  it('[A89] allow a token exactly as many reads a minute as its limit, and report the remainder', async () => {
    const instance = await limited({ RATE_LIMIT_READ: '3' });
    const { api } = await (await World.create(instance)).stranger();
    for (const left of [2, 1, 0]) {
      const answer = await api.get('/v1/user');
      must(answer, 200);
      expect(answer.headers.get('ratelimit-policy')).to.equal('"read";q=3;w=60, "read-user";q=6;w=60');
      expect(answer.headers.get('ratelimit')).to.match(
        new RegExp(`^"read";r=${left};t=\\d+, "read-user";r=${left + 3};t=\\d+$`),
      );
    }
    refused(await api.get('/v1/user'), 'read');
    isError(await apiOf(instance).get('/v1/user'), 401);
  });

  it('[A89] allow a user twice as many as a token, whatever the number of tokens', async () => {
    const instance = await limited({ RATE_LIMIT_READ: '2' });
    const world = await World.create(instance);
    const person = await world.stranger();
    const tokens = [person.token];
    for (const name of ['second', 'third'])
      tokens.push(must(await person.api.post('/v1/user/tokens', { name }), 201).token);
    for (const token of tokens.slice(0, 2))
      for (let n = 0; n < 2; n++) must(await apiOf(instance, token).get('/v1/user'), 200);
    refused(await apiOf(instance, tokens[2]).get('/v1/user'), 'read-user');
    must(await world.admin.api.get('/v1/user'), 200);
  });

  it('count reads, searches and writes apart', async () => {
    const instance = await limited({ RATE_LIMIT_READ: '1', RATE_LIMIT_WRITE: '2', RATE_LIMIT_SEARCH: '1' });
    const { admin, organizationId } = await World.create(instance);
    must(await admin.api.post('/v1/orgs', { title: 'Second write' }), 201);
    refused(await admin.api.post('/v1/orgs', { title: 'Third write' }), 'write');
    must(await admin.api.get('/v1/user'), 200);
    refused(await admin.api.get('/v1/user'), 'read');
    must(await admin.api.get(`/v1/orgs/${organizationId}/search?query=x`), 200);
    refused(await admin.api.get(`/v1/orgs/${organizationId}/search?query=x`), 'search');
  });

  it('[A81] limit heavy requests of a user, and of all users of an organization together', async () => {
    const instance = await limited({ RATE_LIMIT_HEAVY: '2', RATE_LIMIT_HEAVY_ORGANIZATION: '3' });
    const world = await World.create(instance);
    const space = await world.space();
    const pdf = `/v1/spaces/${space.id}/pdf`;
    const member = await world.member('admin');
    const outsider = await world.stranger();
    // Requests that are not allowed count for the one who makes them, never for the organization.
    for (let n = 0; n < 2; n++) isError(await outsider.api.get(pdf), 404);
    refused(await outsider.api.get(pdf), 'heavy-user');
    for (let n = 0; n < 2; n++) must(await world.admin.api.get(pdf), 200);
    refused(await world.admin.api.get(pdf), 'heavy-user');
    must(await member.api.get(pdf), 200);
    refused(await member.api.get(pdf), 'heavy-organization');
  });

  it('[A88] limit requests without a token by network, and searches of sites apart', async () => {
    const instance = await limited({ RATE_LIMIT_ANONYMOUS: '2', RATE_LIMIT_ANONYMOUS_SEARCH: '1', TRUST_PROXY: '1' });
    const from = (address: string, path: string): Promise<Answer> =>
      apiOf(instance).get(path, { 'x-forwarded-for': address });
    isError(await from('192.0.2.1', '/v1/user'), 401);
    expect((await from('192.0.2.1', '/sites/nothing')).status).to.equal(404);
    refused(await from('192.0.2.1', '/sites/nothing'), 'read-network');
    refused(await from('192.0.2.1', '/v1/user'), 'read-network');
    expect((await from('192.0.2.1', '/sites/nothing/~quire/search?q=x')).status).to.equal(404);
    for (const path of ['~quire/search?q=x', '~quire/sear%63h?q=x', '%7Equir%65/search.json?q=x'])
      refused(await from('192.0.2.1', `/sites/nothing/${path}`), 'search-network');
    expect((await from('192.0.2.2', '/sites/nothing')).status).to.equal(404);
    // One household has all of a /64.
    for (const host of ['1', '2']) expect((await from(`2001:db8:1:2::${host}`, '/sites/nothing')).status).to.equal(404);
    refused(await from('2001:db8:1:2:ffff::3', '/sites/nothing'), 'read-network');
    for (const path of ['/healthz', '/readyz', '/healthz'])
      expect((await from('192.0.2.1', path)).status).to.equal(200);
  });

  it('[A88] count requests with unknown tokens for their network, without delaying valid ones', async () => {
    const instance = await limited({ RATE_LIMIT_ANONYMOUS: '2' });
    const { admin } = await World.create(instance);
    for (const n of [1, 2]) isError(await apiOf(instance, `qr_guess-${n}`).get('/v1/user'), 401);
    refused(await apiOf(instance, 'qr_guess-3').get('/v1/user'), 'read-network');
    must(await admin.api.get('/v1/user'), 200);
  });

  it('send no headers and refuse nothing where a limit is 0', async () => {
    const answer = await apiOf(await backend.instance()).get('/v1/');
    expect(answer.headers.get('ratelimit')).to.equal(null);
    expect(answer.headers.get('ratelimit-policy')).to.equal(null);
  });

  it('tell the limits to browsers of other origins', async () => {
    const answer = await apiOf(await backend.instance()).get('/v1/');
    const exposed = String(answer.headers.get('access-control-expose-headers')).split(/, ?/);
    expect(exposed).to.include.members(['RateLimit', 'RateLimit-Policy', 'Retry-After']);
  });
});
