import type { Link, Nodes, PhrasingContent, Root, Text } from 'mdast';
import { isAddress } from './links-within-anchors.ts';
import { between } from './tolerant-strong.ts';

/** Punctuation of Chinese, Japanese and Korean that is no part of an address in a text. */
const PUNCTUATION = '、。，！？；：「」『』（）【】《》〈〉〔〕';
const HAS_PUNCTUATION = new RegExp(`[${PUNCTUATION}]`);
const ADDRESS = '(?:https?://|www\\.)';
/** Parts of an address: what it is before the punctuation, that with the text behind it, and addresses in this text. */
const PARTS = new RegExp(`[${PUNCTUATION}](?:(?!(?<=[${PUNCTUATION}])${ADDRESS}).)*|[^${PUNCTUATION}]+`, 'gisu');

/**
 * Ends links that are written as their address alone before CJK punctuation, as texts in these scripts have no spaces
 * there.
 */
export function endBareAddresses(root: Root, markdown: string): void {
  if (!HAS_PUNCTUATION.test(markdown)) return;
  const pending: Nodes[] = [root];
  for (let parent = pending.pop(); parent; parent = pending.pop()) {
    if (!('children' in parent)) continue;
    const children = parent.children as Nodes[];
    if (children.some((child) => child.type === 'link' && isBare(child, markdown)))
      parent.children = joinTexts(
        children.flatMap((child): readonly Nodes[] =>
          child.type === 'link' && isBare(child, markdown) ? split(child) : [child],
        ),
      ) as never;
    for (const child of children) pending.push(child);
  }
}

function isBare(link: Link, markdown: string): boolean {
  if (!HAS_PUNCTUATION.test(link.url) || !isAddress(link)) return false;
  const { start, end } = link.position ?? {};
  return start === undefined || markdown.slice(start.offset, end!.offset) === (link.children[0] as Text).value;
}

function split(link: Link): readonly PhrasingContent[] {
  const text = link.children[0] as Text;
  return [...text.value.matchAll(PARTS)].map(({ 0: value, index }): PhrasingContent => {
    const start = link.position?.start.offset;
    const position = start === undefined ? undefined : between(link, start + index, start + index + value.length);
    const part: Text = { type: 'text', value, ...(position && { position }) };
    if (HAS_PUNCTUATION.test(value)) return part;
    return {
      ...link,
      url: /^www/i.test(value) ? `http://${value}` : value,
      children: [part],
      ...(position && { position }),
    };
  });
}

/** Joins texts that stand beside each other, so that markers in them find each other. */
function joinTexts(nodes: readonly Nodes[]): readonly Nodes[] {
  const joined: Nodes[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.type !== 'text' || last?.type !== 'text') joined.push(node);
    else {
      const position = last.position && node.position && { start: last.position.start, end: node.position.end };
      joined[joined.length - 1] = { type: 'text', value: last.value + node.value, ...(position && { position }) };
    }
  }
  return joined;
}
