import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { m } from '../messages/messages.ts';
import type { TextEditor } from './editor.ts';
import { emptyTable, findTable, formatTable, type MarkdownTable } from './markdown-table.ts';
import { TableDialog } from './table-dialog.tsx';

interface EditedTable {
  readonly table: MarkdownTable;
  /** Text of the table, its offset and its indentation; undefined for a new table. */
  readonly before?: { readonly text: string; readonly from: number; readonly indent: string };
}

/**
 * Edits the table at the cursor, or a new one.
 *
 * @returns a function that opens the dialog, and the dialog while it is open
 */
export function useTableDialog(editor: {
  readonly current: TextEditor | undefined;
}): readonly [open: () => void, dialog: ComponentChildren] {
  const [edited, setEdited] = useState<EditedTable>();
  const open = (): void => {
    const { text = '', cursor = 0 } = editor.current ?? {};
    const found = findTable(text, cursor);
    if (found === undefined) return setEdited({ table: emptyTable(2, 3) });
    const { table, from, to, indent } = found;
    setEdited({ table, before: { text: text.slice(from, to), from, indent } });
  };
  const save = (table: MarkdownTable): void => {
    const before = edited?.before;
    const written = formatTable(table, before?.indent);
    if (before === undefined) editor.current?.insertMarkdown(written);
    else if (!editor.current?.replacePart(before.text, written, before.from)) throw new Error(m.table.gone);
  };
  return [open, edited && <TableDialog table={edited.table} onSave={save} onClose={() => setEdited(undefined)} />];
}
