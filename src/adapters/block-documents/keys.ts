import { createHash } from 'node:crypto';
import type { Block, Fragment, Inline, Text } from '../../ports/content/block-documents.ts';

const LENGTH = 12;

/** The first characters of a digest of what a block says; a number tells apart those that say the same. */
export class Keys {
  readonly #seen = new Map<string, number>();

  constructor(private readonly sourceOf: (block: Block) => string) {}

  /** The blocks with keys, and those of everything in them. */
  given(blocks: readonly Block[], onKey: (before: Block, key: string, parent: string | undefined) => void): Block[] {
    return blocks.map((block) => this.#block(block, onKey, undefined));
  }

  #block(
    block: Block,
    onKey: (before: Block, key: string, parent: string | undefined) => void,
    parent: string | undefined,
  ): Block {
    const key = this.#keyOf(block);
    onKey(block, key, parent);
    let parts = 0;
    const within = (): string => `${key}.${(parts += 1)}`;
    const inside = <T extends Block | Inline | Text>(node: T): T =>
      node.object === 'block'
        ? (this.#block(node, onKey, key) as T)
        : node.object === 'text'
          ? { ...node, key: within() }
          : { ...node, key: within(), ...(node.nodes && { nodes: node.nodes.map(inside) }) };
    const fragment = (one: Fragment): Fragment => ({
      ...one,
      key: within(),
      nodes: one.nodes.map((node) => this.#block(node, onKey, key)),
    });
    return {
      ...block,
      key,
      ...(block.nodes && { nodes: block.nodes.map(inside) }),
      ...(block.fragments && { fragments: block.fragments.map(fragment) }),
    };
  }

  #keyOf(block: Block): string {
    const digest = createHash('sha256')
      .update(`${block.type}\0${this.sourceOf(block)}`)
      .digest('base64url')
      .replace(/[-_]/g, '')
      .slice(0, LENGTH);
    const count = (this.#seen.get(digest) ?? 0) + 1;
    this.#seen.set(digest, count);
    return count === 1 ? digest : `${digest}-${count}`;
  }
}
