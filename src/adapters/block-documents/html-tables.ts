import type { Block, Fragment, Inline, Text } from '../../ports/content/block-documents.ts';
import {
  contentReference,
  block,
  fragment,
  hasExpression,
  withoutUndefined,
  voidBlock,
  type Data,
} from './block-builders.ts';
import { elementsOnly, hasOnly, type HtmlElement, type HtmlNode } from './html.ts';
import { htmlToInlines } from './inline-elements.ts';
import { htmlContentToBlocks } from './structure-blocks.ts';

interface Column {
  readonly id: string;
  readonly data: Data;
  readonly hidden: boolean;
  readonly target: boolean;
  readonly cover: boolean;
  readonly coverDark: boolean;
  /** Width in pixels. */
  readonly width: number | undefined;
}

const TYPES = ['text', 'number', 'checkbox', 'files', 'users', 'rating', 'select', 'content-ref', 'image'];
const OBJECT_FITS = ['contain', 'cover', 'fill'];
const DEFAULT_MAX_RATING = 5;
const VERTICAL_ALIGNMENTS = ['top', 'middle', 'bottom'];

/** Converts the content of a cell; undefined if a part is unknown. */
type CellReader = (nodes: readonly HtmlNode[]) => readonly Block[] | undefined;

/** Converts a table with at most one row of headings, or cards; undefined if the block type cannot represent it. */
export function htmlTableToBlock(
  table: HtmlElement,
  cellToBlocks: CellReader = htmlContentToBlocks,
): Block | undefined {
  const { attributes } = table;
  const view = attributes.get('data-view');
  const cards = view === 'cards';
  const size = attributes.get('data-card-size');
  const wide = attributes.get('data-full-width') ?? 'false';
  const parts = readParts(table);
  if (
    parts === undefined ||
    !hasOnly(table, 'data-view', 'data-card-size', 'data-full-width') ||
    ![undefined, 'cards'].includes(view) ||
    !['true', 'false'].includes(wide) ||
    (size !== undefined && !(cards && ['large', 'medium'].includes(size)))
  )
    return undefined;

  const { headings, rows, isHeadless: headless } = parts;
  const fragments: Fragment[] = [];
  const columns = requireColumns(
    headings.map((heading, i) =>
      readColumn(
        heading,
        `column${i + 1}`,
        rows.map((row) => row[i]!),
        fragments,
      ),
    ),
  );
  if (columns === undefined) return undefined;
  const records: [string, unknown][] = [];
  for (const [r, row] of rows.entries()) {
    const values = row.map((cell, c) =>
      readCell(cell, columns[c]!, { name: `row${r + 1}-${columns[c]!.id}`, fragments, cellToBlocks }),
    );
    if (values.some((value) => value === undefined)) return undefined;
    const cellValues = columns.flatMap(({ id }, c): [string, unknown][] =>
      values[c] === EMPTY_CELL ? [] : [[id, values[c]]],
    );
    records.push([`row${r + 1}`, { orderIndex: String(r).padStart(6, '0'), values: Object.fromEntries(cellValues) }]);
  }
  const visible = columns.filter(({ hidden }) => !hidden).map(({ id }) => id);
  const layout = cards
    ? {
        type: 'cards',
        cardSize: size ?? 'medium',
        columns: visible,
        targetDefinition: columns.find(({ target }) => target)?.id,
        coverDefinition: columns.find(({ cover }) => cover)?.id,
        coverDefinitionDark: columns.find(({ coverDark }) => coverDark)?.id,
        hideColumnTitle: headless || undefined,
      }
    : { type: 'grid', columns: visible, hideHeader: headless, columnWidths: columnWidths(columns) };
  const definition = Object.fromEntries(
    columns.map(({ id, data }) => [
      id,
      data['type'] === 'select' ? { ...data, options: optionsOf(id, records) } : data,
    ]),
  );
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
  return (['target', 'cover', 'coverDark'] as const).every((role) => known.filter((column) => column[role]).length <= 1)
    ? known
    : undefined;
}

interface TableParts {
  readonly headings: readonly HtmlElement[];
  readonly rows: readonly (readonly HtmlElement[])[];
  /** The headings are absent or hidden. */
  readonly isHeadless: boolean;
}

/** Reads the rows of a table, whether or not they are in a head and a body; undefined if they differ in length. */
function readParts(table: HtmlElement): TableParts | undefined {
  const parts = elementsOnly(table.children);
  if (parts === undefined) return undefined;
  const [head, body, ...more] = parts;
  if (head?.name === 'thead') {
    const [headings, ...others] = readRows(head.children) ?? [];
    const rows = body === undefined ? [] : body.name === 'tbody' ? readRows(body.children) : undefined;
    const isKnown = hasOnly(head, 'data-hidden') && (body?.attributes.size ?? 0) === 0 && more.length === 0;
    return isKnown &&
      headings !== undefined &&
      others.length === 0 &&
      rows?.every(({ length }) => length === headings.length)
      ? { headings, rows, isHeadless: head.attributes.has('data-hidden') }
      : undefined;
  }
  const isBody = parts.length === 1 && head?.name === 'tbody' && head.attributes.size === 0;
  const rows = readRows(isBody ? head.children : table.children);
  const [first, ...others] = rows ?? [];
  if (rows === undefined || first === undefined || rows.some(({ length }) => length !== first.length)) return undefined;
  if (first.length === 0) return undefined;
  return first.every(({ name }) => name === 'th')
    ? { headings: first, rows: others, isHeadless: false }
    : { headings: first.map(() => EMPTY_HEADING), rows, isHeadless: true };
}

const EMPTY_HEADING: HtmlElement = { name: 'th', attributes: new Map(), children: [] };

