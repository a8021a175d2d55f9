import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import type { Page } from '../api/operations.ts';
import { isSessionOver } from '../api/session.ts';
import { m } from '../messages/messages.ts';
import { guardLeaving } from '../navigation/router.ts';
import { lateSaves, writeContent } from '../spaces/content-place.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Loading, describeProblem } from '../ui/notices.tsx';
import { Time } from '../ui/parts.tsx';
import { announce, announceProblem } from '../ui/toasts.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DraftStore, type Draft } from './draft-store.ts';
import { writeDocument, type EditedDocument } from './edited-document.ts';
import type { TextEditor } from './editor.ts';
import { IncludePicker } from './include-picker.tsx';
import { LinkPicker } from './link-picker.tsx';
import { emptyTable, findTable, formatTable, type MarkdownTable } from './markdown-table.ts';
import { PageSaver, type PageVersion, type SaveState } from './page-saver.ts';
import { Preview } from './preview.tsx';
import { TableDialog } from './table-dialog.tsx';
import { Toolbar } from './toolbar.tsx';
import { contentOfFile } from '../uploads/upload-file.ts';

const drafts = new DraftStore(localStorage);

/** Properties of a dialog for the other fields of a document. */
export interface SettingsProps {
  readonly title: string;
  readonly saver: PageSaver;
  readonly onTitle: (title: string) => void;
  readonly onClose: () => void;
}

export interface DocumentEditorProps {
  readonly document: EditedDocument;
  readonly organizationId: string;
  /** Version that the editor starts with. */
  readonly opened: PageVersion;
  /** Pages that links can lead to. */
  readonly pages: readonly Page[];
  /** Told when another title is saved. */
  readonly onTitle: () => void;
  /** Dialog for the other fields of the document, if it has any. */
  readonly settings?: (props: SettingsProps) => preact.ComponentChildren;
}

