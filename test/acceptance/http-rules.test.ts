import { expect } from 'chai';
import { GitBookAPI } from '@gitbook/api';
import { ROUTES } from '../../src/adapters/http/routes.ts';
import { apiOf, must, type Api } from '../support/world.ts';
import { send, sendBytes, serve, type RawRequest, type TestServer } from '../support/http-server.ts';

describe('the rules of HTTP', () => {
  let now = '2030-01-01T00:00:00.000Z';
  let server: TestServer;
  let operator: Api;
  let organizationId: string;
  let authorization: string;
  before(async () => {
    server = await serve(ROUTES, { clock: { now: () => now } });
    operator = apiOf(server, server.adminToken);
    authorization = `Bearer ${server.adminToken}`;
    organizationId = must(await operator.get('/v1/orgs'), 200).items[0].id;
  });
  const ask = (path: string, { headers, ...more }: Omit<RawRequest, 'path'> = {}) => send(server.url, { path, ...more, headers: { authorization, ...headers } });
  const newToken = async (wish: object = {}) => must(await operator.post('/v1/user/tokens', { name: 'another', ...wish }), 201);
  const isError = (answer: { status: number; body: any; headers: any }, status: number) => {
    expect(answer.status, JSON.stringify(answer.body)).to.equal(status);
    expect(answer.body).to.have.keys('error');
    expect(answer.body.error).to.include.keys('code', 'message', 'requestId').and.to.include({ code: status });
    expect(answer.body.error.message).to.be.a('string').and.not.match(/node_modules|\.ts:|\n/);
  };

  describe('methods and paths', () => {
    it('are 404 where nothing is, and 405 with the methods that there are', async () => {
      isError(await ask('/v1/nothing'), 404);
      isError(await ask('/nothing'), 404);
      isError(await ask('/v1/orgs/x/nothing'), 404);
      isError(await ask('/v1/constructor'), 404);
      const answer = await ask('/v1/user', { method: 'DELETE' });
      isError(answer, 405);
      expect(String(answer.headers['allow']).split(', ')).to.have.members(['GET', 'HEAD']);
      expect(String((await ask('/v1/orgs', { method: 'PUT' })).headers['allow']).split(', ')).to.have.members(['GET', 'HEAD', 'POST']);
      isError(await ask(`/v1/spaces/${'0'.repeat(20)}`, { method: 'PROPFIND' }), 405);
    });

    it('are answered the same with HEAD as with GET, without a body', async () => {
      const get = await ask('/v1/user');
      const head = await ask('/v1/user', { method: 'HEAD' });
      expect(head.status).to.equal(200);
      expect(head.text).to.equal('');
      for (const name of ['etag', 'content-type', 'content-length', 'cache-control']) expect(head.headers[name], name).to.equal(get.headers[name]).and.not.equal(undefined);
      expect((await ask('/v1/user', { method: 'HEAD', headers: { authorization: 'Bearer wrong' } })).status).to.equal(401);
      expect((await ask('/v1/orgs/nobody', { method: 'HEAD' })).status).to.equal(404);
    });

    for (const path of ['/v1/spaces/%ff', '/v1/spaces/%', '/v1/spaces/%zz', '/%c3%28', '/v1/spaces/a%ed%a0%80'])
      it(`are 400 when ${path} is no percent-encoded UTF-8`, async () => isError(await ask(path), 400));

    it('are 400 when a parameter holds a NUL', async () => {
      const answer = await ask('/v1/spaces/a%00b');
      isError(answer, 400);
      expect(answer.body.error.issues).to.deep.equal([{ path: 'spaceId', message: 'holds a NUL character' }]);
    });

    it('are 404 for ids of any other shape', async () => {
      for (const id of ['0', 'x'.repeat(100), '..%2F..%2Fetc', '%E2%98%83', "'%20OR%201=1--", '%0d%0aX: y', 'null', 'undefined']) isError(await ask(`/v1/spaces/${encodeURI(decodeURIComponent(id))}`.replace(/ /g, '%20')), 404);
    });

    it('cannot leave the API by dots and double slashes', async () => {
      for (const path of ['/v1/../v1/user', '//v1/user', '/v1//user', '/./v1/user']) isError(await ask(path), 404);
      expect((await ask('/V1/USER')).status).to.be.oneOf([200, 404]);
    });

    it('answer bytes that are no request in the same shape, and hang up', async () => {
      for (const [bytes, status] of [
        ['HELLO\r\n\r\n', 400],
        ['GET /v1/user HTTP/1.1\r\nHost: x\r\nBad Header: y\r\n\r\n', 400],
        ['POST /v1/orgs HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
        [`GET /v1/user HTTP/1.1\r\nHost: x\r\nX-Long: ${'y'.repeat(100_000)}\r\n\r\n`, 431],
      ] as const) {
        const said = await sendBytes(server.url, bytes);
        const [head = '', body = ''] = said.split('\r\n\r\n');
        expect(head, bytes.slice(0, 40)).to.match(new RegExp(`^HTTP/1.1 ${status} `)).and.match(/connection: close/i);
        isError({ status, headers: {}, body: JSON.parse(body) }, status);
      }
    });
  });

  describe('who calls', () => {
    it('is asked for with WWW-Authenticate', async () => {
      for (const given of [undefined, '', 'Bearer', 'Bearer ', 'Bearer wrong', 'Basic cXI6cXI=', `Bearer ${'x'.repeat(5000)}`, 'Bearer a b', `Token ${server.adminToken}`, server.adminToken]) {
        const answer = await send(server.url, { path: '/v1/user', headers: given === undefined ? {} : { authorization: given } });
        isError(answer, 401);
        expect(answer.headers['www-authenticate']).to.match(/^Bearer /);
      }
    });

    it('is taken from the Authorization header alone', async () => {
      const token = server.adminToken;
      for (const request of [
        { path: `/v1/user?access_token=${token}` },
        { path: `/v1/user?token=${token}&authorization=Bearer%20${token}` },
        { path: '/v1/user', headers: { cookie: `token=${token}; authorization=Bearer ${token}` } },
        { path: '/v1/user', headers: { 'x-api-key': token, 'x-authorization': `Bearer ${token}`, 'proxy-authorization': `Bearer ${token}` } },
        { path: '/v1/user', method: 'GET', headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(token.length + 13) }, body: `access_token=${token}` },
      ] as RawRequest[])
        isError(await send(server.url, request), 401);
    });

    it('is asked before anything is said about the input', async () => {
      for (const headers of [{ authorization: 'Bearer wrong' }, {}] as Record<string, string>[]) {
        isError(await send(server.url, { method: 'POST', path: '/v1/orgs', headers: { ...headers, 'content-type': 'application/json' }, body: '{"title":' }), 401);
        isError(await send(server.url, { method: 'POST', path: '/v1/orgs', headers: { ...headers, 'content-type': 'text/plain' }, body: 'x' }), 401);
        isError(await send(server.url, { path: '/v1/orgs?limit=-1', headers }), 401);
      }
    });

    it('may be written as Bearer in any case', async () => {
      for (const scheme of ['bearer', 'BEARER', 'Bearer  ']) expect((await ask('/v1/user', { headers: { authorization: `${scheme} ${server.adminToken}` } })).status).to.equal(200);
    });

    it('is nobody any more once the token is revoked or has expired, at once', async () => {
      const revoked = await newToken();
      const expiring = await newToken({ expiresAt: '2030-01-01T00:01:00Z' });
      for (const { token } of [revoked, expiring]) must(await apiOf(server, token).get('/v1/user'), 200);
      must(await operator.delete(`/v1/user/tokens/${revoked.id}`), 205);
      isError(await apiOf(server, revoked.token).get('/v1/user'), 401);
      now = '2030-01-01T00:00:59.999Z';
      must(await apiOf(server, expiring.token).get('/v1/user'), 200);
      now = '2030-01-01T00:01:00.000Z';
      isError(await apiOf(server, expiring.token).get('/v1/user'), 401);
    });
  });

  describe('conditional requests', () => {
    it('are 304 without a body as long as nothing changed', async () => {
      const space = must(await operator.post(`/v1/orgs/${organizationId}/spaces`, { title: 'One' }), 201);
      const first = await ask(`/v1/spaces/${space.id}`);
      const etag = String(first.headers['etag']);
      expect(etag).to.match(/^"[\w.-]+"$/);
      expect(first.headers['cache-control']).to.equal('private, no-cache');
      expect(String(first.headers['vary'])).to.match(/authorization/i);
      for (const given of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await ask(`/v1/spaces/${space.id}`, { headers: { 'if-none-match': given } });
        expect(again.status, given).to.equal(304);
        expect(again.text).to.equal('');
        expect(again.headers['etag']).to.equal(etag);
      }
      must(await operator.patch(`/v1/spaces/${space.id}`, { title: 'Two' }), 200);
      const changed = await ask(`/v1/spaces/${space.id}`, { headers: { 'if-none-match': etag } });
      expect(changed.status).to.equal(200);
      expect(changed.headers['etag']).not.to.equal(etag);
    });

    it('are 304 only for who is still allowed to see', async () => {
      const issued = await newToken();
      const headers = { authorization: `Bearer ${issued.token}` };
      const { headers: { etag } } = await ask('/v1/user', { headers });
      const conditional = { ...headers, 'if-none-match': String(etag) };
      expect((await ask('/v1/user', { headers: conditional })).status).to.equal(304);
      must(await operator.delete(`/v1/user/tokens/${issued.id}`), 205);
      const refused = await ask('/v1/user', { headers: conditional });
      isError(refused, 401);
      expect(refused.headers['etag']).to.equal(undefined);
    });

    it('carry no ETag on errors', async () => {
      expect((await ask('/v1/orgs/nobody')).headers['etag']).to.equal(undefined);
    });
  });

  describe('request ids', () => {
    it('are taken over when they are harmless, else made', async () => {
      for (const id of ['abc', 'a.b:c-d_e', '0'.repeat(128)]) expect((await ask('/v1/user', { headers: { 'x-request-id': id } })).headers['x-request-id']).to.equal(id);
      for (const id of ['', ' ', 'a b', '0'.repeat(129), '<script>', 'a"b', 'é', '${jndi:x}', 'a,b', '{"level":50}']) {
        const { headers } = await ask('/v1/user', { headers: { 'x-request-id': Buffer.from(id).toString('latin1') } });
        expect(headers['x-request-id'], id).to.match(/^[0-9a-f-]{36}$/);
      }
    });

    it('are in errors and in the log', async () => {
      const answer = await ask('/v1/nothing', { headers: { 'x-request-id': 'find-me-again' } });
      expect(answer.body.error.requestId).to.equal('find-me-again');
      expect(server.logged()).to.include('"requestId":"find-me-again"');
    });
  });

  describe('other origins', () => {
    const origin = 'https://evil.example';
    it('may ask with a token, never with cookies', async () => {
      const preflight = await send(server.url, { method: 'OPTIONS', path: '/v1/orgs', headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization,content-type' } });
      expect(preflight.status).to.equal(204);
      expect(preflight.headers['access-control-allow-origin']).to.equal('*');
      expect(preflight.headers['access-control-allow-methods']).to.match(/POST/).and.match(/PATCH/).and.match(/DELETE/);
      expect(String(preflight.headers['access-control-allow-headers']).toLowerCase()).to.include('authorization').and.include('content-type');
      for (const from of [origin, 'null', 'http://quire.example']) {
        const answer = await ask('/v1/user', { headers: { origin: from, cookie: 'session=1' } });
        expect(answer.headers['access-control-allow-origin']).to.equal('*');
        expect(answer.headers).not.to.have.property('access-control-allow-credentials');
        expect(answer.headers).not.to.have.property('set-cookie');
        expect(String(answer.headers['access-control-expose-headers'])).to.include('ETag').and.include('X-Request-Id');
      }
    });

    it('can read errors too', async () => {
      for (const path of ['/v1/nothing', '/v1/user']) expect((await send(server.url, { path, headers: { origin } })).headers['access-control-allow-origin']).to.equal('*');
    });

    it('cannot post a form', async () => {
      for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']) isError(await ask('/v1/orgs', { method: 'POST', headers: { origin, 'content-type': type }, body: 'title=Mine' }), 415);
    });

    it('learn the methods by a bare OPTIONS too', async () => {
      const answer = await ask('/v1/orgs', { method: 'OPTIONS' });
      expect(answer.status).to.be.oneOf([200, 204, 405]);
      expect(String(answer.headers['allow']).split(', ')).to.include.members(['GET', 'POST']);
    });
  });

  describe('lists', () => {
    let path: string;
    let ids: string[];
    before(async () => {
      const organization = must(await operator.post('/v1/orgs', { title: 'Many spaces' }), 201);
      path = `/v1/orgs/${organization.id}/spaces`;
      ids = [];
      for (let i = 0; i < 5; i++) ids.push(must(await operator.post(path, { title: `Space ${i}` }), 201).id);
    });
    const next = async (from = path, query = 'limit=2') => must(await operator.get(`${from}?${query}`), 200).next.page as string;
    const badPage = async (answer: Promise<any>) => {
      const refused = await answer;
      isError(refused, 400);
      expect(refused.body.error.issues[0].path).to.equal('page');
    };

    it('have limits from 0 to 1000', async () => {
      expect(must(await operator.get(`${path}?limit=0`), 200)).to.deep.equal({ items: [], count: 5 });
      expect(must(await operator.get(`${path}?limit=1`), 200).items).to.have.lengthOf(1);
      for (const limit of ['5', '1000', '0000005']) {
        const all = must(await operator.get(`${path}?limit=${limit}`), 200);
        expect(all.items.map(({ id }: any) => id)).to.deep.equal(ids);
        expect(all).not.to.have.property('next');
      }
      for (const limit of ['1001', '-1', '1.5', '', 'abc', '1e2', '+1', '%201', '0x10', 'NaN', '99999999999999999999', '١']) {
        const refused = await operator.get(`${path}?limit=${limit}`);
        isError(refused, 400);
        expect(refused.body.error.issues.map((issue: any) => issue.path), limit).to.deep.equal(['limit']);
        expect(refused.body.error.message).to.match(/limit/);
      }
    });

    it('refuse a parameter that is given twice, and one that is no UTF-8', async () => {
      for (const query of ['limit=1&limit=2', 'limit=1&limit=1', 'limit=%ff', 'limit=%', 'page=%c3%28', 'page=a%00']) isError(await operator.get(`${path}?${query}`), 400);
    });

    it('ignore parameters that they do not know, but not a thousand of them', async () => {
      expect(must(await operator.get(`${path}?limit=2&colour=red&limit[]=9&__proto__=1&x=%ff&&=`), 200).items).to.have.lengthOf(2);
      isError(await operator.get(`${path}?${Array.from({ length: 1000 }, (_, i) => `p${i}=1`).join('&')}`), 400);
      isError(await operator.get(`${path}?${'limit=1&'.repeat(1000)}`), 400);
      must(await operator.get(`/v1/user?${'a=1&'.repeat(1000)}`), 200);
    });

    it('go on from where they were, whatever the limit then', async () => {
      const second = must(await operator.get(`${path}?limit=3&page=${await next()}`), 200);
      expect(second.items.map(({ id }: any) => id)).to.deep.equal(ids.slice(2));
      expect(second).to.have.property('count', 5);
      expect(second).not.to.have.property('next');
      expect(must(await operator.get(`${path}?limit=0&page=${await next()}`), 200)).to.deep.equal({ items: [], count: 5 });
    });

    it('refuse a page that was altered, cut or made up', async () => {
      const page = await next();
      const flipped = (at: number) => page.slice(0, at) + (page[at] === 'A' ? 'B' : 'A') + page.slice(at + 1);
      for (const bad of [flipped(0), flipped(10), flipped(page.length - 1), page.slice(1), page.slice(0, -1), `${page}A`, `${page}=`, page.toLowerCase(), 'x', ids[0]!, Buffer.from(ids[0]!).toString('base64url'), '', 'x'.repeat(2001)])
        await badPage(operator.get(`${path}?page=${bad}`));
    });

    it('refuse a page of another list, of another organization, and of one filtered in another way', async () => {
      const other = must(await operator.post('/v1/orgs', { title: 'Other' }), 201);
      const page = await next();
      await badPage(operator.get(`/v1/orgs/${other.id}/spaces?page=${page}`));
      await badPage(operator.get(path.replace('/spaces', '/collections') + `?page=${page}`));
      await badPage(operator.get(`/v1/orgs?page=${page}`));
      for (let i = 0; i < 3; i++) must(await operator.post(path.replace('/spaces', '/collections'), { title: `C${i}` }), 201);
      const collections = path.replace('/spaces', '/collections');
      await badPage(operator.get(`${collections}?nested=false&page=${await next(collections)}`));
      must(await operator.get(`${collections}?nested=false&page=${await next(collections, 'limit=1&nested=false')}`), 200);
    });

    it('refuse a page that another caller was given, and one token for another', async () => {
      const page = await next();
      const { token } = await newToken();
      await badPage(apiOf(server, token).get(`${path}?page=${page}`));
      isError(await apiOf(server).get(`${path}?page=${page}`), 401);
    });
  });

  describe('going down', () => {
    it('closes every connection, and says that it is not ready', async () => {
      const draining = await serve(ROUTES);
      expect((await send(draining.url, { path: '/readyz' })).status).to.equal(200);
      draining.drain();
      const answer = await send(draining.url, { path: '/readyz', headers: { connection: 'keep-alive' } });
      expect(answer.status).to.equal(503);
      expect(answer.body).to.deep.equal({ status: 'draining' });
      for (const path of ['/v1/', '/v1/user', '/v1/nothing', '/healthz']) expect((await send(draining.url, { path, headers: { connection: 'keep-alive' } })).headers['connection'], path).to.equal('close');
    });
  });

  it('gives the official client the words of an error', async () => {
    const client = new GitBookAPI({ endpoint: server.url, authToken: server.adminToken });
    const error: any = await (client as any).spaces.getSpaceById('nobody').catch((thrown: unknown) => thrown);
    expect(error).to.include({ code: 404, errorMessage: 'space not found' });
  });

  it('sets what browsers need to leave the API alone', async () => {
    expect((await ask('/v1/user')).headers['x-content-type-options']).to.equal('nosniff');
    const { headers } = await ask('/healthz');
    expect(headers['x-content-type-options']).to.equal('nosniff');
    expect(headers['content-security-policy']).to.include("default-src 'none'").and.include("frame-ancestors 'none'");
    expect(headers['referrer-policy']).to.equal('no-referrer');
    expect(headers).not.to.have.property('x-powered-by');
  });

  it('makes links from the configured address, whatever the request says it is', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' };
    const { text, headers: given } = await ask('/v1/orgs', { headers });
    expect(text).to.include('http://quire.example/v1/orgs/').and.not.include('evil');
    expect(JSON.stringify(given)).not.to.include('evil');
  });

  it('compresses long answers when that is asked for', async () => {
    const answer = await ask('/openapi.json', { headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers['content-encoding']).to.equal('gzip');
    expect(String(answer.headers['vary'])).to.match(/accept-encoding/i);
  });

  it('keeps secrets out of the log', async () => {
    const secret = 'qr_this-must-never-be-logged-anywhere';
    const headers = { authorization: `Bearer ${secret}`, cookie: `a=${secret}`, 'x-request-id': `${secret}!`, 'content-type': 'application/json', referer: `http://x/?${secret}`, 'user-agent': secret };
    for (const path of [`/v1/user?token=${secret}`, `/v1/nothing?${secret}`, `/files/${secret}`, `/docs?${secret}`]) await send(server.url, { path, headers });
    for (const body of [`{"title":"${secret}"`, `{"${secret}":"\\u0000"}`, `{"title":"${secret}"}`]) await send(server.url, { method: 'POST', path: '/v1/orgs', headers, body });
    await sendBytes(server.url, `GARBAGE ${secret}\r\n\r\n`);
    const { token } = await newToken({ name: 'logged' });
    await apiOf(server, token).post('/v1/orgs', { title: `${token}` });
    expect(server.logged()).to.include('"operation":"createOrganization"').and.include('"status":401');
    for (const each of [secret, token, server.adminToken]) expect(server.logged()).not.to.include(each);
  });
});
