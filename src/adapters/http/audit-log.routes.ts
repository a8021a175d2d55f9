import * as z from 'zod';
import {
  auditEventMembers,
  getOrganizationAuditEvent,
  listOrganizationAuditEventActions,
  listOrganizationAuditEvents,
  type AuditEventActionView,
  type AuditEventView,
} from '../../application/audit-log.ts';
import { instant, uri } from './kernel/fields.ts';
import { list, ok, resource } from './kernel/reply.ts';
import { route, tagged } from './kernel/route.ts';

const AuditEventResource = resource(
  'AuditEvent',
  z.object({
    object: z.literal('audit-event'),
    id: z.string(),
    occurredAt: instant,
    action: z.string().meta({ description: 'Action of the event, such as `member.role-changed`.' }),
    actor: z.object({ type: z.enum(['user', 'system']), id: z.string(), label: z.string().optional() }),
    target: z.object({ type: z.string(), id: z.string() }).meta({ description: 'Resource that the event is about.' }),
    space: z.string().optional().meta({ description: 'Space in which the event happened.' }),
    token: z.string().optional().meta({ description: 'API token or session that was used.' }),
    address: z.string().optional().meta({ description: 'IP address of the request.' }),
    requestId: z.string().optional(),
    source: z.literal('api').meta({ description: 'Entry point: every change is made over the API.' }),
    schemaVersion: z.literal(1),
    payload: z.record(z.string(), z.unknown()).meta({ description: 'Further details of the event.' }),
    urls: z.object({ location: uri }),
  }),
  ({ organizationId, entry }: AuditEventView, links) => ({
    ...auditEventMembers(entry),
    urls: { location: links.api('orgs', organizationId, 'audit-events', entry.id) },
  }),
);

const AuditEventActionsResource = resource(
  'AuditEventActions',
  z.object({
    items: z.array(
      z.object({
        object: z.literal('audit-event-action'),
        id: z.string().meta({ description: 'Action, as events have it.' }),
        label: z.string().meta({ description: 'Action in words.' }),
      }),
    ),
  }),
  (actions: readonly AuditEventActionView[]) => ({
    items: actions.map(({ id, label }) => ({ object: 'audit-event-action' as const, id, label })),
  }),
);

const filters = {
  action: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'Action, such as `member.joined`, or the part before the dot.' }),
  actor: z.string().max(100).optional().meta({ description: 'ID of the user who performed the action.' }),
  target: z.string().max(100).optional().meta({ description: 'Resource, space or user that the event is about.' }),
  from: instant.optional().meta({ description: 'Earliest time of the event.' }),
  to: instant.optional().meta({ description: 'Latest time of the event.' }),
};

export const auditRoutes = tagged('Audit log', [
  route('GET /v1/orgs/:organizationId/audit-events', listOrganizationAuditEvents, {
    summary: 'List the audit events of an organization',
    query: filters,
    paged: true,
    defaultLimit: 20,
    limits: { min: 1, max: 100 },
    returns: list(AuditEventResource),
  }),
  route('GET /v1/orgs/:organizationId/audit-events/:auditEventId', getOrganizationAuditEvent, {
    summary: 'Get an audit event',
    returns: ok(AuditEventResource),
  }),
  route('GET /v1/orgs/:organizationId/audit-event-actions', listOrganizationAuditEventActions, {
    summary: 'List the actions of audit events',
    returns: ok(AuditEventActionsResource),
  }),
]);
