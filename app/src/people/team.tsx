import { useState } from 'preact/hooks';
import {
  addMemberToOrganizationTeamById,
  deleteMemberFromOrganizationTeamById,
  getTeamInOrganizationById,
  listTeamMembersInOrganizationById,
  removeTeamFromOrganizationById,
  updateTeamInOrganizationById,
  type Team,
  type TeamMember,
} from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { useList, useQuery } from '../api/use-query.ts';
import { OrganizationFrame } from '../frame/organization-frame.tsx';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { navigate } from '../navigation/router.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog, FormDialog, TextDialog } from '../ui/dialog.tsx';
import { Select } from '../ui/fields.tsx';
import { Menu } from '../ui/menu.tsx';
import { Avatar } from '../ui/parts.tsx';
import { ListRows, RowText } from '../ui/rows.tsx';
import { announce, attempt } from '../ui/toasts.tsx';
import { GranteeSelect, type Grantee } from './member-select.tsx';

type TeamRole = 'owner' | 'member';
interface TeamPath {
  readonly organizationId: string;
  readonly teamId: string;
}

const teamRoles = (['member', 'owner'] as const).map((value) => ({ value, label: m.teams.roles[value] }));

/** Team with its members. */
export function TeamScreen({ organizationId, teamId }: Parameters) {
  const path = { organizationId: organizationId!, teamId: teamId! };
  const [dialog, setDialog] = useState<'add' | 'rename' | 'remove'>();
  const team = useQuery(`team ${teamId}`, () => getTeamInOrganizationById({ path }));
  const members = useList(`team members ${teamId}`, (page) =>
    listTeamMembersInOrganizationById({ path, query: { limit: 50, ...(page && { page }) } }),
  );
  const mayManage = team.data?.permissions.admin === true;
  /** A choice that is refused shows what is stored again. Owners can give up the management of the team. */
  const reload = (): void => {
    members.reload();
    team.reload();
  };
  const write = (work: Promise<unknown>): void => attempt(work.then(() => announce(m.common.saved)).finally(reload));
  const close = (): void => setDialog(undefined);
  return (
    <OrganizationFrame
      organizationId={path.organizationId}
      part="teams"
      title={team.data?.title ?? m.teams.one}
      actions={({ permissions }) =>
        mayManage && (
          <>
            <Button kind="primary" icon="add" onClick={() => setDialog('add')}>
              {m.teams.add}
            </Button>
            {permissions.admin && (
              <Menu
                label={m.teams.actions}
                items={[
                  { label: m.teams.rename, icon: 'edit', onSelect: () => setDialog('rename') },
                  { label: m.teams.delete, icon: 'trash', danger: true, onSelect: () => setDialog('remove') },
                ]}
              />
            )}
          </>
        )
      }
    >
      {() => (
        <>
          <ListRows of={members} empty={m.teams.noMembers} keyOf={({ organization }) => organization.id}>
            {(member) => <MemberRow member={member} path={path} mayManage={mayManage} onWrite={write} />}
          </ListRows>
          {dialog === 'add' && <AddMember path={path} onClose={close} onAdded={members.reload} />}
          {dialog === 'rename' && team.data && (
            <RenameTeam path={path} team={team.data} onClose={close} onRenamed={team.set} />
          )}
          {dialog === 'remove' && team.data && <RemoveTeam path={path} team={team.data} onClose={close} />}
        </>
      )}
    </OrganizationFrame>
  );
}

interface MemberRowProps {
  readonly path: TeamPath;
  readonly member: TeamMember;
  readonly mayManage: boolean;
  /** Called with a write to the members. */
  readonly onWrite: (work: Promise<unknown>) => void;
}

/** Member of a team, whose role can be changed. */
const MemberRow = ({ path, member, mayManage, onWrite }: MemberRowProps) => {
  const { id: userId, user } = member.organization;
  return (
    <>
      <Avatar name={user.displayName} photo={user.photoURL} />
      <RowText title={user.displayName}>{user.email}</RowText>
      {mayManage && (
        <>
          <Select
            label={m.members.roleOf(user.displayName)}
            hiddenLabel
            value={member.team.role}
            options={teamRoles}
            onChange={(next) =>
              onWrite(addMemberToOrganizationTeamById({ path: { ...path, userId }, body: { role: next as TeamRole } }))
            }
          />
          <Button
            kind="quiet"
            icon="close"
            label={m.members.remove(user.displayName)}
            onClick={() => onWrite(deleteMemberFromOrganizationTeamById({ path: { ...path, userId } }))}
          />
        </>
      )}
    </>
  );
};

interface TeamDialogProps {
  readonly path: TeamPath;
  readonly team: Team;
  readonly onClose: () => void;
}

const RenameTeam = ({
  path,
  team,
  onClose,
  onRenamed,
}: TeamDialogProps & { readonly onRenamed: (team: Team) => void }) => (
  <TextDialog
    title={m.teams.rename}
    submit={m.common.save}
    field={{ label: m.common.name, required: true, maxLength: 64 }}
    value={team.title}
    onSubmit={async (title) => onRenamed(await updateTeamInOrganizationById({ path, body: { title } }))}
    onClose={onClose}
  />
);

const RemoveTeam = ({ path, team, onClose }: TeamDialogProps) => (
  <ConfirmDialog
    title={m.teams.delete}
    submit={m.common.delete}
    text={m.teams.deleteText}
    onConfirm={async () => {
      await removeTeamFromOrganizationById({ path });
      announce(m.common.deleted(team.title));
    }}
    onDone={() => navigate(pathTo('teams', { organizationId: path.organizationId }))}
    onClose={onClose}
  />
);

interface AddMemberProps {
  readonly path: TeamPath;
  readonly onClose: () => void;
  readonly onAdded: () => void;
}

function AddMember({ path, onClose, onAdded }: AddMemberProps) {
  const [person, setPerson] = useState<Grantee>();
  const [role, setRole] = useState<TeamRole>('member');
  const action = useAction(async () => {
    if (person === undefined) return;
    await addMemberToOrganizationTeamById({ path: { ...path, userId: person.id }, body: { role } });
    onAdded();
  }, onClose);
  return (
    <FormDialog title={m.teams.add} submit={m.teams.add} action={action} onClose={onClose}>
      <GranteeSelect organizationId={path.organizationId} label={m.teams.person} value={person} onChange={setPerson} />
      <Select
        label={m.members.role}
        value={role}
        options={teamRoles}
        onChange={(value) => setRole(value as TeamRole)}
      />
    </FormDialog>
  );
}
