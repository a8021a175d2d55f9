import type { Block, Fragment } from '../../ports/content/block-documents.ts';
import { contentReference, block, fragment, withoutUndefined, voidBlock, type Data } from './block-builders.ts';
import { elementsOnly, hasOnly, type HtmlElement, type HtmlNode } from './html.ts';
import { htmlToBlocks, htmlToInlines } from './inline-elements.ts';

interface Column {
  readonly id: string;
  readonly data: Data;
  readonly hidden: boolean;
  readonly target: boolean;
  readonly cover: boolean;
  /** Width in pixels. */
  readonly width: number | undefined;
}

const TYPES = ['text', 'number', 'checkbox', 'files', 'users', 'rating', 'select', 'content-ref'];

/** Converts a table with one row of headings, or cards; undefined if the block type cannot represent it. */
export function htmlTableToBlock(table: HtmlElement): Block | undefined {
  const [head, body, ...more] = elementsOnly(table.children) ?? [];
  const { attributes } = table;
  const view = attributes.get('data-view');
  const cards = view === 'cards';
  const size = attributes.get('data-card-size');
  const wide = attributes.get('data-full-width');
  if (
    head?.name !== 'thead' ||
    body?.name !== 'tbody' ||
    more.length > 0 ||
    body.attributes.size > 0 ||
    !hasOnly(head, 'data-hidden')
  )
    return undefined;
  if (
    !hasOnly(table, 'data-view', 'data-card-size', 'data-full-width') ||
    ![undefined, 'cards'].includes(view) ||
    (wide !== undefined && wide !== 'true')
  )
    return undefined;
  if (size !== undefined && !(cards && size === 'large')) return undefined;

  const [headings, ...others] = readRows(head, 'th') ?? [];
  const rows = readRows(body, 'td');
  const fragments: Fragment[] = [];
  const columns = requireColumns(headings?.map((heading, i) => readColumn(heading, `column${i + 1}`, fragments)));
  if (
    others.length > 0 ||
    rows === undefined ||
    columns === undefined ||
    rows.some((row) => row.length !== columns.length)
  )
    return undefined;
  const records: [string, unknown][] = [];
  for (const [r, row] of rows.entries()) {
    const values = row.map((cell, c) => readCell(cell, columns[c]!, `row${r + 1}-${columns[c]!.id}`, fragments));
    if (values.some((value) => value === undefined)) return undefined;
    const cellValues = columns.flatMap(({ id }, c): [string, unknown][] =>
      values[c] === EMPTY_CELL ? [] : [[id, values[c]]],
    );
    records.push([`row${r + 1}`, { orderIndex: String(r).padStart(6, '0'), values: Object.fromEntries(cellValues) }]);
  }
  const visible = columns.filter(({ hidden }) => !hidden).map(({ id }) => id);
  const headless = head.attributes.has('data-hidden');
  const layout = cards
    ? {
        type: 'cards',
        cardSize: size ?? 'medium',
        columns: visible,
        targetDefinition: columns.find(({ target }) => target)?.id,
        coverDefinition: columns.find(({ cover }) => cover)?.id,
        hideColumnTitle: headless || undefined,
      }
    : { type: 'grid', columns: visible, hideHeader: headless, columnWidths: columnWidths(columns) };
  const definition = Object.fromEntries(columns.map(({ id, data }) => [id, data]));
  return voidBlock(
    'table',
    {
      view: withoutUndefined(layout),
      definition,
      records: Object.fromEntries(records),
      fullWidth: wide === 'true' || undefined,
    },
    fragments,
  );
}

function columnWidths(columns: readonly Column[]): Data | undefined {
  const widths = columns.flatMap(({ id, width }) => (width === undefined ? [] : [[id, width]]));
  return widths.length === 0 ? undefined : Object.fromEntries(widths);
}

/** Returns the columns if all could be read and at most one is the target of the cards and one their cover. */
function requireColumns(columns: readonly (Column | undefined)[] | undefined): readonly Column[] | undefined {
  const known = columns?.filter((column) => column !== undefined);
  if (known === undefined || known.length !== columns?.length) return undefined;
  return known.filter(({ target }) => target).length <= 1 && known.filter(({ cover }) => cover).length <= 1
    ? known
    : undefined;
}

