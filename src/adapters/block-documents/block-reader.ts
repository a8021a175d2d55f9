import type {
  Code,
  Definition,
  FootnoteDefinition,
  Image,
  List,
  ListItem,
  Nodes,
  Root,
  RootContent,
  Table,
} from 'mdast';
import { parseGitHubAlert } from '../../domain/content/markdown/github-alert.ts';
import { mergeExtraCells } from '../../domain/content/markdown/extra-cells.ts';
import { parseMarkdown } from '../../domain/content/markdown/parse-markdown.ts';
import type { Block, Fragment } from '../../ports/content/block-documents.ts';
import { matchClosings } from './match-closings.ts';
import {
  contentReference,
  block,
  emptyParagraph,
  isEmptyText,
  plainText,
  rawBlock,
  voidBlock,
} from './block-builders.ts';
import { htmlToBlocks } from './html-blocks.ts';
import { InlineReader } from './inline-reader.ts';
import { readableBlocks } from './readable-html.ts';
import { cellToBlocks } from './structure-blocks.ts';
import { pairToBlock, parseClosing, tableToBlock, parseOpening, type BlockOpening } from './paired-blocks.ts';
import { isContainerTag, isPart, partTypeOf } from './tag-blocks.ts';

/** Depth beyond which tags are raw text, which protects the stack of recursive readers. */
const MAX_TAG_DEPTH = 20;
/** Number of references to a footnote that contain its text; further ones are raw text. */
const MAX_FOOTNOTE_USES = 10;
const HTML = /^\s*<[A-Za-z/!?]/;

/** Offsets in the Markdown, end exclusive. */
export interface SourceRange {
  readonly start: number;
  readonly end: number;
}

const orEmptyParagraph = (blocks: Block[]): Block[] => (blocks.length > 0 ? blocks : [emptyParagraph()]);
const isComment = (html: string): boolean => /^\s*<!--(?:(?!-->)[^])*-->\s*$/.test(html);
/** Creates the block of a comment or definition, which has no text and keeps its source. */
const sourceBlock = (source: string): Block => block('paragraph', { source: source.trim() }, [plainText('')]);

/** Parses the blocks of a Markdown document with their source ranges. */
export class BlockReader {
  readonly #inlines: InlineReader;
  readonly #root: Root;
  readonly #ranges = new Map<Block, SourceRange>();
  readonly #footnotes: ReadonlyMap<string, FootnoteDefinition>;
  /** Content of parts of containers (`isPart`), with their tags if it is not for readers. */
  readonly #contentOfParts = new Map<Block, () => Block[]>();
  /** Number of times that each footnote was repeated in the text. */
  readonly #footnoteUses = new Map<string, number>();

