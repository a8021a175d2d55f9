import type { Block, Fragment, Inline, Leaf, Mark, Text } from '../../ports/content/block-documents.ts';

/** Placeholder key; keys are assigned when the document is complete. */
const KEYLESS = '';

export type Data = Readonly<Record<string, unknown>>;

/** Removes undefined members. */
export const withoutUndefined = (data: Data): Data =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));

export const block = (type: string, data: Data, nodes: NonNullable<Block['nodes']>): Block => ({
  object: 'block',
  type,
  key: KEYLESS,
  isVoid: false,
  data: withoutUndefined(data),
  nodes,
});
export const voidBlock = (type: string, data: Data, fragments?: readonly Fragment[]): Block => ({
  object: 'block',
  type,
  key: KEYLESS,
  isVoid: true,
  data: withoutUndefined(data),
  ...(fragments && { fragments }),
});
export const fragment = (name: string, nodes: readonly Block[], typed = false): Fragment => ({
  object: 'fragment',
  key: KEYLESS,
  ...(typed && { type: name }),
  fragment: name,
  nodes,
});
export const inline = (type: string, data: Data, nodes?: readonly (Inline | Text)[]): Inline => ({
  object: 'inline',
  type,
  key: KEYLESS,
  isVoid: nodes === undefined,
  data: withoutUndefined(data),
  ...(nodes && { nodes }),
});
export const textNode = (leaves: readonly Leaf[]): Text => ({ object: 'text', key: KEYLESS, leaves });
export const plainText = (value: string): Text => textNode([{ object: 'leaf', text: value, marks: [] }]);
/** Paragraph that contains its source unchanged, because no block represents it. */
export const rawBlock = (source: string): Block => block('paragraph', { raw: true }, [plainText(source)]);

const MARK_ORDER = ['color', 'bold', 'italic', 'strikethrough', 'superscript', 'subscript', 'keyboard', 'code'];
/** Adds a mark; each mark occurs once, in a fixed order. */
export const withMark = (marks: readonly Mark[], mark: Mark): readonly Mark[] =>
  [...marks.filter(({ type }) => type !== mark.type), mark].sort(
    (a, b) => MARK_ORDER.indexOf(a.type) - MARK_ORDER.indexOf(b.type),
  );

/** Inline content before adjacent leaves are merged. */
export type Piece = Leaf | Inline;
export const leaf = (value: string, marks: readonly Mark[], isRaw = false): Leaf => ({
  object: 'leaf',
  text: value,
  marks,
  ...(isRaw && { raw: true as const }),
});

/**
 * Merges adjacent leaves with the same marks into one, and adjacent leaves into one text; never returns an empty list.
 */
export function joinPieces(pieces: readonly Piece[]): (Inline | Text)[] {
  const nodes: (Inline | { leaves: Leaf[] })[] = [];
  for (const piece of pieces) {
    const last = nodes.at(-1);
    if (piece.object === 'inline') nodes.push(piece);
    else if (piece.text === '') continue;
    else if (last === undefined || 'object' in last) nodes.push({ leaves: [piece] });
    else append(last.leaves, piece);
  }
  return nodes.length === 0 ? [plainText('')] : nodes.map((node) => ('object' in node ? node : textNode(node.leaves)));
}

function append(leaves: Leaf[], next: Leaf): void {
  const last = leaves.at(-1)!;
  if (last.raw !== next.raw || JSON.stringify(last.marks) !== JSON.stringify(next.marks)) leaves.push(next);
  else leaves[leaves.length - 1] = { ...last, text: last.text + next.text };
}

/** Converts a link target of Markdown into a content reference (API type ContentRef). */
export function contentReference(url: string): Readonly<Record<string, string>> {
  const page = /^\/pages\/([0-9A-Za-z]{20})(?:#(.*))?$/.exec(url);
  if (page)
    return page[2] === undefined
      ? { kind: 'page', page: page[1]! }
      : { kind: 'anchor', anchor: page[2], page: page[1]! };
  const file = /^\/files\/([0-9A-Za-z]{20})$/.exec(url)?.[1];
  if (file !== undefined) return { kind: 'file', file };
  const reusable = /^\/reusable-content\/([0-9A-Za-z]{20})$/.exec(url)?.[1];
  if (reusable !== undefined) return { kind: 'reusable-content', reusableContent: reusable };
  return url.startsWith('#') ? { kind: 'anchor', anchor: url.slice(1) } : { kind: 'url', url };
}
