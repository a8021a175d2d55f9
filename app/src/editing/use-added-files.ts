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
  /** Sends a picture and returns its path; undefined when it cannot be added, which is announced. */
  addPicture(picture: File): Promise<string | undefined>;
  /** Adds a text at the end, after the editor was left. @param name noun for the text in the announcement of that */
  append(text: string, name: string): void;
}

/** Adds files to a space, and to the text that is edited. */
export function useAddedFiles(place: ContentPlace, organizationId: string, edited: EditedText): AddedFiles {
  const [sending, setSending] = useState(0);
  const append = (text: string, name: string): void => {
    const { latest, saver } = edited;
    edited.change({ text: `${latest.current.text.trimEnd()}\n\n${text.trim()}\n` });
    announce(m.editing.addedAtEnd(name, saver.title));
    edited.saveLate();
  };
  /** Sends one of the files that are counted, and returns its path. */
  const sendCounted = async (file: File): Promise<string | undefined> => {
    try {
      const id = await send(place, organizationId, file);
      return id && `/files/${id}`;
    } catch (error) {
      announceProblem(error);
      return undefined;
    } finally {
      setSending((count) => count - 1);
    }
  };
  return {
    sending,
    append,
    async add(files) {
      const { editor } = edited;
      const held = editor.current?.holdPlace();
      setSending((count) => count + files.length);
      for (const file of files) {
        const path = await sendCounted(file);
        if (path === undefined) continue;
        if (editor.current === undefined || held === undefined) append(markdownOf(file, path), nameOf(file));
        else held.insert(markdownOf(file, path));
      }
      held?.release();
    },
    addPicture(picture) {
      setSending((count) => count + 1);
      return sendCounted(picture);
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

function markdownOf({ name, type }: File, path: string): string {
  if (!type.startsWith('image/')) return `\n\n{% file src="${path}" %}\n\n`;
  const alt = name.replace(/\.[^.]+$/, '').replace(/[-_]+/g, ' ');
  return `![${alt}](${path})`;
}
