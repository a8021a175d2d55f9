import { useState } from 'preact/hooks';
import { useAction } from '../api/use-action.ts';
import { m } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { Select } from '../ui/fields.tsx';
import type { Alignment, MarkdownTable } from './markdown-table.ts';
import { addColumn, addRow, alignColumn, removeColumn, removeRow, setCell } from './table-edits.ts';

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
export function TableDialog({ table: first, onSave, onClose }: TableDialogProps) {
  const [table, setTable] = useState(first);
  const action = useAction(async () => onSave(table), onClose);
  return (
    <FormDialog title={m.table.title} submit={m.common.save} action={action} onClose={onClose} wide>
      <div class="table-scroll">
        <table class="table table-editor">
          <thead>
            <tr>
              {table.alignments.map((alignment, column) => (
                <ColumnHead key={column} {...{ table, alignment, column }} onChange={setTable} />
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {table.rows.map((cells, row) => (
              <TableRow key={row} {...{ table, cells, row }} onChange={setTable} />
            ))}
          </tbody>
        </table>
      </div>
      <p class="actions">
        <Button icon="add" onClick={() => setTable(addRow(table))}>
          {m.table.addRow}
        </Button>
        <Button icon="add" onClick={() => setTable(addColumn(table))}>
          {m.table.addColumn}
        </Button>
      </p>
    </FormDialog>
  );
}

interface TablePartProps {
  readonly table: MarkdownTable;
  readonly onChange: (table: MarkdownTable) => void;
}

interface ColumnHeadProps extends TablePartProps {
  readonly alignment: Alignment;
  readonly column: number;
}

/** Alignment of a column, and the button that removes the column. */
const ColumnHead = ({ table, alignment, column, onChange }: ColumnHeadProps) => (
  <td>
    <Select
      label={m.table.alignment(column + 1)}
      hiddenLabel
      value={alignment}
      options={alignmentOptions}
      onChange={(value) => onChange(alignColumn(table, column, value as Alignment))}
    />
    {table.alignments.length > 1 && (
      <Button
        kind="quiet"
        icon="trash"
        label={m.table.removeColumn(column + 1)}
        onClick={() => onChange(removeColumn(table, column))}
      />
    )}
  </td>
);

interface TableRowProps extends TablePartProps {
  readonly cells: readonly string[];
  readonly row: number;
}

/** Cells of a row; the first row is the head, which stays. */
const TableRow = ({ table, cells, row, onChange }: TableRowProps) => (
  <tr>
    {cells.map((text, column) => (
      <td key={column} class="field">
        <input
          aria-label={row === 0 ? m.table.head(column + 1) : m.table.cell(column + 1, row)}
          value={text}
          onInput={(event) => onChange(setCell(table, { row, column }, event.currentTarget.value))}
          onKeyDown={(event) => moveFocus(event, row, column)}
        />
      </td>
    ))}
    <td>
      {row > 0 && (
        <Button
          kind="quiet"
          icon="trash"
          label={m.table.removeRow(row)}
          onClick={() => onChange(removeRow(table, row))}
        />
      )}
    </td>
  </tr>
);

/** Moves the focus to the cell above or below. */
function moveFocus(event: KeyboardEvent, row: number, column: number): void {
  const to = event.key === 'ArrowUp' ? row - 1 : event.key === 'ArrowDown' ? row + 1 : undefined;
  const cell = event.currentTarget as HTMLElement;
  // The row of the alignments comes first.
  const next = to === undefined ? undefined : cell.closest('table')?.rows[to + 1]?.cells[column];
  const input = next?.querySelector('input');
  if (!input) return;
  event.preventDefault();
  input.focus();
}
