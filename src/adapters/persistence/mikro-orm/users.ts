import type { UserId } from '../../../domain/kernel/id.ts';
import type { AccountPurger, EndedMembership } from '../../../ports/users.ts';
import { statement } from './kernel/sql.ts';
import type { Transaction } from './kernel/transaction.ts';

const TABLES = ['review_requests', 'team_members', 'grants', 'saml_identities'];
const DELETIONS = TABLES.map((table) => statement(`DELETE FROM ${table} WHERE user_id = $1`));
const MEMBERS = statement(
  `WITH gone AS (DELETE FROM members WHERE user_id = $1 RETURNING id, organization_id AS "organizationId", role)
   SELECT * FROM gone ORDER BY "organizationId"`,
);

export class PgAccountPurger implements AccountPurger {
  constructor(private readonly transaction: Transaction) {}

  async purge(userId: UserId): Promise<readonly EndedMembership[]> {
    for (const deletion of DELETIONS) await this.transaction.rows(deletion, [userId]);
    return this.transaction.rows<EndedMembership>(MEMBERS, [userId]);
  }
}
