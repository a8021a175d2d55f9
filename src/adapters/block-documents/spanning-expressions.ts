import type { PhrasingContent } from 'mdast';

const OPENING = /(?<!\\)\{\{[^{}]*$/;
const CLOSING = /^[^{}]*\}\}/;
const EXPRESSION_AT_END = /\{\{[^{}]+\}\}$/;

/**
 * Joins nodes that are parts of one expression in braces, such as tags within one of its strings, into a text: nothing
 * within an expression is Markdown.
 *
 * @param source text that the positions of the nodes refer to
 */
export function joinSpanningExpressions(nodes: readonly PhrasingContent[], source: string): readonly PhrasingContent[] {
  const joined: PhrasingContent[] = [];
  for (let i = 0; i < nodes.length; i++) {
    let node = nodes[i]!;
    for (let end = findEnd(nodes, i, source); end !== undefined; end = findEnd(nodes, i, source)) {
      node = joinTexts(node, nodes[end]!, source);
      i = end;
    }
    joined.push(node);
  }
  return joined;
}

/** Finds the text in which the expression ends that a text begins but does not end. */
function findEnd(nodes: readonly PhrasingContent[], at: number, source: string): number | undefined {
  const node = nodes[at]!;
  const opening = node.type === 'text' && OPENING.test(node.value) ? OPENING.exec(sourceOf(node, source)) : null;
  if (opening === null) return undefined;
  const from = offsetsOf(node)[0]! + opening.index;
  for (let end = at + 1; end < nodes.length; end++) {
    const other = nodes[end]!;
    const written = sourceOf(other, source);
    if (other.type !== 'text') {
      if (/[{}]/.test(written)) return undefined;
      continue;
    }
    if (!/[{}]/.test(written)) continue;
    const closing = CLOSING.exec(written);
    if (closing === null || !CLOSING.test(other.value)) return undefined;
    const expression = source.slice(from, offsetsOf(other)[0]! + closing[0].length);
    return EXPRESSION_AT_END.test(expression) ? end : undefined;
  }
  return undefined;
}

/** Joins two texts with the source between them. */
function joinTexts(first: PhrasingContent, last: PhrasingContent, source: string): PhrasingContent {
  const between = source.slice(offsetsOf(first)[1], offsetsOf(last)[0]);
  const [start, end] = [first as { value: string }, last as { value: string }];
  return {
    type: 'text',
    value: start.value + between + end.value,
    position: { start: first.position!.start, end: last.position!.end },
  };
}

const offsetsOf = ({ position }: PhrasingContent): readonly (number | undefined)[] => [
  position?.start.offset,
  position?.end.offset,
];
const sourceOf = (node: PhrasingContent, source: string): string =>
  node.position === undefined ? '' : source.slice(...(offsetsOf(node) as [number, number]));
