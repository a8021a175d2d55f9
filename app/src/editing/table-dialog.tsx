import { useState } from 'preact/hooks';
import { useAction } from '../api/use-action.ts';
import { m } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { Select } from '../ui/fields.tsx';
import type { Alignment, MarkdownTable } from './markdown-table.ts';

const alignmentOptions = (['none', 'left', 'center', 'right'] as const).map((value) => ({
  value,
  label: m.table.alignments[value],
}));

export interface TableDialogProps {
  readonly table: MarkdownTable;
  readonly onSave: (table: MarkdownTable) => void;
  readonly onClose: () => void;
}

/** Edits a table cell by cell; up and down move between its rows. */
export function TableDialog({ table, onSave, onClose }: TableDialogProps) {
  const [{ alignments, rows }, setTable] = useState(table);
  const action = useAction(async () => {
    onSave({ alignments, rows });
  }, onClose);
  const without = <Item,>(items: readonly Item[], index: number): readonly Item[] =>
    items.filter((_, at) => at !== index);
  const setCell = (row: number, column: number, text: string): void =>
    setTable({
      alignments,
      rows: rows.map((cells, at) => (at === row ? cells.map((cell, i) => (i === column ? text : cell)) : cells)),
    });
  const onKeyDown = (event: KeyboardEvent, row: number, column: number): void => {
    const to = event.key === 'ArrowUp' ? row - 1 : event.key === 'ArrowDown' ? row + 1 : undefined;
    const cell = event.currentTarget as HTMLElement;
    const next = to === undefined ? undefined : cell.closest('table')?.rows[to + 1]?.cells[column];
    const input = next?.querySelector('input');
    if (!input) return;
    event.preventDefault();
    input.focus();
  };
  return (
    <FormDialog title={m.table.title} submit={m.common.save} action={action} onClose={onClose} wide>
      <div class="table-scroll">
        <table class="table table-editor">
          <thead>
            <tr>
              {alignments.map((alignment, column) => (
                <td key={column}>
                  <Select
                    label={m.table.alignment(column + 1)}
                    hiddenLabel
                    value={alignment}
                    options={alignmentOptions}
                    onChange={(value) =>
                      setTable({
                        rows,
                        alignments: alignments.map((one, at) => (at === column ? (value as Alignment) : one)),
                      })
                    }
                  />
                  {alignments.length > 1 && (
                    <Button
                      kind="quiet"
                      icon="trash"
                      label={m.table.removeColumn(column + 1)}
                      onClick={() =>
                        setTable({
                          alignments: without(alignments, column),
                          rows: rows.map((cells) => without(cells, column)),
                        })
                      }
                    />
                  )}
                </td>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              <tr key={row}>
                {cells.map((text, column) => (
                  <td key={column} class="field">
                    <input
                      aria-label={row === 0 ? m.table.head(column + 1) : m.table.cell(column + 1, row)}
                      value={text}
                      onInput={(event) => setCell(row, column, event.currentTarget.value)}
                      onKeyDown={(event) => onKeyDown(event, row, column)}
                    />
                  </td>
                ))}
                <td>
                  {row > 0 && (
                    <Button
                      kind="quiet"
                      icon="trash"
                      label={m.table.removeRow(row)}
                      onClick={() => setTable({ alignments, rows: without(rows, row) })}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="actions">
        <Button icon="add" onClick={() => setTable({ alignments, rows: [...rows, alignments.map(() => '')] })}>
          {m.table.addRow}
        </Button>
        <Button
          icon="add"
          onClick={() => setTable({ alignments: [...alignments, 'none'], rows: rows.map((cells) => [...cells, '']) })}
        >
          {m.table.addColumn}
        </Button>
      </p>
    </FormDialog>
  );
}
