import { Migration } from './migration.ts';

const ID = 'text COLLATE "C"';

/** Adds claims of e-mail domains with their proof; existing claims wait for their proof. */
export class Migration071EmailDomains extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const RANDOM = `replace(gen_random_uuid()::text, '-', '')`;
const NOW = `to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const STATEMENTS = [
  `CREATE TABLE email_domains (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    organization_id ${ID} NOT NULL REFERENCES organizations ON DELETE CASCADE,
    domain text COLLATE "C" NOT NULL, claim jsonb NOT NULL,
    proven_domain text COLLATE "C", proven_by text,
    CONSTRAINT email_domains_proven_unique UNIQUE (proven_domain),
    CONSTRAINT email_domains_claim_unique UNIQUE (organization_id, domain),
    CONSTRAINT email_domains_proof CHECK ((proven_domain IS NULL) = (proven_by IS NULL) AND coalesce(proven_domain, domain) = domain)
  )`,
  `INSERT INTO email_domains (id, organization_id, domain, claim)
   SELECT substr(${RANDOM}, 1, 20), o.id, d.domain, jsonb_build_object(
     'id', substr(${RANDOM}, 1, 22), 'since', ${NOW}, 'checkedAt', NULL, 'finding', NULL, 'missingSince', NULL)
   FROM organizations o CROSS JOIN LATERAL (SELECT DISTINCT jsonb_array_elements_text(o.email_domains) AS domain) d`,
  `DROP INDEX organizations_by_email_domain`,
];
