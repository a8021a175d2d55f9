import { connect as connectTo, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect } from 'chai';
import { Database } from '../../../../src/adapters/persistence/mikro-orm/kernel/database.ts';
import { createPool } from '../../../../src/adapters/persistence/mikro-orm/kernel/pool.ts';
import { connect, rows, statement } from '../../../../src/adapters/persistence/mikro-orm/kernel/sql.ts';
import { StatementLimits } from '../../../../src/adapters/persistence/mikro-orm/kernel/statement-limits.ts';
import { KeyedPlaces } from '../../../../src/adapters/persistence/mikro-orm/kernel/keyed-places.ts';
import { MikroUnitOfWork } from '../../../../src/adapters/persistence/mikro-orm/unit-of-work.ts';
import { ok, resource } from '../../../../src/adapters/http/kernel/reply.ts';
import { route, tagged } from '../../../../src/adapters/http/kernel/route.ts';
import { query } from '../../../../src/application/kernel/use-case.ts';
import type { EventContext } from '../../../../src/ports/kernel/events.ts';
import { DatabaseUnavailable, type Work } from '../../../../src/ports/kernel/unit-of-work.ts';
import * as z from 'zod';
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

/** A network between a client and its database that stops carrying bytes without closing a connection. */
async function network(databaseUrl: string): Promise<{ url: string; goSilent(): void; close(): void }> {
  const { port, hostname } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let silent = new WeakSet<Socket>();
  const relay = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on('error', () => {}).on('close', () => to.destroy());
    from.on('data', (bytes) => silent.has(from) || to.write(bytes));
  };
  const server = createServer((client) => {
    const database = connectTo(Number(port), hostname);
    relay(client, database);
    relay(database, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    goSilent() {
      silent = new WeakSet(sockets);
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

describe('a database that stops answering', () => {
  const embedded = backends.find(({ name }) => name === 'embedded')!;
  const LIMITS = new StatementLimits(300, 200, 10_000);

  it('fails running statements after the limit, and answers the next ones at once on new connections', async function () {
    this.timeout(60_000);
    const between = await network((await embedded.database())!);
    const pool = createPool({ url: between.url, max: 4, limits: LIMITS });
    const four = (): Promise<unknown[]> => Promise.all(Array.from({ length: 4 }, () => rows(pool, ONE, [])));
    await four();
    expect(pool.idleCount).to.equal(4);
    between.goSilent();
    expect(await failure(rows(pool, ONE, [])))
      .to.be.instanceOf(DatabaseUnavailable)
      .with.property('failure', 'too-slow');
    // The three other connections are silent too: without being probed, each would cost another limit.
    const started = performance.now();
    await four();
    expect(performance.now() - started).to.be.below(2_000);
    await pool.end();
    between.close();
  });

  it('fails the next statement of a connection that broke in between, and does not end the process', async () => {
    const pool = createPool({ url: (await embedded.database())!, max: 2, limits: LIMITS });
    const held = await pool.connect();
    const broken = new Promise((resolve) => held.once('end', resolve));
    const [{ pid }] = (await held.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows as [{ pid: number }];
    await pool.query('SELECT pg_terminate_backend($1)', [pid]);
    await broken;
    expect((await failure(held.query('SELECT 1'))).message).to.match(/connection error|not queryable|terminated/);
    held.release(true);
    expect(await rows(pool, ONE, [])).to.deep.equal([{ one: 1 }]);
    await pool.end();
  });

  it('ends a statement that runs too long, and one that waits too long for a lock', async () => {
    const url = (await embedded.database())!;
    const pool = createPool({ url, max: 2, limits: LIMITS });
    expect(await failure(rows(pool, statement('SELECT pg_sleep(5)'), []))).to.have.property('failure', 'too-slow');
    const holder = await pool.connect();
    await holder.query('BEGIN; SELECT pg_advisory_xact_lock(1)');
    const waiting = rows(pool, statement('SELECT pg_advisory_xact_lock(1)::text'), []);
    expect(await failure(waiting)).to.have.property('failure', 'locked');
    await holder.query('ROLLBACK');
    holder.release();
    await pool.end();
  });

  it('lets transactions of jobs run longer than those of requests', async () => {
    const url = (await embedded.database())!;
    const database = await Database.open({ url, connections: 1, statementMs: 200 });
    const slow = async (requestId: string | null): Promise<unknown> => {
      const holder = await database.reads.connect();
      await holder.query('BEGIN; LOCK TABLE organizations');
      const locked = new MikroUnitOfWork(database).run(
        {
          organizationId: null,
          spaceId: null,
          actorId: null,
          tokenId: null,
          requestId,
          at: '2026-01-01T00:00:00.000Z',
        },
        (work) => work.organizations.find({ title: 'none' }),
      );
      const ended = setTimeout(() => void holder.query('ROLLBACK'), 600);
      return locked
        .catch((error: unknown) => error)
        .finally(async () => {
          clearTimeout(ended);
          await holder.query('ROLLBACK');
          holder.release();
        });
    };
    expect(await slow('a request')).to.have.property('failure', 'locked');
    expect(await slow(null)).to.equal(undefined);
    // The limits of a job end with its transaction.
    expect(await slow('a request')).to.have.property('failure', 'locked');
    await database.close();
  });
});

describe('KeyedPlaces.run', () => {
  it('runs as many tasks of a key as it has places, independent of other keys, and the others in order', async () => {
    const places = new KeyedPlaces(2, 5_000);
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const task = (key: string, name: string): Promise<void> =>
      places.run(key, () => {
        begun.push(name);
        return new Promise((resolve) => ends.push(resolve));
      });
    const all = ['a1', 'a2', 'a3', 'b1', 'a4'].map((name) => task(name[0]!, name));
    await new Promise(setImmediate);
    expect(begun).to.deep.equal(['a1', 'a2', 'b1']);
    for (let at = 0; at < 5; at++) {
      ends[at]!();
      await new Promise(setImmediate);
    }
    expect(begun).to.deep.equal(['a1', 'a2', 'b1', 'a3', 'a4']);
    await Promise.all(all);
  });

  it('refuses a task whose wait takes too long, and gives its place to the next', async () => {
    const places = new KeyedPlaces(1, 20);
    let end = (): void => {};
    const first = places.run('a', () => new Promise<void>((resolve) => (end = resolve)));
    expect(await failure(places.run('a', async () => 'late'))).to.be.instanceOf(DatabaseUnavailable);
    end();
    await first;
    expect(await places.run('a', async () => 'next')).to.equal('next');
  });
});

describe('a database that cannot be reached', () => {
  it('is distinguished from an error in a statement, for reads and transactions', async () => {
    for (const code of ['57P03', '53300', '55000']) {
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

  it('is distinguished from an error in a statement by a unit of work too, whatever runs first', async () => {
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

  it('is answered with 503 and Retry-After, without the message of the server', async () => {
    const Nothing = resource('Nothing', z.object({}), () => ({}));
    const ask = query<{}>()({
      name: 'ask',
      requires: 'nothing',
      scope: () => 'public' as const,
      run: async () => Promise.reject(new DatabaseUnavailable(new Error('10.1.2.3 is down'))),
    });
    const server = await serve(tagged('Test', [route('GET /v1/ask', ask, { summary: 'Ask', returns: ok(Nothing) })]));
    const answer = await send(server.url, { method: 'GET', path: '/v1/ask' });
    expect([answer.status, answer.headers['retry-after'], answer.body.error.message]).to.deep.equal([
      503,
      '1',
      'the database is unreachable at the moment; retry the request',
    ]);
  });
});
