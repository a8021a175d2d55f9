import { findBlockKind, panelToNodes, type BlockContext, type BlockKind } from './block-views.ts';
import { childrenOf, text, type Nodes } from './nodes.ts';
import { parseBlockTag, type BlockTag } from '../../../domain/content/markdown/block-tag.ts';

/** Maximum nesting of blocks; deeper tags are removed and their content stays. */
const MAX_BLOCK_DEPTH = 24;

interface BlockItem {
  readonly node: Nodes;
  readonly tag?: BlockTag;
  readonly kind?: BlockKind;
}

interface OpenBlock {
  readonly tag: BlockTag;
  readonly kind: BlockKind;
  readonly index: number;
  readonly children: Nodes[];
  readonly shown: boolean;
}

/**
 * Pairs block tags among siblings into blocks without losing content: an unmatched end tag is removed; a block without
 * an end tag ends with its parent or, at the top level, is replaced by its content. Unknown tags stay visible as
 * written.
 */
export function pairBlocks(children: readonly Nodes[], context: BlockContext, depth = 0): Nodes[] {
  const items = children.map((node): BlockItem => {
    const tag = node.type === 'blockTag' ? parseBlockTag(node.value) : undefined;
    return { node, tag, kind: tag && findBlockKind(tag) };
  });
  const matched = findMatchedTags(items);
  const root: Nodes[] = [];
  const stack: OpenBlock[] = [];
  const add = (...nodes: readonly Nodes[]): void => void (stack.at(-1)?.children ?? root).push(...nodes);

  const close = (complete: boolean): void => {
    const { tag, kind, children: content, shown } = stack.pop() as OpenBlock;
    const grouped = tag.name === 'tabs' || tag.name === 'code-tabs';
    const body = grouped && shown ? content : content.flatMap(panelToNodes);
    if (shown && (complete || kind.item)) add(...kind.view(tag, body, context));
    else body.forEach((node) => add(node));
  };

  items.forEach(({ node, tag, kind }, index) => {
    if (node.type === 'blockTag' && (!tag || !kind)) add({ type: 'paragraph', children: [text(node.value)] });
    else if (!tag || !kind) add(pairNested(node, context, depth + stack.length));
    else if (tag.closes !== undefined) {
      if (!matched.has(index)) return;
      while (stack.at(-1)?.tag.name !== tag.closes) close(true);
      close(true);
    } else if (kind.ending === 'never' || (kind.ending === 'optional' && !matched.has(index)))
      add(...kind.view(tag, [], context));
    else {
      const last = stack.at(-1);
      if (last && kind.item && last.tag.name === tag.name && !matched.has(last.index)) close(true);
      stack.push({ tag, kind, index, children: [], shown: depth + stack.length < MAX_BLOCK_DEPTH });
    }
  });
  while (stack.length > 0) close(false);
  return root.flatMap(panelToNodes);
}

/** Returns the indexes of matching start and end tags. */
function findMatchedTags(items: readonly BlockItem[]): ReadonlySet<number> {
  const matched = new Set<number>();
  const open: { readonly name: string; readonly index: number }[] = [];
  const openCounts = new Map<string, number>();
  const addOpen = (name: string, step: number): void => void openCounts.set(name, (openCounts.get(name) ?? 0) + step);
  items.forEach(({ tag, kind }, index) => {
    if (!tag || !kind || kind.ending === 'never') return;
    if (tag.closes === undefined) {
      open.push({ name: tag.name, index });
      addOpen(tag.name, 1);
    } else if ((openCounts.get(tag.closes) ?? 0) > 0) {
      for (let last = open.pop(); last; last = open.pop()) {
        addOpen(last.name, -1);
        if (last.name !== tag.closes) continue;
        matched.add(last.index).add(index);
        break;
      }
    }
  });
  return matched;
}

function pairNested(node: Nodes, context: BlockContext, depth: number): Nodes {
  const children = childrenOf(node);
  if (!children || node.type === 'paragraph' || node.type === 'heading' || node.type === 'table') return node;
  return { ...node, children: pairBlocks(children, context, depth) } as Nodes;
}
