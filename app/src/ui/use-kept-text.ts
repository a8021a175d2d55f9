import { useLayoutEffect, useState } from 'preact/hooks';

const PREFIX = 'quire-text ';

/**
 * State of a text field that is kept in this tab until the text is sent: it is there again when the field is shown the
 * next time. An empty text is not kept.
 * @param key name of what the text is for
 */
export function useKeptText(key: string): [text: string, setText: (text: string) => void] {
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
    return sessionStorage.getItem(PREFIX + key) ?? '';
  } catch {
    // Forbidden storage keeps nothing.
    return '';
  }
}

function write(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, text);
  } catch {
    // Full or forbidden storage keeps nothing; the field has the text.
  }
}
