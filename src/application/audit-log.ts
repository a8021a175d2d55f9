import { EVENT_TYPES, type EventType } from '../domain/kernel/event-types.ts';
import { digestOf } from '../domain/content/objects/hash.ts';
import { isInviteLinkEvent } from '../domain/invitations.ts';
import { NotFound } from '../domain/kernel/errors.ts';
import { toUtc } from '../domain/kernel/time.ts';
import type { Id, OrganizationId } from '../domain/kernel/id.ts';
import type { AuditEntry, AuditFilter } from '../ports/audit-log.ts';
import type { Page, PageRequest } from '../ports/kernel/repository.ts';
import { query } from './kernel/use-case.ts';
import { inOrganization } from './kernel/scope.ts';

/** An audit event and the organization whose log contains it. */
export interface AuditEventView {
  readonly organizationId: OrganizationId;
  readonly entry: AuditEntry;
}

/**
 * Lists the events of an organization and the events of its members' accounts while they were members, the newest
 * first.
 */
export const listOrganizationAuditEvents = query<{
  organizationId: OrganizationId;
  action?: string;
  actor?: Id;
  target?: Id;
  from?: string;
  to?: string;
  page: PageRequest;
}>()({
  name: 'listOrganizationAuditEvents',
  requires: 'organization:admin',
  scope: inOrganization,
  async run({ read }, { organizationId, page, action, actor, target, from, to }): Promise<Page<AuditEventView>> {
    const filter: AuditFilter = { type: action, actor, target, from: from && toUtc(from), to: to && toUtc(to) };
    const { items, ...rest } = await read.audit.list(organizationId, filter, page);
    return { items: items.map((entry) => ({ organizationId, entry })), ...rest };
  },
});

/** Gets an event of the audit log. */
export const getOrganizationAuditEvent = query<{ organizationId: OrganizationId; auditEventId: Id }>()({
  name: 'getOrganizationAuditEvent',
  requires: 'organization:admin',
  scope: inOrganization,
  async run({ read }, { organizationId, auditEventId }): Promise<AuditEventView> {
    const entry = await read.audit.find(organizationId, auditEventId);
    if (entry === undefined) throw new NotFound('audit event');
    return { organizationId, entry };
  },
});

/**
 * Target of an event as the API names it; members of organizations and teams have the ID of their user, and invite
 * links a digest of their ID, with which people join.
 */
function targetOf({ type, subject, data }: AuditEntry): { readonly type: string; readonly id: string } {
  const kind = type.slice(0, type.indexOf('.'));
  const userId = data?.['userId'];
  if (isInviteLinkEvent(type, data)) return { type: kind, id: digestOf(subject) };
  return kind === 'member' && typeof userId === 'string' ? { type: kind, id: userId } : { type: kind, id: subject };
}

/** Returns the members of an audit event as the API and webhooks show it, without its URLs. */
export const auditEventMembers = (entry: AuditEntry) => ({
  object: 'audit-event' as const,
  id: entry.id,
  occurredAt: entry.at,
  action: entry.type,
  actor:
    entry.actorId === null
      ? { type: 'system' as const, id: 'system' }
      : { type: 'user' as const, id: entry.actorId, ...(entry.actor !== null && { label: entry.actor.displayName }) },
  target: targetOf(entry),
  ...(entry.spaceId !== null && { space: entry.spaceId }),
  ...(entry.tokenId !== null && { token: entry.tokenId }),
  ...(entry.address !== null && { address: entry.address }),
  ...(entry.requestId !== null && { requestId: entry.requestId }),
  source: 'api' as const,
  schemaVersion: 1 as const,
  payload: { ...entry.data },
});

/** Abbreviations and names in event types. */
const SPELLINGS: Readonly<Record<string, string>> = {
  api: 'API',
  git: 'Git',
  openapi: 'OpenAPI',
  pdf: 'PDF',
  saml: 'SAML',
  sso: 'SSO',
};

/** An action that events of the audit log can have. */
export interface AuditEventActionView {
  readonly id: EventType;
  readonly label: string;
}

/** Lists all actions that events of the audit log can have, sorted by ID. */
export const listOrganizationAuditEventActions = query<{ organizationId: OrganizationId }>()({
  name: 'listOrganizationAuditEventActions',
  requires: 'organization:admin',
  scope: inOrganization,
  async run(): Promise<readonly AuditEventActionView[]> {
    return EVENT_TYPES.map((id) => ({ id, label: labelOf(id) }));
  },
});

/** Returns the label of an event type: `api-token.issued` is `API token issued`. */
function labelOf(type: EventType): string {
  const words = type.split(/[.-]/).map((word) => SPELLINGS[word] ?? word);
  return words.join(' ').replace(/^./, (first) => first.toUpperCase());
}
