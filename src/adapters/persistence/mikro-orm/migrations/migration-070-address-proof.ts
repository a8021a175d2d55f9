import { Migration } from './migration.ts';

/** Moves the proof of an address to the user, and records which SAML identities created their account. */
export class Migration070AddressProof extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `ALTER TABLE users ADD COLUMN unproven boolean NOT NULL DEFAULT false`,
  `UPDATE users u SET unproven = true FROM credentials c WHERE c.id = u.id AND c.unproven`,
  `ALTER TABLE credentials DROP COLUMN unproven`,
  `ALTER TABLE saml_identities ADD COLUMN made_account boolean NOT NULL DEFAULT false`,
  // A sign-in that created an account stored both with the same time, and no password exists before the address is proven.
  `UPDATE saml_identities i SET made_account = true
   FROM users u LEFT JOIN credentials c ON c.id = u.id
   WHERE u.id = i.user_id AND u.created_at = i.created_at AND u.unproven AND c.password_hash IS NULL`,
];
