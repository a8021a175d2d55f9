import { Migration } from './migration.ts';

/**
 * Error of a write whose row is no longer at the version it was read at. Raised by the statement itself, so that such a
 * statement can be sent together with the COMMIT. SQLSTATE class QR is Quire's own.
 */
export class Migration080StaleWrites extends Migration {
  override up(): void {
    this.addSql(`CREATE FUNCTION require_written(written bigint) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        IF written = 0 THEN
          RAISE EXCEPTION 'a row was modified concurrently' USING ERRCODE = 'QR001';
        END IF;
      END $$`);
  }
}
