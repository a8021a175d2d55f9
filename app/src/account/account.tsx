import { useState } from 'preact/hooks';
import {
  createApiToken,
  createPasswordLink,
  deleteApiToken,
  getAuthenticatedUser,
  listApiTokens,
  updateUserById,
  type User,
} from '../api/operations.ts';
import { hasSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { useList, useQuery } from '../api/use-query.ts';
import { Frame } from '../frame/frame.tsx';
import { useOrganizations } from '../library/library-data.ts';
import { loadIsOperator } from '../instance/instance-parts.ts';
import { m } from '../messages/messages.ts';
import { pathTo } from '../navigation/paths.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { Dialog, FormDialog } from '../ui/dialog.tsx';
import { Checkbox, TextField } from '../ui/fields.tsx';
import { endOfDay } from '../ui/local-day.ts';
import { Loaded } from '../ui/notices.tsx';
import { Badge, Time } from '../ui/parts.tsx';
import { ListRows, RowText } from '../ui/rows.tsx';
import { Copyable } from '../ui/secret.tsx';
import { FormSection, Section } from '../ui/section.tsx';
import { attempt } from '../ui/toasts.tsx';
import { PictureField } from '../uploads/picture-field.tsx';
import { useForm } from '../ui/use-form.ts';

/** Profile, sign-in and API tokens of the user. */
export function AccountScreen() {
  const user = useQuery('user', () => getAuthenticatedUser({}));
  return (
    <Frame title={m.account.title} crumbs={[{ label: m.account.title }]}>
      <div class="head">
        <h1>{m.account.title}</h1>
      </div>
      <Loaded of={user}>
        {(shown) => (
          <>
            <Profile user={shown} onSaved={user.set} />
            <Operator user={shown} />
            {hasSession.value && (
              <Section title={m.account.signIn}>
                <p>{m.account.signInText}</p>
                <p>
                  <LinkButton href="/account">{m.account.signInLink}</LinkButton>
                </p>
              </Section>
            )}
          </>
        )}
      </Loaded>
      <Tokens />
    </Frame>
  );
}

function Profile({ user, onSaved }: { readonly user: User; readonly onSaved: (user: User) => void }) {
  const { values, set, save } = useForm({ displayName: user.displayName, photo: user.photoURL ?? '' });
  const organizations = useOrganizations();
  const keeper = organizations.data?.find(({ permissions }) => permissions.createContent);
  const action = useAction(() =>
    save(async ({ photo, ...others }) => {
      const body = { ...others, ...(photo !== undefined && { photoURL: photo === '' ? null : photo }) };
      onSaved(await updateUserById({ path: { userId: user.id }, body }));
    }),
  );
  return (
    <FormSection title={m.account.profile} action={action}>
      <TextField
        label={m.common.name}
        value={values.displayName}
        onInput={(displayName) => set({ displayName })}
        required
        maxLength={64}
      />
      <PictureField
        organizationId={keeper?.id}
        label={m.account.photo}
        uploadLabel={m.account.uploadPhoto}
        value={values.photo}
        onInput={(photo) => set({ photo })}
      />
      <p class="soft">
        {m.account.email} {user.email}
      </p>
    </FormSection>
  );
}

/** Actions that only operators have; nothing for other users. */
function Operator({ user }: { readonly user: User }) {
  const isOperator = useQuery('is operator', loadIsOperator);
  if (isOperator.data !== true) return null;
  return (
    <Section title={m.instance.title}>
      <p>{m.account.operator}</p>
      <p class="actions">
        <LinkButton href={pathTo('instance')}>{m.account.openInstance}</LinkButton>
        <Button
          onClick={() =>
            attempt(createPasswordLink({ path: { userId: user.id } }).then(({ url }) => location.assign(url)))
          }
        >
          {m.account.setPassword}
        </Button>
      </p>
    </Section>
  );
}

function Tokens() {
  const [isCreating, setCreating] = useState(false);
  const tokens = useList('tokens', (page) => listApiTokens({ query: { limit: 50, ...(page && { page }) } }));
  return (
    <Section
      title={m.account.tokens}
      actions={
        <Button icon="add" onClick={() => setCreating(true)}>
          {m.account.newToken}
        </Button>
      }
    >
      <ListRows of={tokens} empty={m.account.noTokens} keyOf={({ id }) => id}>
        {(token) => (
          <>
            <RowText title={token.name}>
              {m.account.created} <Time at={token.createdAt} />
              {token.expiresAt && (
                <>
                  {' '}
                  · {m.account.expires} <Time at={token.expiresAt} />
                </>
              )}
            </RowText>
            {token.readOnly && <Badge>{m.account.readOnly}</Badge>}
            <ConfirmButton
              label={m.account.revoke(token.name)}
              submit={m.account.revokeNow}
              text={m.account.revokeText}
              onConfirm={async () => {
                await deleteApiToken({ path: { tokenId: token.id } });
                tokens.reload();
              }}
            />
          </>
        )}
      </ListRows>
      {isCreating && <CreateToken onClose={() => setCreating(false)} onCreated={tokens.reload} />}
    </Section>
  );
}

function CreateToken({ onClose, onCreated }: { readonly onClose: () => void; readonly onCreated: () => void }) {
  const [name, setName] = useState('');
  const [expires, setExpires] = useState('');
  const [readOnly, setReadOnly] = useState(false);
  const [secret, setSecret] = useState<string>();
  const action = useAction(async () => {
    const expiresAt = expires === '' ? undefined : endOfDay(expires);
    const { token } = await createApiToken({ body: { name, readOnly, ...(expiresAt && { expiresAt }) } });
    setSecret(token);
    onCreated();
  });
  if (secret !== undefined)
    return (
      <Dialog title={m.account.newToken} onClose={onClose}>
        <p role="status">{m.account.shownOnce}</p>
        <Copyable text={secret} />
      </Dialog>
    );
  return (
    <FormDialog title={m.account.newToken} submit={m.common.create} action={action} onClose={onClose}>
      <TextField label={m.common.name} value={name} onInput={setName} required maxLength={100} autofocus />
      <TextField
        label={m.account.expiry}
        hint={m.account.expiryHint}
        type="date"
        value={expires}
        onInput={setExpires}
      />
      <Checkbox label={m.account.readOnlyHint} checked={readOnly} onChange={setReadOnly} />
    </FormDialog>
  );
}
