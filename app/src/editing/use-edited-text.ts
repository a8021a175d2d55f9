import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isSessionOver, userId } from '../api/session.ts';
import { m } from '../messages/messages.ts';
import { guardLeaving } from '../navigation/router.ts';
import { lateSaves } from '../spaces/content-place.ts';
import { describeProblem } from '../ui/notices.tsx';
import { announce, announceProblem } from '../ui/toasts.tsx';
import { DraftStore, type EarlierDraft } from './draft-store.ts';
import { writeDocument, type EditedDocument } from './edited-document.ts';
import type { TextEditor } from './editor.ts';
import { PageSaver, type PageText, type PageVersion, type SaveState } from './page-saver.ts';

/** Title and text of a document while they are written. */
export interface EditedText {
  /** Title and text as they are shown. */
  readonly shown: PageText;
  /** Title and text as they are now, also after the editor was left. */
  readonly latest: { readonly current: PageText };
  readonly state: SaveState;
  readonly saver: PageSaver;
  /** Editor of the text, while it is shown. */
  readonly editor: { current: TextEditor | undefined };
  /** Draft of another editor, mostly of an earlier visit, that the writer has neither restored nor discarded. */
  readonly draft: EarlierDraft | undefined;
  /** Takes a change, which is kept as a draft until it is saved. */
  change(part: Partial<PageText>): void;
  /** Saves after the editor was left, and reports how that ends. */
  saveLate(): void;
  restoreDraft(): void;
  discardDraft(): void;
}

export interface EditedTextOptions {
  readonly document: EditedDocument;
  /** Version that the editor starts with. */
  readonly opened: PageVersion;
  /** Called when another title is saved. */
  readonly onTitle: () => void;
}

/** Starts from the version that was opened. */
export function useEditedText({ document, opened, onTitle }: EditedTextOptions): EditedText {
  const { key } = document;
  const [drafts] = useState(openDrafts);
  const editor = useRef<TextEditor | undefined>(undefined);
  const latest = useRef<PageText>({ title: opened.title, text: opened.text });
  const [shown, setShown] = useState(latest.current);
  const [state, setState] = useState<SaveState>({ kind: 'saved' });
  const [draft, setDraft] = useState(() => findUnsaved(drafts, key, opened));
  const show = (page: PageText): void => {
    latest.current = page;
    setShown(page);
  };
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
          if (page.title !== latest.current.title) onTitle();
          show(page);
          editor.current?.replace(page.text, { isUndoable: false });
        },
      }),
    [key],
  );
  useSavesOnLeaving(saver);
  const isOver = isSessionOver.value;
  useEffect(() => {
    if (!isOver && saver.state.kind === 'failed') void saver.save();
  }, [isOver]);
  return {
    shown,
    latest,
    state,
    saver,
    editor,
    draft,
    change(part) {
      show({ ...latest.current, ...part });
      saver.change(latest.current);
    },
    saveLate: () => void saver.save().then(() => reportLateSave(saver)),
    restoreDraft() {
      if (draft === undefined) return;
      setDraft(undefined);
      show({ title: draft.title, text: draft.text });
      editor.current?.replace(draft.text, { isUndoable: true });
      // The earlier entry goes first: a full storage has no room for both.
      drafts.discard(draft.entry);
      saver.resume(latest.current, draft.base);
    },
    discardDraft() {
      if (draft !== undefined) drafts.discard(draft.entry);
      setDraft(findUnsaved(drafts, key, opened));
    },
  };
}

/** Opens the drafts of the user of this tab. */
function openDrafts(): DraftStore {
  const drafts = new DraftStore(localStorage, userId.value ?? '');
  drafts.adopt();
  return drafts;
}

/** Returns the latest draft that differs from the document, and forgets those that do not. */
function findUnsaved(drafts: DraftStore, key: string, opened: PageVersion): EarlierDraft | undefined {
  const found = drafts.findEarlier(key);
  if (found === undefined || found.text !== opened.text || found.title !== opened.title) return found;
  drafts.discard(found.entry);
  return findUnsaved(drafts, key, opened);
}

/**
 * Keeps the text of a tab that is closed as a draft, and asks before it is closed where the browser cannot keep one;
 * saves before another screen is shown.
 */
function useSavesOnLeaving(saver: PageSaver): void {
  useEffect(() => {
    const onHide = (): void => void saver.save();
    const onUnload = (event: BeforeUnloadEvent): void => {
      if (!saver.isSaved && !saver.hasDraft) event.preventDefault();
    };
    addEventListener('beforeunload', onUnload);
    addEventListener('pagehide', onHide);
    addEventListener('online', onHide);
    const unguard = guardLeaving(() => {
      if (saver.state.kind === 'conflict') {
        announce(m.editing.decideFirst);
        return false;
      }
      void saver.save();
      if (saver.isSaved || saver.hasDraft) return true;
      announce(m.editing.notKept);
      return false;
    });
    return () => {
      removeEventListener('beforeunload', onUnload);
      removeEventListener('pagehide', onHide);
      removeEventListener('online', onHide);
      unguard();
      if (!saver.isSaved) void saver.save().then(() => reportLateSave(saver));
      saver.stop();
    };
  }, [saver]);
}

/** Reports how the last save of an editor ended that was left meanwhile. */
function reportLateSave({ state, title, hasDraft }: PageSaver): void {
  lateSaves.value++;
  if (state.kind !== 'failed' && state.kind !== 'conflict') return;
  const reason = state.kind === 'failed' ? describeProblem(state.error).message : `${m.editing.conflict}.`;
  announceProblem(new Error(`${m.editing.notSaved(title)} ${reason} ${m.editing.kept(hasDraft)}`));
}
