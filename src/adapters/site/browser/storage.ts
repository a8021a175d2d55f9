/** Reads a JSON value that this browser keeps; undefined where it keeps none. */
export function readStored<T>(storage: 'localStorage' | 'sessionStorage', key: string): T | undefined {
  try {
    const text = window[storage].getItem(key);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

/** Keeps a JSON value, where the browser allows it. */
export function writeStored(storage: 'localStorage' | 'sessionStorage', key: string, value: unknown): void {
  try {
    window[storage].setItem(key, JSON.stringify(value));
  } catch {
    // Private windows and full storages keep nothing.
  }
}