  constructor(
    private readonly markdown: string,
    /** Simplifies source that no block represents, instead of keeping it. */
    private readonly forReaders = false,
  ) {
    this.#root = parseMarkdown(markdown, { isPositioned: true });
    mergeExtraCells(this.#root);
    const definitions = this.#root.children.filter((node): node is Definition => node.type === 'definition');
    const footnotes = this.#root.children.filter(
      (node): node is FootnoteDefinition => node.type === 'footnoteDefinition',
    );
    this.#footnotes = new Map(footnotes.map((one) => [one.identifier, one]));
    this.#inlines = new InlineReader(markdown, new Map(definitions.map((one) => [one.identifier, one])), {
      forReaders,
      footnoteOf: (identifier) => this.#footnoteOf(identifier),
    });
  }

  blocks(): Block[] {
    const blocks = this.#readSiblings(this.#root.children, 0);
    return this.forReaders ? this.#simplify(blocks) : blocks;
  }

  /** Reads the content of a footnote, which may refer to footnotes itself. */
  #footnoteOf(identifier: string): readonly Block[] | undefined {
    const uses = this.#footnoteUses.get(identifier) ?? 0;
    const definition = this.#footnotes.get(identifier);
    if (definition === undefined || uses >= MAX_FOOTNOTE_USES) return undefined;
    // A footnote that refers to itself ends with the reference.
    this.#footnoteUses.set(identifier, MAX_FOOTNOTE_USES);
    const blocks = orEmptyParagraph(this.#readSiblings(definition.children, 1));
    this.#footnoteUses.set(identifier, uses + 1);
    return this.forReaders ? this.#simplify(blocks) : blocks;
  }

  /** Replaces raw HTML by blocks, and omits comments, definitions and tags of containers. */
  #simplify(blocks: readonly Block[]): Block[] {
    return blocks.flatMap((one): Block[] => {
      const [words] = one.nodes ?? [];
      if (one.type === 'paragraph' && 'source' in one.data) return [];
      if (one.data['raw'] === true && words?.object === 'text') {
        const source = words.leaves.map(({ text }) => text).join('');
        if (isContainerTag(source)) return [];
        return HTML.test(source)
          ? readableBlocks(source).map((block) => this.#setRange(block, this.rangeOf(one)))
          : [one];
      }
      return [this.#simplifyWithin(one)];
    });
  }

  #simplifyWithin(of: Block): Block {
    const { nodes, fragments } = of;
    const isContainer = nodes?.some(({ object }) => object === 'block') === true;
    if (!isContainer && fragments === undefined) return of;
    const simple: Block = {
      ...of,
      ...(isContainer && { nodes: orEmptyParagraph(this.#simplify(nodes as readonly Block[])) }),
      ...(fragments && {
        fragments: fragments.map((part) => ({ ...part, nodes: orEmptyParagraph(this.#simplify(part.nodes)) })),
      }),
    };
    this.#ranges.set(simple, this.rangeOf(of));
    return simple;
  }

  /** Returns the source range of a block. */
  rangeOf(of: Block): SourceRange {
    return this.#ranges.get(of) ?? { start: 0, end: this.markdown.length };
  }

  /** Reads adjacent blocks; block tags contain the blocks up to their end tag. */
  #readSiblings(nodes: readonly RootContent[], depth: number): Block[] {
    const openings = nodes.map(parseOpening);
    const closings =
      depth < MAX_TAG_DEPTH
        ? matchClosings(nodes.map((node, at) => ({ opens: openings[at]?.name, closes: parseClosing(node) })))
        : new Map<number, number>();
    return this.#withoutParts(this.#readNodes(nodes, openings, closings, 0, nodes.length, depth));
  }

  /** Creates the block of two tags and the blocks between them; those blocks alone, or with the tags, if there is none. */
  #readPair(opening: BlockOpening, inside: readonly Block[], first: RootContent, last: RootContent): Block[] {
    const partType = opening.kind === 'tag' ? partTypeOf(opening.name) : undefined;
    const content =
      partType === undefined
        ? this.#withoutParts(inside)
        : this.forReaders
          ? this.#allInParts(inside, partType)
          : inside;
    const unpaired = (): Block[] =>
      this.forReaders
        ? this.#withoutParts(inside)
        : [this.#rawBlock(first), ...this.#withoutParts(inside), this.#rawBlock(last)];
    const pair = pairToBlock(opening, content);
    if (pair === undefined) return unpaired();
    if (isPart(pair)) this.#contentOfParts.set(pair, unpaired);
    return [this.#withRange(pair, first, last)];
  }

  /** Replaces parts that are not in a container of theirs by their content. */
  #withoutParts(blocks: readonly Block[]): Block[] {
    return blocks.flatMap((one) => {
      const { title } = one.data;
      const content = this.#contentOfParts.get(one)?.() ?? [one];
      return this.forReaders && one.type === 'tabs-item' && typeof title === 'string' && title !== ''
        ? [this.#setRange(block('paragraph', {}, [plainText(title)]), this.rangeOf(one)), ...content]
        : content;
    });
  }

  /** Moves blocks between the parts of a container into the part before them, and those before the first into it. */
  #allInParts(blocks: readonly Block[], type: string): Block[] {
    const before: Block[] = [];
    const parts: { readonly part: Block; readonly after: Block[] }[] = [];
    for (const one of blocks)
      if (one.type === type) parts.push({ part: one, after: [] });
      else (parts.at(-1)?.after ?? before).push(...this.#withoutParts([one]));
    if (parts.length === 0) return before;
    return parts.map(({ part, after }, i) => {
      const first = i === 0 ? before : [];
      return first.length + after.length === 0
        ? part
        : this.#setRange({ ...part, nodes: [...first, ...(part.nodes ?? []), ...after] }, this.rangeOf(part));
    });
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
        blocks.push(...this.#readPair(opening, inside, node, nodes[end]!));
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
        if (node.children.length === 1 && only?.type === 'html') return this.#readHtml(only.value, node);
        const nodes =
          node.children.length === 1 && only?.type === 'image' ? undefined : this.#inlines.convert(node.children);
        if (nodes === undefined) return [this.#readFigure(only as Image, node)];
        // A line break or an empty mark alone is nothing that Markdown could write again.
        return isEmptyText(nodes) ? [] : [this.#withRange(block('paragraph', {}, nodes), node)];
      }
      case 'heading':
        return [this.#readHeading(node)];
      case 'blockquote': {
        const alert = parseGitHubAlert(node, this.markdown);
        const inside = this.#readSiblings(alert?.children ?? node.children, depth + 1);
        const [type, data] = alert === undefined ? ['blockquote', {}] : ['hint', { style: alert.style }];
        return [this.#withRange(block(type, data, orEmptyParagraph(inside)), node)];
      }
      case 'list':
        return [this.#readList(node, depth)];
      case 'code':
        return [this.#readCode(node)];
      case 'thematicBreak':
        return [this.#withRange(voidBlock('divider', {}), node)];
      case 'table':
        return [this.#readTable(node)];
      case 'html':
        return this.#readHtml(node.value, node);
      case 'definition':
      case 'footnoteDefinition':
        return [this.#withRange(sourceBlock(this.#rawSource(node)), node)];
      case 'math':
        return [this.#withRange(voidBlock('math', { formula: node.value.replace(/^\n+/, '').trimEnd() }), node)];
      default:
        return [this.#rawBlock(node)];
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
      return this.#withRange(block('list-item', data, orEmptyParagraph(this.#readItem(item, depth + 1))), item);
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
    const [only, ...more] = first.children;
    // A checkbox must be followed by text, so a space stands in the Markdown of a task that starts with another block.
    if (more.length === 0 && only?.type === 'text' && only.value === ' ') return this.#readSiblings(rest, depth);
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
        (
          cellToBlocks(cell.children, (nodes) => this.#inlines.convert(nodes)) ?? [
            block('paragraph', {}, this.#inlines.convert(cell.children)),
          ]
        ).map((one) => this.#withRange(one, cell.children[0] ?? cell, cell.children.at(-1) ?? cell)),
      ),
      node,
    );
  }

  #readHtml(value: string, node: RootContent): Block[] {
    const found = htmlToBlocks(value) ?? [isComment(value) ? sourceBlock(value) : rawBlock(value)];
    return found.map((one) => this.#withRange(one, node));
  }

  #withRange(of: Block, first: Nodes, last: Nodes = first): Block {
    const start = first.position?.start.offset ?? 0;
    return this.#setRange(of, { start, end: Math.max(start, last.position?.end.offset ?? 0) });
  }

  /** Gives a block its range, and also the blocks within it that have none of their own. */
  #setRange(of: Block, range: SourceRange): Block {
    this.#ranges.set(of, range);
    const inside = [...(of.nodes ?? []), ...(of.fragments ?? []).flatMap((one: Fragment) => one.nodes)];
    for (const one of inside) if (one.object === 'block' && !this.#ranges.has(one)) this.#setRange(one, range);
    return of;
  }

  #rawBlock(node: RootContent): Block {
    return this.#withRange(rawBlock(this.#rawSource(node)), node);
  }

  #sourceOf({ position }: Nodes): string {
    return this.markdown.slice(position?.start.offset ?? 0, position?.end.offset ?? 0);
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
