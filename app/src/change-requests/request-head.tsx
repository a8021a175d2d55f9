import { useState } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import {
  getChangeRequestPDF,
  mergeChangeRequest,
  updateChangeRequest,
  updateChangeRequestById,
  type ChangeRequest,
  type Space,
} from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { m } from '../messages/messages.ts';
import { navigate } from '../navigation/router.ts';
import { editHref } from '../spaces/content-place.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { ErrorNotice } from '../ui/notices.tsx';
import { Badge, Time } from '../ui/parts.tsx';
import { announce, attempt } from '../ui/toasts.tsx';
import { requestHref } from './changes-view.tsx';
import { DetailsDialog } from './description.tsx';
import { isActive } from './is-active.ts';
import { LinksDialog, RequestLinks } from './request-links.tsx';

type OpenDialog = 'details' | 'links';

export interface RequestHeadProps {
  readonly space: Space;
  readonly request: ChangeRequest;
  /** ID of the page to begin editing with. */
  readonly firstPage: string | undefined;
  readonly onChange: (request: ChangeRequest) => void;
  readonly onReload: () => void;
}

/** Subject and state of a change request, with the buttons that lead it on. */
export function RequestHead({ space, request, firstPage, onChange, onReload }: RequestHeadProps) {
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = (): void => setDialog(undefined);
  const path = { spaceId: space.id, changeRequestId: request.id };
  const { permissions } = space;
  const canEdit = isActive(request) && permissions.edit;
  const setStatus: SetStatus = (status, text) =>
    attempt(
      updateChangeRequestById({ path, body: { status } }).then((saved) => {
        onChange(saved);
        announce(text, status === 'archived' ? () => setStatus('open', m.requests.reopened) : undefined);
      }),
    );
  const update = useAction(
    async () => {
      const { result, conflicts } = await updateChangeRequest({ path });
      announce(result === 'conflicts' ? m.requests.updatedWithConflicts(conflicts?.length ?? 0) : m.requests.updated);
      onReload();
      return result;
    },
    (result) => result === 'conflicts' && navigate(requestHref(space.id, request.id, 'conflicts')),
  );
  const merge = useAction(async () => {
    await mergeChangeRequest({ path }, { ifMatch: request.revision });
    announce(m.requests.mergedNow);
    onReload();
  });
  return (
    <>
      <div class="head">
        <h1 dir="auto">
          {request.subject || m.requests.untitled(request.number)}{' '}
          <span class="soft" dir="ltr">
            #{request.number}
          </span>
        </h1>
        <div class="actions">
          {canEdit && firstPage !== undefined && (
            <LinkButton icon="edit" href={editHref({ spaceId: space.id, changeRequest: request.id }, firstPage)}>
              {m.requests.editPages}
            </LinkButton>
          )}
          {request.status === 'draft' && permissions.edit && (
            <Button kind="primary" onClick={() => setStatus('open', m.requests.opened)}>
              {m.requests.ready}
            </Button>
          )}
          {canEdit && request.outdated && (
            <Button icon="redo" busy={update.isRunning} onClick={() => void update.run()}>
              {m.requests.update}
            </Button>
          )}
          {request.status === 'open' && permissions.merge && (
            <Button kind="primary" icon="merge" busy={merge.isRunning} onClick={() => void merge.run()}>
              {m.requests.merge}
            </Button>
          )}
          <RequestMenu space={space} request={request} onOpen={setDialog} onStatus={setStatus} />
        </div>
      </div>
      <RequestFacts request={request} />
      <RequestLinks links={request.links} />
      <MergeProblem error={merge.error} request={request} />
      <ErrorNotice error={update.error} />
      {dialog === 'links' && <LinksDialog request={request} onSaved={onChange} onClose={close} />}
      {dialog === 'details' && <DetailsDialog request={request} onSaved={onChange} onClose={close} />}
    </>
  );
}

/** Sets the status of a change request. @param text message after that */
type SetStatus = (status: 'draft' | 'open' | 'archived', text: string) => void;

interface RequestMenuProps {
  readonly space: Space;
  readonly request: ChangeRequest;
  readonly onOpen: (dialog: OpenDialog) => void;
  readonly onStatus: SetStatus;
}

/** Menu of what is done to a change request less often. */
function RequestMenu({ space, request, onOpen, onStatus }: RequestMenuProps) {
  const path = { spaceId: space.id, changeRequestId: request.id };
  const { edit } = space.permissions;
  const canEdit = isActive(request) && edit;
  const print = async (): Promise<void> => location.assign((await getChangeRequestPDF({ path })).url);
  return (
    <Menu
      label={m.requests.more}
      items={[
        canEdit && { label: m.requests.details, icon: 'edit', onSelect: () => onOpen('details') },
        canEdit && { label: m.requests.links, icon: 'link', onSelect: () => onOpen('links') },
        request.status === 'open' &&
          edit && {
            label: m.requests.backToDraft,
            icon: 'undo',
            onSelect: () => onStatus('draft', m.requests.isDraft),
          },
        { label: m.space.pdf, icon: 'file', onSelect: () => attempt(print()) },
        canEdit && {
          label: m.requests.archive,
          icon: 'archive',
          danger: true,
          onSelect: () => onStatus('archived', m.requests.archived),
        },
        request.status === 'archived' &&
          edit && {
            label: m.requests.reopen,
            icon: 'undo',
            onSelect: () => onStatus('open', m.requests.reopened),
          },
      ]}
    />
  );
}

/** Status of a change request, who created or merged it, and when it changed. */
const RequestFacts = ({ request }: { readonly request: ChangeRequest }) => (
  <p class="request-facts soft">
    <Badge kind={request.status}>{m.requests.statuses[request.status]}</Badge>{' '}
    {isActive(request) && request.outdated && <Badge kind="outdated">{m.requests.outdated}</Badge>}{' '}
    {request.mergedBy === undefined ? request.createdBy.displayName : m.requests.mergedBy(request.mergedBy.displayName)}{' '}
    · <Time at={request.updatedAt} />
  </p>
);

/** Says why a merge was refused: rules that are not met, or conflicts. */
function MergeProblem({ error, request }: { readonly error: unknown; readonly request: ChangeRequest }) {
  if (!(error instanceof ApiError)) return <ErrorNotice error={error} />;
  const rules = (error.details['rules'] ?? []) as readonly {
    readonly rule?: string;
    readonly reason?: string;
    readonly message?: string;
  }[];
  const conflicts = (error.details['conflicts'] ?? []) as readonly unknown[];
  if (rules.length === 0 && conflicts.length === 0) return <ErrorNotice error={error} />;
  return (
    <div class="notice danger" role="alert">
      <p>
        <strong>{conflicts.length > 0 ? m.requests.hasConflicts(conflicts.length) : m.requests.rulesMissing}</strong>
      </p>
      {rules.length > 0 && (
        <ul>
          {rules.map((rule, index) => (
            <li key={index}>{rule.reason ?? rule.message ?? rule.rule}</li>
          ))}
        </ul>
      )}
      {conflicts.length > 0 && (
        <p>
          {request.outdated ? m.requests.updateFirst : m.requests.resolveFirst}{' '}
          <a href={requestHref(request.space, request.id, 'conflicts')}>{m.requests.tabs.conflicts}</a>
        </p>
      )}
    </div>
  );
}
