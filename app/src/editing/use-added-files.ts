import { useState } from 'preact/hooks';
import { m } from '../messages/messages.ts';
import { writeContent, type ContentPlace } from '../spaces/content-place.ts';
import { announce, announceProblem } from '../ui/toasts.tsx';
import { contentOfFile } from '../uploads/upload-file.ts';
import type { EditedText } from './use-edited-text.ts';

export interface AddedFiles {
  /** Number of files that are being sent. */
  readonly sending: number;
  /** Sends files, and inserts the Markdown that shows each of them. */
  add(files: readonly File[]): Promise<void>;
}

/** Adds files to a space, and to the text that is edited. */
export function useAddedFiles(place: ContentPlace, organizationId: string, edited: EditedText): AddedFiles {
  const [sending, setSending] = useState(0);
  /** Inserts the text of a file; at the end if the editor was left while the file was sent. */
  const insert = (text: string, name: string): void => {
    const { editor, latest, saver } = edited;
    if (editor.current !== undefined) return editor.current.insert(text);
    edited.change({ text: `${latest.current.text.trimEnd()}\n\n${text.trim()}\n` });
    announce(m.editing.addedAtEnd(name, saver.title));
    edited.saveLate();
  };
  return {
    sending,
    async add(files) {
      setSending((count) => count + files.length);
      for (const file of files)
        try {
          const id = await send(place, organizationId, file);
          if (id !== undefined) insert(markdownOf(file, id), nameOf(file));
        } catch (error) {
          announceProblem(error);
        } finally {
          setSending((count) => count - 1);
        }
    },
  };
}

const nameOf = (file: File): string => file.name || 'file';

/** Adds a file to a space and returns its ID. */
async function send(place: ContentPlace, organizationId: string, file: File): Promise<string | undefined> {
  const content = await contentOfFile(organizationId, file);
  const { created } = await writeContent(place, [
    { operation: 'insert_files', files: [{ name: nameOf(file), ref: 'file', ...content }] },
  ]);
  return created.get('file');
}

function markdownOf({ name, type }: File, id: string): string {
  if (!type.startsWith('image/')) return `\n\n{% file src="/files/${id}" %}\n\n`;
  const alt = name.replace(/\.[^.]+$/, '').replace(/[-_]+/g, ' ');
  return `![${alt}](/files/${id})`;
}
