import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { ROUTES } from '../../src/adapters/http/routes.ts';
import { onEveryBackend } from '../support/backends.ts';
import { isError } from '../support/http-errors.ts';
import { send, sendBytes, serve } from '../support/http-server.ts';
import { apiOf, must } from '../support/world.ts';

const TOKEN = 'metrics-token-0123456789';

onEveryBackend('/metrics', (backend) => {
  const seriesOf = (text: string): string[] =>
    text
      .split('\n')
      .filter((line) => line.startsWith('quire_http_'))
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
});

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
