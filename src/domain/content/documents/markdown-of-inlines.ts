import type { NodeReader } from './node-reader.ts';
import { marksOf, type TextMark } from './text-marks.ts';
import { codePointsOf, emojiNamed } from '../markdown/emoji.ts';
import { escapeAttribute, formatAttributes, escapeHtml } from './tag-markup.ts';

const SPECIAL = /[\\`*_[\]<>~$]/g;
const SHORTCODE = /:(?=((?:[a-z0-9+-]|\\_){1,60}):)/g;
/** Prefixes of bare URLs that become links; the character after them is escaped. */
const AUTOLINK = /https?(?=:)|www(?=\.)|(?=@)/gi;
const ENTITY = /&(?=#?\w{1,32};)/g;
const LINE_START =
  /^([ \t]*)([#=|]|[-+](?=[ \t]|$)|(?:[-+=][ \t]*){2,}$|[-:](?=[-:| \t]*$)|\d{1,9}(?=[.)](?:[ \t]|$)))/gm;
const ESCAPED = /\\[!-/:-@[-`{-~]/g;
const BREAK = '\\\n';
const WORD = /[\p{L}\p{N}]/u;
/** Signs at an edge of words that are read as text, and the characters beside which delimiters next to them are read. */
const SIGN = /[.,:;!?()"'…–—`\\[\]_&#/+=%@-]/;
const BESIDE_SIGN = /[\s\p{P}]/u;

/** Text run or inline with its marks. */
interface InlinePiece {
  readonly text: string;
  readonly marks: readonly TextMark[];
  /** Same content as an HTML element. */
  readonly element?: string;
  /** Text without markup, if it is code. */
  readonly code?: string;
  /** True for source, whose signs are not escaped. */
  readonly isRaw?: true;
}

/** Tells whether code may be written between backticks; otherwise it becomes an element. */
type CodeSpanRule = (code: string) => boolean;
const ALWAYS: CodeSpanRule = () => true;

/** Converts the inline content of a block to Markdown; a line break within text is a hard break. */
export function inlinesToMarkdown(nodes: readonly NodeReader[], allowsSpan = ALWAYS): string {
  const pieces = joinCode(
    nodes.flatMap((node) => toPieces(node, allowsSpan)),
    allowsSpan,
  );
  return escapeLineStart(preserveEdges(renderMarks(separatePieces(pieces)).text));
}

/** Joins code with equal marks, because backticks of adjacent spans would be read together. */
function joinCode(pieces: readonly InlinePiece[], allowsSpan: CodeSpanRule): InlinePiece[] {
  const groups: [InlinePiece, ...InlinePiece[]][] = [];
  for (const piece of pieces) {
    const group = groups.at(-1);
    const isJoined = piece.code !== undefined && group?.[0].code !== undefined && haveEqualMarks(piece, group[0]);
    if (isJoined) group.push(piece);
    else groups.push([piece]);
  }
  return groups.map((group) =>
    group.length === 1 ? group[0] : codePiece(group.map(({ code }) => code).join(''), group[0].marks, allowsSpan),
  );
}

const haveEqualMarks = (a: InlinePiece, b: InlinePiece): boolean =>
  a.marks.length === b.marks.length && a.marks.every(({ name }, i) => name === b.marks[i]!.name);

const codePiece = (code: string, marks: readonly TextMark[], allowsSpan: CodeSpanRule): InlinePiece => ({
  text: allowsSpan(code) ? codeSpan(code) : `<code>${escapeText(code.replace(/\n/g, ' '))}</code>`,
  marks,
  code,
});

/**
 * Separates pieces that would be read together: an exclamation mark before a link would make it an image, and neither a
 * formula directly after a formula nor a shortcode next to a word would be recognized.
 */
function separatePieces(pieces: readonly InlinePiece[]): InlinePiece[] {
  return pieces.map((piece, i) => {
    const [before, after] = [pieces[i - 1]?.text, pieces[i + 1]?.text];
    if (piece.text.endsWith('!') && after?.startsWith('[')) return { ...piece, text: `${piece.text.slice(0, -1)}\\!` };
    if (piece.element === undefined) return piece;
    const isAfterShortcode = pieces[i - 1]?.element !== undefined;
    const isJoined = piece.text.startsWith(':')
      ? (!isAfterShortcode && /[A-Za-z0-9_:]$/.test(before ?? '')) || /^[A-Za-z0-9]/.test(after ?? '')
      : before?.endsWith('$$') === true;
    return isJoined ? { ...piece, text: piece.element } : piece;
  });
}

/**
 * Preserves white space at the edges of lines by writing the outermost character as a reference. A break at an edge of
 * the text, or before something that could begin a block, becomes an element.
 */
function preserveEdges(text: string): string {
  const [start] = /^(?:\\\n)*/.exec(text)!;
  const rest = text.slice(start.length);
  let end = rest.length;
  while (rest.startsWith(BREAK, end - BREAK.length) && backslashesBefore(rest, end - 1) % 2 === 1) end -= BREAK.length;
  const inner = rest
    .slice(0, end)
    .replace(/[ \t](?=\\?\n|$)/g, reference)
    .replace(/(?<=^|\n)[ \t]/g, reference)
    .replace(/\\\n(?=<|\[\^)/g, '<br>');
  return '<br>'.repeat(start.length / BREAK.length) + inner + '<br>'.repeat((rest.length - end) / BREAK.length);
}

function backslashesBefore(text: string, at: number): number {
  let count = 0;
  while (text[at - 1 - count] === '\\') count += 1;
  return count;
}
const reference = (space: string): string => (space === '\t' ? '&#x9;' : '&#x20;');

/** Text before and after a run. */
type Neighbors = readonly [before: string, after: string];
const NO_NEIGHBORS: Neighbors = [' ', ' '];

/** Markdown of some pieces. */
interface RenderedText {
  readonly text: string;
  /** Delimiters around the text are certain to be read together. */
  readonly isPlain: boolean;
}

/** Renders runs with the same mark inside one mark. */
function renderMarks(pieces: readonly InlinePiece[], outer = NO_NEIGHBORS, isWithinMark = false): RenderedText {
  const runs = splitRuns(pieces);
  const plain = runs.map(({ mark, pieces: inside }) =>
    mark === undefined ? inside.map(({ text }) => text).join('') : undefined,
  );
  const isPart = isWithinMark && runs.length > 1;
  const neighborsOf = (i: number): Neighbors => {
    const before = i > 0 ? plain[i - 1] : isPart ? undefined : outer[0];
    const after = i < runs.length - 1 ? plain[i + 1] : isPart ? undefined : outer[1];
    // Next to another mark, delimiters may be read differently; within one, also next to signs.
    const isCertain = (text: string | undefined, edge: string): boolean =>
      text !== undefined && (!isPart || /\s/.test(edge));
    return [
      isCertain(before, lastCharacter(before ?? '')) ? before! : '*',
      isCertain(after, firstCharacter(after ?? '')) ? after! : '*',
    ];
  };
  const rendered = runs.map(({ mark, pieces: inside }, i): RenderedText => {
    if (mark === undefined) return { text: plain[i]!, isPlain: inside.every(isPlainPiece) };
    const neighbors = neighborsOf(i);
    return wrapInMark(mark, renderMarks(inside, neighbors, true), neighbors);
  });
  return { text: rendered.map(({ text }) => text).join(''), isPlain: rendered.every(({ isPlain }) => isPlain) };
}

interface MarkedRun {
  readonly mark: TextMark | undefined;
  /** Pieces without the mark. */
  readonly pieces: readonly InlinePiece[];
}

/** Splits pieces into runs with one mark, the one that most of the next pieces have, and runs without marks. */
function splitRuns(pieces: readonly InlinePiece[]): readonly MarkedRun[] {
  const runs: MarkedRun[] = [];
  for (let from = 0; from < pieces.length;) {
    let run: { readonly mark?: TextMark | undefined; readonly to: number } = { to: from };
    for (const mark of pieces[from]!.marks) {
      const to = endOfRun(pieces, from, ({ marks }) => marks.some(({ name }) => name === mark.name));
      if (to > run.to) run = { mark, to };
    }
    const { mark } = run;
    const to = mark === undefined ? endOfRun(pieces, from, ({ marks }) => marks.length === 0) : run.to;
    runs.push({
      mark,
      pieces: pieces
        .slice(from, to)
        .map((piece) => ({ ...piece, marks: piece.marks.filter(({ name }) => name !== mark?.name) })),
    });
    from = to;
  }
  return runs;
}

function endOfRun(pieces: readonly InlinePiece[], from: number, isPart: (piece: InlinePiece) => boolean): number {
  let to = from;
  while (to < pieces.length && isPart(pieces[to]!)) to++;
  return to;
}

/** Tells whether a piece between delimiters is read as it is; text has its signs escaped. */
const isPlainPiece = ({ text, code, isRaw }: InlinePiece): boolean =>
  code !== undefined ? text.startsWith('`') : !/[*~<\\`\n]/.test(isRaw === true ? text : text.replace(ESCAPED, ''));

/**
 * Uses delimiters only if they are certain to be parsed as the mark: around plain words, apart from letters and other
 * marks. Otherwise uses the element.
 */
function wrapInMark(
  { delimiter, open, close }: TextMark,
  { text, isPlain }: RenderedText,
  neighbors: Neighbors,
): RenderedText {
  const words = withoutDelimiters(text);
  const isRead =
    isEdge(firstCharacter(words), lastCharacter(neighbors[0])) &&
    isEdge(lastCharacter(words), neighbors[1].startsWith(BREAK) ? '\n' : firstCharacter(neighbors[1]));
  return delimiter !== undefined && isPlain && isRead
    ? { text: delimiter + text + delimiter, isPlain: true }
    : { text: open + text + close, isPlain: false };
}

/** Tells whether a delimiter between two characters is certain to open or close a mark. */
const isEdge = (inner: string, outer: string): boolean =>
  !WORD.test(outer) && !/[*~\\<>`_]/.test(outer) && (WORD.test(inner) || (SIGN.test(inner) && BESIDE_SIGN.test(outer)));

/** Removes the delimiters of marks at both ends; linear, unlike the equivalent regular expression. */
function withoutDelimiters(text: string): string {
  let [from, to] = [0, text.length];
  while (text[from] === '*' || text.startsWith('~~', from)) from += text[from] === '*' ? 1 : 2;
  while (to > from && (text[to - 1] === '*' || text.endsWith('~~', to))) to -= text[to - 1] === '*' ? 1 : 2;
  return text.slice(from, to);
}

const firstCharacter = (text: string): string => [...text.slice(0, 2)][0] ?? '';
const lastCharacter = (text: string): string => [...text.slice(-2)].at(-1) ?? '';

function toPieces(node: NodeReader, allowsSpan: CodeSpanRule): InlinePiece[] {
  if (node.object === 'text') return node.leaves.flatMap((leaf) => leafPieces(leaf, allowsSpan));
  if (node.object !== 'inline') node.reject('object', 'must be text or inline here');
  if (node.type === 'emoji') return [emojiPiece(node)];
  if (node.type !== 'inline-math') return [{ text: inline(node, allowsSpan), marks: [] }];
  const formula = node.required('formula').replace(/\s+/g, ' ');
  const otherwise = `<span data-gb-custom-inline data-tag="math">${escapeMarkdownInHtml(formula)}</span>`;
  return [{ text: /[$`]|^ | $|^$/.test(formula) ? otherwise : `$$${formula}$$`, marks: [], element: otherwise }];
}

function leafPieces(leaf: NodeReader, allowsSpan: CodeSpanRule): InlinePiece[] {
  const text = leaf.text.replace(/\r\n?/g, '\n');
  const { marks, code } = marksOf(leaf);
  if (text === '') return [];
  if (leaf.isRaw) return [{ text, marks, isRaw: true }];
  return [code ? codePiece(text, marks, allowsSpan) : { text: escapeText(text), marks }];
}

function inline(node: NodeReader, allowsSpan: CodeSpanRule): string {
  switch (node.type) {
    case 'link':
      return linkMarkdown(
        node.has('nodes') ? inlinesToMarkdown(node.nodes, allowsSpan) : escapeText(node.reference()),
        node,
        node.string('title'),
      );
    case 'mention':
      return linkMarkdown(escapeText(node.string('label') ?? node.reference()), node, 'mention');
    case 'inline-image':
      return imageElement(node);
    case 'icon':
    case 'button':
      return inlineElement(node);
    case 'expression':
      return `<code class="expression">${escapeMarkdownInHtml(node.required('expression'))}</code>`;
    case 'annotation':
      if (node.has('data.footnote')) return footnoteReference(node);
      // Keeps the annotated text in place; the annotation follows in brackets.
      return annotationMarkdown(inlinesToMarkdown(node.nodes, allowsSpan), node.fragment('annotation-body'));
    default:
      return node.reject('type', `is not a known inline type: ${node.type.slice(0, 40)}`);
  }
}

/** Writes an emoji as its shortcode if it has one, otherwise as an element. */
function emojiPiece(node: NodeReader): InlinePiece {
  const { shortcode, element } = emojiForms(node, escapeText);
  return { text: shortcode ?? element, marks: [], element };
}

/** Writes an emoji as an element, and as its shortcode if it has one; `escape` escapes text within the element. */
export function emojiForms(
  node: NodeReader,
  escape: (text: string) => string,
): { readonly shortcode?: string; readonly element: string } {
  const code = node.required('code');
  const element = `<span data-gb-custom-inline data-tag="emoji" data-code="${escapeAttribute(code)}">:${escape(code)}:</span>`;
  const shortcode = node.string('shortcode');
  const emoji = shortcode === undefined ? undefined : emojiNamed(shortcode);
  const hasName = emoji !== undefined && codePointsOf(emoji) === code;
  return { element, ...(hasName && { shortcode: `:${shortcode}:` }) };
}

/** Writes inlines that have only an element form, the same in Markdown and HTML. */
export function inlineElement(node: NodeReader): string {
  if (node.type === 'icon') {
    const icon = node.required('icon');
    return `<i${formatAttributes([
      ['class', `fa-${icon}`],
      ['style', iconStyle(node)],
    ])}>:${escapeMarkdownInHtml(icon)}:</i>`;
  }
  const action = actionOf(node);
  const look = [
    ['class', `button ${node.choice('kind', ['primary', 'secondary'], 'primary')}`],
    ['data-action', action?.required('action')],
    ['data-query', action?.string('query')],
    ['data-slug', action?.string('slug')],
    ['data-size', node.has('data.size') ? node.choice('size', ['small', 'medium', 'large'], 'large') : undefined],
    ['data-icon', node.string('icon')],
  ] as const;
  const label = escapeMarkdownInHtml(node.required('label'));
  if (action !== undefined) return `<button${formatAttributes([['type', 'button'], ...look])}>${label}</button>`;
  return `<a${formatAttributes([['href', node.has('data.ref') ? node.reference() : undefined], ...look])}>${label}</a>`;
}

/** Returns the style of an icon: its color, or any other style as written. */
function iconStyle(node: NodeReader): string | undefined {
  const color = node.string('color');
  if (color === undefined) return node.string('style');
  return /^[$\w-]{1,40}$/.test(color) ? `color:${color};` : node.reject('data.color', 'must be the name of a color');
}

/** Returns the action of a button; undefined if it is a link. An action that is only a name has its query beside it. */
function actionOf(node: NodeReader): NodeReader | undefined {
  const action = node.value('action');
  if (action === undefined) return undefined;
  return typeof action === 'string'
    ? node.dataOf({ action, query: node.value('query') }, 'data')
    : node.dataOf(action, 'data.action');
}

/** Escapes text inside an element so that it is not parsed as Markdown. */
const escapeMarkdownInHtml = (text: string): string =>
  escapeHtml(text.replace(/\s+/g, ' ')).replace(/[*_`[\]~$|]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Writes an image within text as an element, because a Markdown image on its own line is a block. */
export function imageElement(node: NodeReader): string {
  const size = node.string('size') === undefined ? undefined : node.choice('size', ['original', 'line'], 'line');
  const img = `<img${formatAttributes([
    ['src', node.reference()],
    ['alt', node.string('caption') ?? ''],
    ['data-size', size],
    ['title', node.string('title')],
  ])}>`;
  return withDarkImage(node, img);
}

/** Puts the image for dark mode around an image, if the node has one. */
export function withDarkImage(node: NodeReader, img: string): string {
  if (!node.has('data.refDark')) return img;
  const source = formatAttributes([
    ['srcset', node.reference('refDark')],
    ['media', '(prefers-color-scheme: dark)'],
  ]);
  return `<picture><source${source}>${img}</picture>`;
}

function linkMarkdown(label: string, node: NodeReader, title: string | undefined): string {
  // A bracket within code could be read as the end of the label.
  if (/`[^`]*[[\]]/.test(label))
    return `<a${formatAttributes([
      ['href', node.reference()],
      ['title', title],
    ])}>${label}</a>`;
  return `[${label}](${linkDestination(node.reference())}${title === undefined ? '' : ` "${escapeText(title.replace(/\s+/g, ' ')).replaceAll('"', '\\"')}"`})`;
}

/** Escapes the destination of a link. */
export function linkDestination(target: string): string {
  const unescaped = target.replace(/\s/g, (space) => (space === ' ' ? space : encodeURIComponent(space)));
  const written = unescaped.replace(/[\\<>*_`]/g, '\\$&').replace(ENTITY, '&amp;');
  return /[ ()<>]/.test(target) || target === '' ? `<${written}>` : written;
}

/** Writes a reference to a footnote, whose text is in its definition. */
function footnoteReference(node: NodeReader): string {
  const label = node.required('footnote');
  return /^[^\s[\]\\]{1,999}$/.test(label)
    ? `[^${label}]`
    : node.reject('data.footnote', 'must have no spaces, brackets and backslashes');
}

function annotationMarkdown(text: string, body: readonly NodeReader[]): string {
  const says = body.map((block) => inlinesToMarkdown(block.nodes)).filter((paragraph) => paragraph !== '');
  return says.length === 0 ? text : `${text} (${says.join(' ')})`;
}

/** Returns the length of the longest run of a character; a fence that encloses the text must be longer. */
export function longestRun(text: string, character: string): number {
  let longest = 0;
  let run = 0;
  for (const each of text) {
    run = each === character ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

function codeSpan(text: string): string {
  const flat = text.replace(/\n/g, ' ');
  const fence = '`'.repeat(longestRun(flat, '`') + 1);
  const room = /^`|`$/.test(flat) || (/^ .* $/.test(flat) && flat.trim() !== '') ? ' ' : '';
  return fence + room + flat + room + fence;
}

/** Escapes text so that Markdown shows it unchanged within a line. */
export const escapeText = (text: string): string =>
  text
    .replace(SPECIAL, '\\$&')
    .replace(AUTOLINK, '$&\\')
    .replace(ENTITY, '\\&')
    .replace(SHORTCODE, (colon, name: string) => (emojiNamed(name.replaceAll('\\', '')) === undefined ? colon : '\\:'))
    .replace(/\{(?=[%#{])/g, '\\{')
    .replace(/\n/g, BREAK);
/** Escapes the start of a line so that it does not begin a block. */
export const escapeLineStart = (written: string): string => written.replace(LINE_START, escapeStart);
/** Escapes a character that would begin a block. */
const escapeStart = (_: string, space: string, mark: string): string =>
  /^\d/.test(mark) ? `${space}${mark}\\` : `${space}\\${mark}`;
