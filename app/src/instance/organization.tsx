import { useState } from 'preact/hooks';
import {
  getInstanceOrganization,
  listOrganizationMembers,
  listUsers,
  setOrganizationMember,
  updateOrganizationByOperator,
  type Member,
} from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { useList, useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import type { Parameters } from '../navigation/paths.ts';
import { roleOf, roleOptions, roleValue } from '../people/levels.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog, FormDialog } from '../ui/dialog.tsx';
import { Select, TextField } from '../ui/fields.tsx';
import { Loaded } from '../ui/notices.tsx';
import { Avatar, Badge, Time } from '../ui/parts.tsx';
import { ListRows, RowText } from '../ui/rows.tsx';
import { Section } from '../ui/section.tsx';
import { announce } from '../ui/toasts.tsx';
import { InstanceFrame } from './instance-frame.tsx';

type OrganizationPath = { readonly organizationId: string };

/** One organization of the instance: what helps people who cannot get into it, and its members. */
export function InstanceOrganizationScreen({ organizationId }: Parameters) {
  const path = { organizationId: organizationId! };
  const [isConfirming, setConfirming] = useState(false);
  const organization = useQuery(`instance organization ${organizationId}`, () => getInstanceOrganization({ path }));
  return (
    <InstanceFrame part="instanceOrganizations">
      <Loaded of={organization}>
        {({ title, createdAt, emailDomains, sso }) => (
          <>
            <Section
              title={title}
              actions={sso && <Button onClick={() => setConfirming(true)}>{m.instance.allowOtherSignIn}</Button>}
            >
              <dl class="facts">
                <dt>{m.instance.created}</dt>
                <dd>
                  <Time at={createdAt} />
                </dd>
                {emailDomains.length > 0 && (
                  <>
                    <dt>{m.instance.domains}</dt>
                    <dd>{emailDomains.join(', ')}</dd>
                  </>
                )}
                <dt>{m.instance.sso}</dt>
                <dd>{sso ? m.instance.ssoMandatory : m.instance.ssoOptional}</dd>
              </dl>
            </Section>
            <Members path={path} />
          </>
        )}
      </Loaded>
      {isConfirming && (
        <ConfirmDialog
          title={m.instance.allowOtherSignIn}
          submit={m.instance.allowOtherSignIn}
          text={m.instance.allowOtherSignInText}
          onConfirm={async () => {
            await updateOrganizationByOperator({ path, body: { sso: false } });
            announce(m.common.saved);
            organization.reload();
          }}
          onClose={() => setConfirming(false)}
        />
      )}
    </InstanceFrame>
  );
}

function Members({ path }: { readonly path: OrganizationPath }) {
  const [isAdding, setAdding] = useState(false);
  const members = useList(`instance members ${path.organizationId}`, (page) =>
    listOrganizationMembers({ path, query: { limit: 50, ...(page && { page }) } }),
  );
  return (
    <Section
      title={m.members.title}
      actions={
        <Button kind="primary" icon="add" onClick={() => setAdding(true)}>
          {m.instance.addMember}
        </Button>
      }
    >
      <ListRows of={members} empty={m.members.none} keyOf={({ id }) => id}>
        {({ user, role, disabled }) => (
          <>
            <Avatar name={user.displayName} photo={user.photoURL} />
            <RowText title={user.displayName}>{user.email}</RowText>
            {disabled && <Badge kind="failed">{m.members.disabled}</Badge>}
            <Badge>{m.roles[roleValue(role)]}</Badge>
          </>
        )}
      </ListRows>
      {isAdding && <AddMember path={path} onClose={() => setAdding(false)} onAdded={members.reload} />}
    </Section>
  );
}

function AddMember({
  path,
  onClose,
  onAdded,
}: {
  readonly path: OrganizationPath;
  readonly onClose: () => void;
  readonly onAdded: () => void;
}) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Member['role']>('admin');
  const action = useAction(async () => {
    const { items } = await listUsers({ query: { search: email.trim(), limit: 1000 } });
    const user = items.find((one) => one.email?.toLowerCase() === email.trim().toLowerCase());
    if (user === undefined) throw new Error(m.instance.noSuchUser);
    await setOrganizationMember({ path: { ...path, userId: user.id }, body: { role } });
    announce(m.instance.added(user.displayName));
    onAdded();
  }, onClose);
  return (
    <FormDialog title={m.instance.addMember} submit={m.instance.addMember} action={action} onClose={onClose}>
      <TextField label={m.account.email} type="email" value={email} onInput={setEmail} required autofocus />
      <Select
        label={m.members.role}
        value={roleValue(role)}
        options={roleOptions}
        onChange={(value) => setRole(roleOf(value))}
      />
    </FormDialog>
  );
}
