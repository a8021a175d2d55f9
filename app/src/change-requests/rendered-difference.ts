import { commonItems, wordDifference } from './text-difference.ts';

/** Share of common words from which two blocks are versions of one. */
const MIN_SIMILARITY = 0.35;

/** Parses inert HTML of the server; a template runs nothing and loads nothing. */
function blocksOf(html: string): Element[] {
  const template = document.createElement('template');
  template.innerHTML = html;
  return [...template.content.children];
}

/**
 * Marks what differs between two rendered pages: removed and added blocks, and within blocks that have both versions the
 * removed and added words.
 */
export function markDifferences(before: string, after: string): string {
  const [old, now] = [blocksOf(before), blocksOf(after)];
  const sources = { old: old.map(({ outerHTML }) => outerHTML), now: now.map(({ outerHTML }) => outerHTML) };
  const out: string[] = [];
  let [i, j] = [0, 0];
  for (const [left, right] of [...commonItems(sources.old, sources.now), [old.length, now.length] as const]) {
    out.push(...markRange(old.slice(i, left), now.slice(j, right)));
    if (right < now.length) out.push(sources.now[right]!);
    i = left + 1;
    j = right + 1;
  }
  return out.join('\n');
}

/** Pairs blocks of the same kind that have most words in common; marks the others whole. */
function markRange(old: readonly Element[], now: readonly Element[]): readonly string[] {
  const pairs = commonItems(old, now, areVersions);
  const out: string[] = [];
  let [i, j] = [0, 0];
  for (const [left, right] of [...pairs, [old.length, now.length] as const]) {
    while (i < left) out.push(wrap('removed', old[i++]!));
    while (j < right) out.push(wrap('added', now[j++]!));
    if (right < now.length && left < old.length) out.push(markWords(old[left]!, now[right]!));
    i = left + 1;
    j = right + 1;
  }
  return out;
}

const TEXT_BLOCKS = /^(?:P|H[1-6]|UL|OL|BLOCKQUOTE|LI|DL)$/;

function areVersions(old: Element, now: Element): boolean {
  if (old.tagName !== now.tagName || !TEXT_BLOCKS.test(old.tagName)) return false;
  const parts = wordDifference(old.textContent ?? '', now.textContent ?? '');
  const size = (kind: string): number =>
    parts.filter((part) => part.kind === kind).reduce((sum, { text }) => sum + text.length, 0);
  const same = size('same');
  return same / Math.max(1, same + Math.max(size('removed'), size('added'))) >= MIN_SIMILARITY;
}

function wrap(kind: 'added' | 'removed', block: Element): string {
  const box = document.createElement(kind === 'added' ? 'ins' : 'del');
  box.className = `block-${kind}`;
  box.append(block.cloneNode(true));
  return box.outerHTML;
}

/** Marks words in the text of the new version; removed words stand where they were. */
function markWords(old: Element, now: Element): string {
  const copy = now.cloneNode(true) as Element;
  const texts: Text[] = [];
  const walker = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  let [at, offset] = [0, 0];
  const pieces: { node: Text; marks: { from: number; to: number }[]; removed: { at: number; text: string }[] }[] =
    texts.map((node) => ({ node, marks: [], removed: [] }));
  const skip = (length: number, onPiece: (piece: (typeof pieces)[number], from: number, to: number) => void): void => {
    let left = length;
    while (left > 0 && at < pieces.length) {
      const piece = pieces[at]!;
      const room = piece.node.data.length - offset;
      if (room <= 0) {
        at++;
        offset = 0;
        continue;
      }
      const taken = Math.min(room, left);
      onPiece(piece, offset, offset + taken);
      offset += taken;
      left -= taken;
    }
  };
  for (const { kind, text } of wordDifference(old.textContent ?? '', now.textContent ?? '')) {
    if (kind === 'removed') {
      const piece = pieces[at] ?? pieces.at(-1);
      piece?.removed.push({ at: Math.min(offset, piece.node.data.length), text });
    } else skip(text.length, (piece, from, to) => kind === 'added' && piece.marks.push({ from, to }));
  }
  for (const { node, marks, removed } of pieces) replaceText(node, marks, removed);
  return copy.outerHTML;
}

function replaceText(
  node: Text,
  marks: readonly { readonly from: number; readonly to: number }[],
  removed: readonly { readonly at: number; readonly text: string }[],
): void {
  if (marks.length === 0 && removed.length === 0) return;
  const { data } = node;
  const cuts = [
    ...new Set([0, data.length, ...marks.flatMap(({ from, to }) => [from, to]), ...removed.map(({ at }) => at)]),
  ].sort((one, other) => one - other);
  const parts: Node[] = [];
  const element = (name: 'ins' | 'del', text: string): HTMLElement => {
    const made = document.createElement(name);
    made.textContent = text;
    return made;
  };
  cuts.forEach((cut, index) => {
    for (const { at, text } of removed) if (at === cut) parts.push(element('del', text));
    const end = cuts[index + 1];
    if (end === undefined) return;
    const text = data.slice(cut, end);
    parts.push(
      marks.some(({ from, to }) => from <= cut && end <= to) ? element('ins', text) : document.createTextNode(text),
    );
  });
  node.replaceWith(...parts);
}
