import { expect } from 'chai';
import { Database } from '../../../../src/adapters/persistence/mikro-orm/kernel/database.ts';
import { statement } from '../../../../src/adapters/persistence/mikro-orm/kernel/sql.ts';
import { Transaction } from '../../../../src/adapters/persistence/mikro-orm/kernel/transaction.ts';
import { TransactionAborted } from '../../../../src/domain/kernel/errors.ts';
import { TABLES } from '../../../../src/adapters/persistence/mikro-orm/kernel/tables.ts';
import { backends } from '../../../support/backends.ts';

const PUT = statement('INSERT INTO things (n) VALUES ($1::int) RETURNING n');
const ALL = statement('SELECT * FROM things ORDER BY n');
const OWN = statement('SELECT pg_backend_pid() AS pid');
const failure = async (promise: Promise<unknown>): Promise<any> =>
  promise.then(
    () => expect.fail('it did not fail'),
    (error) => error,
  );

for (const backend of backends.filter(({ name }) => name !== 'memory'))
  describe(`a transaction (${backend.name})`, () => {
    let database: Database;
    before(async () => {
      database = await Database.open({ url: (await backend.database())!, connections: 3 });
      await database.migrate();
      await database.reads.query('CREATE TABLE things (n int PRIMARY KEY)');
    });
    beforeEach(() => database.reads.query('DELETE FROM things'));
    after(() => database.close());

    const stored = async (): Promise<number[]> =>
      (await database.reads.query('SELECT n FROM things ORDER BY n')).rows.map(({ n }) => n);
    const inTransaction = async <T>(task: (transaction: Transaction) => Promise<T>): Promise<T> => {
      const transaction = new Transaction(database.commands, database.orm);
      try {
        const result = await task(transaction);
        await transaction.commit();
        return result;
      } catch (error) {
        await transaction.rollback(error);
        throw error;
      } finally {
        await transaction.release(true);
      }
    };

    it('takes no connection when no statement runs', async () => {
      const transactions = Array.from({ length: 10 }, () => new Transaction(database.commands, database.orm));
      expect(await inTransaction(async () => 'done')).to.equal('done');
      for (const transaction of transactions) await transaction.commit();
      expect(database.commands.waitingCount).to.equal(0);
    });

    it('stores everything from its first statement on, or nothing', async () => {
      await inTransaction(async (transaction) => {
        expect(await transaction.rows(PUT, [1])).to.deep.equal([{ n: 1 }]);
        expect(await stored()).to.deep.equal([]);
        await transaction.rows(PUT, [2]);
      });
      expect(await stored()).to.deep.equal([1, 2]);
      const error = await failure(
        inTransaction(async (transaction) => {
          await transaction.rows(PUT, [3]);
          await transaction.rows(PUT, [1]);
        }),
      );
      expect(error.code).to.equal('23505');
      expect(await stored()).to.deep.equal([1, 2]);
    });

    it('runs a deferred statement before the next statement, or at the end', async () => {
      await inTransaction(async (transaction) => {
        await transaction.defer(PUT, [1]);
        expect(await stored()).to.deep.equal([]);
        await transaction.defer(PUT, [2]);
        expect(await transaction.rows(ALL, [])).to.deep.equal([{ n: 1 }, { n: 2 }]);
        await transaction.defer(PUT, [3]);
        expect(await stored()).to.deep.equal([]);
      });
      expect(await stored()).to.deep.equal([1, 2, 3]);
    });

    it('runs a deferred statement before a statement of the ORM, on the same connection', async () => {
      await inTransaction(async (transaction) => {
        await transaction.defer(PUT, [1]);
        const seen = await transaction.em.execute('SELECT n, pg_backend_pid() AS pid FROM things');
        expect(seen).to.deep.equal([{ n: 1, pid: (await transaction.rows(OWN, []))[0].pid }]);
        expect(await transaction.em.count(TABLES.users.entity, {})).to.equal(0);
      });
      expect(await stored()).to.deep.equal([1]);
    });

    it('stores nothing when the statement that was deferred to the end fails, and throws its error', async () => {
      await inTransaction((transaction) => transaction.rows(PUT, [7]));
      const error = await failure(
        inTransaction(async (transaction) => {
          await transaction.rows(PUT, [8]);
          await transaction.defer(PUT, [7]);
        }),
      );
      expect(error.code).to.equal('23505');
      expect((await failure(inTransaction((transaction) => transaction.defer(PUT, [7])))).code).to.equal('23505');
      expect(await stored()).to.deep.equal([7]);
      expect(await inTransaction((transaction) => transaction.rows(PUT, [9]))).to.deep.equal([{ n: 9 }]);
    });

    it('commits nothing when the deferred statement wrote no row', async () => {
      const MOVE = statement(
        'WITH moved AS (UPDATE things SET n = $2::int WHERE n = $1::int RETURNING n) SELECT require_written(count(*)) FROM moved',
      );
      await inTransaction((transaction) => transaction.rows(PUT, [1]));
      const error = await failure(
        inTransaction(async (transaction) => {
          await transaction.rows(PUT, [5]);
          await transaction.defer(MOVE, [2, 3]);
        }),
      );
      expect(error.code).to.equal('QR001');
      expect(await stored()).to.deep.equal([1]);
      await inTransaction((transaction) => transaction.defer(MOVE, [1, 3]));
      expect(await stored()).to.deep.equal([3]);
    });

    it('begins with the first statement of the ORM, and rolls it back with all others', async () => {
      const error = await failure(
        inTransaction(async (transaction) => {
          expect(await transaction.em.count(TABLES.users.entity, { id: 'nobody?' })).to.equal(0);
          await transaction.rows(PUT, [1]);
          await transaction.em.insert(TABLES.teams.entity, { id: 'a', version: 1 });
        }),
      );
      expect(error).to.be.instanceOf(Error);
      expect(await stored()).to.deep.equal([]);
    });

    it('fails when the server rolled back instead of committing', async () => {
      const error = await failure(
        inTransaction(async (transaction) => {
          await transaction.rows(PUT, [1]);
          await failure(transaction.rows(PUT, [1]));
        }),
      );
      expect(error).to.be.instanceOf(TransactionAborted);
      expect(await stored()).to.deep.equal([]);
    });

    it('is retried when a migration invalidated a prepared plan, and then succeeds on every connection', async () => {
      const look = (): Promise<unknown> => inTransaction((transaction) => transaction.rows(ALL, []));
      await Promise.all([look(), look(), look()]);
      await database.reads.query('ALTER TABLE things ADD COLUMN more int');
      expect(await failure(look())).to.be.instanceOf(TransactionAborted);
      for (let i = 0; i < 4; i++) await look();
      await Promise.all([look(), look(), look()]);
    });

    it('fails when its connection breaks, and removes the connection from the pool', async () => {
      for (let i = 0; i < 4; i++) {
        const error = await failure(
          inTransaction(async (transaction) => {
            const [{ pid }] = await transaction.rows(OWN, []);
            await database.reads.query('SELECT pg_terminate_backend($1)', [pid]);
            await transaction.rows(PUT, [1]);
          }),
        );
        expect(error).to.be.instanceOf(Error);
      }
      expect(await inTransaction((transaction) => transaction.rows(PUT, [5]))).to.deep.equal([{ n: 5 }]);
      expect(await stored()).to.deep.equal([5]);
    });

    it('accepts no statement after its end', async () => {
      let kept: Transaction | undefined;
      await inTransaction(async (transaction) => void (kept = transaction));
      expect((await failure(kept!.rows(PUT, [1]))).message).to.equal('the unit of work has ended');
      expect(await stored()).to.deep.equal([]);
    });
  });
