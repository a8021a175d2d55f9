import { Migration as OrmMigration, Migrator } from '@mikro-orm/migrations';
import type { MikroORM } from '@mikro-orm/postgresql';
import { MIGRATIONS } from './index.ts';
import { Migration, MIGRATIONS_TABLE } from './migration.ts';

/** Runs all pending migrations in one transaction, up to the one named `to` or the last. @returns their names */
export async function runMigrations(orm: MikroORM, to?: string): Promise<readonly string[]> {
  const migrationsList = MIGRATIONS.map(({ name, class: step }) => ({
    name,
    class: class extends OrmMigration {
      override up(): void {
        for (const statement of Migration.statementsOf(step)) this.addSql(statement);
      }
    },
  }));
  orm.config.set('migrations', {
    ...orm.config.get('migrations'),
    migrationsList,
    tableName: MIGRATIONS_TABLE,
    transactional: true,
    allOrNothing: true,
    snapshot: false,
    disableForeignKeys: false,
  });
  return (await new Migrator(orm.em).up(to === undefined ? undefined : { to })).map(({ name }) => name);
}
