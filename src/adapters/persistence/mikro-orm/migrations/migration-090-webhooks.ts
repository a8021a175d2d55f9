import { Migration } from './migration.ts';

const ID = 'text COLLATE "C"';

/** Webhooks and their deliveries, which are added in the transaction of the event. */
export class Migration090Webhooks extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

/** Name of the jobs that make the attempts. */
const JOB = 'deliver-webhook';
const MAX_PRIORITY = 32_767;

const STATEMENTS = [
  `CREATE TABLE webhooks (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    organization_id ${ID} NOT NULL REFERENCES organizations ON DELETE CASCADE,
    url text NOT NULL, description text, events jsonb NOT NULL,
    enabled boolean NOT NULL, disabled_reason text, disabled_at timestamptz(3),
    secret text NOT NULL, old_secret text, old_secret_until timestamptz(3),
    ordered_by ${ID} NOT NULL, via text, failing_since timestamptz(3),
    created_at timestamptz(3) NOT NULL, updated_at timestamptz(3) NOT NULL
  )`,
  `CREATE INDEX webhooks_in ON webhooks (organization_id, id)`,

  // No foreign keys: they would make the transaction of an event wait for, or fail with, one that deletes a webhook.
  `CREATE TABLE webhook_deliveries (
    id ${ID} PRIMARY KEY, version int NOT NULL DEFAULT 1,
    organization_id ${ID} NOT NULL, webhook_id ${ID} NOT NULL, event_id ${ID} NOT NULL, type text NOT NULL,
    status text NOT NULL, attempts int NOT NULL, tries int NOT NULL,
    next_attempt_at timestamptz(3), last_attempt_at timestamptz(3),
    response_status int, response_body text, error text,
    created_at timestamptz(3) NOT NULL, delivered_at timestamptz(3),
    CONSTRAINT webhook_deliveries_unique UNIQUE (webhook_id, event_id)
  )`,
  `CREATE INDEX webhook_deliveries_of ON webhook_deliveries (webhook_id, id)`,
  `CREATE INDEX webhook_deliveries_by_status ON webhook_deliveries (webhook_id, status, id)`,

  // The priority interleaves the jobs of organizations as for other jobs (ADR 50).
  `CREATE FUNCTION deliver_events_to_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
   DECLARE made record;
   BEGIN
     FOR made IN
       INSERT INTO webhook_deliveries
         (id, organization_id, webhook_id, event_id, type, status, attempts, tries, next_attempt_at, created_at)
       SELECT 'D' || lpad(e.seq::text, 12, '0') || right(w.id, 7), w.organization_id, w.id, lpad(e.seq::text, 20, '0'),
         e.type, 'pending', 0, 0, e.at, e.at
       FROM stored e JOIN webhooks w ON w.organization_id = e.organization_id
       WHERE w.enabled AND CASE WHEN e.type = 'webhook.tested' THEN e.subject = w.id
         ELSE w.events = '[]'::jsonb OR w.events ? e.type OR w.events ? split_part(e.type, '.', 1) END
       ORDER BY e.seq, w.id
       RETURNING id, organization_id
     LOOP
       PERFORM graphile_worker.add_job('${JOB}',
         json_build_object('organizationId', made.organization_id, 'deliveryId', made.id, 'attempts', 0),
         max_attempts => 5, flags => ARRAY['${JOB} ' || made.organization_id],
         priority => (SELECT least(coalesce(max(priority) + 1, 0), ${MAX_PRIORITY})::int FROM graphile_worker._private_jobs
           WHERE flags = jsonb_build_object('${JOB} ' || made.organization_id, true) AND is_available));
     END LOOP;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER events_to_webhooks AFTER INSERT ON events REFERENCING NEW TABLE AS stored
   FOR EACH STATEMENT EXECUTE FUNCTION deliver_events_to_webhooks()`,
];
