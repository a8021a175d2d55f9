import { image, inlineElement } from './markdown-of-inlines.ts';
import type { NodeReader } from './node-reader.ts';
import { marksOf } from './text-marks.ts';
import { attribute, html } from './written-attributes.ts';

const ELEMENTS: Readonly<Record<string, string>> = {
  paragraph: 'p',
  'heading-1': 'h2',
  'heading-2': 'h3',
  'heading-3': 'h4',
};

/** Paragraphs and headings within an element, where Markdown is not read: captions, titles, cells. A paragraph alone has no element of its own. */
export function htmlOfBlocks(blocks: readonly NodeReader[]): string {
  const [only, ...more] = blocks;
  if (only?.type === 'paragraph' && more.length === 0) return htmlOfInlines(only.nodes);
  return blocks
    .map((block) => {
      const name = Object.hasOwn(ELEMENTS, block.type)
        ? ELEMENTS[block.type]
        : block.refuse('type', 'must be paragraph or heading here');
      return `<${name}>${htmlOfInlines(block.nodes)}</${name}>`;
    })
    .join('');
}

/** Inline content as HTML. */
export const htmlOfInlines = (nodes: readonly NodeReader[]): string =>
  nodes.map((node) => (node.object === 'text' ? node.leaves.map(leaf).join('') : inline(node))).join('');

function leaf(node: NodeReader): string {
  const { marks, code } = marksOf(node);
  if (node.isRaw) return node.text;
  const text = html(node.text).replace(/\r\n?|\n/g, '<br>');
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
    case 'button':
      return inlineElement(node);
    case 'expression':
      return `<code class="expression">${html(node.required('expression'))}</code>`;
    case 'inline-math':
      return `<span data-gb-custom-inline data-tag="math">${html(node.required('formula'))}</span>`;
    case 'annotation':
      return (
        htmlOfInlines(node.nodes) +
        (node.fragment('annotation-body').length > 0 ? ` (${htmlOfBlocks(node.fragment('annotation-body'))})` : '')
      );
    default:
      return node.refuse('type', `is no known inline: ${node.type.slice(0, 40)}`);
  }
}
