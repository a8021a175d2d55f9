import { Fragment } from 'preact';
import {
  listOrganizationAuditEventActions,
  listOrganizationAuditEvents,
  type AuditEvent,
  type Member,
} from '../api/operations.ts';
import { useList, useQuery, type QueryState } from '../api/use-query.ts';
import { OrganizationFrame } from '../frame/organization-frame.tsx';
import { m } from '../messages/messages.ts';
import type { Parameters } from '../navigation/paths.ts';
import { query, setQuery } from '../navigation/router.ts';
import { Button } from '../ui/button.tsx';
import { Select, TextField } from '../ui/fields.tsx';
import { endOfDay, startOfDay } from '../ui/local-day.ts';
import { Time } from '../ui/parts.tsx';
import { ListRows } from '../ui/rows.tsx';
import { loadNames, targetName, withMembers, type Names } from './audit-names.ts';
import { UserFilter, useMembers } from './member-select.tsx';

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
  const members = useMembers(path.organizationId);
  // Without the names, events show the IDs only.
  const loaded = useQuery(`audit names ${organizationId}`, () => loadNames(path.organizationId));
  const names = withMembers(loaded.data ?? new Map(), members.data ?? []);
  const events = useList(
    `audit log ${organizationId} ${JSON.stringify(filters)}`,
    (page) =>
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
    { keepsItems: true },
  );
  const labelOf = ({ action }: AuditEvent): string => actions.data?.find(({ id }) => id === action)?.label ?? action;
  const set = (name: Filter, value: string): void => setQuery({ [name]: value === '' ? null : value });
  return (
    <OrganizationFrame organizationId={path.organizationId} part="auditLog">
      {() => (
        <>
          <AuditFilters members={members} filters={filters} actions={actions.data ?? []} onChange={set} />
          <ListRows of={events} empty={m.auditLog.none} keyOf={({ id }) => id}>
            {(event) => (
              <AuditEventRow
                event={event}
                label={labelOf(event)}
                names={names}
                onlyActor={() => set('actor', event.actor.id)}
              />
            )}
          </ListRows>
        </>
      )}
    </OrganizationFrame>
  );
}

interface AuditFiltersProps {
  readonly members: QueryState<readonly Member[]>;
  readonly filters: Filters;
  /** Actions that events of the organization are about. */
  readonly actions: readonly { readonly id: string; readonly label: string }[];
  /** Called with a filter; an empty value removes the filter. */
  readonly onChange: (name: Filter, value: string) => void;
}

const AuditFilters = ({ members, filters, actions, onChange }: AuditFiltersProps) => (
  <div class="filters">
    <Select
      label={m.auditLog.action}
      value={filters.action ?? ''}
      onChange={(value) => onChange('action', value)}
      options={[{ value: '', label: m.auditLog.anyAction }, ...actions.map(({ id, label }) => ({ value: id, label }))]}
    />
    <UserFilter
      members={members}
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
  readonly names: Names;
  /** Called when only events of the same actor are to be shown. */
  readonly onlyActor: () => void;
}

function AuditEventRow({ event, label, names, onlyActor }: AuditEventRowProps) {
  const name = targetName(event, names);
  const space = event.space === event.target.id ? undefined : names.get(event.space ?? '');
  return (
    <>
      <div class="grow">
        <span class="row-title">
          {label}
          {name !== undefined && (
            <>
              : <bdi>{name}</bdi>
            </>
          )}
        </span>
        <p class="soft">
          <bdi>{event.actor.label ?? m.history.system}</bdi> · <Time at={event.occurredAt} />
          {space !== undefined && (
            <>
              {' '}
              · {m.auditLog.in} <bdi>{space}</bdi>
            </>
          )}
          {event.address !== undefined && ` · ${event.address}`}
        </p>
        <details>
          <summary>{m.auditLog.details}</summary>
          <AuditEventFacts event={event} name={name} names={names} />
        </details>
      </div>
      {event.actor.type === 'user' && (
        <Button kind="quiet" onClick={onlyActor}>
          {m.auditLog.onlyActor(event.actor.label ?? event.actor.id)}
        </Button>
      )}
    </>
  );
}

interface AuditEventFactsProps extends Pick<AuditEventRowProps, 'event' | 'names'> {
  /** Name of the target, if it is known. */
  readonly name: string | undefined;
}

/** Target, space, payload and request of an event. */
const AuditEventFacts = ({ event, name, names }: AuditEventFactsProps) => (
  <dl class="facts">
    <dt>{m.auditLog.target}</dt>
    <dd>
      {name !== undefined && <bdi>{name}</bdi>} {event.target.type} <code>{event.target.id}</code>
    </dd>
    {event.space !== undefined && event.space !== event.target.id && (
      <>
        <dt>{m.structure.space}</dt>
        <dd>
          <NamedId id={event.space} names={names} />
        </dd>
      </>
    )}
    {Object.entries(event.payload).map(([key, value]) => (
      <Fragment key={key}>
        <dt>{key}</dt>
        <dd>{typeof value === 'string' ? <NamedId id={value} names={names} /> : JSON.stringify(value)}</dd>
      </Fragment>
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
);

/** ID with its name, or another text as it is. */
function NamedId({ id, names }: { readonly id: string; readonly names: Names }) {
  const name = names.get(id);
  if (name === undefined) return <>{id}</>;
  return (
    <>
      <bdi>{name}</bdi> <code>{id}</code>
    </>
  );
}
