import { ApiError } from '../api/api-error.ts';
import type { DraftStore } from './draft-store.ts';

/** Text of a page at a revision of its content. */
export interface PageVersion {
  readonly title: string;
  readonly text: string;
  readonly revision: string;
}

export interface PageText {
  readonly title: string;
  readonly text: string;
}

/** Two versions of a page that both changed the same lines. */
export interface SaveConflict {
  readonly base: PageVersion;
  readonly mine: PageText;
  readonly theirs: PageVersion;
}

export type SaveState =
  | { readonly kind: 'saved' }
  | { readonly kind: 'unsaved' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'merged' }
  | { readonly kind: 'conflict'; readonly conflict: SaveConflict }
  | { readonly kind: 'failed'; readonly error: unknown; readonly hasDraft: boolean };

export interface PageSaverOptions {
  readonly key: string;
  readonly drafts: DraftStore;
  readonly opened: PageVersion;
  /** Writes the page on top of a revision and returns the new one. @throws ApiError 412 if it is not the last one */
  readonly write: (
    page: PageText,
    changed: { readonly title: boolean; readonly text: boolean },
    ifMatch: string,
  ) => Promise<string>;
  /** Reads the page as it is now. */
  readonly read: () => Promise<PageVersion>;
  /** Merges two changes of a text; `markers` is 0 if both could be kept. */
  readonly merge: (
    base: string,
    theirs: string,
    mine: string,
  ) => Promise<{ readonly text: string; readonly markers: number }>;
  readonly onState: (state: SaveState) => void;
  /** Called after the text of the writer was merged with that of another user. */
  readonly onMerged: (page: PageText) => void;
  readonly schedule?: (task: () => void, ms: number) => () => void;
}

/** Pause in writing after which a text is saved, and pauses before a failed request is repeated, in milliseconds. */
const SAVE_AFTER_MS = 1_200;
const RETRY_MS = 5_000;
/** Times that a page is saved on top of the latest revision while others keep saving. */
const MAX_ATTEMPTS = 5;

const timer = (task: () => void, ms: number): (() => void) => {
  const id = setTimeout(task, ms);
  return () => clearTimeout(id);
};

/**
 * Saves a page while it is written, one request at a time. Every change is kept as a draft until it is saved. If
 * another user has saved the page in between, both changes are merged; where that is impossible, the writer decides.
 */
export class PageSaver {
  #base: PageVersion;
  #current: PageText;
  #state: SaveState = { kind: 'saved' };
  #hasDraft = true;
  #running: Promise<void> | undefined;
  #cancel: (() => void) | undefined;

  constructor(private readonly options: PageSaverOptions) {
    this.#base = options.opened;
    this.#current = options.opened;
  }

  get state(): SaveState {
    return this.#state;
  }
  get title(): string {
    return this.#current.title;
  }
  get isSaved(): boolean {
    return this.#current.text === this.#base.text && this.#current.title === this.#base.title;
  }

  /** Tells whether the browser holds everything that is not saved; false if its storage is full or forbidden. */
  get hasDraft(): boolean {
    return this.#hasDraft;
  }

  /** Starts from a draft whose base may be older than the page. */
  resume(draft: PageText, base: PageVersion): void {
    this.#base = base;
    this.change(draft);
  }

  /** Takes a change and saves it after a pause. The API refuses an empty title: the last one stays until there is another. */
  change({ title, text }: PageText): void {
    this.#current = { title: title.trim() === '' ? this.#current.title : title, text };
    const { isSaved } = this;
    this.#keepDraft();
    if (this.#state.kind === 'conflict') {
      // The decision is about everything that is written until then.
      this.#set({ kind: 'conflict', conflict: { ...this.#state.conflict, mine: this.#current } });
    } else if (!isSaved) {
      this.#set({ kind: 'unsaved' });
      this.#later(SAVE_AFTER_MS);
    } else if (this.#running === undefined) this.#set({ kind: 'saved' });
  }

  /** Saves now. Resolves when everything is saved, or the state says why it is not. */
  async save(): Promise<void> {
    this.#cancel?.();
    // Several calls can wait for one request; the first of them may have begun the next one.
    while (this.#running !== undefined) await this.#running;
    if (this.isSaved || this.#state.kind === 'conflict') return;
    this.#running = this.#save();
    await this.#running;
    this.#running = undefined;
    if (!this.isSaved && this.#state.kind === 'unsaved') await this.save();
  }

  /** Ends a conflict with the text that the writer has decided on. */
  resolve(page: PageText): void {
    if (this.#state.kind !== 'conflict') return;
    this.#base = this.#state.conflict.theirs;
    this.#state = { kind: 'unsaved' };
    this.options.onMerged(page);
    this.change(page);
    void this.save();
  }

  stop(): void {
    this.#cancel?.();
  }

  async #save(): Promise<void> {
    this.#set({ kind: 'saving' });
    try {
      let wasMerged = false;
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const sent = this.#current;
        const base = this.#base;
        try {
          const changed = { title: sent.title !== base.title, text: sent.text !== base.text };
          const revision =
            changed.title || changed.text ? await this.options.write(sent, changed, base.revision) : base.revision;
          this.#base = { ...sent, revision };
          if (this.isSaved) this.#keepDraft();
          this.#set(this.isSaved ? { kind: wasMerged ? 'merged' : 'saved' } : { kind: 'unsaved' });
          return;
        } catch (error) {
          if (!(error instanceof ApiError) || error.status !== 412) throw error;
          const theirs = await this.options.read();
          const isSame = theirs.text === base.text && theirs.title === base.title;
          if (!isSame && !(await this.#join(base, theirs))) return;
          wasMerged ||= !isSame;
          this.#base = theirs;
        }
      }
      this.#set({ kind: 'unsaved' });
      this.#later(RETRY_MS);
    } catch (error) {
      // Another draft may have gone since the last change.
      this.#keepDraft();
      this.#set({ kind: 'failed', error, hasDraft: this.#hasDraft });
      if (error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500))
        this.#later(RETRY_MS);
    }
  }

  /** Merges the version of another user into the text. Returns false if the writer has to decide. */
  async #join(base: PageVersion, theirs: PageVersion): Promise<boolean> {
    const mine = this.#current;
    const merged = await this.options.merge(base.text, theirs.text, mine.text);
    const title = mine.title === base.title ? theirs.title : mine.title;
    const isTitleSplit = mine.title !== base.title && theirs.title !== base.title && mine.title !== theirs.title;
    if (merged.markers > 0 || isTitleSplit) {
      this.#set({ kind: 'conflict', conflict: { base, mine: this.#current, theirs } });
      return false;
    }
    // Text that was written while the other version was read stays: the next attempt merges it.
    if (this.#current !== mine) return this.#join(base, theirs);
    this.#current = { title, text: merged.text };
    this.options.onMerged(this.#current);
    return true;
  }

  /** Keeps what is not saved as a draft. */
  #keepDraft(): void {
    const { drafts, key } = this.options;
    if (this.isSaved) drafts.remove(key);
    this.#hasDraft = this.isSaved || drafts.write(key, { ...this.#current, base: this.#base, at: Date.now() });
  }

  #later(ms: number): void {
    this.#cancel?.();
    this.#cancel = (this.options.schedule ?? timer)(() => void this.save(), ms);
  }

  #set(state: SaveState): void {
    this.#state = state;
    this.options.onState(state);
  }
}
