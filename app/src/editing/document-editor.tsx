import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Page } from '../api/operations.ts';
import { m } from '../messages/messages.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Loading } from '../ui/notices.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DraftNotice } from './draft-notice.tsx';
import { useTableDialog } from './edited-table.tsx';
import { IncludePicker } from './include-picker.tsx';
import { LinkPicker } from './link-picker.tsx';
import type { PageSaver } from './page-saver.ts';
import { Preview } from './preview.tsx';
import { SaveStatus } from './save-status.tsx';
import { Toolbar } from './toolbar.tsx';
import { useAddedFiles } from './use-added-files.ts';
import { useEditedText, type EditedText, type EditedTextOptions } from './use-edited-text.ts';
import { useTextEditor } from './use-text-editor.ts';

/** Properties of a dialog for the other fields of a document. */
export interface SettingsProps {
  readonly title: string;
  readonly saver: PageSaver;
  readonly onTitle: (title: string) => void;
  readonly onClose: () => void;
}

export interface DocumentEditorProps extends EditedTextOptions {
  readonly organizationId: string;
  /** Pages that links can lead to. */
  readonly pages: readonly Page[];
  /** Dialog for the other fields of the document, if it has any. */
  readonly settings?: (props: SettingsProps) => ComponentChildren;
}

type OpenDialog = 'link' | 'include' | 'settings' | undefined;

/** Editor of a document with its title, a preview, and the state of its saves. */
export function DocumentEditor({ organizationId, pages, settings, ...options }: DocumentEditorProps) {
  const { document } = options;
  const edited = useEditedText(options);
  const files = useAddedFiles(document.place, organizationId, edited);
  const [dialog, setDialog] = useState<OpenDialog>();
  const [openTable, tableDialog] = useTableDialog(edited.editor);
  const [showsPreview, setShowsPreview] = useState(true);
  const actions = {
    onLink: () => setDialog('link'),
    onInclude: () => setDialog('include'),
    onFiles: (list: readonly File[]) => void files.add(list),
    onPicture: files.addPicture,
    onLateText: (text: string) => files.append(text, m.editing.pasted),
  };
  const [host, isReady] = useTextEditor(document, edited, actions);
  const { shown, state, saver, editor } = edited;
  const close = (): void => setDialog(undefined);
  return (
    <div class="editing">
      <h1 class="sr-only">{m.editing.title(shown.title)}</h1>
      <div class="editing-head">
        <TitleField label={document.titleLabel} {...edited} />
        <SaveStatus state={state} sending={files.sending} onRetry={() => void saver.save()} />
        <div class="actions">
          <Button icon="eye" aria-pressed={showsPreview} onClick={() => setShowsPreview(!showsPreview)}>
            {m.editing.preview}
          </Button>
          {settings && (
            <Button icon="settings" kind="quiet" label={m.space.pageSettings} onClick={() => setDialog('settings')} />
          )}
          <LinkButton kind="primary" href={document.href}>
            {m.editing.done}
          </LinkButton>
        </div>
      </div>
      <DraftNotice {...edited} />
      <Toolbar {...actions} editor={editor} isReady={isReady} onTable={openTable} />
      <div class={showsPreview ? 'panes' : 'panes without-preview'}>
        <div class="pane source">
          {!isReady && <Loading label={m.editing.loading} />}
          <div class="editor-host" ref={host} />
        </div>
        {showsPreview && <Preview document={document} {...shown} />}
      </div>
      <p class="hint">{m.editing.keys}</p>
      <InsertDialogs dialog={dialog} pages={pages} place={document.place} editor={editor} onClose={close} />
      {tableDialog}
      {dialog === 'settings' &&
        settings?.({ title: shown.title, saver, onTitle: (title) => edited.change({ title }), onClose: close })}
      {state.kind === 'conflict' && (
        <ConflictDialog
          conflict={state.conflict}
          onResolve={(page) => {
            saver.resolve(page);
            editor.current?.focus();
          }}
        />
      )}
    </div>
  );
}

interface InsertDialogsProps {
  readonly dialog: OpenDialog;
  readonly pages: readonly Page[];
  readonly place: EditedTextOptions['document']['place'];
  readonly editor: EditedText['editor'];
  readonly onClose: () => void;
}

/** Dialogs that insert something into the text. */
function InsertDialogs({ dialog, pages, place, editor, onClose }: InsertDialogsProps) {
  if (dialog === 'link')
    return (
      <LinkPicker
        pages={pages}
        selected={editor.current?.selection ?? ''}
        onClose={onClose}
        onPick={(link) => {
          onClose();
          editor.current?.insert(link);
        }}
      />
    );
  if (dialog === 'include')
    return (
      <IncludePicker
        place={place}
        onClose={onClose}
        onPick={(include) => {
          onClose();
          editor.current?.insertBlock(include);
        }}
      />
    );
  return null;
}

const TitleField = ({ label, shown, change }: { readonly label: string } & Pick<EditedText, 'shown' | 'change'>) => (
  <div class="field title-field">
    <label class="sr-only" for="page-title">
      {label}
    </label>
    <input
      id="page-title"
      value={shown.title}
      required
      maxLength={100}
      dir="auto"
      placeholder={label}
      aria-invalid={shown.title.trim() === ''}
      onInput={(event) => change({ title: event.currentTarget.value })}
    />
  </div>
);
