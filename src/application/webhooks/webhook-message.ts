import type { OrganizationId } from '../../domain/kernel/id.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import { auditEventMembers } from '../audit-log.ts';

/** Body of a delivery: the event as the audit log shows it. */
export function webhookBody(organizationId: OrganizationId, entry: AuditEntry, publicUrl: string): string {
  const location = `${publicUrl}/v1/orgs/${organizationId}/audit-events/${entry.id}`;
  return JSON.stringify({
    type: entry.type,
    timestamp: entry.at,
    data: { ...auditEventMembers(entry), organization: organizationId, urls: { location } },
  });
}
