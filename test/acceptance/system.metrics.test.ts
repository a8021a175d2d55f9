import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { ROUTES } from '../../src/adapters/http/routes.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { startInstance } from '../../src/instance.ts';
import { afterSuite, onEveryBackend, testEnvironment } from '../support/backends.ts';
import { isError } from '../support/http-errors.ts';
import { send, sendBytes, serve } from '../support/http-server.ts';
import { apiOf, must, World } from '../support/world.ts';

const TOKEN = 'metrics-token-0123456789';

onEveryBackend('/metrics', (backend) => {
  const seriesOf = (text: string): string[] =>
    text
      .split('\n')
      .filter((line) => line.startsWith('quire_http_') || line.startsWith('quire_conflicts_'))
      .map((line) => line.split(' ')[0]!);

  it('[A87] gains no series from 5,000 random paths, methods and tokens', async function () {
    const instance = await backend.instance();
    const web = apiOf(instance);
    const figures = async (): Promise<string[]> => seriesOf(must(await web.get('/metrics'), 200));
    const probe = async (n: number): Promise<void> => {
      const word = randomBytes(6).toString('hex');
      const path = [`/${word}`, `/v1/${word}`, `/v1/spaces/${word}/${word}`, `/sites/${word}`, `/v1/orgs/${word}`][
        n % 5
      ]!;
      await sendBytes(
        instance.url,
        `${n % 7 === 0 ? 'PROPFIND' : 'GET'} ${path} HTTP/1.1\r\nHost: ${word}\r\nConnection: close\r\nAuthorization: Bearer ${word}\r\n\r\n`,
      );
    };
    for (let n = 0; n < 50; n++) await probe(n);
    // The figures are a page themselves, counted after they were shown.
    await figures();
    const before = new Set(await figures());
    for (let n = 0; n < 5_000; n += 50) await Promise.all(Array.from({ length: 50 }, (_, m) => probe(n + m)));
    expect((await figures()).filter((series) => !before.has(series))).to.deep.equal([]);
  });

  const figuresOf = async (): Promise<string> => must(await apiOf(await backend.instance()).get('/metrics'), 200);
  /** Present value of a series; 0 before its first event. */
  const valueOf = (text: string, series: string): number =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.slice(series.length) ?? 0,
    );

  it('counts requests by method, route pattern, operation and status class', async () => {
    const world = await World.create(await backend.instance());
    const space = must(await world.admin.api.post(`/v1/orgs/${world.organizationId}/spaces`, { title: 'A' }), 201);
    const series = [
      'quire_http_requests_total{method="GET",route="/v1/spaces/{spaceId}",operation="getSpaceById",status="2xx"}',
      'quire_http_requests_total{method="GET",route="/v1/spaces/{spaceId}",operation="getSpaceById",status="4xx"}',
      'quire_http_request_seconds_count{method="GET",route="/v1/spaces/{spaceId}",status="2xx"}',
      'quire_http_requests_total{method="GET",route="/healthz",operation="health",status="2xx"}',
      'quire_http_requests_total{method="GET",route="/sites/*",operation="site",status="4xx"}',
      'quire_http_requests_total{method="GET",route="none",operation="none",status="4xx"}',
    ];
    const before = await figuresOf();
    must(await world.admin.api.get(`/v1/spaces/${space.id}`), 200);
    must(await world.admin.api.get(`/v1/spaces/${world.organizationId}`), 404);
    for (const path of ['/healthz', '/sites/nowhere/', '/nowhere']) await apiOf(world.instance).get(path);
    const after = await figuresOf();
    expect(series.map((name) => [name, valueOf(after, name) - valueOf(before, name)])).to.deep.equal(
      series.map((name) => [name, 1]),
    );
    expect(after).not.to.include(space.id);
  });

  it('counts conflicts by kind', async () => {
    const { admin, organizationId } = await World.create(await backend.instance());
    const space = must(await admin.api.post(`/v1/orgs/${organizationId}/spaces`, { title: 'A' }), 201);
    const before = await figuresOf();
    const headers = { 'if-match': '"00000000000000000000"' };
    must(
      await admin.api.post(
        `/v1/spaces/${space.id}/content`,
        { changes: [{ operation: 'insert_page', title: 'B', document: { markdown: 'text' } }] },
        headers,
      ),
      412,
    );
    const change = must(await admin.api.post(`/v1/spaces/${space.id}/change-requests`, { subject: 'C' }), 201);
    const path = `/v1/spaces/${space.id}/change-requests/${change.number}`;
    must(await admin.api.post(`${path}/merge`), 200);
    must(await admin.api.post(`${path}/merge`), 409);
    const after = await figuresOf();
    const grown = ['precondition', 'merge', 'concurrent', 'state'].map(
      (kind) =>
        valueOf(after, `quire_conflicts_total{kind="${kind}"}`) -
        valueOf(before, `quire_conflicts_total{kind="${kind}"}`),
    );
    expect(grown).to.deep.equal([1, 0, 0, 1]);
  });

  it('shows the use of the caches', async () => {
    const { admin, organizationId } = await World.create(await backend.instance());
    const space = must(await admin.api.post(`/v1/orgs/${organizationId}/spaces`, { title: 'A' }), 201);
    const change = { changes: [{ operation: 'insert_page', title: 'B', document: { markdown: 'text' } }] };
    must(await admin.api.post(`/v1/spaces/${space.id}/content`, change), 200);
    const path = `/v1/spaces/${space.id}/content/path/b`;
    must(await admin.api.get(path), 200);
    const before = await figuresOf();
    must(await admin.api.get(path, { 'cache-control': 'no-cache' }), 200);
    const after = await figuresOf();
    const hits = 'quire_cache_lookups_total{cache="page_views",result="hit"}';
    expect(valueOf(after, hits) - valueOf(before, hits)).to.equal(1);
    expect(valueOf(after, 'quire_cache_bytes{cache="page_views"}')).to.be.above(0);
    expect(valueOf(after, 'quire_cache_entries{cache="objects"}')).to.be.above(0);
  });

  it('has exactly the metrics that the guide lists, with their types and labels', async () => {
    const text = await figuresOf();
    const guide = readFileSync(new URL('../../docs/guide/running/monitoring.md', import.meta.url), 'utf8');
    const listed = new Map(
      [...guide.matchAll(/^\| `(quire_\w+)` \| (\w+) \| (.*?) \|/gm)].map(([, name, type, labels]) => [
        name!,
        { type: type!, labels: [...labels!.matchAll(/`(\w+)`/g)].map(([, label]) => label!) },
      ]),
    );
    const types = new Map([...text.matchAll(/^# TYPE (quire_\w+) (\w+)$/gm)].map(([, name, type]) => [name!, type!]));
    const isInMemory = backend.name === 'memory';
    const expected = [...listed].filter(([name]) => !(isInMemory && /^quire_(database|backup)_/.test(name)));
    expect([...types].sort()).to.deep.equal(expected.map(([name, { type }]) => [name, type]).sort());
    for (const [, name, labels] of text.matchAll(/^(quire_\w+?)(?:_bucket|_sum|_count)?\{(.*)\} /gm)) {
      const used = [...labels!.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g)]
        .map(([, label]) => label!)
        .filter((label) => label !== 'le');
      expect(used, name).to.deep.equal(listed.get(name!)?.labels);
    }
  });

  it('are accepted by promtool', async function () {
    const promtool = spawnSync('promtool', ['check', 'metrics'], { input: await figuresOf(), encoding: 'utf8' });
    if (promtool.error !== undefined && process.env['CI'] !== '1') return this.skip();
    expect(`${promtool.error ?? ''}${promtool.stdout}${promtool.stderr}`).to.equal('');
    expect(promtool.status).to.equal(0);
  });

  it('are on a port of their own, and on no other, with METRICS_PORT', async () => {
    const url = await backend.database();
    const settings = { ...(url === undefined ? { PERSISTENCE: 'memory' } : { DATABASE_URL: url }), METRICS_PORT: '0' };
    for (const METRICS_TOKEN of ['', TOKEN]) {
      const instance = await startInstance(readConfig(testEnvironment({ ...settings, METRICS_TOKEN })), {
        welcome: false,
        drainMs: 1_000,
      });
      afterSuite(() => instance.stop());
      must(await apiOf(instance).get('/metrics'), 404);
      const own = apiOf({ url: instance.metricsUrl! });
      for (const path of ['/', '/healthz', '/v1/user']) must(await own.get(path), 404);
      must(await own.post('/metrics'), METRICS_TOKEN === '' ? 405 : 401);
      must(await own.get('/metrics'), METRICS_TOKEN === '' ? 200 : 401);
      must(await own.get('/metrics', { authorization: `Bearer ${TOKEN}` }), 200);
      await instance.stop();
      await expectRefused(instance.metricsUrl!);
    }
  });
});

/** Expects that nobody answers at a URL. */
async function expectRefused(url: string): Promise<void> {
  const isAnswered = await fetch(url).then(
    () => true,
    () => false,
  );
  expect(isAnswered).to.equal(false);
}

describe('/metrics', () => {
  const get = (url: string, headers: Record<string, string> = {}) => send(url, { path: '/metrics', headers });

  it('[A87] answers this machine without a token, and no request that a proxy forwards', async () => {
    const { url } = await serve(ROUTES);
    const answer = await get(url);
    expect(answer.status).to.equal(200);
    expect(answer.headers['cache-control']).to.equal('no-store');
    for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
      isError(await get(url, { [name]: '127.0.0.1' }), 404);
    isError(await get(url, { 'x-forwarded-for': '192.0.2.1', authorization: `Bearer ${TOKEN}` }), 404);
  });

  it('[A87] requires the token from others, where one is set', async () => {
    const { url } = await serve(ROUTES, { environment: { METRICS_TOKEN: TOKEN, TRUST_PROXY: '1' } });
    const from = { 'x-forwarded-for': '127.0.0.1, 192.0.2.1' };
    for (const authorization of ['', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(0, -1)}`, TOKEN])
      isError(await get(url, { ...from, authorization }), 401);
    expect((await get(url, { ...from, authorization: `Bearer ${TOKEN}` })).status).to.equal(200);
    expect((await get(url, { 'x-forwarded-for': '192.0.2.1, 127.0.0.1' })).status).to.equal(200);
  });
});
