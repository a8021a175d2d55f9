import { useState } from 'preact/hooks';
import {
  createPasswordLink,
  createUser,
  listUsers,
  updateUserByOperator,
  type InstanceUser,
} from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { useList } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, FormDialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { Menu } from '../ui/menu.tsx';
import { Avatar, Badge } from '../ui/parts.tsx';
import { ListRows, RowText } from '../ui/rows.tsx';
import { Copyable } from '../ui/secret.tsx';
import { announce, attempt } from '../ui/toasts.tsx';
import { InstanceFrame } from './instance-frame.tsx';

/** Users of the instance. */
export function InstanceScreen() {
  const [isCreating, setCreating] = useState(false);
  const [link, setLink] = useState<string>();
  const [search, setSearch] = useState('');
  const users = useList(
    `instance users ${search}`,
    (page) => listUsers({ query: { limit: 50, ...(search && { search }), ...(page && { page }) } }),
    { keepsItems: true },
  );
  const update = (user: InstanceUser, body: { disabled?: boolean; twoFactor?: false }): void =>
    attempt(
      updateUserByOperator({ path: { userId: user.id }, body }).then(() => {
        announce(m.common.saved);
        users.reload();
      }),
    );
  const giveLink = ({ id }: Pick<InstanceUser, 'id'>): void =>
    attempt(createPasswordLink({ path: { userId: id } }).then(({ url }) => setLink(url)));
  return (
    <InstanceFrame
      part="instance"
      actions={
        <Button kind="primary" icon="add" onClick={() => setCreating(true)}>
          {m.instance.newUser}
        </Button>
      }
    >
      <div class="filters">
        <TextField label={m.instance.searchUsers} type="search" value={search} onInput={setSearch} />
      </div>
      <ListRows of={users} empty={m.members.none} keyOf={({ id }) => id}>
        {(user) => (
          <>
            <Avatar name={user.displayName} photo={user.photoURL} />
            <RowText title={user.displayName}>{user.email}</RowText>
            {user.disabled && <Badge kind="failed">{m.members.disabled}</Badge>}
            {user.unproven && <Badge kind="outdated">{m.members.unproven}</Badge>}
            <Menu
              label={m.instance.actions(user.displayName)}
              items={[
                { label: m.instance.passwordLink, icon: 'link', onSelect: () => giveLink(user) },
                { label: m.instance.withoutCodes, icon: 'undo', onSelect: () => update(user, { twoFactor: false }) },
                {
                  label: user.disabled ? m.instance.enable : m.instance.disable,
                  icon: 'close',
                  danger: !user.disabled,
                  onSelect: () => update(user, { disabled: !user.disabled }),
                },
              ]}
            />
          </>
        )}
      </ListRows>
      {isCreating && <CreateUser onClose={() => setCreating(false)} onCreated={users.reload} onDone={giveLink} />}
      {link !== undefined && (
        <Dialog title={m.instance.passwordLink} onClose={() => setLink(undefined)}>
          <p role="status">{m.instance.passwordLinkText}</p>
          <Copyable text={link} />
        </Dialog>
      )}
    </InstanceFrame>
  );
}

function CreateUser({
  onClose,
  onCreated,
  onDone,
}: {
  readonly onClose: () => void;
  readonly onCreated: () => void;
  readonly onDone: (user: InstanceUser) => void;
}) {
  const [email, setEmail] = useState('');
  const [displayName, setDisplayName] = useState('');
  const create = async (): Promise<InstanceUser> => {
    const user = await createUser({ body: { email, displayName } });
    onCreated();
    return user;
  };
  const action = useAction(create, (user) => {
    onClose();
    onDone(user);
  });
  return (
    <FormDialog title={m.instance.newUser} submit={m.common.create} action={action} onClose={onClose}>
      <TextField label={m.account.email} type="email" value={email} onInput={setEmail} required autofocus />
      <TextField label={m.common.name} value={displayName} onInput={setDisplayName} required maxLength={64} />
    </FormDialog>
  );
}
