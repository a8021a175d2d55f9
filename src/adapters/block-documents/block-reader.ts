import type { Code, Definition, Image, List, ListItem, Nodes, Root, RootContent, Table } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import type { IsolatedTags } from '../../domain/content/documents/isolate-tags.ts';
import type { Block, Fragment } from '../../ports/content/block-documents.ts';
import { matchClosings } from './match-closings.ts';
import { contentReference, block, plainText, rawBlock, voidBlock } from './block-builders.ts';
import { htmlToBlock } from './html-blocks.ts';
import { InlineReader } from './inline-reader.ts';
import { pairToBlock, parseClosing, tableToBlock, parseOpening, type BlockOpening } from './paired-blocks.ts';

const parser = unified().use(remarkParse).use(remarkGfm).use(remarkMath, { singleDollarTextMath: false }).freeze();

/** Depth beyond which tags are raw text, which protects the stack of recursive readers. */
const MAX_TAG_DEPTH = 20;

/** Offsets in the Markdown, end exclusive. */
export interface SourceRange {
  readonly start: number;
  readonly end: number;
}

/** Parses the blocks of a Markdown document with their source ranges. */
export class BlockReader {
  readonly #inlines: InlineReader;
  readonly #root: Root;
  readonly #ranges = new Map<Block, SourceRange>();

