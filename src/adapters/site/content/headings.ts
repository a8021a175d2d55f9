import rehypeSlug from 'rehype-slug';
import { forEachElement, stringProperty, nodeText, type Element, type HtmlRoot } from './nodes.ts';

export interface OutlineEntry {
  readonly id: string;
  readonly title: string;
  readonly level: 2 | 3;
}

/** Prefix of ids of the frame; content must not use it. */
export const FRAME_PREFIX = 'quire-';
const HEADING = /^h[1-6]$/;
/** Elements whose ids would be exposed to scripts as `document.<id>` or that have no meaning of their own. */
const ELEMENTS_WITHOUT_ID = new Set(['img', 'input', 'source', 'picture']);
const addSlugs = rehypeSlug();

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
    const anchor = node.children.find(
      (child): child is Element =>
        child.type === 'element' &&
        child.tagName === 'a' &&
        child.children.length === 0 &&
        stringProperty(child, 'id') !== undefined,
    );
    if (!anchor) return;
    node.properties.id ??= anchor.properties.id;
    node.children = node.children.filter((child) => child !== anchor);
    const last = node.children.at(-1);
    if (last?.type === 'text') last.value = last.value.trimEnd();
  });
}

/**
 * Assigns ids to headings like GitHub and makes all ids unique: the first of equal explicit ids is kept. An id that
 * would hide a member of every object (`toString`) or belongs to the frame gets a prefix.
 */
export function assignIds(root: HtmlRoot): void {
  const used = new Set<string>();
  const authored = new Set<Element>();
  forEachElement(root, (node) => {
    const id = stringProperty(node, 'id')?.trim();
    delete node.properties.id;
    if (!id || ELEMENTS_WITHOUT_ID.has(node.tagName) || /\s/.test(id)) return;
    const safe = isReserved(id) ? `section-${id}` : id;
    if (used.has(safe)) return;
    used.add(safe);
    authored.add(node);
    node.properties.id = safe;
  });
  addSlugs(root);
  forEachElement(root, (node) => {
    const id = node.properties.id;
    if (!HEADING.test(node.tagName) || typeof id !== 'string' || authored.has(node)) return;
    const base = id === '' || /^-\d+$/.test(id) ? 'section' : isReserved(id) ? `section-${id}` : id;
    let unique = base;
    for (let n = 1; used.has(unique); n++) unique = `${base}-${n}`;
    used.add(unique);
    node.properties.id = unique;
  });
}

/** Lists the headings for the outline of the page. */
export function collectOutline(root: HtmlRoot): OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  forEachElement(root, (node) => {
    const id = stringProperty(node, 'id');
    const title = nodeText(node).trim();
    if ((node.tagName === 'h2' || node.tagName === 'h3') && id && title && id !== 'footnote-label')
      entries.push({ id, title, level: node.tagName === 'h2' ? 2 : 3 });
  });
  return entries;
}
