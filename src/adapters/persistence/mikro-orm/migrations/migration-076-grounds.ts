import { Migration } from './migration.ts';

/**
 * Grounds of background work: the origin of the credential that ordered it (unknown for older work), and the pause of
 * work whose orderer lost the permission.
 */
export class Migration076Grounds extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE git_follows ADD COLUMN via text, ADD COLUMN paused jsonb');
    this.addSql('ALTER TABLE translations ADD COLUMN paused jsonb');
    this.addSql(`UPDATE translations SET run = run || jsonb_build_object('via', NULL, 'again',
      CASE WHEN run->>'again' IS NULL THEN 'null'::jsonb ELSE jsonb_build_object('userId', run->>'again', 'via', NULL) END)
      WHERE jsonb_typeof(run) = 'object'`);
    this.addSql(
      'ALTER TABLE openapi_specs ADD COLUMN ordered_by text COLLATE "C", ADD COLUMN via text, ADD COLUMN paused jsonb',
    );
    this.addSql(`UPDATE openapi_specs s SET ordered_by = e.actor_id FROM (
      SELECT DISTINCT ON (subject) subject, actor_id FROM events
      WHERE type IN ('openapi-spec.created', 'openapi-spec.source-changed', 'openapi-spec.refreshed') AND actor_id IS NOT NULL
      ORDER BY subject, seq DESC) e WHERE e.subject = s.id`);
  }
}