  constructor(
    private readonly markdown: string,
    private readonly isolated: IsolatedTags,
  ) {
    this.#root = parser.parse(isolated.text);
    dropAutolinks(this.#root);
    const definitions = this.#root.children.filter((node): node is Definition => node.type === 'definition');
    this.#inlines = new InlineReader(isolated.text, new Map(definitions.map((one) => [one.identifier, one])));
  }

  blocks(): Block[] {
    return this.#readSiblings(this.#root.children, 0);
  }

  /** Returns the source range of a block. */
  rangeOf(of: Block): SourceRange {
    return this.#ranges.get(of) ?? { start: 0, end: this.markdown.length };
  }

  /** Reads adjacent blocks; block tags contain the blocks up to their end tag. */
  #readSiblings(nodes: readonly RootContent[], depth: number): Block[] {
    const openings = nodes.map((node) => parseOpening(node, this.#sourceOf(node)));
    const closings =
      depth < MAX_TAG_DEPTH
        ? matchClosings(
            nodes.map((node, at) => ({ opens: openings[at]?.name, closes: parseClosing(node, this.#sourceOf(node)) })),
          )
        : new Map<number, number>();
    return this.#readNodes(nodes, openings, closings, 0, nodes.length, depth);
  }

  #readNodes(
    nodes: readonly RootContent[],
    openings: readonly (BlockOpening | undefined)[],
    closings: ReadonlyMap<number, number>,
    from: number,
    to: number,
    depth: number,
  ): Block[] {
    const blocks: Block[] = [];
    for (let i = from; i < to; i++) {
      const node = nodes[i]!;
      const opening = openings[i];
      const end = closings.get(i);
      if (opening !== undefined && end !== undefined && depth < MAX_TAG_DEPTH) {
        const inside = this.#readNodes(nodes, openings, closings, i + 1, end, depth + 1);
        const pair = pairToBlock(opening, inside);
        if (pair) blocks.push(this.#withRange(pair, node, nodes[end]!));
        else blocks.push(this.#rawBlock(node), ...inside, this.#rawBlock(nodes[end]!));
        i = end;
      } else if (opening !== undefined)
        blocks.push(this.#withRange(pairToBlock(opening, undefined) ?? rawBlock(this.#rawSource(node)), node));
      else blocks.push(...this.#readBlock(node, depth));
    }
    return blocks;
  }

  #readBlock(node: RootContent, depth: number): Block[] {
    switch (node.type) {
      case 'paragraph': {
        const [only] = node.children;
        // In another position the element would be an HTML block.
        if (node.children.length === 1 && only?.type === 'html') return [this.#readHtml(only.value, node)];
        const nodes =
          node.children.length === 1 && only?.type === 'image' ? undefined : this.#inlines.convert(node.children);
        return [
          nodes === undefined
            ? this.#readFigure(only as Image, node)
            : this.#withRange(block('paragraph', {}, nodes), node),
        ];
      }
      case 'heading':
        return [this.#readHeading(node)];
      case 'blockquote':
        return [this.#withRange(block('blockquote', {}, this.#readSiblings(node.children, depth + 1)), node)];
      case 'list':
        return [this.#readList(node, depth)];
      case 'code':
        return [this.#readCode(node)];
      case 'thematicBreak':
        return [this.#withRange(voidBlock('divider', {}), node)];
      case 'table':
        return [this.#readTable(node)];
      case 'html':
        return [this.#readHtml(node.value, node)];
      default: {
        const { type, value } = node as { type: string; value?: string };
        return [
          type === 'math'
            ? this.#withRange(voidBlock('math', { formula: (value ?? '').replace(/^\n+|\s+$/g, '') }), node)
            : this.#rawBlock(node),
        ];
      }
    }
  }

  #readHeading(node: Extract<RootContent, { type: 'heading' }>): Block {
    const children = [...node.children];
    // An explicit id of a heading is an empty link at its end that refers to itself.
    const [open, close] = children.slice(-2);
    const id =
      open?.type === 'html' && close?.type === 'html' && close.value === '</a>'
        ? /^<a href="#([^"&]*)" id="([^"&]*)">$/.exec(open.value)
        : null;
    if (id && id[1] === id[2]) children.splice(-2);
    const last = children.at(-1);
    if (id && last?.type === 'text') children[children.length - 1] = { ...last, value: last.value.replace(/ $/, '') };
    const level = node.depth === 1 || node.depth > 4 ? node.depth : undefined;
    return this.#withRange(
      block(
        `heading-${Math.min(3, Math.max(1, node.depth - 1))}`,
        { id: id && id[1] === id[2] ? id[1] : undefined, level },
        this.#inlines.convert(children),
      ),
      node,
    );
  }

  #readFigure({ url, alt, title }: Image, at: RootContent): Block {
    const image = this.#withRange(
      voidBlock(
        'image',
        {
          ref: contentReference(url),
          alt: alt?.replace(/\s+/g, ' ') || undefined,
          title: title?.replace(/\s+/g, ' ') ?? undefined,
        },
        [],
      ),
      at,
    );
    return this.#withRange(block('images', {}, [image]), at);
  }

  #readList(node: List, depth: number): Block {
    const { children, ordered, start } = node;
    const tasks = children.some(({ checked }) => typeof checked === 'boolean');
    const items = children.map((item) => {
      const data = !tasks ? {} : typeof item.checked === 'boolean' ? { checked: item.checked } : { task: false };
      return this.#withRange(block('list-item', data, this.#readItem(item, depth + 1)), item);
    });
    const type = tasks ? 'list-tasks' : ordered ? 'list-ordered' : 'list-unordered';
    return this.#withRange(
      block(type, type === 'list-ordered' && typeof start === 'number' && start !== 1 ? { start } : {}, items),
      node,
    );
  }

  /** Reads a list item; the content of a task is a paragraph, even if it is only an image. */
  #readItem({ checked, children }: ListItem, depth: number): Block[] {
    const [first, ...rest] = children;
    if (typeof checked !== 'boolean' || first?.type !== 'paragraph') return this.#readSiblings(children, depth);
    return [
      this.#withRange(block('paragraph', {}, this.#inlines.convert(first.children)), first),
      ...this.#readSiblings(rest, depth),
    ];
  }

  #readCode(node: Code): Block {
    const lines = node.value
      .split(/\r\n|\n|\r/)
      .map((line) => this.#withRange(block('code-line', {}, [plainText(line)]), node));
    return this.#withRange(
      block('code', { syntax: node.lang ?? undefined, meta: node.meta?.trim().replace(/\s+/g, ' ') }, lines),
      node,
    );
  }

  #readTable(node: Table): Block {
    return this.#withRange(
      tableToBlock(node, (cell) =>
        this.#withRange(
          block('paragraph', {}, this.#inlines.convert(cell.children)),
          cell.children[0] ?? cell,
          cell.children.at(-1) ?? cell,
        ),
      ),
      node,
    );
  }

  #readHtml(value: string, node: RootContent): Block {
    const found = htmlToBlock(value);
    return found === undefined ? this.#withRange(rawBlock(value), node) : this.#setNestedRanges(found, node);
  }

  /** Gives all blocks within a converted node the range of the node. */
  #setNestedRanges(found: Block, node: Nodes): Block {
    const inside = [...(found.nodes ?? []), ...(found.fragments ?? []).flatMap((one: Fragment) => one.nodes)];
    for (const one of inside) if (one.object === 'block') this.#setNestedRanges(one, node);
    return this.#withRange(found, node);
  }

  #withRange(of: Block, first: Nodes, last: Nodes = first): Block {
    const start = this.isolated.originalOffset(first.position?.start.offset ?? 0);
    this.#ranges.set(of, { start, end: Math.max(start, this.isolated.originalOffset(last.position?.end.offset ?? 0)) });
    return of;
  }

  #rawBlock(node: RootContent): Block {
    return this.#withRange(rawBlock(this.#rawSource(node)), node);
  }

  #sourceOf({ position }: Nodes): string {
    return this.isolated.text.slice(position?.start.offset ?? 0, position?.end.offset ?? 0);
  }
  /** Returns the source of a node without the marks of surrounding quotes and lists. */
  #rawSource(node: RootContent): string {
    if (node.type === 'html') return node.value;
    const column = (node.position?.start.column ?? 1) - 1;
    return column === 0
      ? this.#sourceOf(node)
      : this.#sourceOf(node).replace(/(?<=\n)[ \t>]+/g, (space) => space.slice(column));
  }
}

/** Replaces links that the parser detected in plain text by their text, because they have no position in the source. */
function dropAutolinks(node: Nodes): void {
  if (!('children' in node)) return;
  const children = node.children as Nodes[];
  for (const child of children) dropAutolinks(child);
  if (children.some((child) => child.type === 'link' && child.position === undefined)) {
    node.children = children.flatMap((child) =>
      child.type === 'link' && child.position === undefined ? child.children : [child],
    ) as never;
  }
}
