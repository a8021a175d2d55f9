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
/** Creates the content of a container that would be empty. */
export const emptyParagraph = (): Block => block('paragraph', {}, [plainText('')]);
/** Reports whether the content of a block is text without a character. */
export const isEmptyText = (nodes: readonly (Inline | Text)[]): boolean =>
  nodes.every((node) => node.object === 'text' && node.leaves.every(({ text }) => text === ''));
/** Reports whether inline content has an expression, which plain text such as the title of a column cannot contain. */
export const hasExpression = (nodes: readonly (Inline | Text)[]): boolean =>
  nodes.some((node) => (node.object === 'text' ? node.leaves.some(({ raw }) => raw) : node.type === 'expression'));
/** Paragraph that contains its source up to the final line breaks, because no block represents it. */
export const rawBlock = (source: string): Block =>
  block('paragraph', { raw: true }, [plainText(source.replace(/(?<![ \t\n])[ \t\n]+$/, ''))]);

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

/** Removes white space at the edges of the lines of a text, except that of code. */
export function trimLines(nodes: readonly (Inline | Text)[]): readonly (Inline | Text)[] {
  const pieces = nodes
    .flatMap((node): readonly Piece[] => (node.object === 'text' ? node.leaves : [node]))
    .map((piece) => trimPiece(piece, (text) => text.replace(/(?<! ) +\n/g, '\n').replace(/\n +/g, '\n')));
  trimFirst(pieces, (text) => text.replace(/^ +/, ''));
  pieces.reverse();
  trimFirst(pieces, (text) => text.replace(/(?<! ) +$/, ''));
  return joinPieces(pieces.reverse());
}

/** Trims the first piece that is not empty afterwards. */
function trimFirst(pieces: Piece[], trim: (text: string) => string): void {
  for (const [i, piece] of pieces.entries()) {
    const trimmed = trimPiece(piece, trim);
    pieces[i] = trimmed;
    if (trimmed.object === 'inline' || trimmed.text !== '') return;
  }
}

const trimPiece = (piece: Piece, trim: (text: string) => string): Piece =>
  piece.object === 'inline' || piece.raw === true || piece.marks.some(({ type }) => type === 'code')
    ? piece
    : { ...piece, text: trim(piece.text) };

const CONTENT_TARGET =
  /^(?:\/spaces\/([0-9A-Za-z]{20}))?\/(pages|files|reusable-content)\/([0-9A-Za-z]{20})(?:#(.*))?$/;
const OTHER_TARGET = /^\/(spaces|collections|users)\/([0-9A-Za-z]{20})$/;

/**
 * Converts the target of an include into a content reference (API type ContentRefReusableContent): one without an id
 * names the reusable content by its path.
 */
export function includeReference(target: string): Readonly<Record<string, string>> {
  const reference = contentReference(target);
  return reference['kind'] === 'reusable-content' ? reference : { kind: 'reusable-content', reusableContent: target };
}

/** Converts a link target of Markdown into a content reference (API type ContentRef). */
export function contentReference(url: string): Readonly<Record<string, string>> {
  const [, space, kind, id, anchor] = CONTENT_TARGET.exec(url) ?? [];
  const within: Readonly<Record<string, string>> = space === undefined ? {} : { space };
  if (id !== undefined) {
    if (kind === 'pages')
      return anchor === undefined
        ? { kind: 'page', page: id, ...within }
        : { kind: 'anchor', anchor, page: id, ...within };
    if (anchor === undefined && kind === 'reusable-content')
      return { kind: 'reusable-content', reusableContent: id, ...within };
    if (anchor === undefined && space === undefined) return { kind: 'file', file: id };
  }
  const [, type, other] = OTHER_TARGET.exec(url) ?? [];
  if (type !== undefined) {
    const name = type.slice(0, -1);
    return { kind: name, [name]: other! };
  }
  return url.startsWith('#') ? { kind: 'anchor', anchor: url.slice(1) } : { kind: 'url', url };
}
