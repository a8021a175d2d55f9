import { HeadingAnchors } from '../../domain/search/heading-anchors.ts';
import type { Block, Fragment, Inline, Text } from '../../ports/content/block-documents.ts';

/** Blocks with an id in URLs besides headings, with the text that it is derived from. */
const TITLES: ReadonlyMap<string, (block: Block) => string> = new Map([
  ['expandable', ({ fragments }) => (fragments ?? []).slice(0, 1).map(textOf).join('')],
  ['tabs-item', ({ data }) => String(data['title'])],
  ['swagger', ({ data }) => `${String(data['method'])} ${String(data['path'])}`],
  ['openapi-operation', ({ data }) => `${String(data['method'])} ${String(data['path'])}`],
  ['openapi-webhook', ({ data }) => `${String(data['method'])} ${String(data['name'])}`],
  ['openapi-schemas', ({ data }) => (data['schemas'] as readonly string[]).join(' ')],
]);

/**
 * Adds the ids that URLs name to blocks. Headings have the ids of published pages; the ids of other blocks differ from
 * these.
 */
export function assignIds(blocks: readonly Block[]): readonly Block[] {
  const anchors = new HeadingAnchors();
  const ids = new Map<Block, string>();
  forEachBlock(blocks, (block) => {
    const { id } = block.data;
    if (block.type.startsWith('heading-'))
      ids.set(block, anchors.anchorFor(anchorText(block), typeof id === 'string' ? id : undefined));
  });
  forEachBlock(blocks, (block) => {
    const title = TITLES.get(block.type)?.(block);
    if (title !== undefined) ids.set(block, anchors.anchorFor(title.trim(), undefined));
  });
  if (ids.size === 0) return blocks;
  const withId = (block: Block): Block => {
    const id = ids.get(block);
    return {
      ...block,
      ...(id !== undefined && { meta: { id } }),
      ...(block.nodes && { nodes: block.nodes.map((node) => (node.object === 'block' ? withId(node) : node)) }),
      ...(block.fragments && {
        fragments: block.fragments.map((fragment) => ({ ...fragment, nodes: fragment.nodes.map(withId) })),
      }),
    };
  };
  return blocks.map(withId);
}

function forEachBlock(blocks: readonly Block[], visit: (block: Block) => void): void {
  for (const block of blocks) {
    visit(block);
    forEachBlock(
      (block.nodes ?? []).filter((node) => node.object === 'block'),
      visit,
    );
    for (const { nodes } of block.fragments ?? []) forEachBlock(nodes, visit);
  }
}

/** Returns the text of a heading from which published pages derive its id. */
const anchorText = ({ nodes }: Block): string => (nodes ?? []).map(textOf).join('');

function textOf(node: Block | Inline | Text | Fragment): string {
  if (node.object === 'text') return node.leaves.map(({ text, raw }) => (raw ? '' : text)).join('');
  if (node.object === 'inline') {
    if (node.type === 'inline-math') return String(node.data['formula']);
    if (node.type === 'expression') return String(node.data['expression']);
    if (node.type === 'icon') return String(node.data['icon']);
    if (node.type === 'button' || node.type === 'mention') return String(node.data['label'] ?? '');
  }
  return (node.nodes ?? []).map(textOf).join('');
}
