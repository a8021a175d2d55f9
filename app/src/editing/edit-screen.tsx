import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { getChangeRequestById, getSpaceById, renderPage, type Page, type Space } from '../api/operations.ts';
import { isSessionOver } from '../api/session.ts';
import { useQuery } from '../api/use-query.ts';
import { Frame } from '../frame/frame.tsx';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { guardLeaving } from '../navigation/router.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { Empty, ErrorNotice, Loaded, Loading, describeProblem } from '../ui/notices.tsx';
import { Time } from '../ui/parts.tsx';
import { announce, announceProblem } from '../ui/toasts.tsx';
import {
  lateSaves,
  loadPage,
  loadPages,
  pageHref,
  placeKey,
  writeContent,
  type ContentChange,
  type ContentPlace,
  type DocumentPage,
} from '../spaces/content-place.ts';
import { RenderedContent } from '../spaces/rendered-page.tsx';
import { PageSettings } from '../spaces/space-screen.tsx';
import { PageSide } from '../spaces/side.tsx';
import { BLOCKS } from './blocks.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DraftStore, type Draft } from './draft-store.ts';
import type { TextEditor } from './editor.ts';
import { LinkPicker } from './link-picker.tsx';
import { emptyTable, findTable, formatTable, type MarkdownTable } from './markdown-table.ts';
import { PageSaver, type PageVersion, type SaveState } from './page-saver.ts';
import { TableDialog } from './table-dialog.tsx';
import { contentOfFile } from './upload-file.ts';

const drafts = new DraftStore(localStorage);
/** Pause in writing after which the preview is rendered, in milliseconds. */
const PREVIEW_AFTER_MS = 350;

interface Opened {
  readonly page: Page;
  readonly revision: string;
}

/** Reads a page and the revision that it belongs to. */
async function open(place: ContentPlace, pageId: string): Promise<Opened> {
  const { spaceId, changeRequest } = place;
  // The revision is read first: a write on top of it is refused if the page has changed since.
  const { revision } =
    changeRequest === undefined
      ? await getSpaceById({ path: { spaceId } })
      : await getChangeRequestById({ path: { spaceId, changeRequestId: changeRequest } });
  return { page: await loadPage(place, pageId), revision };
}

const versionOf = ({ page, revision }: Opened): PageVersion => ({
  title: page.title,
  text: page.type === 'document' ? (page.markdown ?? '') : '',
  revision,
});

/** Screen on which a page is written, in the space or in a change request. */
export function EditScreen({ spaceId, pageId, changeRequestId }: Parameters) {
  const place: ContentPlace = { spaceId: spaceId!, ...(changeRequestId && { changeRequest: changeRequestId }) };
  const space = useQuery(`space ${spaceId}`, () => getSpaceById({ path: { spaceId: spaceId! } }));
  const request = useQuery(changeRequestId && `request ${changeRequestId}`, () =>
    getChangeRequestById({ path: { spaceId: spaceId!, changeRequestId: changeRequestId! } }),
  );
  const pages = useQuery(`pages ${placeKey(place)}`, () => loadPages(place));
  const opened = useQuery(`edit ${placeKey(place)} ${pageId}`, () => open(place, pageId!));
  return (
    <Frame
      title={m.editing.title(opened.data?.page.title ?? '')}
      organizationId={space.data?.organization}
      crumbs={[
        { label: space.data?.title || m.common.untitled, href: pathTo('space', { spaceId: spaceId! }) },
        ...(request.data
          ? [
              {
                label: request.data.subject || m.requests.untitled(request.data.number),
                href: pathTo('changeRequest', { spaceId: spaceId!, changeRequestId: changeRequestId! }),
              },
            ]
          : []),
        { label: opened.data?.page.title ?? '' },
      ]}
      sideLabel={m.space.pages}
      side={<PageSide place={place} pages={pages} current={pageId} mayEdit={space.data?.permissions.edit === true} />}
    >
      <Loaded of={space}>
        {(about) =>
          !about.permissions.edit ? (
            <Empty title={m.editing.forbidden} />
          ) : changeRequestId === undefined && about.editMode === 'locked' ? (
            <Empty title={m.editing.locked} />
          ) : request.data && request.data.status !== 'draft' && request.data.status !== 'open' ? (
            <Empty title={m.editing.closed} />
          ) : (
            <Loaded of={opened}>
              {(start) =>
                start.page.type === 'document' ? (
                  <PageEditor
                    key={`${placeKey(place)} ${pageId}`}
                    place={place}
                    space={about}
                    start={start}
                    pages={pages.data ?? []}
                    onTitle={pages.reload}
                  />
                ) : (
                  <Empty title={m.space.noText} />
                )
              }
            </Loaded>
          )
        }
      </Loaded>
    </Frame>
  );
}

