import { Migration } from './migration.ts';

/** Order of spaces and collections; existing ones are in the order of their creation. */
export class Migration030Order extends Migration {
  override up(): void {
    for (const table of ['spaces', 'collections']) {
      this.addSql(`ALTER TABLE ${table} ADD COLUMN rank text COLLATE "C" NOT NULL DEFAULT 'a0'`);
      this.addSql(`UPDATE ${table} SET rank = ${RANK}`);
      this.addSql(`CREATE INDEX ${table}_in_order ON ${table} (organization_id, rank, id)`);
      this.addSql(`DROP INDEX ${table}_in`);
      this.addSql(`CREATE INDEX ${table}_in ON ${table} (organization_id, parent_id, rank, id)`);
    }
  }
}

/** Milliseconds since 1970 in seven digits to the base 62, after a letter for the length, as new ranks are made. */
const MS = 'floor(extract(epoch FROM created_at) * 1000)::bigint';
const DIGIT = (place: number): string =>
  `substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', (${MS} / ${62 ** place} % 62)::int + 1, 1)`;
const RANK = `'g' || ${[6, 5, 4, 3, 2, 1, 0].map(DIGIT).join(' || ')}`;