/** Editor of a document with its title, a preview, and the state of its saves. */
export function DocumentEditor({ document, organizationId, opened, pages, onTitle, settings }: DocumentEditorProps) {
  const { key, place } = document;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<TextEditor | undefined>(undefined);
  const [isReady, setReady] = useState(false);
  const [state, setState] = useState<SaveState>({ kind: 'saved' });
  const [title, setTitle] = useState(opened.title);
  const [text, setText] = useState(opened.text);
  const current = useRef({ title: opened.title, text: opened.text });
  const [draft, setDraft] = useState<Draft | undefined>(() => {
    const found = drafts.setAside(key);
    if (found === undefined || found.text !== opened.text || found.title !== opened.title) return found;
    drafts.removeAside(key);
    return undefined;
  });
  const [picker, setPicker] = useState<'link' | 'include'>();
  const [editedTable, setEditedTable] = useState<{
    readonly table: MarkdownTable;
    /** Text of the table and its offset; undefined for a new table. */
    readonly before?: { readonly text: string; readonly from: number };
  }>();
  const [isSetting, setSetting] = useState(false);
  const [showsPreview, setShowsPreview] = useState(true);
  const [uploads, setUploads] = useState(0);

  const saver = useMemo(
    () =>
      new PageSaver({
        key,
        drafts,
        opened,
        write: async (page, changed, ifMatch) => {
          const revision = await writeDocument(document, page, changed, ifMatch);
          if (changed.title) onTitle();
          return revision;
        },
        read: () => document.read(),
        merge: async (base, theirs, mine) => (await import('./merge-texts.ts')).mergeTexts(base, theirs, mine),
        onState: setState,
        onMerged: (page) => {
          current.current = page;
          setTitle(page.title);
          setText(page.text);
          editor.current?.replace(page.text, { isUndoable: false });
        },
      }),
    [key],
  );

  const change = (part: { readonly title?: string; readonly text?: string }): void => {
    current.current = { ...current.current, ...part };
    if (part.title !== undefined) setTitle(part.title);
    if (part.text !== undefined) setText(part.text);
    saver.change(current.current);
  };

  useEffect(() => {
    let isGone = false;
    void import('./editor.ts').then(
      ({ TextEditor: Editor }) => {
        if (isGone || host.current === null) return;
        editor.current = new Editor({
          host: host.current,
          text: current.current.text,
          label: document.textLabel,
          onChange: (next) => change({ text: next }),
          onSave: () => void saver.save(),
          onFiles: (files) => void addFiles(files),
          onLink: () => setPicker('link'),
          onInclude: () => setPicker('include'),
        });
        setReady(true);
        // Of a page without text, the text is what comes next.
        if (current.current.text === '') editor.current.focus();
      },
      () => announceProblem(new ApiError(0, m.errors.notLoaded, undefined)),
    );
    return () => {
      isGone = true;
      editor.current?.destroy();
      editor.current = undefined;
    };
  }, [key]);

  // A tab that is closed keeps its text as a draft; leaving for another screen saves first.
  useEffect(() => {
    const onHide = (): void => void saver.save();
    addEventListener('pagehide', onHide);
    addEventListener('online', onHide);
    const unguard = guardLeaving(() => {
      if (saver.state.kind === 'conflict') {
        announce(m.editing.decideFirst);
        return false;
      }
      void saver.save();
      return true;
    });
    return () => {
      removeEventListener('pagehide', onHide);
      removeEventListener('online', onHide);
      unguard();
      if (!saver.isSaved) void saver.save().then(() => reportLateSave(saver));
      saver.stop();
    };
  }, [saver]);
  const isOver = isSessionOver.value;
  useEffect(() => {
    if (!isOver && saver.state.kind === 'failed') void saver.save();
  }, [isOver]);

  /** Inserts the text of a file; at the end if the editor was left while the file was sent. */
  const addText = (text: string, name: string): void => {
    if (editor.current !== undefined) return editor.current.insert(text);
    change({ text: `${current.current.text.trimEnd()}\n\n${text.trim()}\n` });
    announce(m.editing.addedAtEnd(name, saver.title));
    void saver.save().then(() => reportLateSave(saver));
  };
  const addFiles = async (files: readonly File[]): Promise<void> => {
    setUploads((count) => count + files.length);
    for (const file of files)
      try {
        const name = file.name || 'file';
        const content = await contentOfFile(organizationId, file);
        const { created } = await writeContent(place, [
          { operation: 'insert_files', files: [{ name, ref: 'file', ...content }] },
        ]);
        const id = created.get('file');
        if (id === undefined) continue;
        const alt = file.name.replace(/\.[^.]+$/, '').replace(/[-_]+/g, ' ');
        addText(
          file.type.startsWith('image/') ? `![${alt}](/files/${id})` : `\n\n{% file src="/files/${id}" %}\n\n`,
          name,
        );
      } catch (error) {
        announceProblem(error);
      } finally {
        setUploads((count) => count - 1);
      }
  };

  const resumeDraft = (): void => {
    if (draft === undefined) return;
    setDraft(undefined);
    current.current = { title: draft.title, text: draft.text };
    setTitle(draft.title);
    setText(draft.text);
    editor.current?.replace(draft.text, { isUndoable: true });
    saver.resume(current.current, draft.base);
    drafts.removeAside(key);
  };
  const editTable = (): void => {
    const { text = '', cursor = 0 } = editor.current ?? {};
    const found = findTable(text, cursor);
    if (found === undefined) setEditedTable({ table: emptyTable(2, 3) });
    else {
      const { table, from, to } = found;
      setEditedTable({ table, before: { text: text.slice(from, to), from } });
    }
  };
  const saveTable = (table: MarkdownTable): void => {
    const written = formatTable(table);
    const before = editedTable?.before;
    if (before === undefined) editor.current?.insert(`\n\n${written}\n\n`);
    else if (!editor.current?.replacePart(before.text, written, before.from)) throw new Error(m.table.gone);
  };
  return (
    <div class="editing">
      <h1 class="sr-only">{m.editing.title(title)}</h1>
      <div class="editing-head">
        <div class="field title-field">
          <label class="sr-only" for="page-title">
            {document.titleLabel}
          </label>
          <input
            id="page-title"
            value={title}
            required
            maxLength={100}
            dir="auto"
            placeholder={document.titleLabel}
            aria-invalid={title.trim() === ''}
            onInput={(event) => change({ title: event.currentTarget.value })}
          />
        </div>
        <SaveStatus state={state} uploads={uploads} onRetry={() => void saver.save()} />
        <div class="actions">
          <Button icon="eye" aria-pressed={showsPreview} onClick={() => setShowsPreview(!showsPreview)}>
            {m.editing.preview}
          </Button>
          {settings && (
            <Button icon="settings" kind="quiet" label={m.space.pageSettings} onClick={() => setSetting(true)} />
          )}
          <LinkButton kind="primary" href={document.href}>
            {m.editing.done}
          </LinkButton>
        </div>
      </div>
      {draft && (
        <div class="notice warning" role="status">
          <p>
            {m.editing.draft} <Time at={new Date(draft.at).toISOString()} />
          </p>
          <p class="actions">
            <Button kind="primary" onClick={resumeDraft}>
              {m.editing.restoreDraft}
            </Button>
            <Button
              onClick={() => {
                drafts.removeAside(key);
                // A full storage has left it where it was.
                if (saver.isSaved) drafts.remove(key);
                setDraft(undefined);
              }}
            >
              {m.editing.dropDraft}
            </Button>
          </p>
        </div>
      )}
      <Toolbar
        editor={editor}
        isReady={isReady}
        onLink={() => setPicker('link')}
        onInclude={() => setPicker('include')}
        onTable={editTable}
        onFiles={(files) => void addFiles(files)}
      />
      <div class={showsPreview ? 'panes' : 'panes without-preview'}>
        <div class="pane source">
          {!isReady && <Loading label={m.editing.loading} />}
          <div class="editor-host" ref={host} />
        </div>
        {showsPreview && <Preview document={document} title={title} text={text} />}
      </div>
      <p class="hint">{m.editing.keys}</p>
      {picker === 'link' && (
        <LinkPicker
          pages={pages}
          selected={editor.current?.selection ?? ''}
          onClose={() => setPicker(undefined)}
          onPick={(link) => {
            setPicker(undefined);
            editor.current?.insert(link);
          }}
        />
      )}
      {picker === 'include' && (
        <IncludePicker
          place={place}
          onClose={() => setPicker(undefined)}
          onPick={(include) => {
            setPicker(undefined);
            editor.current?.insertBlock(include);
          }}
        />
      )}
      {editedTable && (
        <TableDialog table={editedTable.table} onSave={saveTable} onClose={() => setEditedTable(undefined)} />
      )}
      {isSetting &&
        settings?.({
          title,
          saver,
          onTitle: (next) => change({ title: next }),
          onClose: () => setSetting(false),
        })}
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

/** Reports how the last save of an editor ended that was left meanwhile. */
function reportLateSave({ state, title }: PageSaver): void {
  lateSaves.value++;
  if (state.kind !== 'failed' && state.kind !== 'conflict') return;
  const reason = state.kind === 'failed' ? describeProblem(state.error).message : `${m.editing.conflict}.`;
  announceProblem(new Error(`${m.editing.notSaved(title)} ${reason} ${m.editing.keptHere}`));
}

const SaveStatus = ({
  state,
  uploads,
  onRetry,
}: {
  readonly state: SaveState;
  readonly uploads: number;
  readonly onRetry: () => void;
}) => (
  <p class={`save-state ${state.kind}`} role="status">
    {uploads > 0 ? m.editing.uploading(uploads) : m.editing.states[state.kind]}
    {state.kind === 'failed' && (
      <>
        {' '}
        {describeProblem(state.error).message} {m.editing.keptHere}{' '}
        <Button kind="quiet" onClick={onRetry}>
          {m.errors.retry}
        </Button>
      </>
    )}
  </p>
);
