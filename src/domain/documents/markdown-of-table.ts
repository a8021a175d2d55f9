import { escapeText, markdownOfInlines } from './markdown-of-inlines.ts';
import type { NodeReader } from './node-reader.ts';

interface Column {
  readonly id: string;
  readonly title: string;
  readonly rule: string;
}
interface Row {
  readonly order: string;
  readonly values: Readonly<Record<string, unknown>>;
}

const RULES: Readonly<Record<string, string>> = { center: ':---:', right: '---:' };

/** A table as pipes, its columns and rows in their order; a value that names a fragment of the block is that fragment's text. */
export function markdownOfTable(node: NodeReader, blocks: (nodes: readonly NodeReader[]) => string): string {
  const columns = columnsOf(node);
  if (columns.length === 0) return '';
  const cell = (value: unknown): string => {
    if (typeof value !== 'string') return escapeText(value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value));
    const fragment = node.fragment(value);
    return fragment.length === 0 ? escapeText(value) : cellOf(fragment, blocks);
  };
  const line = (cells: readonly string[]): string => `| ${cells.map((text) => text.replace(/(?<!\\)\|/g, '\\|').replace(/\\?\n/g, '<br>')).join(' | ')} |`;
  return [
    line(columns.map(({ title }) => escapeText(title))),
    line(columns.map(({ rule }) => rule)),
    ...rowsOf(node).map(({ values }) => line(columns.map(({ id }) => cell(values[id])))),
  ].join('\n');
}

/** Paragraphs keep their inlines; other blocks are flattened to one line. */
const cellOf = (fragment: readonly NodeReader[], blocks: (nodes: readonly NodeReader[]) => string): string =>
  fragment.map((part) => (part.type === 'paragraph' ? markdownOfInlines(part.nodes) : blocks([part]))).join('\n').trim();

function columnsOf(node: NodeReader): Column[] {
  const definition = record(node, 'definition');
  const view = node.value('view') as { columns?: unknown } | undefined;
  const stated = typeof view === 'object' && view !== null && Array.isArray(view.columns) ? view.columns.filter((id): id is string => typeof id === 'string') : [];
  const ids = [...stated.filter((id) => Object.hasOwn(definition, id)), ...Object.keys(definition).filter((id) => !stated.includes(id))];
  return ids.map((id) => {
    const { title, textAlignment } = (definition[id] ?? {}) as { title?: unknown; textAlignment?: unknown };
    return { id, title: typeof title === 'string' ? title : '', rule: RULES[String(textAlignment)] ?? '---' };
  });
}

function rowsOf(node: NodeReader): Row[] {
  const rows = Object.values(record(node, 'records')).map((one): Row => {
    const { orderIndex, values } = (one ?? {}) as { orderIndex?: unknown; values?: unknown };
    return { order: String(orderIndex ?? ''), values: typeof values === 'object' && values !== null ? (values as Row['values']) : {} };
  });
  return rows.sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0));
}

function record(node: NodeReader, name: string): Readonly<Record<string, unknown>> {
  const value = node.value(name);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return node.refuse(`data.${name}`, 'must be an object');
  return value as Readonly<Record<string, unknown>>;
}
