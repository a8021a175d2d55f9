import { useState } from 'preact/hooks';
import {
  deleteInvitationInOrganization,
  getOrganizationById,
  inviteUsersToOrganization,
  listInvitationsInOrganization,
  listMembersInOrganizationById,
  removeMemberFromOrganizationById,
  updateMemberInOrganizationById,
  type Invited,
  type Member,
} from '../api/operations.ts';
import { userId } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { useList } from '../api/use-query.ts';
import { OrganizationFrame } from '../frame/organization-frame.tsx';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { navigate } from '../navigation/router.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { ConfirmDialog, Dialog, FormDialog } from '../ui/dialog.tsx';
import { Select, TextArea, TextField } from '../ui/fields.tsx';
import { Avatar, Badge, Time } from '../ui/parts.tsx';
import { ListRows, Rows, RowText } from '../ui/rows.tsx';
import { CopyButton } from '../ui/secret.tsx';
import { Section } from '../ui/section.tsx';
import { announce, attempt } from '../ui/toasts.tsx';
import { roleOf, roleOptions, roleValue } from './levels.ts';

type OrganizationPath = { readonly organizationId: string };

/** Members of an organization with their roles, and open invitations. */
export function MembersScreen({ organizationId }: Parameters) {
  const path = { organizationId: organizationId! };
  const [search, setSearch] = useState('');
  const [isInviting, setInviting] = useState(false);
  const [invitationRound, setInvitationRound] = useState(0);
  return (
    <OrganizationFrame
      organizationId={path.organizationId}
      part="members"
      actions={({ permissions }) =>
        permissions.admin && (
          <Button kind="primary" icon="add" onClick={() => setInviting(true)}>
            {m.members.invite}
          </Button>
        )
      }
    >
      {({ permissions }, set) => (
        <>
          <div class="filters">
            <TextField label={m.members.search} type="search" value={search} onInput={setSearch} />
          </div>
          <Members
            path={path}
            search={search}
            isAdmin={permissions.admin}
            onOwnRole={() => attempt(getOrganizationById({ path }).then(set))}
          />
          {permissions.admin && <Invitations key={invitationRound} path={path} />}
          {isInviting && (
            <InviteDialog
              path={path}
              onClose={() => setInviting(false)}
              onDone={() => setInvitationRound(invitationRound + 1)}
            />
          )}
        </>
      )}
    </OrganizationFrame>
  );
}

function Members({
  path,
  search,
  isAdmin,
  onOwnRole,
}: {
  readonly path: OrganizationPath;
  readonly search: string;
  readonly isAdmin: boolean;
  /** Called after the user has got another role. */
  readonly onOwnRole: () => void;
}) {
  const members = useList(
    `members ${path.organizationId} ${search}`,
    (page) =>
      listMembersInOrganizationById({ path, query: { limit: 50, ...(search && { search }), ...(page && { page }) } }),
    { keepsItems: true },
  );
  const [ownRole, setOwnRole] = useState<{ readonly member: Member; readonly role: string }>();
  const setRole = ({ id, user }: Member, role: string): Promise<void> =>
    updateMemberInOrganizationById({ path: { ...path, userId: id }, body: { role: roleOf(role) } })
      .then(() => announce(m.members.roleChanged(user.displayName, m.roles[role as keyof typeof m.roles])))
      .finally(members.reload);
  return (
    <>
      <ListRows of={members} empty={m.members.none} keyOf={({ id }) => id}>
        {(member) => (
          <MemberRow
            member={member}
            isAdmin={isAdmin}
            isOwn={member.id === userId.value}
            onRole={(role) => {
              // With the role, administrators lose the right to take the change back.
              if (member.id === userId.value) setOwnRole({ member, role });
              else attempt(setRole(member, role));
            }}
            onRemove={async () => {
              await removeMemberFromOrganizationById({ path: { ...path, userId: member.id } });
              announce(m.members.removed(member.user.displayName));
              members.reload();
            }}
            onLeave={async () => {
              await removeMemberFromOrganizationById({ path: { ...path, userId: member.id } });
              announce(m.members.left);
              navigate(pathTo('home'));
            }}
          />
        )}
      </ListRows>
      {ownRole && (
        <ConfirmDialog
          title={m.members.roleOf(ownRole.member.user.displayName)}
          submit={m.members.changeRole}
          text={m.members.ownRoleText}
          onConfirm={async () => {
            await setRole(ownRole.member, ownRole.role);
            onOwnRole();
          }}
          onClose={() => setOwnRole(undefined)}
        />
      )}
    </>
  );
}

