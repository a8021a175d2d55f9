import { createServer, type AddressInfo } from 'node:net';
import { expect } from 'chai';
import { Database } from '../../../../src/adapters/persistence/mikro-orm/kernel/database.ts';
import { connect, createPool, rows, statement } from '../../../../src/adapters/persistence/mikro-orm/kernel/sql.ts';
import { MikroUnitOfWork } from '../../../../src/adapters/persistence/mikro-orm/unit-of-work.ts';
import { ok, resource } from '../../../../src/adapters/http/kernel/reply.ts';
import { route } from '../../../../src/adapters/http/kernel/route.ts';
import { query } from '../../../../src/application/kernel/use-case.ts';
import type { EventContext } from '../../../../src/ports/kernel/events.ts';
import { DatabaseUnavailable, type Work } from '../../../../src/ports/kernel/unit-of-work.ts';
import { z } from 'zod';
import { backends } from '../../../support/backends.ts';
import { send, serve } from '../../../support/http-server.ts';

const ONE = statement('SELECT 1 AS one');
const failure = async (promise: Promise<unknown>): Promise<any> =>
  promise.then(
    () => expect.fail('it did not fail'),
    (error) => error,
  );

/** A server of PostgreSQL that refuses whoever comes, as one does that is starting. */
async function refusing(code: string): Promise<{ url: string; close(): void }> {
  const fields = `SFATAL\0C${code}\0Mnot now\0\0`;
  const answer = Buffer.alloc(5 + fields.length);
  answer.write('E', 0);
  answer.writeInt32BE(4 + fields.length, 1);
  answer.write(fields, 5);
  const server = createServer((socket) => socket.on('error', () => {}).once('data', () => socket.end(answer)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `postgresql://someone@127.0.0.1:${(server.address() as AddressInfo).port}/any`,
    close: () => server.close(),
  };
}

describe('a database that cannot be reached', () => {
  it('is told from a mistake, for reads and for transactions', async () => {
    for (const code of ['57P03', '53300']) {
      const { url, close } = await refusing(code);
      const pool = createPool({ url, max: 1 });
      expect(await failure(rows(pool, ONE, [])), code)
        .to.be.instanceOf(DatabaseUnavailable)
        .with.nested.property('cause.code', code);
      expect(await failure(connect(pool)), code).to.be.instanceOf(DatabaseUnavailable);
      await pool.end();
      close();
      const closed = createPool({ url, max: 1 });
      expect(await failure(rows(closed, ONE, [])), 'closed').to.be.instanceOf(DatabaseUnavailable);
      await closed.end();
    }
    const { url, close } = await refusing('28P01');
    const pool = createPool({ url, max: 1 });
    expect(await failure(connect(pool))).to.not.be.instanceOf(DatabaseUnavailable);
    await pool.end();
    close();
  });

  it('is told from a mistake by a unit of work too, whatever it asks for first', async () => {
    const database = await Database.open({
      url: (await backends.find(({ name }) => name === 'embedded')!.database())!,
      connections: 1,
    });
    const { url, close } = await refusing('53300');
    const commands = createPool({ url, max: 1 });
    const unitOfWork = new MikroUnitOfWork({ commands, orm: database.orm });
    const id = '0'.repeat(20);
    const tasks: readonly ((work: Work) => Promise<unknown>)[] = [
      (work) => work.uploads.find({ id, organizationId: id }),
      (work) => work.lock('sites', id),
    ];
    for (const task of tasks)
      expect(
        await failure(
          unitOfWork.run(
            {
              organizationId: id,
              actorId: id,
              requestId: '',
              at: '2026-01-01T00:00:00.000Z',
            } as unknown as EventContext,
            task,
          ),
        ),
      ).to.be.instanceOf(DatabaseUnavailable);
    await commands.end();
    close();
    await database.close();
  });

  it('is answered with 503 and when to try again, without a word of the server', async () => {
    const Nothing = resource('Nothing', z.object({}), () => ({}));
    const ask = query<{}>()({
      name: 'ask',
      requires: 'nothing',
      scope: () => 'public' as const,
      run: async () => Promise.reject(new DatabaseUnavailable(new Error('10.1.2.3 is down'))),
    });
    const server = await serve([route('GET /v1/ask', ask, { summary: 'Ask', tag: 'Test', returns: ok(Nothing) })]);
    const answer = await send(server.url, { method: 'GET', path: '/v1/ask' });
    expect([answer.status, answer.headers['retry-after'], answer.body.error.message]).to.deep.equal([
      503,
      '1',
      'the database is unreachable at the moment; retry the request',
    ]);
  });
});
