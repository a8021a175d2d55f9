import { expect } from 'chai';
import { Database } from '../../../../src/adapters/persistence/mikro-orm/kernel/database.ts';
import { runMigrations } from '../../../../src/adapters/persistence/mikro-orm/migrations/run-migrations.ts';
import { backends } from '../../../support/backends.ts';

const AT = '2030-01-01T00:00:00.000Z';

for (const backend of backends.filter(({ name }) => name !== 'memory'))
  describe(`counts of change requests (${backend.name})`, () => {
    let database: Database;
    before(async () => {
      database = await Database.open({ url: (await backend.emptyDatabase())!, connections: 2 });
    });
    after(() => database.close());

    const query = async (text: string): Promise<any[]> => (await database.reads.query(text)).rows;
    const open = (id: string, number: number, status: string): Promise<any[]> =>
      query(
        `INSERT INTO change_requests (id, space_id, number, status, subject, created_by, created_at, updated_at, revision_initial) VALUES ('${id}', 's', ${number}, '${status}', '', 'u', '${AT}', '${AT}', 'r')`,
      );
    const counts = async (): Promise<number[]> =>
      Object.values(
        (
          await query(`SELECT change_requests, change_requests_open, change_requests_draft FROM spaces WHERE id = 's'`)
        )[0] ?? {},
      );

    it('are correct for change requests that existed before the migration', async () => {
      await runMigrations(database.orm, { to: '001-foundation' });
      await query(
        `INSERT INTO users (id, email, display_name, operator, created_at) VALUES ('u', 'u@example.org', 'U', false, '${AT}')`,
      );
      await query(
        `INSERT INTO organizations (id, title, email_domains, sso, ai, invite_links, created_at) VALUES ('o', 'O', '[]', false, false, false, '${AT}')`,
      );
      for (const id of ['s', 'empty'])
        await query(
          `INSERT INTO spaces (id, organization_id, title, visibility, edit_mode, created_at, updated_at) VALUES ('${id}', 'o', 'S', 'private', 'locked', '${AT}', '${AT}')`,
        );
      for (const [number, status] of ['open', 'open', 'draft', 'archived', 'merged'].entries())
        await open(`c${number}`, number, status);
      await database.migrate();
      expect(await counts()).to.deep.equal([5, 2, 1]);
      expect(await query(`SELECT change_requests AS count FROM spaces WHERE id = 'empty'`)).to.deep.equal([
        { count: 0 },
      ]);
    });

    it('follow change requests that are opened, changed and deleted, also concurrently, and do not change the version of the space', async () => {
      const version = await query(`SELECT version FROM spaces WHERE id = 's'`);
      await open('d', 9, 'draft');
      expect(await counts()).to.deep.equal([6, 2, 2]);
      await query(`UPDATE change_requests SET status = 'open', subject = 'all' WHERE status IN ('draft', 'archived')`);
      expect(await counts()).to.deep.equal([6, 5, 0]);
      await query(`UPDATE change_requests SET status = status, subject = 'again'`);
      await query(`DELETE FROM change_requests WHERE id IN ('c0', 'c4')`);
      expect(await counts()).to.deep.equal([4, 4, 0]);
      expect(await query(`SELECT version FROM spaces WHERE id = 's'`)).to.deep.equal(version);
    });

    it('do not prevent the removal of the space', async () => {
      await query(`DELETE FROM spaces WHERE id = 's'`);
      expect(await query('SELECT 1 FROM change_requests')).to.deep.equal([]);
    });
  });
