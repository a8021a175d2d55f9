import { expect } from 'chai';
import pg from 'pg';
import { createPool } from '../../../../src/adapters/persistence/mikro-orm/kernel/pool.ts';
import {
  rows,
  sendWithin,
  statement,
  thenCommit,
  unprepared,
} from '../../../../src/adapters/persistence/mikro-orm/kernel/sql.ts';
import { backends } from '../../../support/backends.ts';

for (const backend of backends.filter(({ name }) => name !== 'memory'))
  describe(`statements (${backend.name})`, () => {
    let url: string;
    let pool: pg.Pool;
    before(async () => {
      url = (await backend.database())!;
      pool = createPool({ url, max: 2 });
      await pool.query('CREATE TABLE notes (n int PRIMARY KEY, said text)');
    });
    after(() => pool.end());

    /** Values that the server returns for this type, before and after it described the columns. */
    const echoed = async (type: string, value: unknown): Promise<unknown> => {
      const echo = statement(`SELECT $1::${type} AS it`);
      const [first, second] = [(await rows(pool, echo, [value]))[0].it, (await rows(pool, echo, [value]))[0].it];
      expect(second).to.deep.equal(first);
      return first;
    };

    it('pass values of every type unchanged', async () => {
      expect(await echoed('text', 'a "quoted" \\ text')).to.equal('a "quoted" \\ text');
      for (const nothing of [null, undefined]) expect(await echoed('text', nothing)).to.equal(null);
      expect(await echoed('int', 7)).to.equal(7);
      expect(await echoed('boolean', false)).to.equal(false);
      expect(await echoed('bytea', Buffer.from([0, 255, 92]))).to.deep.equal(Buffer.from([0, 255, 92]));
      expect(await echoed('jsonb', { a: ['b'] })).to.deep.equal({ a: ['b'] });
    });

    it('pass lists of any values unchanged', async () => {
      const texts = ['', 'NULL', 'null', 'a,b', '{c}', '"d"', '\\', ' e ', 'ü\n', null];
      expect(await echoed('text[]', texts)).to.deep.equal(texts);
      expect(await echoed('int[]', [1, -2])).to.deep.equal([1, -2]);
      expect(await echoed('boolean[]', [true, false])).to.deep.equal([true, false]);
      expect(
        await echoed('text[]', [
          ['a', 'b"'],
          ['c', ''],
        ]),
      ).to.deep.equal([
        ['a', 'b"'],
        ['c', ''],
      ]);
      for (const type of ['text[]', 'bytea[]']) expect(await echoed(type, [])).to.deep.equal([]);
      for (const bytes of [
        [Buffer.from('x')],
        [Buffer.from([0]), Buffer.alloc(0), Buffer.alloc(100_000, 92)],
        [Buffer.from([1, 2]), null],
      ])
        expect(await echoed('bytea[]', bytes)).to.deep.equal(bytes);
    });

    it('read times as ISO 8601 and large numbers as numbers', async () => {
      expect(await echoed('timestamptz', '2030-01-02T03:04:05.678Z')).to.equal('2030-01-02T03:04:05.678Z');
      expect(await echoed('bigint', 2 ** 52)).to.equal(2 ** 52);
    });

    it('read times in whole milliseconds, whatever the time zone of the server', async () => {
      const inIndia = new URL(url);
      inIndia.searchParams.set('options', '-c timezone=Asia/Kolkata');
      const one = createPool({ url: inIndia.href, max: 1 });
      const echo = statement('SELECT $1::timestamptz AS it');
      for (const [written, read] of [
        ['2030-01-02T03:04:05Z', '2030-01-02T03:04:05.000Z'],
        ['2030-01-02T03:04:05.6Z', '2030-01-02T03:04:05.600Z'],
        ['2030-01-02T03:04:05.678999Z', '2030-01-02T03:04:05.678Z'],
        ['0999-12-31T23:59:59.001Z', '0999-12-31T23:59:59.001Z'],
        ['12026-01-02T03:04:05Z', '+012026-01-02T03:04:05.000Z'],
      ])
        expect((await rows(one, echo, [written]))[0].it, written).to.equal(read);
      await one.end();
    });

    it('fail when a value cannot be read, and leave the connection usable', async () => {
      const echo = statement('SELECT $1::timestamptz AS it');
      const outcome = await rows(pool, echo, ['infinity']).catch((error: unknown) => error);
      expect(outcome).to.be.instanceOf(RangeError);
      expect(await echoed('timestamptz', '2030-01-02T03:04:05.678Z')).to.equal('2030-01-02T03:04:05.678Z');
    });

    it('are sent together with BEGIN and COMMIT, on any connection', async () => {
      const PUT = statement('INSERT INTO notes (n, said) VALUES ($1, $2) RETURNING n');
      const ALL = statement('SELECT n, said FROM notes ORDER BY n');
      const clients = [await pool.connect(), await pool.connect()];
      try {
        for (const [i, client] of [...clients, ...clients].entries()) {
          expect((await sendWithin(client, PUT, [2 * i, 'first'], true)).rows).to.deep.equal([{ n: 2 * i }]);
          expect((await sendWithin(client, ALL, [], false)).rows.length).to.equal(2 * i + 1);
          expect(await thenCommit(client, PUT, [2 * i + 1, null])).to.equal('COMMIT');
        }
        expect((await rows(clients[0]!, ALL, [])).slice(0, 2)).to.deep.equal([
          { n: 0, said: 'first' },
          { n: 1, said: null },
        ]);
      } finally {
        for (const client of clients) client.release();
      }
    });

    it('are prepared each time when they have no name', async () => {
      const client = await pool.connect();
      try {
        for (const n of [901, 902]) {
          const { rows: found, affected } = await sendWithin(client, unprepared('SELECT $1::int AS it'), [n], false);
          expect([found, affected]).to.deep.equal([[{ it: n }], 1]);
          const other = unprepared('SELECT said, n AS number FROM notes WHERE n = ANY($1)');
          expect((await sendWithin(client, other, [[n]], false)).rows).to.deep.equal([]);
        }
        expect(
          (await client.query('SELECT name FROM pg_prepared_statements WHERE name = $1', [''])).rows,
        ).to.deep.equal([]);
      } finally {
        client.release();
      }
    });

    it('return the number of rows that they wrote', async () => {
      const client = await pool.connect();
      try {
        const PUT = statement('INSERT INTO notes (n) SELECT generate_series(1001, $1::int)');
        expect((await sendWithin(client, PUT, [1003], true)).affected).to.equal(3);
        const CHANGE = statement(`UPDATE notes SET said = 'x' WHERE n > $1::int`);
        expect((await sendWithin(client, CHANGE, [1001], false)).affected).to.equal(2);
        expect((await sendWithin(client, CHANGE, [9999], false)).affected).to.equal(0);
      } finally {
        await client.query('ROLLBACK');
        client.release();
      }
    });

    it('are skipped after one that fails, and leave the connection usable', async () => {
      const WRONG = statement('SELECT 1 / $1::int AS it');
      const client = await pool.connect();
      try {
        for (let i = 0; i < 2; i++) {
          await sendWithin(client, statement('SELECT 1 AS it'), [], true);
          const error = await thenCommit(client, WRONG, [0]).then(
            () => expect.fail('it did not fail'),
            (one) => one,
          );
          expect(error.code).to.equal('22012');
          expect(error.stack).to.contain('sql.ts');
          await client.query('ROLLBACK');
          expect(await rows(client, WRONG, [1])).to.deep.equal([{ it: 1 }]);
        }
      } finally {
        client.release();
      }
    });
  });
