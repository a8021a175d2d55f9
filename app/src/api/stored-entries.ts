/** Storage of the browser. */
export interface EntryStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Kind of an entry that the browser keeps for a user. */
type EntryKind = 'draft' | 'text' | 'viewed';

/** Returns the key of an entry that the browser keeps for one user; other users may share its storage. */
export const entryKey = (kind: EntryKind, userId: string, name = ''): string =>
  `quire-user-${kind} ${userId}${name === '' ? '' : ` ${name}`}`;

/** Returns the ID of the user whom an entry is kept for; undefined for entries that name none. */
const ownerOf = (key: string): string | undefined => /^quire-user-\w+ (\S+)/.exec(key)?.[1];

/** Key of the color scheme, which is chosen for the browser and not for a user. */
export const THEME_KEY = 'quire-theme';

/** Returns all keys of a storage. */
export const keysOf = (storage: EntryStorage): readonly string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');

/** Removes everything that is kept for a user or names none; without a user, also what is kept for other users. */
export function removeEntries(storage: EntryStorage, userId: string | undefined): void {
  for (const key of keysOf(storage)) {
    const owner = ownerOf(key);
    const isOfOther = userId !== undefined && owner !== undefined && owner !== userId;
    if (!isOfOther && key !== THEME_KEY) storage.removeItem(key);
  }
}
