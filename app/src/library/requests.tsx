import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import {
  getSpaceById,
  listChangeRequestsForOrganization,
  listChangeRequestsForSpace,
  type ChangeRequest,
  type Space,
} from '../api/operations.ts';
import { userId } from '../api/session.ts';
import { useList, useQuery, type ListState } from '../api/use-query.ts';
import { SubjectDialog } from '../change-requests/subject-dialog.tsx';
import { OrganizationFrame } from '../frame/organization-frame.tsx';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { navigate, query, setQuery } from '../navigation/router.ts';
import { SpaceFrame } from '../spaces/space-frame.tsx';
import { startEditing } from '../spaces/start-editing.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/fields.tsx';
import { Badge, Time } from '../ui/parts.tsx';
import { ListRows, RowText } from '../ui/rows.tsx';

type Status = ChangeRequest['status'];
const STATUSES: readonly Status[] = ['open', 'draft', 'merged', 'archived'];
type Who = 'all' | 'mine' | 'reviewer';

/** Reads the filters from the address. */
function readFilters(): { status: Status; who: Who } {
  const status = STATUSES.find((one) => one === query.value.get('status')) ?? 'open';
  const who = (['mine', 'reviewer'] as const).find((one) => one === query.value.get('who')) ?? 'all';
  return { status, who };
}

const filterOf = (who: Who) =>
  who === 'mine' ? { creator: userId.value! } : who === 'reviewer' ? { requestedReviewer: userId.value! } : {};

/** Change requests of all spaces of an organization. */
export function RequestsScreen({ organizationId }: Parameters) {
  const path = { organizationId: organizationId! };
  const { status, who } = readFilters();
  const requests = useList(userId.value && `requests ${organizationId} ${status} ${who}`, (page) =>
    listChangeRequestsForOrganization({
      path,
      query: { status: [status], limit: 30, ...filterOf(who), ...(page && { page }) },
    }),
  );
  return (
    <OrganizationFrame organizationId={organizationId!} part="requests">
      {() => <RequestList requests={requests} />}
    </OrganizationFrame>
  );
}

/** Change requests of a space. */
export function SpaceRequestsScreen({ spaceId }: Parameters) {
  const path = { spaceId: spaceId! };
  const { status, who } = readFilters();
  const space = useQuery(`space ${spaceId}`, () => getSpaceById({ path }));
  const requests = useList(userId.value && `space requests ${spaceId} ${status} ${who}`, (page) =>
    listChangeRequestsForSpace({
      path,
      query: { status, limit: 30, ...filterOf(who), ...(page && { page }) },
    }),
  );
  return (
    <SpaceFrame of={space} part="requests">
      {(about) => (
        <RequestList
          requests={requests}
          action={about.permissions.edit && about.deletedAt === undefined && <NewRequest space={about} />}
        />
      )}
    </SpaceFrame>
  );
}

/** Button that creates a change request and opens it. */
function NewRequest({ space }: { readonly space: Space }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="add" onClick={() => setOpen(true)}>
        {m.requests.new}
      </Button>
      {isOpen && (
        <SubjectDialog
          title={m.requests.new}
          submit={m.common.create}
          onSubmit={(subject) => startEditing(space, subject)}
          onDone={navigate}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface RequestListProps {
  readonly requests: ListState<ChangeRequest>;
  /** Button beside the filters. */
  readonly action?: ComponentChildren;
}

const RequestList = ({ requests, action }: RequestListProps) => {
  const { status, who } = readFilters();
  return (
    <>
      <div class="filters">
        <Select
          label={m.requests.status}
          value={status}
          onChange={(value) => setQuery({ status: value })}
          options={STATUSES.map((value) => ({ value, label: m.requests.statuses[value] }))}
        />
        <Select
          label={m.requests.who}
          value={who}
          onChange={(value) => setQuery({ who: value === 'all' ? null : value })}
          options={(['all', 'mine', 'reviewer'] as const).map((value) => ({ value, label: m.requests.people[value] }))}
        />
        {action}
      </div>
      <ListRows of={requests} empty={m.requests.none} keyOf={({ id }) => id}>
        {(request) => (
          <>
            <RowText
              title={request.subject || m.requests.untitled(request.number)}
              href={pathTo('changeRequest', { spaceId: request.space, changeRequestId: request.id })}
            >
              #{request.number} · {request.createdBy.displayName} · <Time at={request.updatedAt} />
              {request.comments > 0 && ` · ${m.requests.openComments(request.comments)}`}
            </RowText>
            {request.outdated && <Badge kind="outdated">{m.requests.outdated}</Badge>}
            <Badge kind={request.status}>{m.requests.statuses[request.status]}</Badge>
          </>
        )}
      </ListRows>
    </>
  );
};
