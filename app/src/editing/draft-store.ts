import { entryKey, keysOf, type EntryStorage } from '../api/stored-entries.ts';

/** Unsaved text of a page, kept by the browser until it is saved. */
export interface Draft {
  readonly title: string;
  readonly text: string;
  /** Text, title and revision that the writer started from. */
  readonly base: { readonly title: string; readonly text: string; readonly revision: string };
  /** Time of the last change, in milliseconds. */
  readonly at: number;
}

/** Draft that another editor has left, and the entry of the storage that holds it. */
export interface EarlierDraft extends Draft {
  readonly entry: string;
}

/** Prefix of keys of earlier versions, which did not name the user. */
const OLD_PREFIX = 'quire-draft ';
/** Age after which a draft is forgotten, in milliseconds. */
const MAX_AGE_MS = 30 * 86_400_000;

/**
 * Drafts of one user in the storage of the browser, which other users may share. Each editor has entries of its own, so
 * that two tabs with the same page, or an editor that is opened again, never replace the text of another.
 */
export class DraftStore {
  /** Name of the editor in the keys of its entries. */
  readonly #editor = Math.random().toString(36).slice(2);

  constructor(
    private readonly storage: EntryStorage,
    private readonly userId: string,
  ) {}

  /**
   * Takes over the drafts of earlier versions. They name no user: they belong to the first one who edits after the
   * upgrade, and to nobody who signs in later.
   */
  adopt(): void {
    try {
      for (const old of keysOf(this.storage).filter((one) => one.startsWith(OLD_PREFIX))) {
        const text = this.storage.getItem(old) ?? '';
        const key = old.slice(OLD_PREFIX.length);
        const free = [key, `${key} adopted`].find((one) => this.storage.getItem(this.#documentEntry(one)) === null);
        // The old entry goes first: a full storage has no room for both.
        this.storage.removeItem(old);
        if (free !== undefined) this.#moveTo(this.#documentEntry(free), old, text);
      }
    } catch {
      // Forbidden storage holds no draft.
    }
  }

  /** Keeps the draft of this editor. Returns false if the storage is full or forbidden. */
  write(key: string, draft: Draft): boolean {
    try {
      this.storage.setItem(this.#ownEntry(key), JSON.stringify(draft));
      return true;
    } catch {
      return false;
    }
  }

  /** Forgets the draft of this editor. */
  remove(key: string): void {
    this.discard(this.#ownEntry(key));
  }

  /** Returns the latest draft of a document that another editor has left, in this tab or another. */
  findEarlier(key: string, now = Date.now()): EarlierDraft | undefined {
    const entry = this.#documentEntry(key);
    try {
      return keysOf(this.storage)
        .filter((one) => (one === entry || one.startsWith(`${entry} `)) && one !== this.#ownEntry(key))
        .flatMap((one) => this.#read(one, now) ?? [])
        .sort((a, b) => b.at - a.at)[0];
    } catch {
      // Forbidden storage holds no draft.
      return undefined;
    }
  }

  /** Forgets the draft of an entry. */
  discard(entry: string): void {
    try {
      this.storage.removeItem(entry);
    } catch {
      // Forbidden storage holds no draft.
    }
  }

  /** Returns the draft of an entry; undefined if it is unreadable, or so old that it is forgotten. */
  #read(entry: string, now: number): EarlierDraft | undefined {
    try {
      const draft = JSON.parse(this.storage.getItem(entry) ?? 'null') as Draft | null;
      if (draft === null) return undefined;
      if (now - draft.at < MAX_AGE_MS) return { ...draft, entry };
      this.discard(entry);
    } catch {
      // An unreadable entry holds no draft.
    }
    return undefined;
  }

  /** Writes the text of an entry that was removed under its new key, or again under its old one where that is full. */
  #moveTo(key: string, old: string, text: string): void {
    try {
      this.storage.setItem(key, text);
    } catch {
      this.storage.setItem(old, text);
    }
  }

  #ownEntry(key: string): string {
    return this.#documentEntry(`${key} ${this.#editor}`);
  }

  /** First part of the keys of the entries of a document; earlier versions kept one entry under it. */
  #documentEntry(key: string): string {
    return entryKey('draft', this.userId, key);
  }
}
