import { emojiForms, imageElement, inlineElement } from './markdown-of-inlines.ts';
import { emojiNamed } from '../markdown/emoji.ts';
import type { NodeReader } from './node-reader.ts';
import { marksOf } from './text-marks.ts';
import { escapeAttribute, escapeHtml } from './tag-markup.ts';

const ELEMENTS: Readonly<Record<string, string>> = {
  paragraph: 'p',
  'heading-1': 'h2',
  'heading-2': 'h3',
  'heading-3': 'h4',
};
const LISTS: Readonly<Record<string, string>> = { 'list-unordered': 'ul', 'list-ordered': 'ol' };

/**
 * Converts paragraphs, headings, lists and quotes to HTML, for elements in which Markdown is not parsed: captions,
 * titles, cells. A single paragraph gets no element of its own.
 */
export function blocksToHtml(blocks: readonly NodeReader[]): string {
  const [only, ...more] = blocks;
  if (only?.type === 'paragraph' && more.length === 0) return inlinesToHtml(only.nodes);
  return structureToHtml(blocks, inlinesToHtml);
}

/** Tells whether `structureToHtml` can convert a block. */
export const isHtmlStructure = (node: NodeReader): boolean =>
  Object.hasOwn(ELEMENTS, node.type)
    ? !node.isRaw && !node.has('data.source')
    : (Object.hasOwn(LISTS, node.type) && node.nodes.every((item) => item.nodes.every(isHtmlStructure))) ||
      (node.type === 'blockquote' && node.nodes.every(isHtmlStructure));

/** Converts blocks to elements of HTML; `write` converts their inline content. */
export function structureToHtml(
  blocks: readonly NodeReader[],
  write: (nodes: readonly NodeReader[]) => string,
): string {
  return blocks.map((block) => structureElement(block, write)).join('');
}

function structureElement(block: NodeReader, write: (nodes: readonly NodeReader[]) => string): string {
  if (block.type === 'blockquote') return `<blockquote>${structureToHtml(block.nodes, write)}</blockquote>`;
  if (Object.hasOwn(LISTS, block.type)) {
    const start = block.value('start');
    const name = LISTS[block.type]!;
    const items = block.nodes.map((item) => {
      const [only, ...more] = item.nodes;
      const isText = only?.type === 'paragraph' && more.length === 0;
      return `<li>${isText ? write(only.nodes) : structureToHtml(item.nodes, write)}</li>`;
    });
    return `<${name}${typeof start === 'number' && name === 'ol' ? ` start="${start}"` : ''}>${items.join('')}</${name}>`;
  }
  const level = block.value('level');
  const element = Object.hasOwn(ELEMENTS, block.type)
    ? ELEMENTS[block.type]!
    : block.reject('type', 'must be paragraph, heading, list or blockquote here');
  const name = element !== 'p' && [1, 5, 6].includes(level as number) ? `h${String(level)}` : element;
  const id = element === 'p' ? undefined : block.string('id');
  return `<${name}${id === undefined ? '' : ` id="${escapeAttribute(id)}"`}>${write(block.nodes)}</${name}>`;
}

/** Converts inline content to HTML. */
function inlinesToHtml(nodes: readonly NodeReader[]): string {
  const others = nodes.map((node) => {
    if (isEmoji(node)) return '';
    return node.object === 'text' ? node.leaves.map(leaf).join('') : inline(node);
  });
  const following = others.map(() => '');
  for (let i = others.length - 2; i >= 0; i--) following[i] = others[i + 1] || following[i + 1]!;
  let html = '';
  nodes.forEach((node, i) => {
    html += isEmoji(node) ? emoji(node, html, following[i]!) : others[i]!;
  });
  return html;
}

const isEmoji = (node: NodeReader): boolean => node.object === 'inline' && node.type === 'emoji';

/** Writes an emoji as its shortcode, unless that would be part of a word. */
function emoji(node: NodeReader, before: string, after: string): string {
  const { shortcode, element } = emojiForms(node, escapeHtml);
  const isInWord = /[A-Za-z0-9_:]$/.test(before) || /^[A-Za-z0-9]/.test(after);
  return isInWord ? element : (shortcode ?? element);
}

/** Escapes text for HTML, in which Markdown would read shortcodes as emoji: an empty element separates their first colon. */
export const escapeShownText = (text: string): string => escapeShortcodes(escapeHtml(text));
const escapeShortcodes = (html: string): string =>
  html.replace(/:(?=([a-z0-9_+-]{1,60}):)/g, (colon, name: string) =>
    emojiNamed(name) === undefined ? colon : ':<em></em>',
  );

function leaf(node: NodeReader): string {
  const { marks, code } = marksOf(node);
  if (node.isRaw) return node.text;
  const text = (code ? escapeHtml(node.text) : escapeShownText(node.text)).replace(/\r\n?|\n/g, '<br>');
  if (text === '') return '';
  return (
    marks.map(({ open }) => open).join('') +
    (code ? `<code>${text}</code>` : text) +
    [...marks]
      .reverse()
      .map(({ close }) => close)
      .join('')
  );
}

function inline(node: NodeReader): string {
  if (node.object !== 'inline') node.reject('object', 'must be text or inline here');
  switch (node.type) {
    case 'link':
      return `<a href="${escapeAttribute(node.reference())}"${node.string('title') === undefined ? '' : ` title="${escapeAttribute(node.string('title')!)}"`}>${node.has('nodes') ? inlinesToHtml(node.nodes) : escapeHtml(node.reference())}</a>`;
    case 'mention':
      return `<a data-mention href="${escapeAttribute(node.reference())}">${escapeHtml(node.string('label') ?? node.reference())}</a>`;
    case 'inline-image':
      return imageElement(node);
    case 'icon':
    case 'button':
      return inlineElement(node);
    case 'expression':
      return `<code class="expression">${escapeHtml(node.required('expression'))}</code>`;
    case 'inline-math':
      return `<span data-gb-custom-inline data-tag="math">${escapeHtml(node.required('formula'))}</span>`;
    case 'annotation':
      return (
        inlinesToHtml(node.nodes) +
        (node.fragment('annotation-body').length > 0 ? ` (${blocksToHtml(node.fragment('annotation-body'))})` : '')
      );
    default:
      return node.reject('type', `is not a known inline type: ${node.type.slice(0, 40)}`);
  }
}