interface MemberRowProps {
  readonly member: Member;
  readonly isAdmin: boolean;
  /** True for the user of the app. */
  readonly isOwn: boolean;
  readonly onRole: (role: string) => void;
  readonly onRemove: () => Promise<void>;
  readonly onLeave: () => Promise<void>;
}

/** Member with the role, which administrators change; everybody may leave. */
function MemberRow({ member, isAdmin, isOwn, onRole, onRemove, onLeave }: MemberRowProps) {
  const { displayName, email, photoURL, unproven } = member.user;
  return (
    <>
      <Avatar name={displayName} photo={photoURL} />
      <RowText title={displayName}>{email}</RowText>
      {member.disabled && <Badge kind="failed">{m.members.disabled}</Badge>}
      {unproven && <Badge kind="outdated">{m.members.unproven}</Badge>}
      {isAdmin ? (
        <Select
          label={m.members.roleOf(displayName)}
          hiddenLabel
          value={roleValue(member.role)}
          options={roleOptions}
          onChange={onRole}
        />
      ) : (
        <Badge>{m.roles[roleValue(member.role)]}</Badge>
      )}
      {isOwn ? (
        <ConfirmButton
          label={m.members.leave}
          icon="leave"
          submit={m.members.leaveNow}
          text={m.members.leaveText}
          onConfirm={onLeave}
        />
      ) : (
        isAdmin && (
          <ConfirmButton
            label={m.members.remove(displayName)}
            submit={m.members.removeNow}
            text={m.members.removeText}
            onConfirm={onRemove}
          />
        )
      )}
    </>
  );
}

function Invitations({ path }: { readonly path: OrganizationPath }) {
  const invitations = useList(`invitations ${path.organizationId}`, (page) =>
    listInvitationsInOrganization({ path, query: { limit: 50, ...(page && { page }) } }),
  );
  return (
    <Section title={m.members.invitations}>
      <ListRows of={invitations} empty={m.members.noInvitations} keyOf={({ id }) => id}>
        {({ id, email, role, expiresAt, refusal }) => (
          <>
            <RowText title={email}>
              {m.roles[roleValue(role)]} · {m.members.expires} <Time at={expiresAt} />
            </RowText>
            {refusal !== undefined && <Badge kind="failed">{refusal}</Badge>}
            <ConfirmButton
              label={m.members.withdraw(email)}
              submit={m.members.withdrawNow}
              text={m.members.withdrawText}
              onConfirm={async () => {
                await deleteInvitationInOrganization({ path: { ...path, inviteId: id } });
                invitations.reload();
              }}
            />
          </>
        )}
      </ListRows>
    </Section>
  );
}

function InviteDialog({
  path,
  onClose,
  onDone,
}: {
  readonly path: OrganizationPath;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const [emails, setEmails] = useState('');
  const [role, setRole] = useState('edit');
  const [invited, setInvited] = useState<Invited>();
  const action = useAction(async () => {
    const list = emails.split(/[\s,;]+/).filter(Boolean);
    setInvited(await inviteUsersToOrganization({ path, body: { emails: list, role: roleOf(role) } }));
    onDone();
  });
  if (invited !== undefined)
    return (
      <Dialog title={m.members.invite} onClose={onClose}>
        <p role="status">{m.members.invited(invited.invited)}</p>
        {invited.links && invited.links.length > 0 && (
          <>
            <p>{m.members.links}</p>
            <Rows items={invited.links} keyOf={({ email }) => email}>
              {({ email, url }) => (
                <>
                  <RowText title={email}>
                    <code>{url}</code>
                  </RowText>
                  <CopyButton text={url} label={m.members.copyLinkOf(email)} />
                </>
              )}
            </Rows>
          </>
        )}
      </Dialog>
    );
  return (
    <FormDialog title={m.members.invite} submit={m.members.send} action={action} onClose={onClose}>
      <TextArea
        label={m.members.emails}
        hint={m.members.emailsHint}
        value={emails}
        onInput={setEmails}
        required
        rows={3}
        autofocus
      />
      <Select label={m.members.role} value={role} options={roleOptions} onChange={setRole} />
    </FormDialog>
  );
}
