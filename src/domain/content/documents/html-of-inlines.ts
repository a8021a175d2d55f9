import { imageElement, inlineElement } from './markdown-of-inlines.ts';
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
export const inlinesToHtml = (nodes: readonly NodeReader[]): string =>
  nodes.map((node) => (node.object === 'text' ? node.leaves.map(leaf).join('') : inline(node))).join('');

/** Separates the first colon of shortcodes, which would be read as emoji, by an empty element. */
const escapeShortcodes = (html: string): string =>
  html.replace(/:(?=([a-z0-9_+-]{1,60}):)/g, (colon, name: string) =>
    emojiNamed(name) === undefined ? colon : ':<em></em>',
  );

function leaf(node: NodeReader): string {
  const { marks, code } = marksOf(node);
  if (node.isRaw) return node.text;
  const text = (code ? escapeHtml(node.text) : escapeShortcodes(escapeHtml(node.text))).replace(/\r\n?|\n/g, '<br>');
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
    case 'emoji':
      return `<span data-gb-custom-inline data-tag="emoji" data-code="${escapeAttribute(node.required('code'))}">:${escapeHtml(node.required('code'))}:</span>`;
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
