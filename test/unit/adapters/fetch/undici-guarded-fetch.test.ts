import { expect } from 'chai';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import zlib from 'node:zlib';
import { UndiciGuardedFetch } from '../../../../src/adapters/fetch/undici-guarded-fetch.ts';
import { FetchError, FetchBlocked } from '../../../../src/ports/kernel/guarded-fetch.ts';

type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

describe('UndiciGuardedFetch', () => {
  let server: http.Server;
  let port: number;
  let seen: http.IncomingMessage[];
  let handler: Handler;
  before(async () => {
    server = http.createServer((request, response) => {
      seen.push(request);
      handler(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    seen = [];
    handler = (_request, response) => response.end('hello');
  });

  const LIMITS = { maxBytes: 1_000_000, timeoutMs: 5000 };
  const names = (map: Record<string, string[]>) => async (hostname: string) => map[hostname] ?? [];
  const open = (resolver = names({ 'docs.example': ['127.0.0.1'], 'other.example': ['127.0.0.1'] })) =>
    new UndiciGuardedFetch({ allowPrivateNetworks: ['127.0.0.0/8'], resolver });
  const closed = (resolver = names({})) => new UndiciGuardedFetch({ resolver });
  const at = (path = '/', host = 'docs.example') => `http://${host}:${port}${path}`;
  const failure = (promise: Promise<unknown>): Promise<any> =>
    promise.then(
      () => expect.fail('it was fetched'),
      (error: unknown) => error,
    );

  it('returns status, headers, body and final URL of any response', async () => {
    handler = (_request, response) =>
      response.writeHead(404, { 'Content-Type': 'text/plain', 'X-Two': ['a', 'b'] }).end('gone');
    const got = await open().fetch(at('/x?y=1'), { ...LIMITS, accept: 'text/plain', headers: { 'X-Mine': 'yes' } });
    expect(got).to.deep.include({ url: at('/x?y=1'), status: 404, body: Buffer.from('gone') });
    expect(got.headers).to.include({ 'content-type': 'text/plain', 'x-two': 'a, b' });
    expect(seen[0]?.headers).to.include({ accept: 'text/plain', 'x-mine': 'yes', host: `docs.example:${port}` });
  });

  for (const url of [
    '127.0.0.1',
    'HTTP://127.0.0.1',
    'http://127.1',
    'http://2130706433',
    'http://0x7f000001',
    'http://0177.0.0.1',
    'http://127.0.0.1.',
    'http://[::1]',
    'http://[::ffff:7f00:1]',
    'http://[::ffff:127.0.0.1]',
    'http://[64:ff9b::7f00:1]',
    'http://169.254.169.254/latest/meta-data/',
    'http://localhost',
    'http://LOCALHOST.',
    'http://x.localhost',
    'http://①②⑦.⓪.⓪.①',
    'http://0/',
    'http://unknown.example',
    'http://inside.example',
    'http://mixed.example',
    'file:///etc/passwd',
    'ftp://1.1.1.1/',
    'gopher://1.1.1.1/',
    'data:text/plain,x',
    'javascript:1',
    '//1.1.1.1/',
    '',
  ]) {
    it(`[A38] refuses ${url || 'an empty address'}`, async () => {
      const fetcher = closed(
        names({ 'inside.example': ['10.0.0.1'], 'mixed.example': ['93.184.216.34', '127.0.0.1'] }),
      );
      for (const attempt of [fetcher.fetch(url, LIMITS), fetcher.assertAllowed(url)])
        expect(await failure(attempt))
          .to.be.instanceOf(FetchBlocked)
          .with.property('code', 'FETCH_REFUSED');
    });
  }

  it('[A38] connects to the address that was checked, whatever the name resolves to later', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    let lookups = 0;
    const got = await open(async () => answers[lookups++] ?? []).fetch(at(), LIMITS);
    expect(got.status).to.equal(200);
    expect(lookups).to.equal(1);
  });

  it('[A38] checks the name again on a redirect to the same host', async () => {
    handler = (_request, response) => response.writeHead(302, { Location: '/again' }).end();
    const answers = [['127.0.0.1'], ['169.254.169.254']];
    expect(await failure(open(async () => answers.shift() ?? []).fetch(at(), LIMITS))).to.be.instanceOf(FetchBlocked);
    expect(seen).to.have.length(1);
  });

  for (const location of [
    'http://10.0.0.1/',
    'http://[::1]/',
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
    'http://inside.example/',
    '//192.168.0.1/',
  ]) {
    it(`[A38] refuses a redirect to ${location}`, async () => {
      handler = (_request, response) => response.writeHead(302, { Location: location }).end();
      expect(
        await failure(
          open(names({ 'docs.example': ['127.0.0.1'], 'inside.example': ['10.0.0.1'] })).fetch(at(), LIMITS),
        ),
      ).to.be.instanceOf(FetchBlocked);
    });
  }

  it('follows the allowed number of redirects and no more', async () => {
    handler = (request, response) => {
      const left = Number(new URL(request.url as string, 'http://x').searchParams.get('left'));
      if (left === 0) response.end('there');
      else response.writeHead(302, { Location: `?left=${left - 1}` }).end();
    };
    const got = await open().fetch(at('/?left=3'), { ...LIMITS, maxRedirects: 3 });
    expect(got).to.include({ url: at('/?left=0'), status: 200 });
    expect(await failure(open().fetch(at('/?left=4'), { ...LIMITS, maxRedirects: 3 }))).to.include({
      code: 'FETCH_ERROR',
    });
    expect(await failure(open().fetch(at('/?left=1'), { ...LIMITS, maxRedirects: 0 }))).to.include({
      code: 'FETCH_ERROR',
    });
  });

  it('keeps credentials with the origin they were given for', async () => {
    handler = (request, response) => {
      if (request.url === '/near') response.writeHead(302, { Location: at('/near2') }).end();
      else if (request.url === '/near2') response.writeHead(307, { Location: at('/far', 'u2:p2@other.example') }).end();
      else response.end();
    };
    const got = await open().fetch(at('/near', 'user:p%40ss@docs.example'), {
      ...LIMITS,
      headers: { Cookie: 'c=1', 'Private-Token': 't', 'Accept-Language': 'de' },
    });
    const authorization = `Basic ${Buffer.from('user:p@ss').toString('base64')}`;
    expect(seen.map(({ headers }) => headers.authorization)).to.deep.equal([authorization, authorization, undefined]);
    expect(seen[2]?.headers).to.include({ 'accept-language': 'de' }).and.not.have.any.keys('cookie', 'private-token');
    expect(got.url).to.equal(at('/far', 'other.example'));
  });

  it('keeps credentials from another port of the same host', async () => {
    const headers: http.IncomingHttpHeaders[] = [];
    const neighbor = http.createServer((request, response) => {
      headers.push(request.headers);
      response.end();
    });
    await new Promise<void>((resolve) => neighbor.listen(0, '127.0.0.1', resolve));
    const location = `http://docs.example:${(neighbor.address() as AddressInfo).port}/`;
    handler = (_request, response) => response.writeHead(307, { Location: location }).end();
    try {
      await open().fetch(at('/', 'user:secret@docs.example'), { ...LIMITS, headers: { Cookie: 'c=1' } });
      expect(seen.map((request) => request.headers.cookie)).to.deep.equal(['c=1']);
      expect(headers).to.have.lengthOf(1);
      expect(headers[0]).to.not.have.any.keys('cookie', 'authorization');
    } finally {
      neighbor.closeAllConnections();
      neighbor.close();
    }
  });

  it('sends a POST again only after a redirect that requires it', async () => {
    const bodies: string[] = [];
    handler = (request, response) => {
      let body = '';
      request
        .on('data', (chunk) => (body += chunk))
        .on('end', () => {
          bodies.push(`${request.method} ${body}`);
          const to = { '/a': [307, '/b'], '/b': [302, '/c'] }[request.url as string];
          if (to === undefined) response.end();
          else response.writeHead(to[0] as number, { Location: String(to[1]) }).end();
        });
    };
    await open().fetch(at('/a'), { ...LIMITS, method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } });
    expect(bodies).to.deep.equal(['POST x', 'POST x', 'GET ']);
    expect(seen[2]?.headers).to.not.have.property('content-type');
  });

  it('sends a streamed body once, and follows no redirect with it', async () => {
    const pieces = async function* () {
      yield Buffer.from('a');
      yield Buffer.from('b');
    };
    handler = async (request, response) => {
      let text = '';
      for await (const chunk of request) text += chunk;
      if (request.url === '/away') response.writeHead(307, { Location: '/' }).end();
      else response.end(text);
    };
    const post = (path: string) => open().fetch(at(path), { ...LIMITS, method: 'POST', body: pieces() });
    expect((await post('/')).body.toString()).to.equal('ab');
    expect(await failure(post('/away'))).to.be.instanceOf(FetchError);
  });

  it('accepts a body of exactly the limit and not one byte more, announced or not', async () => {
    for (const announce of [true, false]) {
      handler = (request, response) => {
        const body = Buffer.alloc(Number(request.url?.slice(1)), 'x');
        if (announce) response.setHeader('Content-Length', body.length);
        else response.flushHeaders();
        response.end(body);
      };
      expect((await open().fetch(at('/1000'), { ...LIMITS, maxBytes: 1000 })).body).to.have.length(1000);
      expect(await failure(open().fetch(at('/1001'), { ...LIMITS, maxBytes: 1000 })))
        .to.be.instanceOf(FetchError)
        .and.include({ code: 'FETCH_TOO_LARGE', category: 'too-large' });
    }
  });

  for (const [encoding, encode] of [
    ['gzip', zlib.gzipSync],
    ['br', zlib.brotliCompressSync],
    ['deflate', zlib.deflateSync],
  ] as const) {
    it(`decodes ${encoding}, with the limit applied to the decoded body`, async () => {
      const text = Buffer.from(Array.from({ length: 5000 }, (_, i) => `${i * 7919}`).join(' '));
      handler = (_request, response) => response.writeHead(200, { 'Content-Encoding': encoding }).end(encode(text));
      expect((await open().fetch(at(), { ...LIMITS, maxBytes: text.length })).body.equals(text)).to.equal(true);
      expect(await failure(open().fetch(at(), { ...LIMITS, maxBytes: text.length - 1 }))).to.include({
        code: 'FETCH_TOO_LARGE',
      });
    });

    it(`[A39] stops a ${encoding} decompression bomb early by its ratio`, async () => {
      const bomb = encode(Buffer.alloc(64 * 1024 * 1024));
      handler = (_request, response) => response.writeHead(200, { 'Content-Encoding': encoding }).end(bomb);
      expect(await failure(open().fetch(at(), { ...LIMITS, maxBytes: 1024 ** 3 })))
        .to.include({ code: 'FETCH_TOO_LARGE' })
        .with.property('message')
        .that.matches(/compressed more than/);
    });

    it(`rejects damaged or truncated ${encoding}`, async () => {
      const good = encode(Buffer.from('some text that is long enough to be cut'.repeat(50)));
      for (const bad of [good.subarray(0, good.length - 5), Buffer.from('not compressed at all')]) {
        handler = (_request, response) => response.writeHead(200, { 'Content-Encoding': encoding }).end(bad);
        expect(await failure(open().fetch(at(), LIMITS)))
          .to.be.instanceOf(FetchError)
          .and.include({ code: 'FETCH_ERROR' });
      }
    });
  }

  it('rejects encodings that it did not ask for, including stacked ones', async () => {
    for (const encoding of ['zstd', 'gzip, gzip']) {
      handler = (_request, response) => response.writeHead(200, { 'Content-Encoding': encoding }).end('x');
      expect(await failure(open().fetch(at(), LIMITS))).to.include({ code: 'FETCH_ERROR' });
    }
  });

  it('[A39] gives up on a slow body, a silent server and a slow name resolution', async () => {
    const drips: NodeJS.Timeout[] = [];
    const hasty = { ...LIMITS, timeoutMs: 100 };
    handler = (_request, response) => {
      response.flushHeaders();
      drips.push(setInterval(() => response.write('x'), 10));
    };
    expect(await failure(open().fetch(at(), hasty)))
      .to.be.instanceOf(FetchError)
      .and.include({ code: 'FETCH_TIMEOUT' });
    handler = () => {};
    expect(await failure(open().fetch(at(), hasty))).to.include({ code: 'FETCH_TIMEOUT' });
    expect(await failure(open(() => new Promise(() => {})).fetch(at(), hasty))).to.include({ code: 'FETCH_TIMEOUT' });
    drips.forEach(clearInterval);
  });

  it('stops when it is aborted', async () => {
    const stop = new AbortController();
    handler = () => stop.abort();
    expect(await failure(open().fetch(at(), { ...LIMITS, signal: stop.signal }))).to.include({ code: 'FETCH_ERROR' });
    expect(await failure(open().fetch(at(), { ...LIMITS, signal: AbortSignal.abort() }))).to.include({
      code: 'FETCH_ERROR',
    });
  });

  it('reports a broken connection as a failure', async () => {
    handler = (_request, response) => {
      response.writeHead(200, { 'Content-Length': 100 }).write('half');
      setImmediate(() => response.destroy());
    };
    expect(await failure(open().fetch(at(), LIMITS)))
      .to.be.instanceOf(FetchError)
      .and.include({ code: 'FETCH_ERROR' });
  });

  it('names neither credentials nor query in its messages', async () => {
    handler = (_request, response) => void response.destroy();
    const secret = /s3cret|t0ken/;
    const broken = await failure(open().fetch(at('/p?key=t0ken', 'me:s3cret@docs.example'), LIMITS));
    const refused = await failure(closed().fetch('http://me:s3cret@10.0.0.1/p?key=t0ken', LIMITS));
    for (const error of [broken, refused]) expect(error.message).to.not.match(secret);
    expect(broken.message).to.include(`http://docs.example:${port}/p`);
  });

  it('lets a reader stop before the end', async () => {
    handler = (_request, response) => {
      response.write('first');
    };
    const opened = await open().open(at(), LIMITS);
    for await (const chunk of opened.body) {
      expect(Buffer.from(chunk).toString()).to.equal('first');
      break;
    }
    expect(opened).to.include({ status: 200, url: at() });
  });

  it('answers a HEAD request without waiting for the announced body', async () => {
    handler = (_request, response) =>
      response.writeHead(200, { 'Content-Length': 10_000_000, 'Content-Encoding': 'gzip' }).end();
    const got = await open().fetch(at(), { ...LIMITS, method: 'HEAD' });
    expect(got.body).to.have.length(0);
    expect(got.headers).to.include({ 'content-length': '10000000' });
  });

  it('returns the checked addresses for other programs', async () => {
    const guard = open(names({ 'docs.example': ['127.0.0.1', '127.0.0.2', '127.0.0.1'] }));
    expect(await guard.assertAllowed('https://docs.example/x')).to.deep.equal({
      hostname: 'docs.example',
      port: 443,
      addresses: ['127.0.0.1', '127.0.0.2'],
    });
    expect(await guard.assertAllowed(`http://127.0.0.1:${port}`)).to.deep.equal({
      hostname: '127.0.0.1',
      port,
      addresses: ['127.0.0.1'],
    });
    expect(await guard.assertAllowed('http://localhost')).to.deep.equal({
      hostname: 'localhost',
      port: 80,
      addresses: ['127.0.0.1'],
    });
  });

  describe('UndiciGuardedFetch.session', () => {
    const ports = new Set<number | undefined>();
    const sockets = () => ports.size;
    beforeEach(() => {
      ports.clear();
      handler = ({ socket }, response) => void (ports.add(socket.remotePort), response.end('hello'));
    });

    it('reuses its connection and the resolved name for later requests', async () => {
      let resolved = 0;
      const session = open(async () => (resolved++, ['127.0.0.1'])).session();
      for (const body of ['a', 'b'])
        expect((await session.fetch(at(), { ...LIMITS, method: 'POST', body })).status).to.equal(200);
      expect([sockets(), resolved]).to.deep.equal([1, 1]);
      session.end();
      const alone = open(async () => (resolved++, ['127.0.0.1']));
      for (const path of ['/a', '/b']) await alone.fetch(at(path), LIMITS);
      expect([sockets(), resolved]).to.deep.equal([3, 3]);
    });

    it('shares one connection among requests at the same time', async () => {
      const session = open().session();
      const responses = await Promise.all([session.fetch(at('/a'), LIMITS), session.fetch(at('/b'), LIMITS)]);
      expect(responses.map(({ status }) => status)).to.deep.equal([200, 200]);
      expect(sockets()).to.equal(1);
      session.end();
    });

    it('checks another origin like the first', async () => {
      handler = (request, response) =>
        request.url === '/away'
          ? response.writeHead(302, { Location: `http://inside.example:${port}/` }).end()
          : response.end('hello');
      const session = open(names({ 'docs.example': ['127.0.0.1'], 'inside.example': ['10.0.0.1'] })).session();
      await session.fetch(at(), LIMITS);
      expect(await failure(session.fetch(at('/away'), LIMITS))).to.be.instanceOf(FetchBlocked);
      expect(await failure(closed().session().fetch('http://127.0.0.1/', LIMITS))).to.be.instanceOf(FetchBlocked);
      session.end();
    });

    it('continues after a response that nobody read, and ends with its running requests', async () => {
      handler = (request, response) =>
        void (request.url === '/never' ? response.write('beg') : response.end(Buffer.alloc(300_000)));
      const session = open().session();
      (await session.open(at('/long'), LIMITS)).close();
      expect((await session.fetch(at('/long'), LIMITS)).body).to.have.length(300_000);
      const never = await session.open(at('/never'), LIMITS);
      session.end();
      expect(
        await failure(
          (async () => {
            for await (const _ of never.body);
          })(),
        ),
      ).to.be.instanceOf(FetchError);
    });
  });
});
