import { expect } from 'chai';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { UndiciGuardedFetch } from '../../../../src/adapters/fetch/undici-guarded-fetch.ts';
import { openGitResponse } from '../../../../src/adapters/git/wire/git-http.ts';

const SILENT_MS = 400;

describe('openGitResponse', () => {
  let server: http.Server;
  let handler: (response: http.ServerResponse) => void;
  before(async () => {
    server = http.createServer((_request, response) => handler(response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const answer = async (): Promise<string> => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { body } = await openGitResponse(new UndiciGuardedFetch({ allowPrivateNetworks: ['127.0.0.0/8'] }), {
      url,
      authorization: undefined,
      maxBytes: 100,
      idleTimeoutMs: SILENT_MS,
      signal: AbortSignal.timeout(30_000),
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };
  const failure = (): Promise<any> =>
    answer().then(
      () => expect.fail('it was answered'),
      (error: unknown) => error,
    );

  it('gives up on a server that is silent before or within its response', async () => {
    for (const silence of [() => {}, (response: http.ServerResponse) => void response.write('beg')]) {
      handler = silence;
      expect(await failure()).to.include({ code: 'GIT_TIMEOUT', message: 'the server is too slow' });
    }
  });

  it('allows a longer total time while data arrives', async () => {
    handler = async (response) => {
      for (const piece of ['some', 'thing', ' slow', 'ly', ' comes']) {
        response.write(piece);
        await pause(SILENT_MS / 3);
      }
      response.end();
    };
    expect(await answer()).to.equal('something slowly comes');
  });

  it('accepts a response of exactly the limit and not one byte more', async () => {
    handler = (response) => void response.end('x'.repeat(100));
    expect(await answer()).to.have.length(100);
    handler = (response) => void response.end('x'.repeat(101));
    expect(await failure()).to.include({ code: 'GIT_REFUSED' });
  });
});
