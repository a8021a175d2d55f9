import { listOrganizationAuditEventActions, listOrganizationAuditEvents, type AuditEvent } from '../api/operations.ts';
import { useList, useQuery } from '../api/use-query.ts';
import { OrganizationFrame } from '../frame/organization-frame.tsx';
import { m } from '../messages/messages.ts';
import type { Parameters } from '../navigation/paths.ts';
import { query, setQuery } from '../navigation/router.ts';
import { Button } from '../ui/button.tsx';
import { Select, TextField } from '../ui/fields.tsx';
import { Time } from '../ui/parts.tsx';
import { ListRows } from '../ui/rows.tsx';
import { UserFilter } from './member-select.tsx';

const FILTERS = ['action', 'actor', 'target', 'from', 'to'] as const;
type Filter = (typeof FILTERS)[number];
/** Returns the times at which a day begins and ends. */
const startOf = (day: string): string => `${day}T00:00:00.000Z`;
const endOf = (day: string): string => `${day}T23:59:59.999Z`;

/** Audit log of an organization, with filters. */
export function AuditLogScreen({ organizationId }: Parameters) {
  const path = { organizationId: organizationId! };
  const filters = Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = query.value.get(name);
      return value === null || value === '' ? [] : [[name, value]];
    }),
  ) as Partial<Record<Filter, string>>;
  const { from, to, ...exact } = filters;
  const actions = useQuery(
    `audit actions ${organizationId}`,
    async () => (await listOrganizationAuditEventActions({ path })).items,
  );
  const events = useList(`audit log ${organizationId} ${JSON.stringify(filters)}`, (page) =>
    listOrganizationAuditEvents({
      path,
      query: {
        limit: 50,
        ...exact,
        ...(from && { from: startOf(from) }),
        ...(to && { to: endOf(to) }),
        ...(page && { page }),
      },
    }),
  );
  const labelOf = ({ action }: AuditEvent): string => actions.data?.find(({ id }) => id === action)?.label ?? action;
  const set = (name: Filter, value: string): void => setQuery({ [name]: value === '' ? null : value });
  return (
    <OrganizationFrame organizationId={path.organizationId} part="auditLog">
      {() => (
        <>
          <div class="filters">
            <Select
              label={m.auditLog.action}
              value={filters.action ?? ''}
              onChange={(value) => set('action', value)}
              options={[
                { value: '', label: m.auditLog.anyAction },
                ...(actions.data ?? []).map(({ id, label }) => ({ value: id, label })),
              ]}
            />
            <UserFilter
              organizationId={path.organizationId}
              label={m.auditLog.actor}
              value={filters.actor ?? ''}
              onChange={(value) => set('actor', value)}
            />
            <TextField label={m.auditLog.from} type="date" value={from ?? ''} onInput={(value) => set('from', value)} />
            <TextField label={m.auditLog.to} type="date" value={to ?? ''} onInput={(value) => set('to', value)} />
          </div>
          <ListRows of={events} empty={m.auditLog.none} keyOf={({ id }) => id}>
            {(event) => (
              <>
                <div class="grow">
                  <span class="row-title">{labelOf(event)}</span>
                  <p class="soft">
                    {event.actor.label ?? m.history.system} · <Time at={event.occurredAt} />
                    {event.address !== undefined && ` · ${event.address}`}
                  </p>
                  <details>
                    <summary>{m.auditLog.details}</summary>
                    <dl class="facts">
                      <dt>{m.auditLog.target}</dt>
                      <dd>
                        {event.target.type} <code>{event.target.id}</code>
                      </dd>
                      {Object.entries(event.payload).map(([name, value]) => (
                        <>
                          <dt>{name}</dt>
                          <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
                        </>
                      ))}
                      {event.requestId !== undefined && (
                        <>
                          <dt>{m.errors.requestId}</dt>
                          <dd>
                            <code>{event.requestId}</code>
                          </dd>
                        </>
                      )}
                    </dl>
                  </details>
                </div>
                {event.actor.type === 'user' && (
                  <Button kind="quiet" onClick={() => set('actor', event.actor.id)}>
                    {m.auditLog.onlyActor(event.actor.label ?? event.actor.id)}
                  </Button>
                )}
              </>
            )}
          </ListRows>
        </>
      )}
    </OrganizationFrame>
  );
}
