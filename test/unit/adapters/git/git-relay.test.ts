import { expect } from 'chai';
import http from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { UndiciGuardedFetch } from '../../../../src/adapters/fetch/undici-guarded-fetch.ts';
import { GitRelay } from '../../../../src/adapters/git/git-relay.ts';

const SILENT_MS = 400;
const RESULT = { 'Content-Type': 'application/x-git-upload-pack-result' };

describe('GitRelay', () => {
  let server: http.Server;
  let relay: GitRelay;
  let requests: http.IncomingMessage[];
  let handler: (response: http.ServerResponse, request: http.IncomingMessage) => void;
  before(async () => {
    server = http.createServer((request, response) => {
      requests.push(request);
      handler(response, request);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(async () => {
    requests = [];
    relay = await GitRelay.open({
      web: new UndiciGuardedFetch({ allowPrivateNetworks: ['127.0.0.0/8'] }),
      address: {
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs.git`,
        protocol: 'http',
        username: 'ann',
        password: 's3cret',
      },
      idleTimeoutMs: SILENT_MS,
    });
    relay.beginRun(100);
  });
  afterEach(() => relay.close());

  /** Header with which git proves that it was started with the settings of the relay. */
  const authorization = (): string => {
    const [, header = ''] = relay.settings.find(([key]) => key === 'http.extraHeader')!;
    return header.slice('Authorization: '.length);
  };
  /** Sends a request as git does; `target` may be an absolute URL, as a proxy gets it. */
  const send = async (
    target: string,
    {
      method = 'GET',
      headers = { authorization: authorization() } as http.OutgoingHttpHeaders,
      body = [] as readonly string[],
    } = {},
  ): Promise<{ status: number; text: string }> => {
    const request = http.request(relay.url, { path: target, method, headers });
    for (const piece of body) request.write(piece);
    request.end();
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    let text = '';
    for await (const chunk of response) text += chunk;
    return { status: response.statusCode!, text };
  };
  const post = () => send('/git-upload-pack', { method: 'POST', body: ['0000'] });
  const failure = (task: Promise<unknown>): Promise<unknown> =>
    task.then(
      () => expect.fail('it worked'),
      () => {},
    );

  it('sends the credentials to the server', async () => {
    handler = (response) => void response.end('refs');
    expect(await send('/info/refs?service=git-upload-pack')).to.deep.equal({ status: 200, text: 'refs' });
    expect(requests[0]!.url).to.equal('/docs.git/info/refs?service=git-upload-pack');
    expect(requests[0]!.headers.authorization).to.equal(`Basic ${Buffer.from('ann:s3cret').toString('base64')}`);
  });

  it('[A38] denies requests of other programs, requests for other hosts, and tunnels', async () => {
    for (const headers of [{ authorization: '' }, { authorization: 'Bearer x' }])
      expect(await send('/info/refs', { headers })).to.include({ status: 403 });
    for (const target of ['http://169.254.169.254/info/refs', 'http://127.0.0.1:1/', '//x:y:z'])
      expect(await send(target), target).to.include({ status: 403 });
    expect(await send('/info/refs', { method: 'PROPFIND' })).to.include({ status: 403 });
    expect(await failure(send('inside.example:443', { method: 'CONNECT' }))).to.equal(undefined);
    expect(requests).to.have.length(0);
  });

  it('names itself as the proxy for every host', () => {
    expect(relay.settings).to.deep.include(['http.proxy', relay.url]);
  });

  it('streams the body of a request', async () => {
    handler = async (response, request) => {
      let text = '';
      for await (const chunk of request) text += chunk;
      response.writeHead(200, RESULT).end(`${request.headers['transfer-encoding']} ${text}`);
    };
    expect(
      await send('/git-upload-pack', { method: 'POST', headers: { authorization: authorization() }, body: ['a', 'b'] }),
    ).to.deep.equal({ status: 200, text: 'chunked ab' });
  });

  it('gives up on a server that is silent before or within its response', async () => {
    for (const silence of [
      () => {},
      (response: http.ServerResponse) => void response.writeHead(200, RESULT).write('beg'),
    ]) {
      relay.beginRun(100);
      handler = silence;
      await post().catch(() => {});
      expect(relay.failure).to.include({ code: 'GIT_TIMEOUT', message: 'the server is too slow' });
    }
  });

  it('allows a longer total time while data arrives', async () => {
    handler = async (response) => {
      response.writeHead(200, RESULT);
      for (const piece of ['some', 'thing', ' slow', 'ly', ' comes']) {
        response.write(piece);
        await pause(SILENT_MS / 3);
      }
      response.end();
    };
    expect(await post()).to.include({ text: 'something slowly comes' });
  });

  it('accepts responses of exactly the limit of a run together, and not one byte more', async () => {
    handler = (response) => void response.writeHead(200, RESULT).end('x'.repeat(50));
    for (let i = 0; i < 2; i++) expect((await post()).text).to.have.length(50);
    expect(relay.failure).to.equal(undefined);
    handler = (response) => void response.writeHead(200, RESULT).end('x');
    await post().catch(() => {});
    expect(relay.failure).to.include({ code: 'GIT_REFUSED' });
    relay.beginRun(100);
    handler = (response) => void response.writeHead(200, RESULT).end('x'.repeat(101));
    await post().catch(() => {});
    expect(relay.failure).to.include({ code: 'GIT_REFUSED' });
  });

  it('follows no redirect once the repository is found', async () => {
    handler = (response) => void response.end('refs');
    await send('/info/refs');
    handler = (response, request) =>
      request.url === '/docs.git/HEAD' ? response.writeHead(302, { Location: '/else' }).end() : response.end('else');
    expect(await send('/HEAD')).to.include({ status: 502 });
    expect(relay.failure).to.include({ code: 'GIT_NETWORK' });
  });

  it('records no failure when git closes the connection', async () => {
    handler = (response) => void response.writeHead(200, RESULT).write('beg');
    const request = http.request(relay.url, {
      path: '/git-upload-pack',
      method: 'POST',
      headers: { authorization: authorization() },
    });
    request.on('error', () => {}).end();
    await once(request, 'response');
    const [socket] = [requests[0]!.socket];
    const closed = once(socket, 'close');
    request.destroy();
    await closed;
    expect(relay.failure).to.equal(undefined);
  });
});
