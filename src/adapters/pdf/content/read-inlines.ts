import { attribute, classesOf, elementsIn, isElement, isText, textIn, type Element, type Node } from './html-tree.ts';
import { breakable, type Formula, type Image, type Inline, type InlineStyle } from './nodes.ts';

/** Resolves what a page refers to, and collects what must be loaded before the page is typeset. */
export interface PageContext {
  link(href: string): { readonly url: string } | { readonly name: string } | undefined;
  image(element: Element): Image;
  formula(tex: string, display: boolean): Formula;
  /** Name of the place of an anchor; undefined for an anchor that exists already. */
  label(anchor: string): string | undefined;
}

/** Elements that only set text in a style. Deeper nesting than the limit has no effect. */
const STYLES: Readonly<Record<string, InlineStyle>> = {
  strong: 'strong',
  b: 'strong',
  dfn: 'strong',
  em: 'emph',
  i: 'emph',
  cite: 'emph',
  var: 'emph',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  del: 'strike',
  s: 'strike',
  ins: 'underline',
  u: 'underline',
  small: 'small',
  sub: 'sub',
  sup: 'super',
};
const MAX_STYLES = 6;

/**
 * Reads the text of a paragraph; white space is as HTML shows it. Empty if nothing would be visible.
 * @param longestWord number of letters beyond which a word may be broken, unless it is that of ordinary text
 */
export function readInlines(nodes: readonly Node[], page: PageContext, longestWord?: number): readonly Inline[] {
  const line = { endsWithSpace: true, isEmpty: true, longestWord };
  const inlines = nodes.flatMap((node) => read(node, page, line, 0));
  return line.isEmpty ? inlines.filter((inline) => typeof inline !== 'string' && inline.k === 'label') : inlines;
}

interface Line {
  readonly longestWord: number | undefined;
  endsWithSpace: boolean;
  isEmpty: boolean;
}

function read(node: Node, page: PageContext, line: Line, depth: number): readonly Inline[] {
  if (isText(node)) return add(node.value, line);
  if (!isElement(node)) return [];
  const id = attribute(node, 'id');
  const name = id === undefined ? undefined : page.label(id);
  const inlines = readElement(node, page, line, depth);
  return name === undefined ? inlines : [{ k: 'label', name }, ...inlines];
}

function readElement(node: Element, page: PageContext, line: Line, depth: number): readonly Inline[] {
  const { tagName } = node;
  if (tagName === 'br') {
    line.endsWithSpace = true;
    return [{ k: 'break' }];
  }
  const image = imageOf(node);
  if (image !== undefined || isFormula(node)) {
    line.endsWithSpace = line.isEmpty = false;
    return [image === undefined ? page.formula(textIn(node).trim(), false) : page.image(image)];
  }
  if (tagName === 'input') return add(attribute(node, 'checked') === undefined ? '☐ ' : '☑ ', line);
  const readChildren = (): readonly Inline[] => node.childNodes.flatMap((child) => read(child, page, line, depth + 1));
  if (tagName === 'q') return [...add('“', line), ...readChildren(), ...add('”', line)];
  const of = readChildren();
  return depth > MAX_STYLES || of.length === 0 ? of : styled(node, of, page);
}

/** Returns an image, or that of a picture with the address of its first source. */
function imageOf(node: Element): Element | undefined {
  if (node.tagName !== 'picture') return node.tagName === 'img' ? node : undefined;
  const inside = elementsIn(node);
  const image = inside.find(({ tagName }) => tagName === 'img');
  const source = inside.find(({ tagName }) => tagName === 'source');
  const src = source && attribute(source, 'srcset');
  return image === undefined || src === undefined
    ? image
    : { ...image, attrs: [{ name: 'src', value: src }, ...image.attrs] };
}

function styled(node: Element, of: readonly Inline[], page: PageContext): readonly Inline[] {
  const { tagName } = node;
  const classes = classesOf(node);
  const named = (prefix: string): string | undefined =>
    classes.find((name) => name.startsWith(prefix))?.slice(prefix.length);
  if (tagName === 'a') {
    const link = page.link(attribute(node, 'href') ?? '');
    return link === undefined ? of : 'url' in link ? [{ k: 'link', ...link, of }] : [{ k: 'goto', ...link, of }];
  }
  if (tagName === 'mark') {
    const [color, ground] = [named('q-fg-'), named('q-bg-')];
    return [{ k: 'mark', ...(color !== undefined && { color }), ...(ground !== undefined && { ground }), of }];
  }
  if (classes.includes('q-tag')) return [{ k: 'tag', of }, ' '];
  if (classes.includes('q-method')) return [{ k: 'method', of }, ' '];
  if (tagName === 'time') return [...of, ' '];
  return Object.hasOwn(STYLES, tagName) ? [{ k: STYLES[tagName]!, of }] : of;
}

/** Collapses white space; a line does not begin with a space. */
function add(value: string, line: Line): readonly Inline[] {
  const collapsed = value.replace(/[ \t\n\r\f]+/g, ' ');
  const text = line.endsWithSpace ? collapsed.replace(/^ /, '') : collapsed;
  if (text === '') return [];
  line.endsWithSpace = text.endsWith(' ');
  line.isEmpty = false;
  return [breakable(text, line.longestWord)];
}

/** Recognizes code that is a formula. */
export const isFormula = (node: Element): boolean =>
  node.tagName === 'code' &&
  classesOf(node).some((name) => name === 'math-inline' || name === 'math-display') &&
  textIn(node).trim() !== '';

/** Text without formatting, as its direction is determined by it. */
export const plainText = (inlines: readonly Inline[]): string =>
  inlines
    .map((inline) => (typeof inline === 'string' ? inline : 'of' in inline ? plainText(inline.of) : ''))
    .join('')
    .replaceAll('\u200b', '');
