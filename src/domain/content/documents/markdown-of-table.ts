import { isId } from '../../kernel/id.ts';
import { blocksToHtml, escapeShownText, isHtmlStructure, structureToHtml } from './html-of-inlines.ts';
import { escapeText, inlinesToMarkdown } from './markdown-of-inlines.ts';
import type { NodeReader } from './node-reader.ts';
import { escapeAttribute, formatAttributes, escapeHtml } from './tag-markup.ts';

interface Column {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly alignment: string | undefined;
  readonly definition: Readonly<Record<string, unknown>>;
  readonly hidden: boolean;
}
interface Row {
  readonly order: string;
  readonly values: Readonly<Record<string, unknown>>;
}

const VERTICAL_ALIGNMENTS = ['top', 'middle', 'bottom'];
const ALIGNMENT_RULES: Readonly<Record<string, string>> = { center: ':---:', right: '---:' };

/**
 * Converts a table, with columns and rows in their order, to a pipe table if possible, otherwise to HTML. A value that
 * names a fragment of the block is replaced by the fragment.
 */
export function tableToMarkdown(node: NodeReader): string {
  const table = new Table(node);
  if (table.columns.length === 0) return '';
  return table.isPlain ? table.toPipes() : table.toHtml();
}

class Table {
  readonly columns: readonly Column[];
  readonly #rows: readonly Row[];
  readonly #view: Readonly<Record<string, unknown>>;

