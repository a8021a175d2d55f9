import { Fragment } from 'preact';
import { listOrganizationAuditEventActions, listOrganizationAuditEvents, type AuditEvent } from '../api/operations.ts';
import { useList, useQuery } from '../api/use-query.ts';
import { OrganizationFrame } from '../frame/organization-frame.tsx';
import { m } from '../messages/messages.ts';
import type { Parameters } from '../navigation/paths.ts';
import { query, setQuery } from '../navigation/router.ts';
import { Button } from '../ui/button.tsx';
import { Select, TextField } from '../ui/fields.tsx';
import { endOfDay, startOfDay } from '../ui/local-day.ts';
import { Time } from '../ui/parts.tsx';
import { ListRows } from '../ui/rows.tsx';
import { UserFilter } from './member-select.tsx';

const FILTERS = ['action', 'actor', 'target', 'from', 'to'] as const;
type Filter = (typeof FILTERS)[number];
type Filters = Readonly<Partial<Record<Filter, string>>>;

/** Audit log of an organization, with filters. */
export function AuditLogScreen({ organizationId }: Parameters) {
  const path = { organizationId: organizationId! };
  const filters = Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = query.value.get(name);
      return value === null || value === '' ? [] : [[name, value]];
    }),
  ) as Filters;
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
        ...(from && { from: startOfDay(from) }),
        ...(to && { to: endOfDay(to) }),
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
          <AuditFilters
            organizationId={path.organizationId}
            filters={filters}
            actions={actions.data ?? []}
            onChange={set}
          />
          <ListRows of={events} empty={m.auditLog.none} keyOf={({ id }) => id}>
            {(event) => (
              <AuditEventRow event={event} label={labelOf(event)} onlyActor={() => set('actor', event.actor.id)} />
            )}
          </ListRows>
        </>
      )}
    </OrganizationFrame>
  );
}

interface AuditFiltersProps {
  readonly organizationId: string;
  readonly filters: Filters;
  /** Actions that events of the organization are about. */
  readonly actions: readonly { readonly id: string; readonly label: string }[];
  /** Called with a filter; an empty value removes the filter. */
  readonly onChange: (name: Filter, value: string) => void;
}

const AuditFilters = ({ organizationId, filters, actions, onChange }: AuditFiltersProps) => (
  <div class="filters">
    <Select
      label={m.auditLog.action}
      value={filters.action ?? ''}
      onChange={(value) => onChange('action', value)}
      options={[{ value: '', label: m.auditLog.anyAction }, ...actions.map(({ id, label }) => ({ value: id, label }))]}
    />
    <UserFilter
      organizationId={organizationId}
      label={m.auditLog.actor}
      value={filters.actor ?? ''}
      onChange={(value) => onChange('actor', value)}
    />
    <TextField
      label={m.auditLog.from}
      type="date"
      value={filters.from ?? ''}
      onInput={(value) => onChange('from', value)}
    />
    <TextField label={m.auditLog.to} type="date" value={filters.to ?? ''} onInput={(value) => onChange('to', value)} />
  </div>
);

interface AuditEventRowProps {
  readonly event: AuditEvent;
  readonly label: string;
  /** Called when only events of the same actor are to be shown. */
  readonly onlyActor: () => void;
}

const AuditEventRow = ({ event, label, onlyActor }: AuditEventRowProps) => (
  <>
    <div class="grow">
      <span class="row-title">{label}</span>
      <p class="soft">
        {event.actor.label ?? m.history.system} · <Time at={event.occurredAt} />
        {event.address !== undefined && ` · ${event.address}`}
      </p>
      <details>
        <summary>{m.auditLog.details}</summary>
        <AuditEventFacts event={event} />
      </details>
    </div>
    {event.actor.type === 'user' && (
      <Button kind="quiet" onClick={onlyActor}>
        {m.auditLog.onlyActor(event.actor.label ?? event.actor.id)}
      </Button>
    )}
  </>
);

/** Target, payload and request of an event. */
const AuditEventFacts = ({ event: { target, payload, requestId } }: Pick<AuditEventRowProps, 'event'>) => (
  <dl class="facts">
    <dt>{m.auditLog.target}</dt>
    <dd>
      {target.type} <code>{target.id}</code>
    </dd>
    {Object.entries(payload).map(([name, value]) => (
      <Fragment key={name}>
        <dt>{name}</dt>
        <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
      </Fragment>
    ))}
    {requestId !== undefined && (
      <>
        <dt>{m.errors.requestId}</dt>
        <dd>
          <code>{requestId}</code>
        </dd>
      </>
    )}
  </dl>
);
