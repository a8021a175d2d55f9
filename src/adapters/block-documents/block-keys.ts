import { createHash } from 'node:crypto';
import type { Block, Fragment, Inline, Text } from '../../ports/content/block-documents.ts';

const KEY_LENGTH = 12;

/** Assigns block keys: the first characters of a digest of the content, with a number for repeated content. */
export class BlockKeys {
  readonly #seen = new Map<string, number>();

  constructor(private readonly sourceOf: (block: Block) => string) {}

  /** Assigns keys to blocks and everything within them. */
  assign(blocks: readonly Block[], onKey: (before: Block, key: string, parent: string | undefined) => void): Block[] {
    return blocks.map((block) => this.#assignBlock(block, onKey, undefined));
  }

  #assignBlock(
    block: Block,
    onKey: (before: Block, key: string, parent: string | undefined) => void,
    parent: string | undefined,
  ): Block {
    const key = this.#keyOf(block);
    onKey(block, key, parent);
    let parts = 0;
    const nextKey = (): string => `${key}.${(parts += 1)}`;
    const assignNode = <T extends Block | Inline | Text>(node: T): T =>
      node.object === 'block'
        ? (this.#assignBlock(node, onKey, key) as T)
        : node.object === 'text'
          ? { ...node, key: nextKey() }
          : {
              ...node,
              key: nextKey(),
              ...(node.nodes && { nodes: node.nodes.map(assignNode) }),
              ...(node.fragments && { fragments: node.fragments.map((part) => inlineFragment(part)) }),
            };
    // The blocks of a footnote are repeated with each reference, so that they have no position of their own.
    const inlineFragment = (one: Fragment): Fragment => ({
      ...one,
      key: nextKey(),
      nodes: one.nodes.map((node) => this.#assignBlock(node, () => undefined, key)),
    });
    const fragment = (one: Fragment): Fragment => ({
      ...one,
      key: nextKey(),
      nodes: one.nodes.map((node) => this.#assignBlock(node, onKey, key)),
    });
    return {
      ...block,
      key,
      ...(block.nodes && { nodes: block.nodes.map(assignNode) }),
      ...(block.fragments && { fragments: block.fragments.map(fragment) }),
    };
  }

  #keyOf(block: Block): string {
    const digest = createHash('sha256')
      .update(`${block.type}\0${this.sourceOf(block)}`)
      .digest('base64url')
      .replace(/[-_]/g, '')
      .slice(0, KEY_LENGTH);
    const count = (this.#seen.get(digest) ?? 0) + 1;
    this.#seen.set(digest, count);
    return count === 1 ? digest : `${digest}-${count}`;
  }
}
