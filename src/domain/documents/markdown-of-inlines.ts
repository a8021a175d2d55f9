import type { NodeReader } from './node-reader.ts';

const SPECIAL = /[\\`*_[\]<>~$]/g;
/** Bare addresses become links by themselves: what follows these is escaped. */
const AUTOLINK = /https?(?=:)|www(?=\.)|(?=@)/gi;
const ENTITY = /&(?=#?\w{1,32};)/g;
const LINE_START = /^([ \t]*)([#=|]|[-+](?=[ \t]|$)|(?:[-+=][ \t]*){2,}$|\d{1,9}(?=[.)](?:[ \t]|$)))/gm;
const BREAK = '\\\n';
const WORD = /[\p{L}\p{N}]/u;

/** A piece of inline content, and whether it is emphasis, which must not touch another emphasis or a word. */
interface Piece {
  readonly text: string;
  /** Written with HTML instead where the marks of Markdown would not be read as such. */
  readonly otherwise?: string;
}

/** The inline content of a block as Markdown; a line break within text is a hard break. */
export function markdownOfInlines(nodes: readonly NodeReader[]): string {
  const pieces = nodes.flatMap(piecesOf);
  const written = pieces.map(({ text, otherwise }, i) => (otherwise !== undefined && !standsFree(text, pieces[i - 1]?.text, pieces[i + 1]?.text) ? otherwise : text)).join('');
  return withoutOuterBreaks(written).replace(LINE_START, escapeStart);
}

/** A break at the beginning or the end would show as a backslash. */
function withoutOuterBreaks(text: string): string {
  let inner = text.trim();
  while (inner.startsWith(BREAK)) inner = inner.slice(BREAK.length).trimStart();
  // Trimming took the line feed of a last break: what is left of it is a backslash that escapes nothing.
  while (backslashesAtEnd(inner) % 2 === 1) inner = inner.slice(0, -1).trimEnd();
  return inner;
}

function backslashesAtEnd(text: string): number {
  let count = 0;
  while (text[text.length - 1 - count] === '\\') count += 1;
  return count;
}

/** Emphasis is read as such when it begins and ends with a letter or a digit, and what touches it is none and no emphasis. */
function standsFree(text: string, before = ' ', after = ' '): boolean {
  const inner = text.replace(/^[*~]+|[*~]+$/g, '');
  const [first, last] = [firstOf(inner) ?? '', lastOf(inner) ?? ''];
  const outside = [lastOf(before) ?? ' ', firstOf(after) ?? ' '];
  return WORD.test(first) && WORD.test(last) && outside.every((character) => !WORD.test(character) && !/[*~\\]/.test(character));
}

const firstOf = (text: string): string | undefined => [...text.slice(0, 2)][0];
const lastOf = (text: string): string | undefined => [...text.slice(-2)].at(-1);

function piecesOf(node: NodeReader): Piece[] {
  if (node.object === 'text') return node.leaves.flatMap(leafPieces);
  if (node.object !== 'inline') node.refuse('object', 'must be text or inline here');
  return [{ text: inline(node) }];
}

function inline(node: NodeReader): string {
  switch (node.type) {
    case 'link':
    case 'mention':
      return linked(markdownOfInlines(node.nodes), node);
    case 'inline-image':
      return `<img src="${attribute(node.reference())}" alt="${attribute(node.string('caption') ?? '')}" data-size="${node.choice('size', ['original', 'line'], 'line')}">`;
    case 'emoji':
      return `<span data-gb-custom-inline data-tag="emoji" data-code="${attribute(node.required('code'))}">:${escapeText(node.required('code'))}:</span>`;
    case 'icon':
      return `<i class="fa-${attribute(node.required('icon'))}">:${escapeText(node.required('icon'))}:</i>`;
    case 'expression':
      return `<code class="expression">${html(node.required('expression'))}</code>`;
    case 'inline-math':
      return `$$${node.required('formula').replace(/\s+/g, ' ')}$$`;
    case 'button':
      return `<a href="${attribute(node.value('ref') === undefined ? '' : node.reference())}" class="button ${node.choice('kind', ['primary', 'secondary'], 'primary')}">${html(node.required('label'))}</a>`;
    case 'annotation':
      // What it annotates stays in its place; what it says follows in brackets.
      return annotated(markdownOfInlines(node.nodes), node.fragment('annotation-body'));
    default:
      return node.refuse('type', `is no known inline: ${node.type.slice(0, 40)}`);
  }
}

function linked(label: string, node: NodeReader): string {
  const target = node.reference();
  const written = /[\s()<>]/.test(target) || target === '' ? `<${target.replace(/[<>\n\\]/g, encodeURIComponent)}>` : target;
  return `[${label === '' ? escapeText(target) : label}](${written})`;
}

function annotated(text: string, body: readonly NodeReader[]): string {
  const says = body.map((block) => markdownOfInlines(block.nodes)).filter((paragraph) => paragraph !== '');
  return says.length === 0 ? text : `${text} (${says.join(' ')})`;
}

function leafPieces(leaf: NodeReader): Piece[] {
  const { text } = leaf;
  if (text === '') return [];
  const marks = leaf.marks.map((mark) => ({ type: mark.type, mark }));
  const has = (type: string): boolean => marks.some((one) => one.type === type);
  const unknown = marks.find(({ type }) => !MARKS.has(type));
  if (unknown) unknown.mark.refuse('type', `is no known mark: ${unknown.type.slice(0, 40)}`);

  // White space is never marked: Markdown would not see the mark.
  const inner = text.trim();
  const start = text.indexOf(inner);
  const [before, after] = [text.slice(0, start), text.slice(start + inner.length)];
  if (inner === '' || marks.length === 0) return [{ text: escapeText(text) }];
  let written = has('code') ? codeSpan(inner) : escapeText(inner);
  if (has('keyboard')) written = `<kbd>${written}</kbd>`;
  if (has('superscript')) written = `<sup>${written}</sup>`;
  if (has('subscript')) written = `<sub>${written}</sub>`;
  const color = marks.find(({ type }) => type === 'color');
  if (color) written = colored(written, color.mark);
  const [strike, bold, italic] = [has('strikethrough'), has('bold'), has('italic')];
  const piece = strike || bold || italic
    ? { text: surround(surround(surround(written, italic && '*'), bold && '**'), strike && '~~'), otherwise: element(element(element(written, italic && 'em'), bold && 'strong'), strike && 'del') }
    : { text: written };
  return [...(before ? [{ text: escapeText(before) }] : []), piece, ...(after ? [{ text: escapeText(after) }] : [])];
}

const MARKS = new Set(['bold', 'italic', 'code', 'keyboard', 'strikethrough', 'color', 'superscript', 'subscript']);

const surround = (text: string, mark: string | false): string => (mark ? mark + text + mark : text);
const element = (text: string, name: string | false): string => (name ? `<${name}>${text}</${name}>` : text);

function colored(text: string, mark: NodeReader): string {
  const styles = [['color', mark.string('text')], ['background-color', mark.string('background')]].filter(([, value]) => value !== undefined && value !== 'default');
  return styles.length === 0 ? text : `<mark style="${attribute(styles.map(([name, value]) => `${name}:${value};`).join(''))}">${text}</mark>`;
}

function codeSpan(text: string): string {
  const flat = text.replace(/\n/g, ' ');
  const longest = Math.max(0, ...[...flat.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const room = longest > 0 ? ' ' : '';
  return fence + room + flat + room + fence;
}

/** Text that Markdown shows as it is, within a line. */
export const escapeText = (text: string): string =>
  text.replace(SPECIAL, '\\$&').replace(AUTOLINK, '$&\\').replace(ENTITY, '\\&').replace(/\{(?=[%#{])/g, '\\{').replace(/\n/g, BREAK);
/** What would begin a block at the start of a line. */
const escapeStart = (_: string, space: string, mark: string): string => (/^\d/.test(mark) ? `${space}${mark}\\` : `${space}\\${mark}`);

export const html = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
/** A value between double quotes, in HTML and in block tags. */
export const attribute = (text: string): string => html(text).replaceAll('"', '&quot;').replace(/\s+/g, ' ');
