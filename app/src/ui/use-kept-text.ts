import { useLayoutEffect, useState } from 'preact/hooks';
import { userId } from '../api/session.ts';
import { entryKey } from '../api/stored-entries.ts';

/**
 * State of a text field that is kept in this tab for the user until the text is sent: it is there again when the user is
 * shown the field the next time. An empty text is not kept.
 * @param name name of what the text is for
 */
export function useKeptText(name: string): [text: string, setText: (text: string) => void] {
  const key = entryKey('text', userId.value ?? '', name);
  const [text, setText] = useState(() => read(key));
  useLayoutEffect(() => setText(read(key)), [key]);
  return [
    text,
    (next) => {
      setText(next);
      write(key, next);
    },
  ];
}

function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    // Forbidden storage keeps nothing.
    return '';
  }
}

function write(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Full or forbidden storage keeps nothing; the field has the text.
  }
}
