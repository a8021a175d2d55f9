import { Migration } from './migration.ts';

/**
 * Records the origin of tokens that were made in SSO sessions: those that are confined to one organization with
 * exactly one provider. Others stay without an origin and do not satisfy enforced SSO.
 */
export class Migration069CredentialOrigins extends Migration {
  override up(): void {
    this.addSql(`UPDATE api_tokens t SET via = p.via
      FROM (SELECT organization_id, 'saml:' || min(id) AS via FROM saml_providers GROUP BY organization_id HAVING count(*) = 1) p
      WHERE t.kind = 'api' AND t.via IS NULL AND t.organization_id = p.organization_id`);
  }
}