interface PageEditorProps {
  readonly place: ContentPlace;
  readonly space: Space;
  readonly start: Opened;
  readonly pages: readonly Page[];
  readonly onTitle: () => void;
}

function PageEditor({ place, space, start, pages, onTitle }: PageEditorProps) {
  const pageId = start.page.id;
  const key = `${placeKey(place)} ${pageId}`;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<TextEditor | undefined>(undefined);
  const [isReady, setReady] = useState(false);
  const [state, setState] = useState<SaveState>({ kind: 'saved' });
  const opened = useMemo(() => versionOf(start), [start]);
  const [title, setTitle] = useState(opened.title);
  const [text, setText] = useState(opened.text);
  const current = useRef({ title: opened.title, text: opened.text });
  const [draft, setDraft] = useState<Draft | undefined>(() => {
    const found = drafts.read(key);
    return found !== undefined && (found.text !== opened.text || found.title !== opened.title) ? found : undefined;
  });
  const [isPicking, setPicking] = useState(false);
  const [editedTable, setEditedTable] = useState<{ table: MarkdownTable; before: string | undefined }>();
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
          const change: ContentChange = {
            operation: 'update_page',
            page: pageId,
            ...(changed.title && { title: page.title }),
            ...(changed.text && { document: { markdown: page.text } }),
          };
          const { revision } = await writeContent(place, [change], ifMatch);
          if (changed.title) onTitle();
          return revision;
        },
        read: async () => versionOf(await open(place, pageId)),
        merge: async (base, theirs, mine) => (await import('./merge-texts.ts')).mergeTexts(base, theirs, mine),
        onState: setState,
        onMerged: (page) => {
          current.current = page;
          setTitle(page.title);
          setText(page.text);
          editor.current?.replace(page.text);
        },
      }),
    [key],
  );

  const change = (part: { readonly title?: string; readonly text?: string }): void => {
    current.current = { ...current.current, ...part };
    if (part.title !== undefined) setTitle(part.title);
    if (part.text !== undefined) setText(part.text);
    // An empty title is refused by the API; the text is saved when the title has been written.
    if (current.current.title.trim() !== '') saver.change(current.current);
  };

  useEffect(() => {
    let isGone = false;
    void import('./editor.ts').then(({ TextEditor: Editor }) => {
      if (isGone || host.current === null) return;
      editor.current = new Editor({
        host: host.current,
        text: current.current.text,
        label: m.editing.text,
        onChange: (next) => change({ text: next }),
        onSave: () => void saver.save(),
        onFiles: (files) => void addFiles(files),
        onLink: () => setPicking(true),
      });
      setReady(true);
      // Of a page without text, the text is what comes next.
      if (current.current.text === '') editor.current.focus();
    }, announceProblem);
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
      if (!saver.isSaved) void saver.save().then(() => lateSaves.value++);
      saver.stop();
    };
  }, [saver]);
  const isOver = isSessionOver.value;
  useEffect(() => {
    if (!isOver && saver.state.kind === 'failed') void saver.save();
  }, [isOver]);

  const addFiles = async (files: readonly File[]): Promise<void> => {
    setUploads((count) => count + files.length);
    for (const file of files)
      try {
        let id: string | undefined;
        await saver.withRevision(async () => {
          const name = file.name || 'file';
          const content = await contentOfFile(space.organization, file);
          const { created, revision } = await writeContent(place, [
            { operation: 'insert_files', files: [{ name, ref: 'file', ...content }] },
          ]);
          id = created.get('file');
          return revision;
        });
        if (id === undefined) continue;
        const alt = file.name.replace(/\.[^.]+$/, '').replace(/[-_]+/g, ' ');
        editor.current?.insert(
          file.type.startsWith('image/') ? `![${alt}](/files/${id})` : `\n\n{% file src="/files/${id}" %}\n\n`,
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
    editor.current?.replace(draft.text);
    saver.resume(current.current, draft.base);
  };
  const editTable = (): void => {
    const found = editor.current && findTable(editor.current.text, editor.current.cursor);
    const before = found && editor.current!.text.slice(found.from, found.to);
    setEditedTable({ table: found?.table ?? emptyTable(2, 3), before });
  };
  const saveTable = (table: MarkdownTable): void => {
    const written = formatTable(table);
    if (editedTable?.before === undefined) editor.current?.insert(`\n\n${written}\n\n`);
    else if (!editor.current?.replacePart(editedTable.before, written)) throw new Error(m.table.gone);
  };
  const done = pageHref(place, pageId);
  return (
    <div class="editing">
      <h1 class="sr-only">{m.editing.title(title)}</h1>
      <div class="editing-head">
        <div class="field title-field">
          <label class="sr-only" for="page-title">
            {m.editing.pageTitle}
          </label>
          <input
            id="page-title"
            value={title}
            required
            maxLength={100}
            dir="auto"
            placeholder={m.editing.pageTitle}
            aria-invalid={title.trim() === ''}
            onInput={(event) => change({ title: event.currentTarget.value })}
          />
        </div>
        <SaveStatus state={state} uploads={uploads} onRetry={() => void saver.save()} />
        <div class="actions">
          <Button icon="eye" aria-pressed={showsPreview} onClick={() => setShowsPreview(!showsPreview)}>
            {m.editing.preview}
          </Button>
          <Button icon="settings" kind="quiet" label={m.space.pageSettings} onClick={() => setSetting(true)} />
          <LinkButton kind="primary" href={done}>
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
                drafts.remove(key);
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
        onLink={() => setPicking(true)}
        onTable={editTable}
        onFiles={(files) => void addFiles(files)}
      />
      <div class={showsPreview ? 'panes' : 'panes without-preview'}>
        <div class="pane source">
          {!isReady && <Loading label={m.editing.loading} />}
          <div class="editor-host" ref={host} />
        </div>
        {showsPreview && <Preview place={place} pageId={pageId} title={title} text={text} />}
      </div>
      <p class="hint">{m.editing.keys}</p>
      {isPicking && (
        <LinkPicker
          pages={pages}
          selected={editor.current?.selection ?? ''}
          onClose={() => setPicking(false)}
          onPick={(link) => {
            setPicking(false);
            editor.current?.insert(link);
          }}
        />
      )}
      {editedTable && (
        <TableDialog table={editedTable.table} onSave={saveTable} onClose={() => setEditedTable(undefined)} />
      )}
      {isSetting && start.page.type === 'document' && (
        <PageSettingsBetweenSaves
          place={place}
          page={{ ...start.page, title }}
          saver={saver}
          onClose={() => setSetting(false)}
          onSaved={onTitle}
          onTitle={(next) => change({ title: next })}
        />
      )}
      {state.kind === 'conflict' && (
        <ConflictDialog conflict={state.conflict} onResolve={(page) => saver.resolve(page)} />
      )}
    </div>
  );
}

/** Settings of the page that is edited; they are written after its text. */
const PageSettingsBetweenSaves = ({
  place,
  page,
  saver,
  onClose,
  onSaved,
  onTitle,
}: {
  readonly place: ContentPlace;
  readonly page: DocumentPage;
  readonly saver: PageSaver;
  readonly onClose: () => void;
  readonly onSaved: () => void;
  readonly onTitle: (title: string) => void;
}) => (
  <PageSettings
    place={place}
    page={page}
    onClose={onClose}
    onSaved={() => {
      // The next save finds the new revision, and merges the title.
      onSaved();
      void open(place, page.id).then(
        (now) => onTitle(now.page.title),
        () => {},
      );
      void saver.save();
    }}
  />
);

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

function Toolbar({
  editor,
  isReady,
  onLink,
  onTable,
  onFiles,
}: {
  readonly editor: { readonly current?: TextEditor | undefined };
  readonly isReady: boolean;
  readonly onLink: () => void;
  readonly onTable: () => void;
  readonly onFiles: (files: readonly File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const insert = (name: string): void =>
    editor.current?.insertBlock(BLOCKS.find((block) => block.name === name)!.template);
  const tools = [
    { label: m.editing.bold, text: 'B', run: () => editor.current?.wrap('**') },
    { label: m.editing.italic, text: 'I', run: () => editor.current?.wrap('_') },
    { label: m.editing.inlineCode, text: '</>', run: () => editor.current?.wrap('`') },
    { label: m.blocks.heading2, text: 'H', run: () => insert('heading2') },
    { label: m.blocks.bullets, text: '•', run: () => insert('bullets') },
    { label: m.blocks.tasks, text: '☑', run: () => insert('tasks') },
    { label: m.table.tool, text: '▦', run: onTable },
  ];
  return (
    <div class="toolbar" role="group" aria-label={m.editing.tools}>
      <Button
        kind="quiet"
        icon="undo"
        label={m.common.undo}
        disabled={!isReady}
        onClick={() => editor.current?.undo()}
      />
      <Button
        kind="quiet"
        icon="redo"
        label={m.editing.redo}
        disabled={!isReady}
        onClick={() => editor.current?.redo()}
      />
      {tools.map(({ label, text, run }) => (
        <Button key={label} kind="quiet" label={label} disabled={!isReady} onClick={run}>
          <span aria-hidden="true">{text}</span>
        </Button>
      ))}
      <Button kind="quiet" icon="link" label={m.editing.link} disabled={!isReady} onClick={onLink} />
      <Button
        kind="quiet"
        icon="image"
        label={m.editing.addFile}
        disabled={!isReady}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={m.editing.addFile}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <Menu
        label={m.editing.insert}
        text={m.editing.insert}
        icon="add"
        items={BLOCKS.map(({ name, template }) => ({
          label: m.blocks[name],
          onSelect: () => editor.current?.insertBlock(template),
        }))}
      />
    </div>
  );
}

function Preview({
  place,
  pageId,
  title,
  text,
}: {
  readonly place: ContentPlace;
  readonly pageId: string;
  readonly title: string;
  readonly text: string;
}) {
  const [shown, setShown] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setShown(text), PREVIEW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const last = useRef<string | undefined>(undefined);
  const rendered = useQuery(`preview ${placeKey(place)} ${pageId} ${shown}`, () =>
    renderPage({
      path: { spaceId: place.spaceId, pageId },
      body: { markdown: shown, ...(place.changeRequest && { changeRequest: place.changeRequest }) },
    }),
  );
  if (rendered.data) last.current = rendered.data.html;
  return (
    <section class="pane preview" aria-label={m.editing.preview} tabIndex={0}>
      <h2 class="page-title" dir="auto">
        {title}
      </h2>
      {last.current === undefined ? (
        rendered.error === undefined && <Loading />
      ) : (
        <RenderedContent html={last.current} />
      )}
      {rendered.error !== undefined && <ErrorNotice error={rendered.error} onRetry={rendered.reload} />}
    </section>
  );
}
