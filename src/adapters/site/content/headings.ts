import rehypeSlug from 'rehype-slug';
import { forEachElement, stringProperty, nodeText, type Element, type HtmlRoot } from './nodes.ts';

export interface OutlineEntry {
  readonly id: string;
  readonly title: string;
  readonly level: 2 | 3;
}

/** Ids of the page's own frame; content may not take them. */
export const FRAME_PREFIX = 'quire-';
const HEADING = /^h[1-6]$/;
/** Elements that a browser offers to scripts as `document.<id>`; and those that are ours alone. */
const ELEMENTS_WITHOUT_ID = new Set(['img', 'input', 'source', 'picture']);
const addSlugs = rehypeSlug();

/** A window finds its own `constructor` before an element of that id. */
const isReserved = (id: string): boolean =>
  (id in Object.prototype && id !== 'constructor') || id.startsWith(FRAME_PREFIX);

/** Headings as a page needs them: one title only, which is not here, and custom ids (`<a id="x"></a>`) on the heading itself. */
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
 * Gives each heading an id as GitHub does, and makes ids unique: what the author wrote is kept where it can be, the first
 * of equals wins. An id that would hide a member of every object (`toString`) or belongs to the page's frame gets a prefix.
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

/** The headings that "on this page" lists. */
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
