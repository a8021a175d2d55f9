import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { escapeUnknownTags, isRemovedElement, OpenElements } from '../../domain/content/markdown/raw-html.ts';
import type { Block } from '../../ports/content/block-documents.ts';
import { block, emptyParagraph, fragment, isEmptyText, plainText, rawBlock, voidBlock } from './block-builders.ts';
import type { HtmlElement, HtmlNode } from './html.ts';
import { figureToBlock } from './html-blocks.ts';
import { htmlTableToBlock } from './html-tables.ts';
import { readableInlines } from './inline-elements.ts';

/** Depth of elements beyond which content is omitted, which protects the stack. */
const MAX_DEPTH = 40;
const MAX_COLUMNS = 100;
/** Number of cells beyond which the content of a table is shown without it. */
const MAX_CELLS = 20_000;
const BLOCKS = new Set(
  (
    'address article aside audio blockquote body center dd details dialog div dl dt embed fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hr html iframe li main nav ol p pre section summary table ul video'
  ).split(' '),
);
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();
const ALIGNMENTS: Readonly<Record<string, string>> = { center: 'center', right: 'end' };

/**
 * Converts any HTML into blocks for readers: structure and text remain, while unknown elements, attributes and styles
 * are omitted. Text that only looks like a tag, such as `<file>`, stays; HTML that is nested too deeply stays as it is.
 */
export function readableBlocks(source: string): Block[] {
  if (new OpenElements().exceedsLimits(source)) return [rawBlock(source)];
  return toBlocks(parseTree(parseFragment(escapeUnknownTags(source)).childNodes, 0), undefined);
}

function parseTree(nodes: readonly DefaultTreeAdapterTypes.ChildNode[], depth: number): HtmlNode[] {
  if (depth > MAX_DEPTH) return [];
  return nodes.flatMap((node): HtmlNode[] => {
    if (node.nodeName === '#text') return [(node as DefaultTreeAdapterTypes.TextNode).value];
    if (!('tagName' in node) || isRemovedElement(node.tagName)) return [];
    const attributes = new Map(node.attrs.map(({ name, value }) => [name, value]));
    return [{ name: node.tagName, attributes, children: parseTree(node.childNodes, depth + 1) }];
  });
}

const isBlockLevel = (node: HtmlNode): node is HtmlElement =>
  typeof node !== 'string' && (BLOCKS.has(node.name) || node.children.some(isBlockLevel));
const isImage = (node: HtmlNode): node is HtmlElement =>
  typeof node !== 'string' && (node.name === 'img' || node.name === 'picture');

function toBlocks(nodes: readonly HtmlNode[], align: string | undefined): Block[] {
  const blocks: Block[] = [];
  let run: HtmlNode[] = [];
  const endRun = (): void => {
    blocks.push(...runToBlocks(run, align));
    run = [];
  };
  for (const node of nodes) {
    if (!isBlockLevel(node)) run.push(node);
    else {
      endRun();
      blocks.push(...elementToBlocks(node, align));
    }
  }
  endRun();
  return blocks;
}

/** Converts inline content between blocks: images alone are figures, other content is a paragraph. */
function runToBlocks(run: readonly HtmlNode[], align: string | undefined): Block[] {
  const content = run.filter((node) => typeof node !== 'string' || node.trim() !== '');
  if (content.length === 0) return [];
  if (content.every(isImage)) {
    const figures = content.map((image) => figureToBlock(image, [], align));
    if (figures.every((figure) => figure !== undefined)) return figures;
  }
  const nodes = readableInlines(run);
  return isEmptyText(nodes) ? [] : [block('paragraph', { align }, nodes)];
}

const orEmptyParagraph = (blocks: readonly Block[]): readonly Block[] =>
  blocks.length > 0 ? blocks : [emptyParagraph()];

function elementToBlocks(element: HtmlElement, inheritedAlign: string | undefined): Block[] {
  const { name, attributes, children } = element;
  const stated = attributes.get('align')?.toLowerCase() ?? (name === 'center' ? 'center' : undefined);
  const align = stated === undefined ? inheritedAlign : ALIGNMENTS[stated];
  switch (name) {
    case 'table':
      return tableBlocks(element);
    case 'pre':
      return [codeBlock(element)];
    case 'ul':
    case 'ol':
      return listBlocks(element);
    case 'blockquote':
      return [block('blockquote', {}, orEmptyParagraph(toBlocks(children, undefined)))];
    case 'hr':
      return [voidBlock('divider', {})];
    case 'details':
      return [expandableBlock(element)];
    case 'figure':
      return figureBlocks(element, align);
    case 'iframe':
    case 'embed':
    case 'video':
    case 'audio':
      return embedBlocks(element);
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return headingBlocks(element, align);
    default:
      return toBlocks(children, align);
  }
}

