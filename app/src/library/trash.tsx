import { listSpacesInOrganizationById, restoreSpace, type Space } from '../api/operations.ts';
import { useList } from '../api/use-query.ts';
import { OrganizationFrame } from '../frame/organization-frame.tsx';
import { m } from '../messages/messages.ts';
import type { Parameters } from '../navigation/paths.ts';
import { Button } from '../ui/button.tsx';
import { Time, Titled } from '../ui/parts.tsx';
import { ListRows, RowText } from '../ui/rows.tsx';
import { announce, attempt } from '../ui/toasts.tsx';

/** Deleted spaces of an organization that the user can restore. */
export function TrashScreen({ organizationId }: Parameters) {
  const path = { organizationId: organizationId! };
  const deleted = useList(`trash ${organizationId}`, (page) =>
    listSpacesInOrganizationById({ path, query: { deleted: 'true', limit: 50, ...(page && { page }) } }),
  );
  const restore = (space: Space): void =>
    attempt(
      restoreSpace({ path: { spaceId: space.id } }).then(() => {
        announce(m.trash.restored(space.title || m.common.untitled));
        deleted.reload();
      }),
    );
  return (
    <OrganizationFrame organizationId={organizationId!} part="trash">
      {() => (
        <>
          <p>{m.trash.text}</p>
          <ListRows of={deleted} empty={m.trash.none} keyOf={({ id }) => id}>
            {(space) => (
              <>
                <RowText title={<Titled emoji={space.emoji} title={space.title || m.common.untitled} />}>
                  {m.trash.deleted} {space.deletedAt && <Time at={space.deletedAt} />}
                </RowText>
                <Button icon="undo" onClick={() => restore(space)}>
                  {m.trash.restore}
                </Button>
              </>
            )}
          </ListRows>
        </>
      )}
    </OrganizationFrame>
  );
}
