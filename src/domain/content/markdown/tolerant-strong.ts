import type { Link, Nodes, PhrasingContent, Root, Text } from 'mdast';

/**
 * Strong text whose markers CommonMark takes for text, because a space is before the last one, or punctuation stands
 * between a marker and a letter. Two markers after a space and before a letter are no end: `f(**options, **more)`.
 */
const STRONG = /(?<!\*)\*\*(?=[^\s*])([^*\n]+)(?:(?<=\S)\*\*(?!\*)|(?<=\s)\*\*(?![A-Za-z_*]))/g;
const ASTERISK_REFERENCE = /&(?:ast|#42|#x2a);/i;

/**
 * Makes text between two `**` strong that CommonMark leaves as it is written. Editors of the format write such markers,
 * and its readers have always ended strong text at the next ones. Escaped markers stay text.
 */
export function resolveTolerantStrong(root: Root, markdown: string): void {
  const pending: Nodes[] = [root];
  for (let parent = pending.pop(); parent; parent = pending.pop()) {
    if (!('children' in parent)) continue;
    const children = parent.children as Nodes[];
    if (children.some((child) => child.type === 'text' && child.value.includes('**')))
      parent.children = children.flatMap((child): readonly Nodes[] =>
        child.type === 'text' ? split(child, markdown) : [child],
      ) as never;
    for (const child of children) if ('children' in child) pending.push(child);
  }
}

function split(node: Text, markdown: string): readonly PhrasingContent[] {
  const written = node.position && writtenAsterisks(node, markdown);
  if (written === undefined) return [node];
  const parts: PhrasingContent[] = [];
  let from = 0;
  let start = node.position!.start.offset!;
  const piece = (value: string, end: number): Text => ({ type: 'text', value, position: between(node, start, end) });
  for (const { index, 0: all, 1: inner = '' } of node.value.matchAll(STRONG)) {
    const [first, last] = [written.get(index), written.get(index + all.length - 2)];
    if (first === undefined || last === undefined) continue;
    if (index > from) parts.push(piece(node.value.slice(from, index), first));
    start = first + 2;
    const text = piece(inner, last);
    parts.push({ type: 'strong', children: [text], position: between(node, first, last + 2) });
    start = last + 2;
    from = index + all.length;
  }
  if (from === 0) return [node];
  if (from < node.value.length) parts.push(piece(node.value.slice(from), node.position!.end.offset!));
  return parts;
}

/**
 * Maps the places of pairs of asterisks in the value of a text to their offsets in the document; without escaped ones.
 * Undefined where asterisks are written as references.
 */
function writtenAsterisks({ value, position }: Text, markdown: string): ReadonlyMap<number, number> | undefined {
  const { start, end } = position!;
  const source = markdown.slice(start.offset, end.offset);
  if (ASTERISK_REFERENCE.test(source)) return undefined;
  const places = [...source.matchAll(/(\\?)\*/g)].map(({ index, 1: escape = '' }) => ({
    offset: start.offset! + index + escape.length,
    isEscaped: escape !== '',
  }));
  const found = [...value.matchAll(/\*/g)];
  if (found.length !== places.length) return undefined;
  const pairs = new Map<number, number>();
  found.forEach(({ index }, i) => {
    const [one, next] = [places[i]!, places[i + 1]];
    if (value[index + 1] === '*' && next !== undefined && !one.isEscaped && !next.isEscaped)
      pairs.set(index, one.offset);
  });
  return pairs;
}

/** Returns the position of a part of a node, by its offsets; lines and columns are those of the node. */
export function between({ position }: Text | Link, from: number, to: number): NonNullable<Text['position']> {
  const { start, end } = position!;
  return { start: { ...start, offset: from }, end: { ...end, offset: to } };
}
