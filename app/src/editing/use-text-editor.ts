import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import { m } from '../messages/messages.ts';
import { announceProblem } from '../ui/toasts.tsx';
import type { EditedDocument } from './edited-document.ts';
import type { EditorOptions } from './editor.ts';
import type { EditedText } from './use-edited-text.ts';

/**
 * Shows the editor of a text in an element; its code is loaded meanwhile.
 *
 * @returns the element, and true once the text can be edited
 */
export function useTextEditor(
  { key, textLabel }: EditedDocument,
  { editor, latest, saver, change }: EditedText,
  actions: Pick<EditorOptions, 'onFiles' | 'onPicture' | 'onLateText' | 'onLink' | 'onInclude'>,
): readonly [host: RefObject<HTMLDivElement | null>, isReady: boolean] {
  const host = useRef<HTMLDivElement>(null);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    let isGone = false;
    void import('./editor.ts').then(
      ({ TextEditor }) => {
        if (isGone || host.current === null) return;
        editor.current = new TextEditor({
          ...actions,
          host: host.current,
          text: latest.current.text,
          label: textLabel,
          onChange: (text) => change({ text }),
          onSave: () => void saver.save(),
        });
        setReady(true);
        // Of a page without text, the text is what comes next.
        if (latest.current.text === '') editor.current.focus();
      },
      () => announceProblem(new ApiError(0, m.errors.notLoaded, undefined)),
    );
    return () => {
      isGone = true;
      editor.current?.destroy();
      editor.current = undefined;
    };
  }, [key]);
  return [host, isReady];
}
