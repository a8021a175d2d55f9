import { forEachElement, mapElements, classNames, nodeText, type Element, type HtmlRoot } from './nodes.ts';

/** Texts that may run the other way than the page: each finds its own direction. */
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

/** Last touches: directions, numbered lines, images in a row, nothing left empty by what was taken out. */
export function finishContent(root: HtmlRoot): void {
  forEachElement(root, (node) => {
    if (DIRECTIONAL_ELEMENTS.has(node.tagName)) node.properties.dir ??= 'auto';
    if (node.tagName === 'pre') node.properties.dir ??= 'ltr';
    if (node.tagName === 'figure' && classNames(node).includes('q-numbered')) forEachElement(node, wrapLines);
    if (node.tagName === 'th') node.properties.scope ??= 'col';
  });
  mapElements(root, (node) => (node.tagName === 'p' && node.children.length === 0 ? [] : [node]));
}

/** Attributes of which the sanitizer left nothing. */
export function dropEmptyClasses(root: HtmlRoot): void {
  forEachElement(root, (node) => {
    if (Array.isArray(node.properties.className) && node.properties.className.length === 0)
      delete node.properties.className;
  });
}

/** One element for each line of code, counted by the stylesheet. */
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