function headingBlocks({ name, attributes, children }: HtmlElement, align: string | undefined): Block[] {
  const depth = Number(name.slice(1));
  const nodes = readableInlines(children);
  if (isEmptyText(nodes)) return [];
  const data = {
    id: attributes.get('id') || undefined,
    level: depth === 1 || depth > 4 ? depth : undefined,
    align,
  };
  return [block(`heading-${Math.min(3, Math.max(1, depth - 1))}`, data, nodes)];
}

function listBlocks({ name, attributes, children }: HtmlElement): Block[] {
  const items = children.flatMap((child) => {
    if (typeof child === 'string' && child.trim() === '') return [];
    const content = typeof child !== 'string' && child.name === 'li' ? child.children : [child];
    return [block('list-item', {}, orEmptyParagraph(toBlocks(content, undefined)))];
  });
  if (items.length === 0) return [];
  const start = Number(attributes.get('start') ?? 1);
  const isNumbered = name === 'ol' && Number.isSafeInteger(start) && start >= 0 && start < 1e9 && start !== 1;
  return [block(name === 'ol' ? 'list-ordered' : 'list-unordered', isNumbered ? { start } : {}, items)];
}

function codeBlock(pre: HtmlElement): Block {
  const code = pre.children.find((child): child is HtmlElement => typeof child !== 'string' && child.name === 'code');
  const classes = [pre, code].map((one) => one?.attributes.get('class') ?? '').join(' ');
  const syntax = /(?:^|\s)lang(?:uage)?-(\S+)/.exec(classes)?.[1];
  const lines = textOf(pre)
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => block('code-line', {}, [plainText(line)]));
  return block('code', { syntax }, lines);
}

const textOf = (node: HtmlNode): string =>
  typeof node === 'string' ? node : node.name === 'br' ? '\n' : node.children.map(textOf).join('');

function expandableBlock({ attributes, children }: HtmlElement): Block {
  const summary = children.find((child): child is HtmlElement => typeof child !== 'string' && child.name === 'summary');
  const body = children.filter((child) => child !== summary);
  return voidBlock('expandable', { defaultExpanded: attributes.has('open') || undefined }, [
    fragment('expandable-title', [block('paragraph', {}, readableInlines(summary?.children ?? []))], true),
    fragment('expandable-body', orEmptyParagraph(toBlocks(body, undefined)), true),
  ]);
}

function figureBlocks({ children }: HtmlElement, align: string | undefined): Block[] {
  const caption = children.find(
    (child): child is HtmlElement => typeof child !== 'string' && child.name === 'figcaption',
  );
  const [image, ...more] = children.filter((child) => child !== caption && typeof child !== 'string');
  const captionBlocks = caption === undefined ? [] : toBlocks(caption.children, undefined);
  const figure =
    image !== undefined && more.length === 0 && isImage(image) ? figureToBlock(image, captionBlocks, align) : undefined;
  return figure === undefined ? toBlocks(children, align) : [figure];
}

function embedBlocks(element: HtmlElement): Block[] {
  const source = element.children.find(
    (child): child is HtmlElement => typeof child !== 'string' && child.name === 'source',
  );
  const url = element.attributes.get('src') ?? source?.attributes.get('src') ?? '';
  return /^https?:/i.test(url) ? [voidBlock('embed', { url })] : toBlocks(element.children, undefined);
}

function tableBlocks(table: HtmlElement): Block[] {
  const rows = rowsOf(table);
  const caption = table.children.find(
    (child): child is HtmlElement => typeof child !== 'string' && child.name === 'caption',
  );
  const before = caption === undefined ? [] : toBlocks(caption.children, undefined);
  const [first] = rows;
  if (first === undefined) return before;
  const longest = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const width = Math.min(MAX_COLUMNS, longest);
  if (width * rows.length > MAX_CELLS)
    return [...before, ...rows.flatMap(({ cells }) => cells.flatMap(({ children }) => toBlocks(children, undefined)))];
  const filled = rows.map(({ cells }) => Array.from({ length: width }, (_, i): HtmlElement => cells[i] ?? EMPTY_CELL));
  const hasHead = first.isHead || first.cells.every(({ name }) => name === 'th');
  const isHidden = table.attributes.has('data-header-hidden') || first.isHiddenHead;
  const headings = hasHead ? filled[0]! : filled[0]!.map(() => EMPTY_CELL);
  const body = hasHead ? filled.slice(1) : filled;
  const columns = headings.map((heading, i) =>
    readableColumn(
      heading,
      body.map((cells) => cells[i]!),
    ),
  );
  const hasHiddenHead = isHidden || !hasHead;
  const readable = buildTable(table, columns, hasHiddenHead);
  const found = tableBlock(readable) ?? tableBlock(buildTable(table, columns.map(asText), hasHiddenHead));
  return [...before, ...(found === undefined ? [] : [found])];
}

