import { Migration } from './migration.ts';

/**
 * Counts of heavy requests, in the shape that rate-limiter-flexible reads. Unlogged: a crash may forget them, and they
 * cost no WAL.
 */
export class Migration078RequestLimits extends Migration {
  override up(): void {
    this.addSql(
      'CREATE UNLOGGED TABLE request_limits (key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint)',
    );
    this.addSql('CREATE INDEX request_limits_expire ON request_limits (expire)');
  }
}
