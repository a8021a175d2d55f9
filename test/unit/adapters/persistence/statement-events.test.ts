import { expect } from 'chai';
import { createLogger, logSlowStatements } from '../../../../src/adapters/log.ts';
import { Database } from '../../../../src/adapters/persistence/mikro-orm/kernel/database.ts';
import { rows, statement } from '../../../../src/adapters/persistence/mikro-orm/kernel/sql.ts';
import { Transaction } from '../../../../src/adapters/persistence/mikro-orm/kernel/transaction.ts';
import type { StatementEvent } from '../../../../src/ports/kernel/statements.ts';
import { backends } from '../../../support/backends.ts';

for (const backend of backends.filter(({ name }) => name !== 'memory'))
  describe(`StatementEvents (${backend.name})`, () => {
    let database: Database;
    const events: StatementEvent[] = [];
    before(async () => {
      database = await Database.open({ url: (await backend.database())!, connections: 2, statementMs: 500 });
      database.statements.listen((event) => void events.push(event));
    });
    beforeEach(() => void events.splice(0));
    after(() => database.close());

    it('reports pool, text, duration and rows of a read', async () => {
      const query = statement('SELECT n FROM generate_series(1, $1::int) AS n, pg_sleep(0.05)');
      await rows(database.reads, query, [3]);
      expect(events).to.have.lengthOf(1);
      expect(events[0]).to.deep.include({ pool: 'reads', name: query.name, text: query.text, rows: 3 });
      expect(events[0]!.ms).to.be.at.least(50);
      expect(events[0]!.failure).to.equal(undefined);
    });

    it('reports the statements of a transaction, not those that begin it', async () => {
      const transaction = new Transaction(database.commands, database.orm);
      await transaction.rows(statement('SELECT $1::text AS it'), ['a']);
      await transaction.commit();
      await transaction.release(true);
      expect(events.map(({ pool, text }) => [pool, text])).to.deep.equal([['commands', 'SELECT $1::text AS it']]);
    });

    it('reports the kind of each failure', async () => {
      for (const text of ['SELECT pg_sleep(30)', 'SELECT nothing'])
        await rows(database.reads, statement(text), []).catch(() => {});
      expect(events.map(({ failure }) => failure)).to.deep.equal(['too-slow', 'other']);
      const closed = await Database.open({ url: (await backend.database())!, connections: 2 });
      const failures: unknown[] = [];
      closed.statements.listen(({ failure }) => failures.push(failure));
      await closed.close();
      await rows(closed.reads, statement('SELECT 1'), []).catch(() => {});
      expect(failures).to.have.lengthOf(1);
    });

    it('reports nothing to a listener that was removed', async () => {
      const seen: unknown[] = [];
      const remove = database.statements.listen((event) => seen.push(event));
      remove();
      await rows(database.reads, statement('SELECT 1'), []);
      expect(seen).to.deep.equal([]);
    });

    it('logs slow statements alone, with placeholders instead of values', async () => {
      const lines: string[] = [];
      const log = createLogger('info', { write: (line) => void lines.push(line) });
      const remove = database.statements.listen(logSlowStatements(log, 100));
      await rows(database.reads, statement('SELECT $1::text AS quick'), ['a secret']);
      await rows(database.reads, statement('SELECT $1::text\n   AS slow FROM pg_sleep(0.15)'), ['a secret']);
      remove();
      expect(lines).to.have.lengthOf(1);
      expect(JSON.parse(lines[0]!)).to.deep.include({
        component: 'database',
        pool: 'reads',
        rows: 1,
        statement: 'SELECT $1::text AS slow FROM pg_sleep(0.15)',
        msg: 'slow statement',
      });
      expect(lines[0]).not.to.include('a secret');
    });
  });
