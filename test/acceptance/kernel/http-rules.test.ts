import { expect } from 'chai';
import { GitBookAPI } from '@gitbook/api';
import { ROUTES } from '../../../src/adapters/http/routes.ts';
import { apiOf, must, type Api } from '../../support/world.ts';
import { isError } from '../../support/http-errors.ts';
import { send, sendBytes, serve, type RawRequest, type TestServer } from '../../support/http-server.ts';

describe('HTTP', () => {
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
  const ask = (path: string, { headers, ...more }: Omit<RawRequest, 'path'> = {}) =>
    send(server.url, { path, ...more, headers: { authorization, ...headers } });
  const newToken = async (input: object = {}) =>
    must(await operator.post('/v1/user/tokens', { name: 'another', ...input }), 201);

  describe('methods and paths', () => {
    it('are 404 where nothing is, and 405 with the allowed methods', async () => {
      isError(await ask('/v1/nothing'), 404);
      isError(await ask('/nothing'), 404);
      isError(await ask('/v1/orgs/x/nothing'), 404);
      isError(await ask('/v1/constructor'), 404);
      const answer = await ask('/v1/user', { method: 'DELETE' });
      isError(answer, 405);
      expect(String(answer.headers['allow']).split(', ')).to.have.members(['GET', 'HEAD']);
      expect(String((await ask('/v1/orgs', { method: 'PUT' })).headers['allow']).split(', ')).to.have.members([
        'GET',
        'HEAD',
        'POST',
      ]);
      isError(await ask(`/v1/spaces/${'0'.repeat(20)}`, { method: 'PROPFIND' }), 405);
    });

    it('answer HEAD like GET without a body', async () => {
      const get = await ask('/v1/user');
      const head = await ask('/v1/user', { method: 'HEAD' });
      expect(head.status).to.equal(200);
      expect(head.text).to.equal('');
      for (const name of ['etag', 'content-type', 'content-length', 'cache-control'])
        expect(head.headers[name], name).to.equal(get.headers[name]).and.not.equal(undefined);
      expect((await ask('/v1/user', { method: 'HEAD', headers: { authorization: 'Bearer wrong' } })).status).to.equal(
        401,
      );
      expect((await ask('/v1/orgs/nobody', { method: 'HEAD' })).status).to.equal(404);
    });

    for (const path of ['/v1/spaces/%ff', '/v1/spaces/%', '/v1/spaces/%zz', '/%c3%28', '/v1/spaces/a%ed%a0%80'])
      it(`are 400 when ${path} is no percent-encoded UTF-8`, async () => isError(await ask(path), 400));

    it('[A59] are 400 when a parameter holds a NUL', async () => {
      const answer = await ask('/v1/spaces/a%00b');
      isError(answer, 400);
      expect(answer.body.error.issues).to.deep.equal([{ path: 'spaceId', message: 'contains a NUL character' }]);
    });

    it('are 404 for ids of another form', async () => {
      for (const id of [
        '0',
        'x'.repeat(100),
        '..%2F..%2Fetc',
        '%E2%98%83',
        "'%20OR%201=1--",
        '%0d%0aX: y',
        'null',
        'undefined',
      ])
        isError(await ask(`/v1/spaces/${encodeURI(decodeURIComponent(id))}`.replace(/ /g, '%20')), 404);
    });

    it('cannot leave the API by dots and double slashes', async () => {
      for (const path of ['/v1/../v1/user', '//v1/user', '/v1//user', '/./v1/user']) isError(await ask(path), 404);
      expect((await ask('/V1/USER')).status).to.be.oneOf([200, 404]);
    });

    it('answer malformed requests with the same error format and close the connection', async () => {
      for (const [bytes, status] of [
        ['HELLO\r\n\r\n', 400],
        ['GET /v1/user HTTP/1.1\r\nHost: x\r\nBad Header: y\r\n\r\n', 400],
        ['POST /v1/orgs HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
        ['GET /v1/user HTTP/1.1\r\n\r\n', 400],
        ['POST /v1/orgs HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\nContent-Length: 2\r\n\r\n{}', 417],
        ['GET http:// HTTP/1.1\r\nHost: x\r\n\r\n', 400],
        ['GET http://[::1/v1/user HTTP/1.1\r\nHost: x\r\n\r\n', 400],
        [`GET /v1/user HTTP/1.1\r\nHost: x\r\nX-Long: ${'y'.repeat(100_000)}\r\n\r\n`, 431],
      ] as const) {
        const said = await sendBytes(server.url, bytes);
        const [head = '', body = ''] = said.split('\r\n\r\n');
        expect(head, bytes.slice(0, 40))
          .to.match(new RegExp(`^HTTP/1.1 ${status} `))
          .and.match(/connection: close/i);
        isError({ status, body: JSON.parse(body) }, status);
      }
    });
  });

  describe('authentication', () => {
    it('is requested with WWW-Authenticate', async () => {
      for (const value of [
        undefined,
        '',
        'Bearer',
        'Bearer ',
        'Bearer wrong',
        'Basic cXI6cXI=',
        `Bearer ${'x'.repeat(5000)}`,
        'Bearer a b',
        `Token ${server.adminToken}`,
        server.adminToken,
      ]) {
        const answer = await send(server.url, {
          path: '/v1/user',
          headers: value === undefined ? {} : { authorization: value },
        });
        isError(answer, 401);
        expect(answer.headers['www-authenticate']).to.match(/^Bearer /);
      }
    });

    it('[A12] reads the Authorization header alone', async () => {
      const token = server.adminToken;
      for (const request of [
        { path: `/v1/user?access_token=${token}` },
        { path: `/v1/user?token=${token}&authorization=Bearer%20${token}` },
        { path: '/v1/user', headers: { cookie: `token=${token}; authorization=Bearer ${token}` } },
        {
          path: '/v1/user',
          headers: {
            'x-api-key': token,
            'x-authorization': `Bearer ${token}`,
            'proxy-authorization': `Bearer ${token}`,
          },
        },
        {
          path: '/v1/user',
          method: 'GET',
          headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(token.length + 13) },
          body: `access_token=${token}`,
        },
      ] as RawRequest[])
        isError(await send(server.url, request), 401);
    });

    it('precedes every answer about the input', async () => {
      for (const headers of [{ authorization: 'Bearer wrong' }, {}] as Record<string, string>[]) {
        isError(
          await send(server.url, {
            method: 'POST',
            path: '/v1/orgs',
            headers: { ...headers, 'content-type': 'application/json' },
            body: '{"title":',
          }),
          401,
        );
        isError(
          await send(server.url, {
            method: 'POST',
            path: '/v1/orgs',
            headers: { ...headers, 'content-type': 'text/plain' },
            body: 'x',
          }),
          401,
        );
        isError(await send(server.url, { path: '/v1/orgs?limit=-1', headers }), 401);
      }
    });

    it('accepts Bearer in any case', async () => {
      for (const scheme of ['bearer', 'BEARER', 'Bearer  '])
        expect(
          (await ask('/v1/user', { headers: { authorization: `${scheme} ${server.adminToken}` } })).status,
        ).to.equal(200);
    });

    it('refuses a token at once when it is revoked or expires', async () => {
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
    it('answer 304 without a body while nothing has changed', async () => {
      const space = must(await operator.post(`/v1/orgs/${organizationId}/spaces`, { title: 'One' }), 201);
      const first = await ask(`/v1/spaces/${space.id}`);
      const etag = String(first.headers['etag']);
      expect(etag).to.match(/^"[\w.-]+"$/);
      expect(first.headers['cache-control']).to.equal('private, no-cache');
      expect(String(first.headers['vary'])).to.match(/authorization/i);
      for (const value of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await ask(`/v1/spaces/${space.id}`, { headers: { 'if-none-match': value } });
        expect(again.status, value).to.equal(304);
        expect(again.text).to.equal('');
        expect(again.headers['etag']).to.equal(etag);
      }
      // As `fetch` sends it along with any condition; and a date says nothing beside a tag.
      const fetched = {
        'if-none-match': etag,
        'cache-control': 'no-cache',
        pragma: 'no-cache',
        'if-modified-since': 'Thu, 01 Jan 2015 00:00:00 GMT',
      };
      expect((await ask(`/v1/spaces/${space.id}`, { headers: fetched })).status).to.equal(304);
      for (const other of ['"other"', 'other', etag.slice(1, -1)])
        expect((await ask(`/v1/spaces/${space.id}`, { headers: { 'if-none-match': other } })).status, other).to.equal(
          200,
        );
      must(await operator.patch(`/v1/spaces/${space.id}`, { title: 'Two' }), 200);
      const changed = await ask(`/v1/spaces/${space.id}`, { headers: { 'if-none-match': etag } });
      expect(changed.status).to.equal(200);
      expect(changed.headers['etag']).not.to.equal(etag);
    });

    it('[A61] answer 304 only to callers who may still read', async () => {
      const issued = await newToken();
      const headers = { authorization: `Bearer ${issued.token}` };
      const {
        headers: { etag },
      } = await ask('/v1/user', { headers });
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
    const ids = {
      good: ['abc', 'a.b:c-d_e', '0'.repeat(128)],
      bad: [
        '',
        ' ',
        'a b',
        '0'.repeat(129),
        '<script>',
        'a"b',
        'é',
        '${jndi:x}',
        'a,b',
        '{"level":50}',
        'x'.repeat(10_000),
      ],
    };

    it('[A90] are generated, whatever a caller sends', async () => {
      for (const id of [...ids.good, ...ids.bad]) {
        const { headers } = await ask('/v1/user', { headers: { 'x-request-id': Buffer.from(id).toString('latin1') } });
        expect(headers['x-request-id'], id).to.match(/^[0-9a-f-]{36}$/);
      }
    });

    it('[A90] are taken from a trusted proxy when they have at most 128 safe characters', async () => {
      const behind = await serve(ROUTES, { environment: { TRUST_PROXY: '1' } });
      const answered = async (id: string) =>
        (await send(behind.url, { path: '/v1/', headers: { 'x-request-id': Buffer.from(id).toString('latin1') } }))
          .headers['x-request-id'];
      for (const id of ids.good) expect(await answered(id)).to.equal(id);
      for (const id of ids.bad) expect(await answered(id), id).to.match(/^[0-9a-f-]{36}$/);
    });

    it('are in errors and in the log', async () => {
      const answer = await ask('/v1/nothing');
      expect(answer.body.error.requestId).to.equal(answer.headers['x-request-id']);
      expect(server.logged()).to.include(`"requestId":"${answer.headers['x-request-id']}"`);
    });
  });

  describe('other origins', () => {
    const origin = 'https://evil.example';
    it('[A60] may send a token, never cookies', async () => {
      const preflight = await send(server.url, {
        method: 'OPTIONS',
        path: '/v1/orgs',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type',
        },
      });
      expect(preflight.status).to.equal(204);
      expect(preflight.headers['access-control-allow-origin']).to.equal('*');
      expect(preflight.headers['access-control-allow-methods'])
        .to.match(/POST/)
        .and.match(/PATCH/)
        .and.match(/DELETE/);
      expect(String(preflight.headers['access-control-allow-headers']).toLowerCase())
        .to.include('authorization')
        .and.include('content-type');
      for (const from of [origin, 'null', 'http://quire.example']) {
        const answer = await ask('/v1/user', { headers: { origin: from, cookie: 'session=1' } });
        expect(answer.headers['access-control-allow-origin']).to.equal('*');
        expect(answer.headers).not.to.have.property('access-control-allow-credentials');
        expect(answer.headers).not.to.have.property('set-cookie');
        expect(String(answer.headers['access-control-expose-headers'])).to.include('ETag').and.include('X-Request-Id');
      }
    });

    it('can read errors', async () => {
      for (const path of ['/v1/nothing', '/v1/user'])
        expect((await send(server.url, { path, headers: { origin } })).headers['access-control-allow-origin']).to.equal(
          '*',
        );
    });

    it('[A60] cannot post a form', async () => {
      for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])
        isError(
          await ask('/v1/orgs', { method: 'POST', headers: { origin, 'content-type': type }, body: 'title=Mine' }),
          415,
        );
    });

    it('learn the methods by a bare OPTIONS', async () => {
      const answer = await ask('/v1/orgs', { method: 'OPTIONS' });
      expect(answer.status).to.be.oneOf([200, 204, 405]);
      expect(String(answer.headers['allow']).split(', ')).to.include.members(['GET', 'POST']);
    });
  });

  describe('shutdown', () => {
    it('closes every connection and reports that the instance is not ready', async () => {
      const draining = await serve(ROUTES);
      expect((await send(draining.url, { path: '/readyz' })).status).to.equal(200);
      draining.drain();
      const answer = await send(draining.url, { path: '/readyz', headers: { connection: 'keep-alive' } });
      expect(answer.status).to.equal(503);
      expect(answer.body).to.deep.equal({ status: 'draining' });
      for (const path of ['/v1/', '/v1/user', '/v1/nothing', '/healthz'])
        expect(
          (await send(draining.url, { path, headers: { connection: 'keep-alive' } })).headers['connection'],
          path,
        ).to.equal('close');
    });
  });

  it('refuses titles and names without a visible character, and removes white space around others', async () => {
    const organization = `/v1/orgs/${organizationId}`;
    const { id: site } = must(await operator.post(`${organization}/sites`, { title: ' Site ' }), 201);
    const writes: readonly (readonly [method: string, path: string, field: string])[] = [
      ['POST', '/v1/orgs', 'title'],
      ['PATCH', organization, 'title'],
      ['PUT', `${organization}/teams`, 'title'],
      ['POST', `${organization}/saml`, 'label'],
      ['POST', `${organization}/sites`, 'title'],
      ['POST', `${organization}/sites/${site}/section-groups`, 'title'],
      ['POST', '/v1/user/tokens', 'name'],
    ];
    for (const [method, path, field] of writes) {
      for (const blank of ['   ', '\u200b\u200b', '\u3164\u2800']) {
        const refused = must(await operator(method, path, { [field]: blank }), 400);
        expect(refused.error.issues[0].path, `${method} ${path}`).to.equal(field);
      }
      const kept = await operator(method, path, { [field]: '  Some name ' });
      expect(kept.body[field], `${method} ${path}`).to.equal('Some name');
    }
    for (const kind of ['spaces', 'collections'])
      expect(must(await operator.post(`${organization}/${kind}`, { title: '\u200b ' }), 201).title).to.equal(
        'Untitled',
      );
  });

  it('gives the official client the message of an error', async () => {
    const client = new GitBookAPI({ endpoint: server.url, authToken: server.adminToken });
    const error: any = await (client as any).spaces.getSpaceById('nobody').catch((thrown: unknown) => thrown);
    expect(error).to.include({ code: 404, errorMessage: 'space not found' });
  });

  it('sets the headers that make browsers leave the API alone', async () => {
    expect((await ask('/v1/user')).headers['x-content-type-options']).to.equal('nosniff');
    const { headers } = await ask('/healthz');
    expect(headers['x-content-type-options']).to.equal('nosniff');
    expect(headers['content-security-policy']).to.include("default-src 'none'").and.include("frame-ancestors 'none'");
    expect(headers['referrer-policy']).to.equal('no-referrer');
    expect(headers).not.to.have.property('x-powered-by');
  });

  it('makes links from the configured address, whatever host the request names', async () => {
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    };
    const { text, headers: responseHeaders } = await ask('/v1/orgs', { headers });
    expect(text).to.include('http://quire.example/v1/orgs/').and.not.include('evil');
    expect(JSON.stringify(responseHeaders)).not.to.include('evil');
  });

  it('compresses long answers on request', async () => {
    const answer = await ask('/openapi.json', { headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers['content-encoding']).to.equal('gzip');
    expect(String(answer.headers['vary'])).to.match(/accept-encoding/i);
  });

  it('sends long answers as they are to clients that accept no encoding of the server', async () => {
    for (const accepted of ['identity;q=0', '*;q=0', 'zstd, *;q=0', 'gzip;q=0, identity;q=0', 'identity', 'nonsense']) {
      const { status, text, headers } = await ask('/openapi.json', { headers: { 'accept-encoding': accepted } });
      expect([status, headers['content-encoding']], accepted).to.deep.equal([200, undefined]);
      expect(JSON.parse(text), accepted).to.have.property('openapi');
    }
  });

  it('[A12] keeps secrets out of the log', async () => {
    const secret = 'qr_this-must-never-be-logged-anywhere';
    const headers = {
      authorization: `Bearer ${secret}`,
      cookie: `a=${secret}`,
      'x-request-id': `${secret}!`,
      'content-type': 'application/json',
      referer: `http://x/?${secret}`,
      'user-agent': secret,
    };
    for (const path of [
      `/v1/user?token=${secret}`,
      `/v1/nothing?${secret}`,
      `/files/${secret}`,
      `/docs?${secret}`,
      `/sites/a/~quir%65/${secret}/`,
    ])
      await send(server.url, { path, headers });
    for (const body of [`{"title":"${secret}"`, `{"${secret}":"\\u0000"}`, `{"title":"${secret}"}`])
      await send(server.url, { method: 'POST', path: '/v1/orgs', headers, body });
    await sendBytes(server.url, `GARBAGE ${secret}\r\n\r\n`);
    const { token } = await newToken({ name: 'logged' });
    await apiOf(server, token).post('/v1/orgs', { title: `${token}` });
    expect(server.logged()).to.include('"operation":"createOrganization"').and.include('"status":401');
    for (const each of [secret, token, server.adminToken]) expect(server.logged()).not.to.include(each);
  });
});
