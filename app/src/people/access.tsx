import { useState } from 'preact/hooks';
import {
  getSpaceById,
  inviteToSpace,
  listPermissionsAggregateInSpace,
  listTeamPermissionsInSpace,
  listUserPermissionsInSpace,
  removeTeamFromSpace,
  removeUserFromSpace,
  updateTeamPermissionInSpace,
  updateUserPermissionInSpace,
  type PermissionAggregate,
  type Space,
} from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { useList, useQuery } from '../api/use-query.ts';
import { Frame } from '../frame/frame.tsx';
import { LoadedScreen } from '../frame/loaded-screen.tsx';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { SpaceHead } from '../spaces/space-head.tsx';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { Select } from '../ui/fields.tsx';
import { Avatar, Badge } from '../ui/parts.tsx';
import { ListRows, RowText } from '../ui/rows.tsx';
import { Section } from '../ui/section.tsx';
import { announce, attempt } from '../ui/toasts.tsx';
import { levelOptions, type Level } from './levels.ts';
import { GranteeSelect, type Grantee } from './member-select.tsx';

/** Who may do what in a space, and why. */
export function AccessScreen({ spaceId }: Parameters) {
  const path = { spaceId: spaceId! };
  const space = useQuery(`space ${spaceId}`, () => getSpaceById({ path }));
  return (
    <LoadedScreen of={space}>
      {(shown) => (
        <Frame
          title={m.access.title}
          organizationId={shown.organization}
          crumbs={[{ label: shown.title || m.common.untitled, href: pathTo('space', path) }, { label: m.access.title }]}
        >
          <SpaceHead space={shown} current="access" />
          <Access space={shown} />
        </Frame>
      )}
    </LoadedScreen>
  );
}

function Access({ space }: { readonly space: Space }) {
  const path = { spaceId: space.id };
  const [isGranting, setGranting] = useState(false);
  const query = (page: string | undefined) => ({ limit: 50, ...(page && { page }) });
  const everybody = useList(`access ${space.id}`, (page) =>
    listPermissionsAggregateInSpace({ path, query: query(page) }),
  );
  const users = useList(`user grants ${space.id}`, (page) => listUserPermissionsInSpace({ path, query: query(page) }));
  const teams = useList(`team grants ${space.id}`, (page) => listTeamPermissionsInSpace({ path, query: query(page) }));
  const reload = (): void => [everybody, users, teams].forEach((list) => list.reload());
  const write = (work: Promise<unknown>): void =>
    attempt(
      work.then(() => {
        announce(m.common.saved);
        reload();
      }),
    );
  const { admin } = space.permissions;
  return (
    <>
      <Section
        title={m.access.grants}
        actions={
          admin && (
            <Button kind="primary" icon="add" onClick={() => setGranting(true)}>
              {m.access.grant}
            </Button>
          )
        }
      >
        <p class="soft">{m.access.grantsHint}</p>
        <ListRows of={users} empty={m.access.noUsers} keyOf={({ user }) => user.id}>
          {({ user, permission }) => (
            <Grant
              name={user.displayName}
              detail={user.email}
              permission={permission}
              isAdmin={admin}
              onChange={(role) =>
                write(updateUserPermissionInSpace({ path: { ...path, userId: user.id }, body: { role } }))
              }
              onRemove={() => write(removeUserFromSpace({ path: { ...path, userId: user.id } }))}
            />
          )}
        </ListRows>
        <h3>{m.teams.title}</h3>
        <ListRows of={teams} empty={m.access.noTeams} keyOf={({ team }) => team.id}>
          {({ team, permission }) => (
            <Grant
              name={team.title}
              detail={m.teams.members(team.members)}
              permission={permission}
              isAdmin={admin}
              onChange={(role) =>
                write(updateTeamPermissionInSpace({ path: { ...path, teamId: team.id }, body: { role } }))
              }
              onRemove={() => write(removeTeamFromSpace({ path: { ...path, teamId: team.id } }))}
            />
          )}
        </ListRows>
      </Section>
      <Section title={m.access.everybody}>
        <ListRows of={everybody} empty={m.access.nobody} keyOf={({ user }) => user.id}>
          {({ user, permission, reasons }) => (
            <>
              <Avatar name={user.displayName} />
              <RowText title={user.displayName}>{reasons.map(reasonText).join('; ')}</RowText>
              <Badge>{m.levels[permission]}</Badge>
            </>
          )}
        </ListRows>
      </Section>
      {isGranting && <GrantDialog space={space} onClose={() => setGranting(false)} onGranted={reload} />}
    </>
  );
}

/** Says why somebody has a level. */
function reasonText({ kind, permission, team, collection }: PermissionAggregate['reasons'][number]): string {
  const level = m.levels[permission];
  const place = collection === undefined ? m.access.here : m.access.inCollection;
  return m.access.reasons[kind](level, place, team?.title ?? '');
}

const Grant = ({
  name,
  detail,
  permission,
  isAdmin,
  onChange,
  onRemove,
}: {
  readonly name: string;
  readonly detail: string | undefined;
  readonly permission: Level;
  readonly isAdmin: boolean;
  readonly onChange: (level: Level) => void;
  readonly onRemove: () => void;
}) => (
  <>
    <RowText title={name}>{detail}</RowText>
    {isAdmin ? (
      <>
        <Select
          label={m.access.levelOf(name)}
          hiddenLabel
          value={permission}
          options={levelOptions}
          onChange={(value) => onChange(value as Level)}
        />
        <Button kind="quiet" icon="close" label={m.access.remove(name)} onClick={onRemove} />
      </>
    ) : (
      <Badge>{m.levels[permission]}</Badge>
    )}
  </>
);

function GrantDialog({
  space,
  onClose,
  onGranted,
}: {
  readonly space: Space;
  readonly onClose: () => void;
  readonly onGranted: () => void;
}) {
  const [grantee, setGrantee] = useState<Grantee>();
  const [role, setRole] = useState<Level>('edit');
  const action = useAction(async () => {
    if (grantee === undefined) return;
    const to = grantee.kind === 'team' ? { teams: [grantee.id] } : { users: [grantee.id] };
    await inviteToSpace({ path: { spaceId: space.id }, body: { role, ...to } });
    announce(m.common.saved);
    onGranted();
    onClose();
  });
  return (
    <FormDialog title={m.access.grant} submit={m.access.grant} action={action} onClose={onClose}>
      <GranteeSelect
        organizationId={space.organization}
        label={m.access.to}
        withTeams
        value={grantee}
        onChange={setGrantee}
      />
      <Select
        label={m.access.level}
        value={role}
        options={levelOptions}
        onChange={(value) => setRole(value as Level)}
      />
    </FormDialog>
  );
}
