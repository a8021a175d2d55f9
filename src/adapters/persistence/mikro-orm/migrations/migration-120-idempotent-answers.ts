import { Migration } from './migration.ts';

/** Answers of requests with an `Idempotency-Key`. */
export class Migration120IdempotentAnswers extends Migration {
  override up(): void {
    this.addSql(`CREATE TABLE idempotent_answers (
      id text COLLATE "C" PRIMARY KEY, fingerprint text NOT NULL, box text NOT NULL, expires_at timestamptz(3) NOT NULL
    )`);
    this.addSql('CREATE INDEX idempotent_answers_by_expiry ON idempotent_answers (expires_at)');
  }
}
