import { kindOf, loosePanel, type BlockContext, type BlockKind } from './block-views.ts';
import { sliceOf } from './conditions.ts';
import { childrenOf, text, type Nodes } from './nodes.ts';
import { parseTag, type Tag } from './tag.ts';

/** Blocks one within the other; the tags of deeper ones vanish, their content stays. */
const MAX_BLOCK_DEPTH = 24;

interface Item {
  readonly node: Nodes;
  readonly tag?: Tag;
  readonly kind?: BlockKind;
}

interface Open {
  readonly tag: Tag;
  readonly kind: BlockKind;
  readonly index: number;
  readonly children: Nodes[];
  readonly shown: boolean;
}

/**
 * Children of one parent, their tags paired into blocks. Nothing is lost where tags do not match: an end without a
 * beginning vanishes; a beginning without an end becomes a block that ends with the block it is in or, at the outermost,
 * gives its content back. Unknown tags stay, visible as written. Tags are told from text by what stands in the source.
 */
export function pairBlocks(children: readonly Nodes[], source: string, context: BlockContext, depth = 0): Nodes[] {
  const items = children.map((node): Item => {
    const tag = node.type === 'paragraph' ? parseTag(sliceOf(node, source)) : undefined;
    return { node, tag, kind: tag && kindOf(tag) };
  });
  const ended = withEnd(items);
  const root: Nodes[] = [];
  const stack: Open[] = [];
  const add = (...nodes: readonly Nodes[]): void => void (stack.at(-1)?.children ?? root).push(...nodes);

  const close = (complete: boolean): void => {
    const { tag, kind, children: content, shown } = stack.pop() as Open;
    const grouped = tag.name === 'tabs' || tag.name === 'code-tabs';
    const body = grouped && shown ? content : content.flatMap(loosePanel);
    if (shown && (complete || kind.item)) add(...kind.view(tag, body, context));
    else body.forEach((node) => add(node));
  };

  items.forEach(({ node, tag, kind }, index) => {
    if (!tag) add(inner(node, source, context, depth + stack.length));
    else if (!kind) add({ ...node, children: [text(tag.raw)] } as Nodes);
    else if (tag.closes !== undefined) {
      if (!ended.has(index)) return;
      while (stack.at(-1)?.tag.name !== tag.closes) close(true);
      close(true);
    } else if (kind.ending === 'never' || (kind.ending === 'perhaps' && !ended.has(index)))
      add(...kind.view(tag, [], context));
    else {
      const last = stack.at(-1);
      if (last && kind.item && last.tag.name === tag.name && !ended.has(last.index)) close(true);
      stack.push({ tag, kind, index, children: [], shown: depth + stack.length < MAX_BLOCK_DEPTH });
    }
  });
  while (stack.length > 0) close(false);
  return root.flatMap(loosePanel);
}

/** Positions of the beginnings and ends that belong together. */
function withEnd(items: readonly Item[]): ReadonlySet<number> {
  const ended = new Set<number>();
  const open: { readonly name: string; readonly index: number }[] = [];
  const waiting = new Map<string, number>();
  const wait = (name: string, step: number): void => void waiting.set(name, (waiting.get(name) ?? 0) + step);
  items.forEach(({ tag, kind }, index) => {
    if (!tag || !kind || kind.ending === 'never') return;
    if (tag.closes === undefined) {
      open.push({ name: tag.name, index });
      wait(tag.name, 1);
    } else if ((waiting.get(tag.closes) ?? 0) > 0) {
      for (let last = open.pop(); last; last = open.pop()) {
        wait(last.name, -1);
        if (last.name !== tag.closes) continue;
        ended.add(last.index).add(index);
        break;
      }
    }
  });
  return ended;
}

function inner(node: Nodes, source: string, context: BlockContext, depth: number): Nodes {
  const children = childrenOf(node);
  if (!children || node.type === 'paragraph' || node.type === 'heading' || node.type === 'table') return node;
  return { ...node, children: pairBlocks(children, source, context, depth) } as Nodes;
}
