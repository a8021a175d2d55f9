import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { readConfig } from '../../../src/config/read-config.ts';
import { startInstance, type Instance } from '../../../src/instance.ts';
import { afterSuite, onEveryBackend, QUICK_START, testEnvironment } from '../../support/backends.ts';
import { Uploads } from '../../support/files/uploads.ts';
import { IdleClient } from '../../support/idle-client.ts';
import { until } from '../../support/until.ts';
import { must, World } from '../../support/world.ts';

/** Bytes that no socket buffers on the way can hold. */
const LARGE = 20_000_000;
const IDLE_MS = 400;

onEveryBackend('stalled transfers', (backend) => {
  let instance: Instance;
  let world: World;
  let uploads: Uploads;
  let archiveUrl: string;
  let fileUrl: string;

  before(async () => {
    const url = await backend.database();
    const storage: Record<string, string> = url === undefined ? { PERSISTENCE: 'memory' } : { DATABASE_URL: url };
    const config = readConfig(testEnvironment({ ...storage, TRANSFER_IDLE_MS: String(IDLE_MS) }));
    instance = await startInstance(config, { welcome: false, drainMs: 1_000, ...QUICK_START });
    afterSuite(() => instance.stop());
    world = await World.create(instance);
    uploads = new Uploads(world);
    const space = await uploads.space();
    const key = await uploads.sent(randomBytes(LARGE));
    fileUrl = (await uploads.insert(space, { name: 'large.bin', key })).downloadURL;
    archiveUrl = must(await world.admin.api.get(`/v1/spaces/${space}/archive`), 200).url;
  });

  describe('download', () => {
    for (const [name, urlOf] of [
      ['an archive', () => archiveUrl],
      ['a file', () => fileUrl],
    ] as const) {
      it(`[A81] ends ${name} when its client reads no byte`, async () => {
        const client = await IdleClient.getting(urlOf());
        await pause(2 * IDLE_MS);
        await client.noticeClose();
        expect(client.bytesRead).to.be.lessThan(LARGE);
      });
    }

    it('[A81] is not prolonged by bytes that the client sends instead', async () => {
      const client = await IdleClient.getting(fileUrl);
      await client.noticeClose();
      expect(client.bytesRead).to.be.lessThan(LARGE);
    });

    it('[A81] frees its place when it ends, so that one user can start more than may run at once', async () => {
      for (let n = 0; n < 5; n++) await IdleClient.getting(archiveUrl);
      expect((await fetch(archiveUrl)).status).to.equal(200);
    });

    it('continues while its client reads bytes, however slowly', async () => {
      const client = await IdleClient.getting(fileUrl, ['Connection: close']);
      const began = performance.now();
      while (!client.isClosed) {
        await client.take(LARGE / 10);
        await pause(IDLE_MS / 2);
      }
      expect(client.bytesRead).to.be.greaterThan(LARGE);
      expect(performance.now() - began).to.be.greaterThan(3 * IDLE_MS);
    });
  });

  describe('upload', () => {
    const put = async (size: number, body: string): Promise<IdleClient> => {
      const { url } = await uploads.announce(size);
      const head = [
        `PUT ${new URL(url).pathname} HTTP/1.1`,
        'Host: localhost',
        'Content-Type: text/plain',
        `Content-Length: ${size}`,
      ];
      return IdleClient.sending(url, [...head, '', body].join('\r\n'));
    };

    it('[A81] ends with 408 when the client sends no more bytes', async () => {
      const client = await put(1_000, 'the beginning');
      await client.closed;
      expect(client.received).to.match(/^HTTP\/1\.1 408 /);
    });

    it('[A81] ends with 408 for the body of an operation as well', async () => {
      const head = ['POST /v1/orgs HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${world.admin.token}`];
      const type = ['Content-Type: application/json', 'Content-Length: 50'];
      const client = IdleClient.sending(instance.url, [...head, ...type, '', '{"title":'].join('\r\n'));
      await client.closed;
      expect(client.received).to.match(/^HTTP\/1\.1 408 /);
    });

    it('continues while the client sends bytes, however long it takes', async () => {
      const size = 4_000;
      const client = await put(size, '');
      for (let sent = 0; sent < size; sent += 200) {
        client.write('x'.repeat(200));
        await pause(IDLE_MS / 5);
      }
      await until(() => client.received.includes('\r\n\r\n'));
      expect(client.received).to.match(/^HTTP\/1\.1 200 /);
    });
  });
});
