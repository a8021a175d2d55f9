import { useState } from 'preact/hooks';
import { createOrganizationTeam, listTeamsInOrganizationById } from '../api/operations.ts';
import { useList } from '../api/use-query.ts';
import { OrganizationFrame } from '../frame/organization-frame.tsx';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { navigate } from '../navigation/router.ts';
import { Button } from '../ui/button.tsx';
import { TextDialog } from '../ui/dialog.tsx';
import { ListRows, RowText } from '../ui/rows.tsx';

/** Teams of an organization. */
export function TeamsScreen({ organizationId }: Parameters) {
  const path = { organizationId: organizationId! };
  const [isCreating, setCreating] = useState(false);
  const teams = useList(`teams ${organizationId}`, (page) =>
    listTeamsInOrganizationById({ path, query: { limit: 50, ...(page && { page }) } }),
  );
  return (
    <OrganizationFrame
      organizationId={path.organizationId}
      part="teams"
      actions={({ permissions }) =>
        permissions.admin && (
          <Button kind="primary" icon="add" onClick={() => setCreating(true)}>
            {m.teams.new}
          </Button>
        )
      }
    >
      {() => (
        <>
          <ListRows of={teams} empty={m.teams.none} keyOf={({ id }) => id}>
            {({ id, title, members, spaces }) => (
              <RowText title={title} href={pathTo('team', { ...path, teamId: id })}>
                {m.teams.members(members)} · {m.teams.spaces(spaces)}
              </RowText>
            )}
          </ListRows>
          {isCreating && (
            <TextDialog
              title={m.teams.new}
              submit={m.common.create}
              field={{ label: m.common.name, required: true, maxLength: 64 }}
              onSubmit={async (title) => {
                const team = await createOrganizationTeam({ path, body: { title } });
                teams.reload();
                return team;
              }}
              onDone={({ id }) => navigate(pathTo('team', { ...path, teamId: id }))}
              onClose={() => setCreating(false)}
            />
          )}
        </>
      )}
    </OrganizationFrame>
  );
}
