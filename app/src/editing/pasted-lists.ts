/** Marks of an item that word processors number: digits or letters before a dot or a bracket. */
const NUMBERED = /^\s*\(?[\da-z]+[.)]/i;

/**
 * Rewrites lists as HTML defines them: word processors write items as paragraphs with a level and a mark, nested lists
 * beside their item, and the text of an item as a paragraph.
 *
 * @param styleOf style of an element
 */
export function rewriteLists(body: HTMLElement, styleOf: (element: Element) => string): void {
  /** Open list of each level. */
  let lists: Element[] = [];
  for (const paragraph of body.querySelectorAll('p')) {
    const level = /mso-list:\s*l\d+\s+level(\d+)/i.exec(styleOf(paragraph))?.[1];
    if (level === undefined) continue;
    if (paragraph.previousElementSibling !== lists[0]) lists = [];
    lists = addItem(paragraph, Math.min(Number(level) - 1, lists.length), lists, styleOf);
  }
  for (const list of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)'))
    if (list.previousElementSibling?.nodeName === 'LI') list.previousElementSibling.append(list);
  for (const item of body.querySelectorAll('li')) {
    const paragraphs = [...item.children].filter(({ nodeName }) => nodeName === 'P');
    if (paragraphs.length === 1) paragraphs[0]!.replaceWith(...paragraphs[0]!.childNodes);
  }
}

/** Replaces a paragraph by an item at a depth. Returns the lists that are open afterwards. */
function addItem(
  paragraph: Element,
  depth: number,
  lists: readonly Element[],
  styleOf: (element: Element) => string,
): Element[] {
  const { ownerDocument } = paragraph;
  const mark = [...paragraph.querySelectorAll('span')].find((span) => /mso-list:\s*ignore/i.test(styleOf(span)));
  const name = NUMBERED.test(mark?.textContent ?? '') ? 'OL' : 'UL';
  mark?.remove();
  let list = lists[depth];
  if (list?.nodeName !== name) {
    list = ownerDocument.createElement(name);
    if (depth === 0) paragraph.before(list);
    else lists[depth - 1]!.lastElementChild!.append(list);
  }
  const item = ownerDocument.createElement('li');
  item.append(...paragraph.childNodes);
  list.append(item);
  paragraph.remove();
  return [...lists.slice(0, depth), list];
}
