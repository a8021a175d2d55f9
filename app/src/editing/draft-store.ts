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

/** Prefix of keys of earlier versions, which did not name the user. */
const OLD_PREFIX = 'quire-draft ';
/** Key of a draft of an earlier visit that the writer has neither restored nor discarded. */
const asideKey = (key: string): string => `${key} aside`;
/** Age after which a draft is forgotten, in milliseconds. */
const MAX_AGE_MS = 30 * 86_400_000;

/** Drafts of one user in the storage of the browser, which other users may share. */
export class DraftStore {
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
        const free = [key, asideKey(key)].find((one) => this.storage.getItem(this.#keyOf(one)) === null);
        // The old entry goes first: a full storage has no room for both.
        this.storage.removeItem(old);
        if (free !== undefined) this.#moveTo(this.#keyOf(free), old, text);
      }
    } catch {
      // Forbidden storage holds no draft.
    }
  }

  /** Returns the draft of a page; undefined if there is none, or an old one. */
  read(key: string, now = Date.now()): Draft | undefined {
    try {
      const draft = JSON.parse(this.storage.getItem(this.#keyOf(key)) ?? 'null') as Draft | null;
      if (draft === null) return undefined;
      if (now - draft.at < MAX_AGE_MS) return draft;
      this.remove(key);
    } catch {
      // Unreadable or forbidden storage holds no draft.
    }
    return undefined;
  }

  /** Keeps a draft. Returns false if the storage is full or forbidden. */
  write(key: string, draft: Draft): boolean {
    try {
      this.storage.setItem(this.#keyOf(key), JSON.stringify(draft));
      return true;
    } catch {
      return false;
    }
  }

  /** Returns the draft of a page, or the one that was set aside. */
  find(key: string): Draft | undefined {
    return this.read(key) ?? this.read(asideKey(key));
  }

  /** Sets the draft of an earlier visit aside, so that new text does not replace it, and returns it. */
  setAside(key: string): Draft | undefined {
    const draft = this.find(key);
    if (draft !== undefined && this.write(asideKey(key), draft)) this.remove(key);
    return draft;
  }

  /** Forgets the draft that was set aside. */
  removeAside(key: string): void {
    this.remove(asideKey(key));
  }

  remove(key: string): void {
    try {
      this.storage.removeItem(this.#keyOf(key));
    } catch {
      // Forbidden storage holds no draft.
    }
  }

  /** Writes the text of an entry that was removed under its new key, or again under its old one where that is full. */
  #moveTo(key: string, old: string, text: string): void {
    try {
      this.storage.setItem(key, text);
    } catch {
      this.storage.setItem(old, text);
    }
  }

  #keyOf(key: string): string {
    return entryKey('draft', this.userId, key);
  }
}
