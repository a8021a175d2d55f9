import { expect } from 'chai';
import { Database } from '../../../../src/adapters/persistence/mikro-orm/kernel/database.ts';
import { runMigrations } from '../../../../src/adapters/persistence/mikro-orm/migrations/run-migrations.ts';
import { backends } from '../../../support/backends.ts';

const AT = '2030-01-01T00:00:00.000Z';
const LAYOUT = { root: 'docs', summaryPath: 'docs/SUMMARY.md' };
const pointWith = (...codes: string[]) => ({
  url: 'https://example.org/x',
  ref: 'refs/heads/main',
  directory: '',
  commit: 'c',
  revision: 'r',
  layout: LAYOUT,
  report: codes.map((code) => ({ level: 'info', code, path: '', message: 'm' })),
});

for (const backend of backends.filter(({ name }) => name !== 'memory'))
  describe(`spaces that were imported by a version without redirects (${backend.name})`, () => {
    it('are imported in full the next time if their repository may have redirects, and only then', async () => {
      const database = await Database.open({ url: (await backend.emptyDatabase())!, connections: 2 });
      try {
        await runMigrations(database.orm, { to: '065-search-titles' });
        const query = async (text: string, values: unknown[] = []): Promise<any[]> =>
          (await database.reads.query(text, values)).rows;
        await query(
          `INSERT INTO organizations (id, title, email_domains, sso, ai, invite_links, created_at) VALUES ('o', 'O', '[]', false, false, false, '${AT}')`,
        );
        const points = {
          none: pointWith('unlisted-files'),
          silent: pointWith(),
          some: pointWith('unlisted-files', 'redirects-not-imported'),
          shadowed: pointWith('redirect-shadowed'),
          lost: pointWith('redirect-without-target'),
          cut: pointWith('report-cut'),
          never: null,
        };
        for (const [id, point] of Object.entries(points)) {
          await query(
            `INSERT INTO spaces (id, organization_id, title, visibility, edit_mode, created_at, updated_at, rank) VALUES ('${id}', 'o', 'S', 'private', 'locked', '${AT}', '${AT}', '${id}')`,
          );
          await query(
            `INSERT INTO git_syncs (id, organization_id, state, synced, pending) VALUES ('${id}', 'o', 'idle', $1, $2)`,
            [
              JSON.stringify(point),
              id === 'some'
                ? JSON.stringify(pointWith('redirects-not-imported'))
                : id === 'silent'
                  ? JSON.stringify(pointWith())
                  : null,
            ],
          );
        }
        await database.migrate();
        const now = Object.fromEntries(
          (await query('SELECT id, synced, pending FROM git_syncs')).map(({ id, synced, pending }) => [
            id,
            { synced, pending },
          ]),
        );
        for (const id of ['some', 'shadowed', 'lost', 'cut'] as const)
          expect(now[id].synced, id).to.deep.equal({ ...points[id]!, layout: null });
        for (const id of ['none', 'silent', 'never'] as const) expect(now[id].synced, id).to.deep.equal(points[id]);
        expect([now.some.pending.layout, now.silent.pending.layout, now.none.pending]).to.deep.equal([
          null,
          LAYOUT,
          null,
        ]);
      } finally {
        await database.close();
      }
    });
  });
