import { forEachElement, mapElements, classNames, nodeText, type Element, type HtmlRoot } from './nodes.ts';

/** Elements whose text may have another direction than the page; each determines its own. */
const DIRECTIONAL_ELEMENTS = new Set([
  'p',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'li',
  'td',
  'th',
  'summary',
  'figcaption',
  'dt',
  'dd',
]);

/** Adds directions, line elements for numbered code and scopes of table headings; removes empty paragraphs. */
export function finishContent(root: HtmlRoot): void {
  forEachElement(root, (node) => {
    if (DIRECTIONAL_ELEMENTS.has(node.tagName)) node.properties.dir ??= 'auto';
    if (node.tagName === 'pre') node.properties.dir ??= 'ltr';
    if (node.tagName === 'figure' && classNames(node).includes('q-numbered')) forEachElement(node, wrapLines);
    if (node.tagName === 'th') node.properties.scope ??= 'col';
  });
  mapElements(root, (node) => (node.tagName === 'p' && node.children.length === 0 ? [] : [node]));
}

/** Removes class attributes that the sanitizer emptied. */
export function dropEmptyClasses(root: HtmlRoot): void {
  forEachElement(root, (node) => {
    if (Array.isArray(node.properties.className) && node.properties.className.length === 0)
      delete node.properties.className;
  });
}

/** Wraps each line of code in an element, which the stylesheet counts. */
function wrapLines(node: Element): void {
  if (node.tagName !== 'code' || node.children.length !== 1 || node.children[0]?.type !== 'text') return;
  const lines = nodeText(node).replace(/\n$/, '').split('\n');
  node.children = lines.map((line) => ({
    type: 'element',
    tagName: 'span',
    properties: { className: ['q-code-line'] },
    children: [{ type: 'text', value: `${line}\n` }],
  }));
}
