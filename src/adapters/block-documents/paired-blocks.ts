import type { PhrasingContent, RootContent, Table, TableCell } from 'mdast';
import { parseBlockTag, type BlockTag } from '../../domain/content/markdown/block-tag.ts';
import type { Block, Fragment, Inline, Text } from '../../ports/content/block-documents.ts';
import { block, emptyParagraph, fragment, hasExpression, voidBlock } from './block-builders.ts';
import { htmlToInlines } from './inline-elements.ts';
import { hasOnly, htmlTag, readHtml } from './html.ts';
import { tagToBlock } from './tag-blocks.ts';

/** Start of a block that ends at another node: a block tag, or an HTML element around blocks. */
export type BlockOpening =
  | { readonly kind: 'tag'; readonly name: string; readonly tag: BlockTag }
  | {
      readonly kind: 'details';
      readonly name: '<details>';
      readonly open: boolean;
      readonly summary: string | undefined;
    }
  | ({ readonly kind: 'div'; readonly name: '<div>' } & DivLayout);

interface DivLayout {
  readonly align?: string;
  readonly isWide?: boolean;
  readonly isFramed?: boolean;
}

const DETAILS = /^<details( open(?:="")?)?>\s*(?:<summary>([^]*)<\/summary>\s*)?$/;
const DIV = /^<div[^<>]*>\s*$/;

export function parseOpening(node: RootContent): BlockOpening | undefined {
  if (node.type === 'blockTag') {
    const tag = parseBlockTag(node.value);
    return tag && { kind: 'tag', name: tag.name, tag };
  }
  if (node.type !== 'html') return undefined;
  const details = DETAILS.exec(node.value);
  if (details) return { kind: 'details', name: '<details>', open: details[1] !== undefined, summary: details[2] };
  const div = DIV.exec(node.value);
  return div ? { kind: 'div', name: '<div>', ...parseDivLayout(node.value.trim()) } : undefined;
}

/** Reads the alignment, width and frame of a `div`; empty if it has other attributes. */
function parseDivLayout(source: string): DivLayout {
  const tag = htmlTag(source);
  const align = tag?.attributes.get('align');
  const wide = tag?.attributes.get('data-full-width');
  const framed = tag?.attributes.get('data-with-frame');
  const isKnown =
    tag !== undefined &&
    hasOnly(tag, 'align', 'data-full-width', 'data-with-frame') &&
    (align === undefined || /^(?:left|center|right)$/.test(align)) &&
    (wide === undefined || wide === 'true') &&
    (framed === undefined || framed === 'true');
  if (!isKnown) return {};
  return {
    ...(align !== undefined && { align }),
    ...(wide !== undefined && { isWide: true }),
    ...(framed !== undefined && { isFramed: true }),
  };
}

/** Returns the name of the opening that a node closes. */
export function parseClosing(node: RootContent): string | undefined {
  if (node.type === 'html')
    return /^<\/(?:details|div)>\s*$/.test(node.value) ? `<${node.value.trim().slice(2)}` : undefined;
  return node.type === 'blockTag' ? parseBlockTag(node.value)?.closes : undefined;
}

/** Converts an opening and its content into a block; undefined if no block represents them without loss. */
export function pairToBlock(opening: BlockOpening, inside: readonly Block[] | undefined): Block | undefined {
  switch (opening.kind) {
    case 'tag':
      return tagToBlock(opening.tag, inside);
    case 'details':
      return inside && expandableBlock(opening, inside);
    case 'div':
      return inside?.length === 1 ? alignedBlock(opening, inside[0]!) : undefined;
  }
}

function alignedBlock({ align, isWide, isFramed }: DivLayout, only: Block): Block | undefined {
  if (
    (align === undefined && isWide === undefined && isFramed === undefined) ||
    ['align', 'raw', 'source', 'fullWidth', 'withFrame'].some((member) => member in only.data)
  )
    return undefined;
  if (only.type === 'images')
    return {
      ...only,
      data: {
        ...only.data,
        ...(align !== undefined && { align }),
        ...(isWide && { fullWidth: true }),
        ...(isFramed && { withFrame: true }),
      },
    };
  if (align === undefined || align === 'left' || isWide || isFramed || !/^(?:paragraph|heading-\d)$/.test(only.type))
    return undefined;
  return { ...only, data: { ...only.data, align: align === 'right' ? 'end' : 'center' } };
}

const SUMMARY = /^<summary>([^]*)<\/summary>\s*$/;

function expandableBlock(
  { open, summary }: Extract<BlockOpening, { kind: 'details' }>,
  inside: readonly Block[],
): Block | undefined {
  const [first, ...rest] = inside;
  const [words] = first?.data['raw'] === true ? (first.nodes ?? []) : [];
  const ownSummary =
    summary === undefined && words?.object === 'text' ? SUMMARY.exec(words.leaves[0]!.text)?.[1] : undefined;
  const title = summary ?? ownSummary;
  const nodes =
    title === undefined
      ? undefined
      : htmlToInlines(readHtml(title) ?? [{ name: '', attributes: new Map(), children: [] }]);
  if (nodes === undefined) return undefined;
  const body = ownSummary === undefined ? inside : rest;
  return voidBlock('expandable', { defaultExpanded: open || undefined }, [
    fragment('expandable-title', [block('paragraph', {}, nodes)], true),
    fragment('expandable-body', body.length > 0 ? body : [emptyParagraph()], true),
  ]);
}

/** Converts a Markdown table into a table block. */
export function tableToBlock(
  { children: [head, ...body], align }: Table,
  toBlocks: (cell: TableCell) => readonly Block[],
): Block {
  const fragments: Fragment[] = [];
  const columns = (head?.children ?? []).map((cell, i) => {
    const id = `column${i + 1}`;
    const blocks = toBlocks(cell);
    if (
      cell.children.some(({ type }) => type !== 'text') ||
      blocks.some(({ nodes = [] }) => hasExpression(nodes as readonly (Inline | Text)[]))
    )
      fragments.push(fragment(`title-${id}`, blocks));
    return { id, title: plainTextOf(cell.children), align: align?.[i] ?? 'left' };
  });
  const records = body.map((row, r): [string, unknown] => {
    const values = columns.flatMap(({ id }, c): [string, string][] => {
      const cell = row.children[c];
      if (cell === undefined || cell.children.length === 0) return [];
      const name = `row${r + 1}-${id}`;
      fragments.push(fragment(name, toBlocks(cell)));
      return [[id, name]];
    });
    return [`row${r + 1}`, { orderIndex: String(r).padStart(6, '0'), values: Object.fromEntries(values) }];
  });
  const definition = Object.fromEntries(
    columns.map(({ id, title, align: textAlignment }) => [id, { id, title, type: 'text', textAlignment }]),
  );
  return voidBlock(
    'table',
    {
      view: { type: 'grid', columns: columns.map(({ id }) => id), hideHeader: false },
      definition,
      records: Object.fromEntries(records),
    },
    fragments,
  );
}

/** Returns the text of inline Markdown without its marks. */
const plainTextOf = (nodes: readonly PhrasingContent[]): string =>
  nodes
    .map((node) =>
      'value' in node && node.type !== 'html'
        ? node.value
        : 'alt' in node
          ? (node.alt ?? '')
          : 'children' in node
            ? plainTextOf(node.children)
            : '',
    )
    .join('');