/** Lists the options of a column whose values are choices: those that occur. */
const optionsOf = (id: string, records: readonly (readonly [string, unknown])[]): readonly Data[] => {
  const values = records.flatMap(([, record]) => (record as { values: Record<string, unknown> }).values[id] ?? []);
  return [...new Set(values as string[])].map((value) => ({ value, label: value, color: 'default' }));
};

function readRows(nodes: readonly HtmlNode[]): HtmlElement[][] | undefined {
  const rows = elementsOnly(nodes)?.map((row) =>
    row.name === 'tr' && row.attributes.size === 0 ? elementsOnly(row.children) : undefined,
  );
  return rows?.every((row) => row?.every(({ name }) => name === 'td' || name === 'th'))
    ? (rows as HtmlElement[][])
    : undefined;
}

/**
 * Reads the alignment that a heading and the cells below it have in common; undefined if they differ, `{}` if none is
 * stated.
 */
function commonAlignment(
  heading: HtmlElement,
  cells: readonly HtmlElement[],
  name: 'align' | 'valign',
  choices: readonly string[],
): { readonly value?: string } | undefined {
  const stated = heading.attributes.get(name);
  const own = new Set(cells.map(({ attributes }) => attributes.get(name)));
  const [only] = own;
  const value = stated ?? (own.size === 1 ? only : undefined);
  if (value !== undefined && !choices.includes(value)) return undefined;
  if ([...own].some((one) => one !== undefined && one !== value)) return undefined;
  return value === undefined ? {} : { value };
}

function readColumn(
  heading: HtmlElement,
  id: string,
  cells: readonly HtmlElement[],
  fragments: Fragment[],
): Column | undefined {
  const { attributes, children } = heading;
  const type = attributes.get('data-type') ?? 'text';
  const align = commonAlignment(heading, cells, 'align', ['center', 'right', 'left']);
  const vertical = commonAlignment(heading, cells, 'valign', VERTICAL_ALIGNMENTS);
  const max = attributes.get('data-max');
  if (
    !TYPES.includes(type) ||
    !hasOnly(
      heading,
      'width',
      'align',
      'valign',
      'data-type',
      'data-max',
      'data-multiple',
      'data-hidden',
      'data-card-target',
      'data-card-cover',
      'data-card-cover-dark',
    )
  )
    return undefined;
  if (align === undefined || vertical === undefined) return undefined;
  if (type !== 'text' && (align.value !== undefined || vertical.value !== undefined)) return undefined;
  if (max !== undefined && (type !== 'rating' || !/^[1-9]\d{0,3}$/.test(max))) return undefined;
  const nodes = htmlToInlines(children);
  const width = attributes.get('width');
  if (
    nodes === undefined ||
    (width !== undefined && (!/^\d{1,5}(?:\.\d{1,16})?$/.test(width) || String(Number(width)) !== width))
  )
    return undefined;
  const title = plainTextOf(children);
  if (!isPlainText(nodes, title)) fragments.push(fragment(`title-${id}`, [block('paragraph', {}, nodes)]));
  return {
    id,
    data: withoutUndefined({
      id,
      title,
      type,
      textAlignment: type === 'text' ? (align.value ?? 'left') : undefined,
      verticalAlignment: vertical.value,
      max: type === 'rating' ? Number(max ?? DEFAULT_MAX_RATING) : undefined,
      multiple: type === 'select' || type === 'users' ? attributes.has('data-multiple') : undefined,
    }),
    hidden: attributes.has('data-hidden'),
    target: attributes.has('data-card-target'),
    cover: attributes.has('data-card-cover'),
    coverDark: attributes.has('data-card-cover-dark'),
    width: width === undefined ? undefined : Number(width),
  };
}

/** Reports whether inline content is this text, without marks, inlines and expressions. */
const isPlainText = (nodes: readonly (Inline | Text)[], text: string): boolean =>
  !hasExpression(nodes) &&
  nodes.every((node) => node.object === 'text' && node.leaves.every(({ marks }) => marks.length === 0)) &&
  text === nodes.flatMap((node) => (node.object === 'text' ? node.leaves.map((leaf) => leaf.text) : [])).join('');

/** Returns the text of HTML without its elements; an image counts as its alternative text. */
const plainTextOf = (nodes: readonly HtmlNode[]): string =>
  nodes
    .map((node) =>
      typeof node === 'string'
        ? node.replace(/[ \t]*[\r\n]+[ \t]*/g, ' ')
        : (node.attributes.get('alt') ?? plainTextOf(node.children)),
    )
    .join('');

const EMPTY_CELL = Symbol('nothing');

/** Reads the value of a cell; undefined if it does not match the type of its column. */
function readCell(
  cell: HtmlElement,
  { data: { type } }: Column,
  {
    name,
    fragments,
    cellToBlocks,
  }: { readonly name: string; readonly fragments: Fragment[]; readonly cellToBlocks: CellReader },
): unknown {
  const objectFit = cell.attributes.get('data-object-fit');
  if (!hasOnly(cell, 'align', 'valign', ...(type === 'image' ? ['data-object-fit'] : []))) return undefined;
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
    case 'files':
      // The label of a file is its name, which follows from the file. A path in the repository stays as written.
      return readLinks(cell)?.map(({ target }) => contentReference(target)['file'] ?? target);
    case 'image': {
      const [link, ...more] = readLinks(cell) ?? [];
      if (link === undefined || more.length > 0) return undefined;
      const ref = contentReference(link.target);
      if (objectFit === undefined) return ref;
      return OBJECT_FITS.includes(objectFit) ? { ref, objectFit } : undefined;
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
      const blocks = cellToBlocks(cell.children);
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