function readRows(part: HtmlElement, cell: string): HtmlElement[][] | undefined {
  const rows = elementsOnly(part.children)?.map((row) =>
    row.name === 'tr' && row.attributes.size === 0 ? elementsOnly(row.children) : undefined,
  );
  return rows?.every((row) => row?.every(({ name }) => name === cell)) ? (rows as HtmlElement[][]) : undefined;
}

function readColumn(heading: HtmlElement, id: string, fragments: Fragment[]): Column | undefined {
  const { attributes, children } = heading;
  const type = attributes.get('data-type') ?? 'text';
  const align = attributes.get('align');
  const max = attributes.get('data-max');
  if (
    !TYPES.includes(type) ||
    !hasOnly(
      heading,
      'width',
      'align',
      'data-type',
      'data-max',
      'data-multiple',
      'data-hidden',
      'data-card-target',
      'data-card-cover',
    )
  )
    return undefined;
  if (align !== undefined && (type !== 'text' || !['center', 'right', 'left'].includes(align))) return undefined;
  if (max !== undefined && (type !== 'rating' || !/^[1-9]\d{0,3}$/.test(max))) return undefined;
  const nodes = htmlToInlines(children);
  const width = attributes.get('width');
  if (
    nodes === undefined ||
    (width !== undefined && (!/^\d{1,5}(?:\.\d{1,16})?$/.test(width) || String(Number(width)) !== width))
  )
    return undefined;
  const words = children.every((child) => typeof child === 'string');
  const title = plainTextOf(children);
  if (!words) fragments.push(fragment(`title-${id}`, [block('paragraph', {}, nodes)]));
  return {
    id,
    data: withoutUndefined({
      id,
      title,
      type,
      textAlignment: type === 'text' ? (align ?? 'left') : undefined,
      max: max === undefined ? undefined : Number(max),
      multiple: attributes.has('data-multiple') || undefined,
    }),
    hidden: attributes.has('data-hidden'),
    target: attributes.has('data-card-target'),
    cover: attributes.has('data-card-cover'),
    width: width === undefined ? undefined : Number(width),
  };
}

const plainTextOf = (nodes: readonly HtmlNode[]): string =>
  nodes
    .map((node) => (typeof node === 'string' ? node.replace(/[ \t]*[\r\n]+[ \t]*/g, ' ') : plainTextOf(node.children)))
    .join('');

const EMPTY_CELL = Symbol('nothing');

/** Reads the value of a cell; undefined if it does not match the type of its column. */
function readCell(cell: HtmlElement, { data: { type } }: Column, name: string, fragments: Fragment[]): unknown {
  if (cell.attributes.size > 0) return undefined;
  if (cell.children.length === 0) return EMPTY_CELL;
  const words = cell.children.every((child) => typeof child === 'string') ? cell.children.join('') : undefined;
  switch (type) {
    case 'number':
    case 'rating':
      return words !== undefined && words.trim() !== '' && String(Number(words)) === words ? Number(words) : undefined;
    case 'checkbox':
      return words === 'true' ? true : words === 'false' ? false : undefined;
    case 'select':
    case 'users':
      return words?.split(', ');
    case 'files': {
      const files = readLinks(cell)?.map(({ target, label }) =>
        label === target ? contentReference(target)['file'] : undefined,
      );
      return files?.every((file) => file !== undefined) ? files : undefined;
    }
    case 'content-ref': {
      const [link, ...more] = readLinks(cell) ?? [];
      return link === undefined || more.length > 0
        ? undefined
        : withoutUndefined({
            ...contentReference(link.target),
            label: link.label === link.target ? undefined : link.label,
          });
    }
    default: {
      const blocks = htmlToBlocks(cell.children);
      if (blocks === undefined) return undefined;
      fragments.push(fragment(name, blocks));
      return name;
    }
  }
}

interface Link {
  readonly target: string;
  readonly label: string;
}

/** Reads the links of a cell that contains nothing else. */
function readLinks(cell: HtmlElement): Link[] | undefined {
  const links: Link[] = [];
  for (const child of cell.children) {
    if (typeof child === 'string') {
      if (!/^[\s,]*$/.test(child)) return undefined;
    } else {
      const target = child.attributes.get('href');
      const [label = ''] = child.children;
      if (
        child.name !== 'a' ||
        target === undefined ||
        !hasOnly(child, 'href') ||
        child.children.length > 1 ||
        typeof label !== 'string'
      )
        return undefined;
      links.push({ target, label });
    }
  }
  return links;
}
