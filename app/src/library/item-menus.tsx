import { useState } from 'preact/hooks';
import {
  deleteCollectionById,
  duplicateSpace,
  updateCollectionById,
  type Collection,
  type Space,
} from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { m } from '../messages/messages.ts';
import { pathTo } from '../navigation/paths.ts';
import { ConfirmDialog, FormDialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { Menu } from '../ui/menu.tsx';
import { announce, attempt } from '../ui/toasts.tsx';
import { useForm } from '../ui/use-form.ts';
import { DefaultLevelSelect } from './default-level-select.tsx';
import { MoveItem } from './move-item.tsx';
import { TransferDialog } from './transfer-dialog.tsx';

export interface SpaceMenuProps {
  readonly space: Space;
  /** True for administrators of the organization, who alone may take something out of it. */
  readonly mayTransfer: boolean;
  /** True for those who may create a space in its place. */
  readonly mayDuplicate: boolean;
  readonly onChange: () => void;
}

/** Menu of a space in the library. */
export function SpaceMenu({ space, mayTransfer, mayDuplicate, onChange }: SpaceMenuProps) {
  const [dialog, setDialog] = useState<'move' | 'transfer'>();
  const close = (): void => setDialog(undefined);
  if (!space.permissions.admin) return null;
  const path = { spaceId: space.id };
  const copy = async (): Promise<void> => {
    const { title } = await duplicateSpace({ path });
    announce(m.library.duplicated(title));
    onChange();
  };
  return (
    <>
      <Menu
        label={m.library.more(space.title || m.common.untitled)}
        items={[
          { label: m.settings.title, icon: 'settings', href: pathTo('spaceSettings', path) },
          { label: m.access.title, icon: 'people', href: pathTo('spaceAccess', path) },
          { label: m.library.move, icon: 'collection', onSelect: () => setDialog('move') },
          mayTransfer && { label: m.library.transfer, icon: 'home', onSelect: () => setDialog('transfer') },
          mayDuplicate && { label: m.library.duplicate, icon: 'add', onSelect: () => attempt(copy()) },
        ]}
      />
      {dialog === 'move' && <MoveItem item={space} onMoved={onChange} onClose={close} />}
      {dialog === 'transfer' && <TransferDialog item={space} onTransferred={onChange} onClose={close} />}
    </>
  );
}

export interface CollectionMenuProps extends Pick<SpaceMenuProps, 'mayTransfer'> {
  readonly collection: Collection;
  readonly onChange: () => void;
  /** Opens another screen after the collection was deleted or transferred. */
  readonly onDeleted?: () => void;
}

/** Menu of a collection in the library. */
export function CollectionMenu({ collection, mayTransfer, onChange, onDeleted }: CollectionMenuProps) {
  const [dialog, setDialog] = useState<'settings' | 'move' | 'transfer' | 'delete'>();
  const close = (): void => setDialog(undefined);
  const path = { collectionId: collection.id };
  const title = collection.title || m.common.untitled;
  const then = onDeleted && { onDone: onDeleted };
  const { admin, viewInviteLinks } = collection.permissions;
  const remove = async (): Promise<void> => {
    await deleteCollectionById({ path });
    announce(m.common.deleted(title));
    onChange();
  };
  return (
    <>
      <Menu
        label={m.library.more(title)}
        items={[
          admin && { label: m.settings.title, icon: 'settings', onSelect: () => setDialog('settings') },
          viewInviteLinks && { label: m.access.title, icon: 'people', href: pathTo('collectionAccess', path) },
          admin && { label: m.library.move, icon: 'collection', onSelect: () => setDialog('move') },
          admin && mayTransfer && { label: m.library.transfer, icon: 'home', onSelect: () => setDialog('transfer') },
          admin && { label: m.common.delete, icon: 'trash', danger: true, onSelect: () => setDialog('delete') },
        ]}
      />
      {dialog === 'settings' && <CollectionSettings collection={collection} onSaved={onChange} onClose={close} />}
      {dialog === 'move' && <MoveItem item={collection} onMoved={onChange} onClose={close} />}
      {dialog === 'transfer' && <TransferDialog item={collection} onTransferred={onChange} {...then} onClose={close} />}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={m.library.deleteCollection}
          submit={m.common.delete}
          text={m.library.deleteCollectionText(title)}
          onConfirm={remove}
          {...then}
          onClose={close}
        />
      )}
    </>
  );
}

interface CollectionSettingsProps {
  readonly collection: Collection;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

function CollectionSettings({ collection, onSaved, onClose }: CollectionSettingsProps) {
  const { title, description = '', defaultLevel } = collection;
  const { values, set, save } = useForm({ title, description, defaultLevel });
  const action = useAction(
    () =>
      save(async (body) => {
        await updateCollectionById({ path: { collectionId: collection.id }, body });
        onSaved();
      }),
    onClose,
  );
  return (
    <FormDialog title={m.library.collectionSettings} submit={m.common.save} action={action} onClose={onClose}>
      <TextField
        label={m.common.title}
        value={values.title}
        onInput={(text) => set({ title: text })}
        required
        autofocus
        maxLength={50}
      />
      <TextField
        label={m.space.description}
        value={values.description}
        onInput={(text) => set({ description: text })}
        maxLength={100}
      />
      <DefaultLevelSelect
        value={values.defaultLevel}
        hasParent={collection.parent !== undefined}
        onChange={(level) => set({ defaultLevel: level })}
      />
    </FormDialog>
  );
}
