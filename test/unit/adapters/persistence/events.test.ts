import { expect } from 'chai';
import { Database } from '../../../../src/adapters/persistence/mikro-orm/kernel/database.ts';
import { backends } from '../../../support/backends.ts';

for (const backend of backends.filter(({ name }) => name !== 'memory'))
  describe(`events (${backend.name})`, () => {
    let database: Database;
    before(async () => {
      database = await Database.open({ url: (await backend.database())!, connections: 2 });
      await database.migrate();
    });
    after(() => database.close());

    it('cannot be changed or deleted', async () => {
      await database.reads.query(`INSERT INTO events (type, subject, at) VALUES ('user.created', 'u', now())`);
      for (const sql of [
        `UPDATE events SET type = 'user.deleted'`,
        'UPDATE events SET actor_id = NULL WHERE false',
        'DELETE FROM events',
        'TRUNCATE events',
      ])
        expect(
          await database.reads.query(sql).then(
            () => 'done',
            ({ message }: Error) => message,
          ),
          sql,
        ).to.equal('events are written once: they are neither changed nor deleted');
      expect((await database.reads.query('SELECT type FROM events')).rows).to.deep.equal([{ type: 'user.created' }]);
    });

    it('of an organization are read by indexes for every filter', async () => {
      await database.reads.query(
        `INSERT INTO events (type, subject, organization_id, actor_id, at)
         SELECT 'type.' || n % 200, 's', 'o' || n % 5, 'a' || n % 500, '2030-01-01'::timestamptz + n * interval '1 second' FROM generate_series(1, 20000) n`,
      );
      await database.reads.query('VACUUM ANALYZE events');
      const plan = async (where: string) =>
        (
          await database.reads.query(
            `EXPLAIN SELECT * FROM events e WHERE e.organization_id = 'o1' ${where} ORDER BY e.at DESC, e.seq DESC LIMIT 21`,
          )
        ).rows
          .map((row) => row['QUERY PLAN'])
          .join('\n');
      expect(await plan(''))
        .to.match(/Index Scan Backward using events_by_time/)
        .and.not.include('Sort');
      expect(await plan(`AND e.at < '2030-01-01T01:00:00Z'`))
        .to.match(/Index Scan Backward using events_by_time/)
        .and.not.include('Sort');
      expect(await plan(`AND e.actor_id = 'a1'`)).to.match(/events_by_actor/);
      expect(await plan(`AND e.type = 'type.1'`)).to.match(/events_by_type/);
    });
  });
