import { Migration } from './migration.ts';

/** Index for listing the feedback of agents among the events of a site. */
export class Migration111AgentFeedback extends Migration {
  override up(): void {
    this.addSql(`CREATE INDEX site_events_feedback ON site_events (site_id, seq) WHERE type = 'agent_feedback'`);
  }
}
