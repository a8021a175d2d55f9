import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { endStalledTransfers } from '../../../../src/adapters/http/kernel/stalled-transfers.ts';

const MINUTE_MS = 60_000;
const REQUESTS = 100;

describe('endStalledTransfers', () => {
  it('keeps no finished requests of a busy connection until its next check', async () => {
    const requests: WeakRef<IncomingMessage>[] = [];
    const sockets = new Set<unknown>();
    const server = createServer((request, response) => {
      requests.push(new WeakRef(request));
      sockets.add(request.socket);
      response.end('answer');
    });
    endStalledTransfers(server, MINUTE_MS);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      for (let i = 0; i < REQUESTS; i++)
        await new Promise<void>((resolve, reject) =>
          get({ port, agent }, (response) => response.resume().once('end', resolve)).once('error', reject),
        );
      setFlagsFromString('--expose-gc');
      runInNewContext('gc')();
      expect(requests).to.have.length(REQUESTS);
      expect(sockets.size).to.equal(1);
      expect(requests.filter((request) => request.deref() !== undefined).length).to.be.at.most(2);
    } finally {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
