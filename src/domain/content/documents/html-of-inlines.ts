import { imageElement, inlineElement } from './markdown-of-inlines.ts';
import type { NodeReader } from './node-reader.ts';
import { marksOf } from './text-marks.ts';
import { escapeAttribute, escapeHtml } from './tag-markup.ts';

const ELEMENTS: Readonly<Record<string, string>> = {
  paragraph: 'p',
  'heading-1': 'h2',
  'heading-2': 'h3',
  'heading-3': 'h4',
};

/**
 * Converts paragraphs and headings to HTML, for elements in which Markdown is not parsed: captions, titles, cells. A
 * single paragraph gets no element of its own.
 */
export function blocksToHtml(blocks: readonly NodeReader[]): string {
  const [only, ...more] = blocks;
  if (only?.type === 'paragraph' && more.length === 0) return inlinesToHtml(only.nodes);
  return blocks
    .map((block) => {
      const name = Object.hasOwn(ELEMENTS, block.type)
        ? ELEMENTS[block.type]
        : block.reject('type', 'must be paragraph or heading here');
      return `<${name}>${inlinesToHtml(block.nodes)}</${name}>`;
    })
    .join('');
}

/** Converts inline content to HTML. */
export const inlinesToHtml = (nodes: readonly NodeReader[]): string =>
  nodes.map((node) => (node.object === 'text' ? node.leaves.map(leaf).join('') : inline(node))).join('');

function leaf(node: NodeReader): string {
  const { marks, code } = marksOf(node);
  if (node.isRaw) return node.text;
  const text = escapeHtml(node.text).replace(/\r\n?|\n/g, '<br>');
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
