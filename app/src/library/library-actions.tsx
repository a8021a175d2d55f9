import { useState } from 'preact/hooks';
import { createCollection, type Collection, type Organization } from '../api/operations.ts';
import { m } from '../messages/messages.ts';
import { pathTo } from '../navigation/paths.ts';
import { navigate } from '../navigation/router.ts';
import { Button } from '../ui/button.tsx';
import { TextDialog } from '../ui/dialog.tsx';
import { announce } from '../ui/toasts.tsx';
import { CreateSpace } from './create-space.tsx';

export interface LibraryActionsProps {
  readonly organization: Organization;
  readonly parent?: string;
  readonly mayCreate: boolean;
  readonly onChange: () => void;
}

/** Buttons that create a space or a collection. */
export function LibraryActions({ organization, parent, mayCreate, onChange }: LibraryActionsProps) {
  const [dialog, setDialog] = useState<'space' | 'collection'>();
  const { id: organizationId } = organization;
  const close = (): void => setDialog(undefined);
  const createOne = async (title: string): Promise<Collection> => {
    const body = { title, ...(parent && { parent }) };
    const created = await createCollection({ path: { organizationId }, body });
    onChange();
    return created;
  };
  if (!mayCreate) return null;
  return (
    <>
      <Button icon="collection" onClick={() => setDialog('collection')}>
        {m.library.newCollection}
      </Button>
      <Button kind="primary" icon="add" onClick={() => setDialog('space')}>
        {m.library.newSpace}
      </Button>
      {dialog === 'space' && <CreateSpace organizationId={organizationId} parent={parent} onClose={close} />}
      {dialog === 'collection' && (
        <TextDialog
          title={m.library.newCollection}
          submit={m.common.create}
          field={{ label: m.common.title, required: true, maxLength: 50 }}
          onSubmit={createOne}
          onDone={({ id }) => {
            announce(m.library.collectionCreated);
            navigate(pathTo('collection', { collectionId: id }));
          }}
          onClose={close}
        />
      )}
    </>
  );
}
