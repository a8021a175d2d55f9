import { directionOfText, type Direction } from '../../../domain/content/text/text-direction.ts';
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

const HEADING = /^h[2-6]$/;

/**
 * Adds directions, line elements for numbered code and scopes of table headings; removes empty paragraphs. Headings
 * without a name, such as those of an icon alone, become paragraphs: assistive technology would announce nothing.
 */
export function finishContent(root: HtmlRoot): void {
  forEachElement(root, (node) => {
    if (HEADING.test(node.tagName) && !hasName(node)) node.tagName = 'p';
    if (DIRECTIONAL_ELEMENTS.has(node.tagName)) node.properties.dir ??= directionOf(node);
    if (node.tagName === 'pre') node.properties.dir ??= 'ltr';
    if (node.tagName === 'figure' && classNames(node).includes('q-numbered')) forEachElement(node, wrapLines);
    if (node.tagName === 'th') node.properties.scope ??= 'col';
  });
  mapElements(root, (node) => (node.tagName === 'p' && node.children.length === 0 ? [] : [node]));
}

const hasName = (node: Element): boolean =>
  nodeText(node).trim() !== '' ||
  node.children.some((child) => child.type === 'element' && (child.tagName === 'img' || hasName(child)));

/**
 * Returns the direction of an element: `auto` where it has text of its own, else that of its first letter. Browsers do not
 * look into children that determine their own direction; an item of paragraphs would always be left to right.
 */
function directionOf(node: Element): Direction | 'auto' {
  const letter = hasOwnText(node) ? undefined : firstLetter(node);
  return letter === undefined ? 'auto' : directionOfText(letter);
}

const hasOwnText = (node: Element): boolean =>
  node.children.some((child) =>
    child.type === 'text'
      ? child.value.trim() !== ''
      : child.type === 'element' && !isDirectional(child) && hasOwnText(child),
  );

const isDirectional = ({ tagName, properties: { dir } }: Element): boolean =>
  dir !== undefined || tagName === 'pre' || DIRECTIONAL_ELEMENTS.has(tagName);

/** Returns the first letter within an element, code aside. */
function firstLetter(node: Element): string | undefined {
  for (const child of node.children) {
    const letter =
      child.type === 'text'
        ? /\p{L}/u.exec(child.value)?.[0]
        : child.type === 'element' && child.tagName !== 'pre' && child.tagName !== 'code'
          ? firstLetter(child)
          : undefined;
    if (letter !== undefined) return letter;
  }
  return undefined;
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
