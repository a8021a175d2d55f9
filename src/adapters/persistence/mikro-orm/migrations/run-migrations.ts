import { Migration as OrmMigration, Migrator } from '@mikro-orm/migrations';
import type { MikroORM } from '@mikro-orm/postgresql';
import { MIGRATIONS, REQUIRED_MIGRATION } from './index.ts';
import { Migration, MIGRATIONS_TABLE } from './migration.ts';

const GUARD = `UPDATE instance_fingerprints SET required_migration = '${REQUIRED_MIGRATION}'`;

/** Migrations to run: those up to one, or only those of these names. */
export type MigrationSelection = { readonly to: string } | { readonly only: readonly string[] };

/** Runs pending migrations in one transaction: all, or those that are selected. @returns their names */
export async function runMigrations(orm: MikroORM, selection?: MigrationSelection): Promise<readonly string[]> {
  const migrationsList = MIGRATIONS.map(({ name, class: step }) => ({
    name,
    class: class extends OrmMigration {
      override up(): void {
        for (const statement of Migration.statementsOf(step)) this.addSql(statement);
        // In the same transaction: an older build never finds the new schema without its guard.
        if (name === MIGRATIONS.at(-1)!.name) this.addSql(GUARD);
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
  const options = selection === undefined || 'to' in selection ? selection : { migrations: [...selection.only] };
  return (await new Migrator(orm.em).up(options)).map(({ name }) => name);
}
