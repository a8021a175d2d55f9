import { digestOf } from '../../domain/content/hash.ts';
import { canonicalJson } from '../../domain/content/json.ts';
import type { Block, BlockDocument, Fragment, Inline, Text } from '../../ports/block-documents.ts';

type Node = Block | Inline | Text;
type Parent = Pick<Block, 'nodes' | 'fragments'>;

/** Every block of a document, at any depth, in the order of the text; a block comes before those in it. */
export function* blocksOf({ nodes }: Pick<BlockDocument | Fragment, 'nodes'>): Generator<Block> {
  for (const node of nodes) {
    yield node;
    yield* blocksIn(node);
  }
}

function* blocksIn({ nodes = [], fragments = [] }: Parent): Generator<Block> {
  for (const node of nodes) if (node.object === 'block') yield* blocksOf({ nodes: [node] });
  for (const fragment of fragments) yield* blocksOf(fragment);
}

const DIGEST = 32;
/** What a block says, whatever the keys in it: equal for blocks that say the same. */
export const digestOfBlock = (block: Block): string => digestOf(canonicalJson(withoutKeys(block))).slice(0, DIGEST);

function withoutKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutKeys);
  if (typeof value !== 'object' || value === null) return value;
  const { key, ...rest } = value as Record<string, unknown>;
  // Only nodes have keys of their own; what is called so in their data is said.
  const kept = typeof rest['object'] === 'string' ? rest : { ...rest, ...(key !== undefined && { key }) };
  return Object.fromEntries(Object.entries(kept).map(([name, member]) => [name, withoutKeys(member)]));
}

const PREVIEW = 120;
/** How the text of a block begins, on one line; at most 120 characters. */
export function previewOf(block: Block): string {
  let text = '';
  for (const part of textsIn(block)) {
    text += part;
    if (text.length > 10 * PREVIEW) break;
  }
  return [...text.replace(/\s+/g, ' ').trim()].slice(0, PREVIEW).join('');
}

function* textsIn(node: Node | Fragment): Generator<string> {
  if (node.object === 'text') {
    for (const { text } of node.leaves) yield text;
    return;
  }
  for (const child of node.nodes ?? []) yield* textsIn(child);
  for (const fragment of (node as Parent).fragments ?? []) yield* textsIn(fragment);
  if (node.object === 'block') yield ' ';
}
