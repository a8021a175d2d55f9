import { useState } from 'preact/hooks';
import type { PermissionAggregate } from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { useList } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { Select } from '../ui/fields.tsx';
import { Avatar, Badge } from '../ui/parts.tsx';
import { ListRows, RowText } from '../ui/rows.tsx';
import { Section } from '../ui/section.tsx';
import { announce, attempt } from '../ui/toasts.tsx';
import { levelOptions, type Level } from './levels.ts';
import { GranteeSelect, type Grantee } from './member-select.tsx';
import type { PermissionPlace } from './permission-places.ts';

/** Permissions on a place, and all users with access, with the reasons. */
export function Permissions({ place }: { readonly place: PermissionPlace }) {
  const { id, kind, isAdmin } = place;
  const [isGranting, setGranting] = useState(false);
  const query = (page: string | undefined) => ({ limit: 50, ...(page && { page }) });
  const effectiveUsers = useList(`access ${id}`, (page) => place.listEffectiveUsers(query(page)));
  const users = useList(`user grants ${id}`, (page) => place.listUsers(query(page)));
  const teams = useList(`team grants ${id}`, (page) => place.listTeams(query(page)));
  const reload = (): void => [effectiveUsers, users, teams].forEach((list) => list.reload());
  const write = (work: Promise<unknown>): void =>
    attempt(
      // A choice that is refused shows what is stored again.
      work.then(() => announce(m.common.saved)).finally(reload),
    );
  return (
    <>
      <Section
        title={m.access.grants[kind]}
        actions={
          isAdmin && (
            <Button kind="primary" icon="add" onClick={() => setGranting(true)}>
              {m.access.grant}
            </Button>
          )
        }
      >
        <p class="soft">{m.access.grantsHint[kind]}</p>
        <ListRows of={users} empty={m.access.noUsers} keyOf={({ user }) => user.id}>
          {({ user, permission }) => (
            <Grant
              name={user.displayName}
              detail={user.email}
              permission={permission}
              isAdmin={isAdmin}
              onChange={(role) => write(place.setUser(user.id, role))}
              onRemove={() => write(place.removeUser(user.id))}
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
              isAdmin={isAdmin}
              onChange={(role) => write(place.setTeam(team.id, role))}
              onRemove={() => write(place.removeTeam(team.id))}
            />
          )}
        </ListRows>
      </Section>
      <Section title={m.access.effectiveUsers}>
        <ListRows of={effectiveUsers} empty={m.access.nobody} keyOf={({ user }) => user.id}>
          {({ user, permission, reasons }) => (
            <>
              <Avatar name={user.displayName} photo={user.photoURL} />
              <RowText title={user.displayName}>{reasons.map((reason) => reasonText(reason, kind)).join('; ')}</RowText>
              <Badge>{m.levels[permission]}</Badge>
            </>
          )}
        </ListRows>
      </Section>
      {isGranting && <GrantDialog place={place} onClose={() => setGranting(false)} onGranted={reload} />}
    </>
  );
}

/** Describes why a user has a level. */
function reasonText(
  { kind, permission, team, space, collection, site }: PermissionAggregate['reasons'][number],
  here: PermissionPlace['kind'],
): string {
  const level = m.levels[permission];
  const source =
    collection !== undefined ? 'collection' : site !== undefined ? 'site' : space !== undefined ? 'space' : here;
  const place = source === here ? m.access.here[here] : m.access.otherPlace[source];
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
  place,
  onClose,
  onGranted,
}: {
  readonly place: PermissionPlace;
  readonly onClose: () => void;
  readonly onGranted: () => void;
}) {
  const [grantee, setGrantee] = useState<Grantee>();
  const [role, setRole] = useState<Level>('edit');
  const action = useAction(async () => {
    if (grantee === undefined) return;
    const to = grantee.kind === 'team' ? { teams: [grantee.id] } : { users: [grantee.id] };
    await place.grant({ role, ...to });
    announce(m.common.saved);
    onGranted();
  }, onClose);
  return (
    <FormDialog title={m.access.grant} submit={m.access.grant} action={action} onClose={onClose}>
      <GranteeSelect
        organizationId={place.organizationId}
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
