import { useState } from 'preact/hooks';
import { transferCollection, transferSpace } from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { m } from '../messages/messages.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { Select } from '../ui/fields.tsx';
import { Empty, Loaded } from '../ui/notices.tsx';
import { announce } from '../ui/toasts.tsx';
import { useOrganizations } from './library-data.ts';
import type { LibraryItem } from './move-item.tsx';

export interface TransferDialogProps {
  readonly item: LibraryItem;
  readonly onTransferred: () => void;
  /** Opens another screen, unless the dialog was closed before the end. */
  readonly onDone?: () => void;
  readonly onClose: () => void;
}

/** Dialog that transfers a space or a collection to another organization of the user. */
export function TransferDialog({ item, onTransferred, onDone, onClose }: TransferDialogProps) {
  const organizations = useOrganizations();
  const targets = organizations.data?.filter(
    ({ id, permissions }) => id !== item.organization && permissions.createContent,
  );
  const [chosen, setChosen] = useState<string>();
  const target = targets?.find(({ id }) => id === chosen) ?? targets?.[0];
  const title = item.title || m.common.untitled;
  const action = useAction(
    async () => {
      if (target === undefined) throw new Error(m.library.noTarget);
      const body = { organization: target.id };
      if (item.object === 'space') await transferSpace({ path: { spaceId: item.id }, body });
      else await transferCollection({ path: { collectionId: item.id }, body });
      announce(m.library.transferred(title, target.title));
      onTransferred();
    },
    () => {
      onDone?.();
      onClose();
    },
  );
  return (
    <FormDialog
      title={m.library.transferTitle(title)}
      submit={m.library.transferSubmit}
      action={action}
      danger
      onClose={onClose}
    >
      <Loaded of={organizations}>
        {() =>
          target === undefined ? (
            <Empty title={m.library.noTarget} />
          ) : (
            <>
              <p>{m.library.transferText}</p>
              <Select
                label={m.library.organization}
                value={target.id}
                options={targets!.map((one) => ({ value: one.id, label: one.title }))}
                onChange={setChosen}
              />
            </>
          )
        }
      </Loaded>
    </FormDialog>
  );
}
