import { createServer, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';
import { expect } from 'chai';
import { openOrm } from '../../../../src/adapters/persistence/mikro-orm/kernel/orm.ts';
import { createPool } from '../../../../src/adapters/persistence/mikro-orm/kernel/pool.ts';

/** First message of a client that encrypts its connection: its length, and the code for TLS. */
const TLS_REQUEST = '0000000804d2162f';

describe('connections to a database whose URL has an sslmode', () => {
  let server: Server;
  let url: string;
  const greetings: string[] = [];

  before(async () => {
    server = createServer((socket) =>
      socket
        .on('error', () => {})
        .once('data', (bytes) => {
          greetings.push(bytes.toString('hex'));
          socket.destroy();
        }),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `postgresql://quire@127.0.0.1:${(server.address() as AddressInfo).port}/quire?sslmode=verify-full`;
  });
  beforeEach(() => greetings.splice(0));
  after(() => server.close());

  it('are encrypted from the ORM, which runs the migrations', async () => {
    const orm = await openOrm(url);
    await orm.em.execute('SELECT 1').catch(() => {});
    await orm.close();
    expect(greetings[0]).to.equal(TLS_REQUEST);
  });

  it('are encrypted from the pools', async () => {
    const pool = createPool({ url, max: 1 });
    await pool.query('SELECT 1').catch(() => {});
    await pool.end();
    expect(greetings[0]).to.equal(TLS_REQUEST);
  });
});
