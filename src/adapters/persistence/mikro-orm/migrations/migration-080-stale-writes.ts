import { Migration } from './migration.ts';

/**
 * Function that fails a statement whose row was modified concurrently, so that the statement can be sent together with
 * COMMIT. SQLSTATE class QR is Quire's own.
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
