import { image } from './markdown-of-inlines.ts';
import type { NodeReader } from './node-reader.ts';
import { marksOf } from './text-marks.ts';
import { attribute, html } from './written-attributes.ts';

/** The inline content of blocks within an element, where Markdown is not read: captions, titles, cells. Paragraphs are parted by breaks. */
export const htmlOfBlocks = (blocks: readonly NodeReader[]): string =>
  blocks.map((block) => (block.type === 'paragraph' ? htmlOfInlines(block.nodes) : block.refuse('type', 'must be paragraph here'))).join('<br>');

/** Inline content as HTML. */
export const htmlOfInlines = (nodes: readonly NodeReader[]): string => nodes.map((node) => (node.object === 'text' ? node.leaves.map(leaf).join('') : inline(node))).join('');

function leaf(node: NodeReader): string {
  const { marks, code } = marksOf(node);
  if (node.isRaw) return node.text;
  const text = html(node.text).replace(/\r\n?|\n/g, '<br>');
  if (text === '') return '';
  return marks.map(({ open }) => open).join('') + (code ? `<code>${text}</code>` : text) + [...marks].reverse().map(({ close }) => close).join('');
}

function inline(node: NodeReader): string {
  if (node.object !== 'inline') node.refuse('object', 'must be text or inline here');
  switch (node.type) {
    case 'link':
      return `<a href="${attribute(node.reference())}"${node.string('title') === undefined ? '' : ` title="${attribute(node.string('title')!)}"`}>${node.has('nodes') ? htmlOfInlines(node.nodes) : html(node.reference())}</a>`;
    case 'mention':
      return `<a data-mention href="${attribute(node.reference())}">${html(node.string('label') ?? node.reference())}</a>`;
    case 'inline-image':
      return image(node);
    case 'emoji':
      return `<span data-gb-custom-inline data-tag="emoji" data-code="${attribute(node.required('code'))}">:${html(node.required('code'))}:</span>`;
    case 'icon':
      return `<i class="fa-${attribute(node.required('icon'))}">:${html(node.required('icon'))}:</i>`;
    case 'expression':
      return `<code class="expression">${html(node.required('expression'))}</code>`;
    case 'inline-math':
      return `<span data-gb-custom-inline data-tag="math">${html(node.required('formula'))}</span>`;
    case 'button':
      return `<a href="${node.has('data.ref') ? attribute(node.reference()) : ''}" class="button ${node.choice('kind', ['primary', 'secondary'], 'primary')}"${node.string('icon') === undefined ? '' : ` data-icon="${attribute(node.string('icon')!)}"`}>${html(node.required('label'))}</a>`;
    case 'annotation':
      return htmlOfInlines(node.nodes) + (node.fragment('annotation-body').length > 0 ? ` (${htmlOfBlocks(node.fragment('annotation-body'))})` : '');
    default:
      return node.refuse('type', `is no known inline: ${node.type.slice(0, 40)}`);
  }
}
