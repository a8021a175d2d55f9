import { expect } from 'chai';
import { Database } from '../../../../src/adapters/persistence/mikro-orm/kernel/database.ts';
import { runMigrations } from '../../../../src/adapters/persistence/mikro-orm/migrations/run-migrations.ts';
import { backends } from '../../../support/backends.ts';

const AT = '2030-01-01T00:00:00.000Z';
/** Each revision of the primary content of space `s`, from the first to the head. */
const CHAIN = ['m', 'z', 'a', 'k'];

for (const backend of backends.filter(({ name }) => name !== 'memory'))
  describe(`revisions from before they were numbered (${backend.name})`, () => {
    let database: Database;
    const query = async (text: string, values: unknown[] = []): Promise<any[]> =>
      (await database.reads.query(text, values)).rows;
    const addRevision = (id: string, branch: string, parents: readonly string[], more = ''): Promise<unknown> =>
      query(
        `INSERT INTO revisions (id, space_id, branch_id, parents, content, type, created_at${more && ', seq'})
         VALUES ($1, 's', $2, $3, '', 'edits', $4${more})`,
        [id, branch, parents, AT],
      );
    const numbersOf = async (branch: string): Promise<string[]> =>
      (await query('SELECT id, seq FROM revisions WHERE branch_id = $1 ORDER BY seq', [branch])).map(
        ({ id, seq }) => `${id}${seq}`,
      );

    before(async () => {
      database = await Database.open({ url: (await backend.emptyDatabase())!, connections: 2 });
      await runMigrations(database.orm, { to: '132-custom-fonts' });
      await query(
        `INSERT INTO organizations (id, title, email_domains, sso, ai, invite_links, created_at) VALUES ('o', 'O', '[]', false, false, false, '${AT}')`,
      );
      await query(
        `INSERT INTO spaces (id, organization_id, title, visibility, edit_mode, created_at, updated_at, rank) VALUES ('s', 'o', 'S', 'private', 'locked', '${AT}', '${AT}', 's')`,
      );
      for (const [i, id] of CHAIN.entries()) await addRevision(id, 's', i === 0 ? [] : [CHAIN[i - 1]!, 'b2']);
      await addRevision('c2', 'c', ['z']);
      await addRevision('c1', 'c', ['c2', 'k']);
      await query(
        `INSERT INTO branches (id, space_id, revision_id, content) VALUES ('s', 's', 'k', ''), ('c', 's', 'c1', ''), ('d', 's', 'z', '')`,
      );
      // Left over from a branch that is gone.
      await addRevision('y', 'gone', ['x']);
      await addRevision('x', 'gone', []);
      await database.migrate();
    });
    after(() => database.close());

    it('are numbered along the chain of each branch, whatever the order of their ids', async () => {
      expect(await numbersOf('s')).to.deep.equal(['m1', 'z2', 'a3', 'k4']);
      expect(await numbersOf('c')).to.deep.equal(['c21', 'c12']);
      expect(await numbersOf('gone')).to.deep.equal(['x1', 'y2']);
    });

    it('are followed by those of nodes that run the earlier version', async () => {
      await addRevision('b', 's', ['k']);
      await addRevision('d1', 'd', ['z']);
      expect((await numbersOf('s')).at(-1)).to.equal('b5');
      expect(await numbersOf('d')).to.deep.equal(['d11']);
    });

    it('never have the same number on one branch', async () => {
      const failure = await addRevision('twice', 's', ['k'], ', 5').then(
        () => undefined,
        (error: Error) => error.message,
      );
      expect(failure).to.include('revisions_in_order');
    });
  });