const tableBlock = (table: HtmlElement): Block | undefined =>
  htmlTableToBlock(table, (nodes) => [...orEmptyParagraph(toBlocks(nodes, undefined))]);

/** Heading of a column with the cells below it. */
interface HtmlColumn {
  readonly heading: HtmlElement;
  readonly cells: readonly HtmlElement[];
}

const COLUMN_ATTRIBUTES = [
  'width',
  'data-hidden',
  'data-type',
  'data-max',
  'data-multiple',
  'data-card-target',
  'data-card-cover',
  'data-card-cover-dark',
];

/** Reads a column, which is text if its cells do not fit its type. */
function readableColumn(heading: HtmlElement, cells: readonly HtmlElement[]): HtmlColumn {
  const column: HtmlColumn = {
    heading: {
      name: 'th',
      attributes: new Map([...heading.attributes].filter(([name]) => COLUMN_ATTRIBUTES.includes(name))),
      children: [heading.children.map(textOf).join('').replace(/\s+/g, ' ').trim()].filter((text) => text !== ''),
    },
    cells: cells.map(({ children }) => ({ name: 'td', attributes: NO_ATTRIBUTES, children })),
  };
  return tableBlock(buildTable(EMPTY_TABLE, [column], false)) === undefined ? asText(column) : column;
}

/** Removes everything from a column but its text; a hidden column stays hidden. */
const asText = ({ heading, cells }: HtmlColumn): HtmlColumn => ({
  heading: {
    ...heading,
    attributes: new Map([...heading.attributes].filter(([name]) => name === 'data-hidden')),
  },
  cells,
});

const EMPTY_TABLE: HtmlElement = { name: 'table', attributes: NO_ATTRIBUTES, children: [] };
const EMPTY_CELL: HtmlElement = { name: 'td', attributes: NO_ATTRIBUTES, children: [] };

interface TableRow {
  readonly cells: readonly HtmlElement[];
  readonly isHead: boolean;
  readonly isHiddenHead: boolean;
}

/** Lists the rows of a table, with empty cells where a cell spans columns. */
function rowsOf({ children }: HtmlElement, head?: HtmlElement): TableRow[] {
  return children.flatMap((child): TableRow[] => {
    if (typeof child === 'string') return [];
    if (child.name === 'thead') return rowsOf(child, child);
    if (child.name === 'tbody' || child.name === 'tfoot') return rowsOf(child);
    if (child.name !== 'tr') return [];
    const cells = child.children.flatMap((cell): HtmlElement[] => {
      if (typeof cell === 'string' || (cell.name !== 'td' && cell.name !== 'th')) return [];
      const span = Math.min(MAX_COLUMNS, Math.max(1, Number(cell.attributes.get('colspan')) || 1));
      return [cell, ...Array.from({ length: span - 1 }, () => ({ ...EMPTY_CELL, name: cell.name }))];
    });
    return [
      { cells, isHead: head !== undefined, isHiddenHead: head !== undefined && head.attributes.has('data-hidden') },
    ];
  });
}

function buildTable(table: HtmlElement, columns: readonly HtmlColumn[], isHidden: boolean): HtmlElement {
  const element = (name: string, children: readonly HtmlNode[], attributes = NO_ATTRIBUTES): HtmlElement => ({
    name,
    attributes,
    children,
  });
  const isCards = table.attributes.get('data-view') === 'cards';
  const kept = [
    ...(isCards ? [['data-view', 'cards'] as const] : []),
    ...(table.attributes.get('data-full-width') === 'true' ? [['data-full-width', 'true'] as const] : []),
  ];
  const headings = columns.map(({ heading }) => heading);
  const rows = (columns[0]?.cells ?? []).map((_, i) => columns.map(({ cells }) => cells[i]!));
  return element(
    'table',
    [
      element('thead', [element('tr', headings)], isHidden ? new Map([['data-hidden', '']]) : NO_ATTRIBUTES),
      element(
        'tbody',
        rows.map((cells) => element('tr', cells)),
      ),
    ],
    new Map(kept),
  );
}
