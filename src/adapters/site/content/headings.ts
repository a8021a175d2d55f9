import { HeadingAnchors } from '../../../domain/search/heading-anchors.ts';
import {
  element,
  forEachElement,
  isElement,
  stringProperty,
  nodeText,
  type Element,
  type ElementContent,
  type HtmlRoot,
} from './nodes.ts';

export interface OutlineEntry {
  readonly id: string;
  readonly title: string;
  /** Level of the heading, from 2 to 6. */
  readonly level: number;
}

/** Prefix of ids of the frame; content must not use it. */
const FRAME_PREFIX = 'quire-';
const HEADING = /^h[1-6]$/;
/** Elements whose ids would be exposed to scripts as `document.<id>` or that have no meaning of their own. */
const ELEMENTS_WITHOUT_ID = new Set(['img', 'input', 'source', 'picture']);

/** Reports whether an id is reserved; an element with the id `constructor` is found regardless of the property. */
const isReserved = (id: string): boolean =>
  (id in Object.prototype && id !== 'constructor') || id.startsWith(FRAME_PREFIX);

/**
 * Normalizes headings: level 1 is reserved for the title of the page, and explicit ids (`<a id="x"></a>`) move to the
 * heading.
 */
export function prepareHeadings(root: HtmlRoot): void {
  forEachElement(root, (node) => {
    if (!HEADING.test(node.tagName)) return;
    if (node.tagName === 'h1') node.tagName = 'h2';
    const anchor = node.children.find(isEmptyAnchor);
    if (!anchor) return;
    node.properties.id ??= anchor.properties.id;
    // Further ids are for old links and must not be links themselves.
    node.children = node.children
      .filter((child) => child !== anchor)
      .map((child) => (isEmptyAnchor(child) ? element('span', { id: child.properties.id }, []) : child));
    const last = node.children.at(-1);
    if (last?.type === 'text') last.value = last.value.trimEnd();
  });
}

/** Makes ids of the names of anchors, by which links of older documents lead to them (`<a name="x"></a>`). */
export function identifyNamedAnchors(root: HtmlRoot): void {
  forEachElement(root, ({ tagName, properties }) => {
    if (tagName === 'a' && typeof properties.name === 'string') properties.id ??= properties.name;
  });
}

const isEmptyAnchor = (node: ElementContent): node is Element =>
  node.type === 'element' &&
  node.tagName === 'a' &&
  node.children.length === 0 &&
  stringProperty(node, 'id') !== undefined;

/**
 * Assigns ids to headings and makes all ids unique: the first of equal explicit ids is kept. An id that would hide a
 * member of every object (`toString`) or belongs to the frame gets a prefix. Aliases of headings become empty elements.
 */
export function assignIds(root: HtmlRoot): void {
  const used = new Set<string>();
  const headings: { readonly node: Element; readonly explicitId: string | undefined }[] = [];
  forEachElement(root, (node) => {
    const id = stringProperty(node, 'id')?.trim();
    delete node.properties.id;
    let explicitId: string | undefined;
    if (id && !ELEMENTS_WITHOUT_ID.has(node.tagName) && !/\s/.test(id)) {
      const safe = toSafeId(id);
      if (!used.has(safe)) explicitId = safe;
    }
    if (explicitId !== undefined) {
      used.add(explicitId);
      node.properties.id = explicitId;
    }
    if (HEADING.test(node.tagName)) headings.push({ node, explicitId });
  });
  const anchors = new HeadingAnchors();
  const aliases: (readonly [node: Element, aliases: readonly string[]])[] = [];
  for (const { node, explicitId } of headings) {
    const ids = anchors.idsFor(headingText(node), explicitId);
    if (explicitId !== undefined) continue;
    const base = toSafeId(ids.anchor);
    let unique = base;
    for (let n = 1; used.has(unique); n++) unique = `${base}-${n}`;
    used.add(unique);
    node.properties.id = unique;
    aliases.push([node, ids.aliases]);
  }
  for (const [node, others] of aliases)
    for (const alias of others.map(toSafeId)) {
      if (used.has(alias)) continue;
      used.add(alias);
      node.children.unshift(element('span', { id: alias }, []));
    }
}

const toSafeId = (id: string): string => (isReserved(id) ? `section-${id}` : id);

/**
 * States the level of headings below others that are more than one level above (`aria-level`): assistive technology
 * finds no gaps between levels (WCAG 2.2, 1.3.1), and the look stays as the author chose it.
 */
export function stateHeadingLevels(root: HtmlRoot): void {
  const above: number[] = [1];
  forEachElement(root, (node) => {
    if (!HEADING.test(node.tagName)) return;
    const level = Number(node.tagName[1]);
    while (above.at(-1)! >= level) above.pop();
    above.push(level);
    if (above.length < level) node.properties.ariaLevel = above.length;
  });
}

/** Returns the text of a heading without the numbers of footnotes. */
const headingText = ({ children }: Element): string =>
  children
    .filter((child) => !isElement(child) || child.tagName !== 'sup' || !child.children.some(isFootnoteReference))
    .map(nodeText)
    .join('')
    .trim();

const isFootnoteReference = (node: ElementContent): boolean =>
  isElement(node) && node.properties.dataFootnoteRef !== undefined;

/** Lists the headings for the outline of the page. */
export function collectOutline(root: HtmlRoot): OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  forEachElement(root, (node) => {
    const id = stringProperty(node, 'id');
    const title = headingText(node);
    if (HEADING.test(node.tagName) && id && title && id !== 'footnote-label')
      entries.push({ id, title, level: Number(node.tagName[1]) });
  });
  return entries;
}
