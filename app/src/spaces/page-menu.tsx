import { useState } from 'preact/hooks';
import type { Page } from '../api/operations.ts';
import { m } from '../messages/messages.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { announce } from '../ui/toasts.tsx';
import { writeContent, type ContentPlace, type Entry } from './content-place.ts';
import { MovePage } from './move-page.tsx';
import { PageLayout } from './page-layout.tsx';
import { addressOf, EntrySettings, PageSettings } from './page-settings.tsx';

export interface PageMenuProps {
  readonly place: ContentPlace;
  readonly page: Page;
  readonly mayEdit: boolean;
  /** Items before those that change the page. */
  readonly items?: readonly MenuItem[];
  readonly onSaved: () => void;
  /** Opens another screen after a deletion. */
  readonly onDeleted: () => void;
}

/** Menu of a page, group or link, with its settings, its place and its deletion. */
export function PageMenu({ place, page, mayEdit, items = [], onSaved, onDeleted }: PageMenuProps) {
  const [dialog, setDialog] = useState<'settings' | 'move' | 'delete'>();
  const close = (): void => setDialog(undefined);
  const title = page.title || m.common.untitled;
  const isDocument = page.type === 'document';
  const remove = async (): Promise<void> => {
    await writeContent(place, [{ operation: 'delete_page', page: page.id }]);
    announce(m.common.deleted(title));
    onSaved();
  };
  return (
    <>
      <Menu
        label={m.space.pageActions}
        items={[
          ...items,
          mayEdit && {
            label: isDocument ? m.space.pageSettings : m.space.entrySettings,
            icon: 'settings',
            onSelect: () => setDialog('settings'),
          },
          mayEdit && { label: m.library.move, icon: 'drag', onSelect: () => setDialog('move') },
          mayEdit && {
            label: isDocument ? m.space.deletePage : m.space.deleteEntry,
            icon: 'trash',
            danger: true,
            onSelect: () => setDialog('delete'),
          },
        ]}
      />
      {dialog === 'settings' &&
        (isDocument ? (
          <PageSettings place={place} page={page} onClose={close} onSaved={onSaved} />
        ) : (
          <EntrySettings place={place} entry={page} onClose={close} onSaved={onSaved} />
        ))}
      {dialog === 'move' && <MovePage place={place} page={page} onMoved={onSaved} onClose={close} />}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={isDocument ? m.space.deletePage : m.space.deleteEntry}
          submit={m.common.delete}
          text={
            place.changeRequest === undefined ? m.space.deletePageText(title) : m.space.deletePageInRequestText(title)
          }
          onConfirm={remove}
          onDone={onDeleted}
          onClose={close}
        />
      )}
    </>
  );
}

/** Group, link or other entry of the tree that has no text of its own. */
export const EntryView = ({ page, ...menu }: PageMenuProps & { readonly page: Entry }) => {
  const address = addressOf(page);
  return (
    <PageLayout page={page} actions={<PageMenu page={page} {...menu} />}>
      {address === undefined ? (
        <p class="soft">{m.space.noText}</p>
      ) : (
        <p>{/^(?:https?:|mailto:)/i.test(address) ? <a href={address}>{address}</a> : <code>{address}</code>}</p>
      )}
    </PageLayout>
  );
};