  constructor(private readonly node: NodeReader) {
    const view = node.value('view');
    this.#view = typeof view === 'object' && view !== null ? (view as Readonly<Record<string, unknown>>) : {};
    this.columns = columnsOf(node, this.#view['columns']);
    this.#rows = this.columns.length === 0 ? [] : rowsOf(node);
  }

  get isPlain(): boolean {
    return (
      this.#view['type'] !== 'cards' &&
      this.#view['hideHeader'] !== true &&
      this.#view['columnWidths'] === undefined &&
      !this.node.flag('fullWidth') &&
      this.columns.every(
        ({ type, hidden, definition: { verticalAlignment } }) =>
          type === 'text' && !hidden && verticalAlignment === undefined,
      )
    );
  }

  toPipes(): string {
    const cell = (value: unknown): string => {
      const fragment = this.#fragment(value);
      return fragment ? cellOf(fragment) : escapeText(plain(value));
    };
    const line = (cells: readonly string[]): string =>
      `| ${cells.map((text) => text.replace(/\\?\n/g, '<br>').replace(/\\[^]|\|/g, (sign) => (sign === '|' ? '\\|' : sign))).join(' | ')} |`;
    return [
      line(this.columns.map(({ id, title }) => cellOf(this.node.fragment(`title-${id}`)) || escapeText(title))),
      line(this.columns.map(({ alignment }) => ALIGNMENT_RULES[alignment ?? ''] ?? '---')),
      ...this.#rows.map(({ values }) => line(this.columns.map(({ id }) => cell(values[id])))),
    ].join('\n');
  }

  toHtml(): string {
    const cards = this.#view['type'] === 'cards';
    const view = formatAttributes([
      ['data-view', cards ? 'cards' : undefined],
      ['data-card-size', cards && this.#view['cardSize'] === 'large' ? 'large' : undefined],
      ['data-full-width', this.node.flag('fullWidth') ? 'true' : undefined],
    ]);
    const head =
      this.#view['hideHeader'] === true || this.#view['hideColumnTitle'] === true ? '<thead data-hidden>' : '<thead>';
    const cells = (row: Row): string =>
      this.columns
        .map((column) => {
          const value = row.values[column.id];
          return `<td${formatAttributes([['data-object-fit', objectFitOf(value)]])}>${this.#cell(column, value)}</td>`;
        })
        .join('');
    return `<table${view}>${head}<tr>${this.columns.map((column) => this.#heading(column)).join('')}</tr></thead><tbody>${this.#rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</tbody></table>`;
  }

  #heading({ id, title, type, alignment, hidden, definition: stated }: Column): string {
    const widths = this.#view['columnWidths'];
    const width =
      typeof widths === 'object' && widths !== null && Object.hasOwn(widths, id)
        ? (widths as Readonly<Record<string, unknown>>)[id]
        : undefined;
    const typed = formatAttributes([
      ['width', typeof width === 'number' ? String(width) : undefined],
      ['align', type === 'text' && (alignment === 'center' || alignment === 'right') ? alignment : undefined],
      ['valign', VERTICAL_ALIGNMENTS.find((one) => one === stated['verticalAlignment'])],
      ['data-type', type === 'text' ? undefined : type],
      ['data-max', typeof stated['max'] === 'number' ? String(stated['max']) : undefined],
    ]);
    const flags = [
      ...(stated['multiple'] === true ? [' data-multiple'] : []),
      ...(hidden ? [' data-hidden'] : []),
      ...(this.#view['targetDefinition'] === id ? [' data-card-target'] : []),
      ...(this.#view['coverDefinition'] === id ? [' data-card-cover'] : []),
      ...(this.#view['coverDefinitionDark'] === id ? [' data-card-cover-dark'] : []),
    ];
    return `<th${typed}${flags.join('')}>${blocksToHtml(this.node.fragment(`title-${id}`)) || escapeShownText(title)}</th>`;
  }

  #cell({ type, id }: Column, value: unknown): string {
    const fragment = this.#fragment(value);
    if (fragment) return blocksToHtml(fragment);
    if (value === undefined || value === null) return '';
    const linked = (target: string, label: unknown = target): string =>
      `<a href="${escapeAttribute(target)}">${escapeHtml(String(label))}</a>`;
    if (type === 'files' && Array.isArray(value))
      return value.map((file) => linked(isId(String(file)) ? `/files/${String(file)}` : String(file))).join(', ');
    if (typeof value === 'object' && 'ref' in value)
      return linked(this.node.referenceIn(value.ref, `data.records.${id}.ref`));
    if (typeof value === 'object' && !Array.isArray(value))
      return linked(this.node.referenceIn(value, `data.records.${id}`), (value as { label?: unknown }).label);
    return escapeShownText(plain(value)).replace(/\r\n?|\n/g, '<br>');
  }

  #fragment(value: unknown): readonly NodeReader[] | undefined {
    const found = typeof value === 'string' ? this.node.fragment(value) : [];
    return found.length > 0 ? found : undefined;
  }
}

/** Returns how an image fits its card; undefined for other values. */
const objectFitOf = (value: unknown): string | undefined => {
  const fit = typeof value === 'object' && value !== null ? (value as { objectFit?: unknown }).objectFit : undefined;
  return typeof fit === 'string' ? fit : undefined;
};

const plain = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(String).join(', ')
    : value === undefined || value === null
      ? ''
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);

/**
 * Converts a cell of a pipe table: paragraphs, headings, lists and quotes keep their structure.
 * @throws Invalid naming any other block
 */
function cellOf(fragment: readonly NodeReader[]): string {
  const isText = fragment.every(({ type }) => type === 'paragraph');
  if (!isText || (fragment.length > 1 && fragment.every(isHtmlStructure)))
    return structureToHtml(fragment, cellInlines);
  return fragment
    .map(({ nodes }) => cellInlines(nodes))
    .join('\n')
    .replace(/^[ \t\n]+|(?<![ \t\n])[ \t\n]+$/g, '');
}

/** Converts inline content of a cell, where Markdown cannot have a pipe after a backslash within code. */
const cellInlines = (nodes: readonly NodeReader[]): string => inlinesToMarkdown(nodes, (code) => !code.includes('\\|'));

function columnsOf(node: NodeReader, shown: unknown): Column[] {
  const definition = record(node, 'definition');
  const stated = Array.isArray(shown) ? shown.filter((id): id is string => typeof id === 'string') : [];
  const known = stated.filter((id) => Object.hasOwn(definition, id));
  const defined = Object.keys(definition);
  // Hidden columns stay where they are defined if the visible ones are in definition order.
  const inOrder = defined.filter((id) => known.includes(id)).every((id, i) => known[i] === id);
  const ids = inOrder ? defined : [...known, ...defined.filter((id) => !known.includes(id))];
  return ids.map((id) => {
    const column = (definition[id] ?? {}) as Readonly<Record<string, unknown>>;
    const text = (name: string): string | undefined => (typeof column[name] === 'string' ? column[name] : undefined);
    return {
      id,
      title: text('title') ?? '',
      type: text('type') ?? 'text',
      alignment: text('textAlignment'),
      definition: column,
      hidden: Array.isArray(shown) && !stated.includes(id),
    };
  });
}

function rowsOf(node: NodeReader): Row[] {
  const rows = Object.values(record(node, 'records')).map((one): Row => {
    const { orderIndex, values } = (one ?? {}) as { orderIndex?: unknown; values?: unknown };
    return {
      order: String(orderIndex ?? ''),
      values: typeof values === 'object' && values !== null ? (values as Row['values']) : {},
    };
  });
  return rows.sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0));
}

function record(node: NodeReader, name: string): Readonly<Record<string, unknown>> {
  const value = node.value(name);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return node.reject(`data.${name}`, 'must be an object');
  return value as Readonly<Record<string, unknown>>;
}
