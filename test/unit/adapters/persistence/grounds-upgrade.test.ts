import { expect } from 'chai';
import { Database } from '../../../../src/adapters/persistence/mikro-orm/kernel/database.ts';
import { runMigrations } from '../../../../src/adapters/persistence/mikro-orm/migrations/run-migrations.ts';
import { backends } from '../../../support/backends.ts';

const AT = '2030-01-01T00:00:00.000Z';

for (const backend of backends.filter(({ name }) => name !== 'memory'))
  describe(`Migration076Grounds and Migration077CopiedAccess (${backend.name})`, () => {
    let database: Database;
    const query = async (text: string, values: unknown[] = []): Promise<any[]> =>
      (await database.reads.query(text, values)).rows;
    const space = (id: string, level: string | null, from?: string): Promise<any[]> =>
      query(
        `WITH e AS (INSERT INTO events (type, subject, organization_id, space_id, at, data) VALUES ('space.created', $1, 'o', $1, $2, $4))
         INSERT INTO spaces (id, organization_id, title, visibility, edit_mode, default_level, created_at, updated_at, rank)
         VALUES ($1, 'o', 'S', 'private', 'live', $3, $2, $2, $1)`,
        [id, AT, level, from === undefined ? null : JSON.stringify({ from })],
      );
    const grant = (id: string, spaceId: string, userId: string, level: string): Promise<any[]> =>
      query(`INSERT INTO grants (id, organization_id, space_id, user_id, level) VALUES ($1, 'o', $2, $3, $4)`, [
        id,
        spaceId,
        userId,
        level,
      ]);
    const translation = (id: string, run: object | null): Promise<any[]> =>
      query(
        `INSERT INTO translations (id, organization_id, space_id, source_language, language, instructions, status, run, figures, created_at, updated_at)
         VALUES ($1, 'o', 's', 'en', 'es', '{}', 'pending', $2, '{}', $3, $3)`,
        [id, run === null ? null : JSON.stringify(run), AT],
      );

    before(async () => {
      database = await Database.open({ url: (await backend.emptyDatabase())!, connections: 2 });
      await runMigrations(database.orm, { to: '068-redirects-of-repositories' });
      await query(
        `INSERT INTO organizations (id, title, email_domains, sso, ai, invite_links, created_at) VALUES ('o', 'O', '[]', false, false, false, '${AT}')`,
      );
      for (const id of ['ann', 'bob', 'cid']) {
        await query(
          `INSERT INTO users (id, email, display_name, operator, disabled, created_at) VALUES ($1, $1 || '@x.example', $1, false, false, '${AT}')`,
          [id],
        );
      }
      for (const [id, level, from] of [
        ['source', 'edit'],
        ['same', 'edit', 'source'],
        ['other', 'read', 'source'],
      ] as const)
        await space(id, level, from);
      await grant('g1', 'source', 'ann', 'edit');
      await grant('g2', 'source', 'bob', 'edit');
      await grant('c1', 'same', 'ann', 'edit');
      await grant('c2', 'same', 'bob', 'review');
      await grant('c3', 'same', 'cid', 'read');
      await translation('none', null);
      await translation('alone', { id: 'r', actorId: 'ann', startedAt: null, again: null });
      await translation('again', { id: 'r', actorId: 'ann', startedAt: AT, again: 'bob' });
      await database.migrate();
    });
    after(() => database.close());

    it('marks grants and defaults as copied that are equal on a copy and its source, and no others', async () => {
      const grants = Object.fromEntries(
        (await query('SELECT id, copied_from FROM grants')).map(({ id, copied_from }) => [id, copied_from]),
      );
      expect(grants).to.deep.equal({ g1: null, g2: null, c1: 'g1', c2: null, c3: null });
      const spaces = Object.fromEntries(
        (await query('SELECT id, default_from FROM spaces')).map(({ id, default_from }) => [id, default_from]),
      );
      expect(spaces).to.deep.equal({ source: null, same: 'source', other: null });
    });

    it('leaves earlier runs without an origin', async () => {
      const runs = Object.fromEntries(
        (await query('SELECT id, run FROM translations')).map(({ id, run }) => [id, run]),
      );
      expect(runs).to.deep.equal({
        none: null,
        alone: { id: 'r', actorId: 'ann', via: null, startedAt: null, again: null },
        again: { id: 'r', actorId: 'ann', via: null, startedAt: AT, again: { userId: 'bob', via: null } },
      });
    });
  });
