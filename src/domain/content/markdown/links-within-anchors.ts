import type { Link, Nodes, Root } from 'mdast';

const ANCHOR = /^<a(?:\s[^<>]*)?>$/i;
const ANCHOR_END = /^<\/a\s*>$/i;

/** Replaces addresses that became links within an anchor written as HTML by their text, because links cannot be nested. */
export function removeLinksWithinAnchors(root: Root): void {
  const pending: Nodes[] = [root];
  for (let parent = pending.pop(); parent; parent = pending.pop()) {
    if (!('children' in parent)) continue;
    const children: Nodes[] = [];
    let opening: number | undefined;
    for (const child of parent.children as Nodes[]) {
      if (child.type === 'html' && ANCHOR.test(child.value)) opening = children.length;
      if (child.type === 'html' && ANCHOR_END.test(child.value) && opening !== undefined) {
        for (const within of children.splice(opening)) children.push(...withoutAddressLinks(within));
        opening = undefined;
      }
      children.push(child);
      if ('children' in child) pending.push(child);
    }
    parent.children = children as never;
  }
}

function withoutAddressLinks(node: Nodes): readonly Nodes[] {
  if (node.type === 'link' && isAddress(node)) return node.children;
  if ('children' in node) node.children = (node.children as Nodes[]).flatMap(withoutAddressLinks) as never;
  return [node];
}

/** Tells whether the text of a link is its address. */
export function isAddress({ url, children: [only, ...more] }: Link): boolean {
  return (
    more.length === 0 &&
    only?.type === 'text' &&
    [only.value, `http://${only.value}`, `mailto:${only.value}`].includes(url)
  );
}
