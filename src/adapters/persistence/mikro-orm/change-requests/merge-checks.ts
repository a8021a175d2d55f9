import type { LatestReview, MergeChecks } from '../../../../ports/change-requests/merge-checks.ts';
import { statement } from '../kernel/sql.ts';
import { accessFactsFrom, ACCESS_FACTS, ACCESS_FACTS_FROM } from '../permissions/access-facts.ts';
import type { Transaction } from '../kernel/transaction.ts';

/** Merge rules that apply to space `s` of organization `o`. */
const RULES = `CASE WHEN s.merge_rules -> 'inherit' IS NULL THEN s.merge_rules ELSE o.merge_rules END`;
const OF = statement(
  `SELECT ${RULES} AS rules, l.*
   FROM spaces s JOIN organizations o ON o.id = s.organization_id LEFT JOIN LATERAL (
     SELECT r.reviewer_id AS "reviewerId", r.status, r.revision,
       coalesce((SELECT c.seq FROM revisions c WHERE c.id = r.revision AND c.branch_id = $2), 0) AS position,
       (SELECT max(c.seq) FROM revisions c WHERE c.branch_id = $2 AND c.created_by = r.reviewer_id AND c.type <> 'update') AS "lastChange",
       ${ACCESS_FACTS('s', 'r.reviewer_id')}
     FROM (SELECT DISTINCT ON (reviewer_id) * FROM reviews WHERE change_request_id = $2 ORDER BY reviewer_id, seq DESC) r
     ${ACCESS_FACTS_FROM('s', 'r.reviewer_id')}
   ) l ON ${RULES} IS NOT NULL
   WHERE s.id = $1`,
);

const NAMING = statement(
  `SELECT id FROM spaces
   WHERE organization_id = $1
     AND merge_rules -> 'standard' @> jsonb_build_array(jsonb_build_object('users', jsonb_build_array($2::text)))`,
);

/**
 * Checks of a merge on the connection of the transaction, after its locks, so that they see all that was committed
 * before.
 */
export class PgMergeChecks implements MergeChecks {
  constructor(private readonly transaction: Transaction) {}

  async load(spaceId: string, changeRequestId: string): ReturnType<MergeChecks['load']> {
    const found = await this.transaction.rows(OF, [spaceId, changeRequestId]);
    const reviews = found
      .filter(({ reviewerId }) => reviewerId !== null)
      .map((row): LatestReview => ({
        reviewerId: row.reviewerId,
        status: row.status,
        revision: row.revision,
        position: row.position,
        lastChange: row.lastChange,
        access: accessFactsFrom(row),
      }));
    return { rules: found[0]?.rules ?? null, reviews };
  }
  async listSpacesNaming(organizationId: string, userId: string): Promise<readonly string[]> {
    const found = await this.transaction.rows<{ id: string }>(NAMING, [organizationId, userId]);
    return found.map(({ id }) => id);
  }
}
