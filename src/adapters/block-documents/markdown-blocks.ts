import type { Code, Definition, Image, List, Root, RootContent, Table } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import type { Block, BlockDocument, BlockDocuments, Fragment } from '../../ports/block-documents.ts';
import { contentReference } from './content-references.ts';
import { InlineNodes } from './inline-nodes.ts';
import { Keys } from './keys.ts';
import { splitAtTags, type TagLine } from './tag-lines.ts';
import { CONTAINERS, LEAVES } from './tag-blocks.ts';

const SCHEMA_VERSION = 8;
const parser = unified().use(remarkParse).use(remarkGfm).use(remarkMath).freeze();

/** Says of markdown whether parsing it could take long. */
export type IsTooComplex = (markdown: string) => boolean;

/** Markdown as blocks: what is no known block, and text that would take long to parse, is a paragraph of its source. */
export class MarkdownBlocks implements BlockDocuments {
  constructor(private readonly isTooComplex: IsTooComplex) {}

  fromMarkdown(markdown: string): BlockDocument {
    const builder = new BlockBuilder();
    const nodes = this.isTooComplex(markdown) ? [builder.source(markdown)] : builder.build(markdown);
    return { object: 'document', data: { schemaVersion: SCHEMA_VERSION }, nodes };
  }
}

/** Nested deeper, block tags are text: no document needs it, and no reader's stack is endless. */
const MAX_TAG_DEPTH = 20;

class BlockBuilder {
  readonly #keys = new Keys();
  #parts: readonly (string | TagLine)[] = [];
  #at = 0;
  #closed: ReadonlySet<TagLine> = new Set();

  build(markdown: string): Block[] {
    this.#parts = splitAtTags(markdown);
    this.#closed = closedTags(this.#parts);
    return this.#until(() => false, 0);
  }

  /** A paragraph that shows text as it is. */
  source(text: string): Block {
    return { object: 'block', type: 'paragraph', key: this.#keys.next(), isVoid: false, data: {}, nodes: [new InlineNodes(this.#keys, new Map()).text(text)] };
  }

  /** Blocks up to a tag that `ends` says belongs to somebody outside, or to the end. */
  #until(ends: (tag: TagLine) => boolean, depth: number): Block[] {
    const nodes: Block[] = [];
    while (this.#at < this.#parts.length) {
      const part = this.#parts[this.#at]!;
      if (typeof part !== 'string' && ends(part)) return nodes;
      this.#at += 1;
      nodes.push(...(typeof part === 'string' ? this.#text(part) : this.#tag(part, depth)));
    }
    return nodes;
  }

  #tag(tag: TagLine, depth: number): Block[] {
    const leaf = LEAVES.get(tag.name);
    const container = CONTAINERS.get(tag.name);
    const closing = `end${tag.name}`;
    const isClosed = this.#closed.has(tag);
    if (container !== undefined && depth < MAX_TAG_DEPTH && isClosed) {
      const inside = this.#until(({ name }) => name === closing, depth + 1);
      this.#at += 1;
      return container(tag, inside, (type, data, nodes) => this.#block(type, data, nodes));
    }
    if (leaf !== undefined) {
      if (isClosed) {
        this.#until(({ name }) => name === closing, depth + 1);
        this.#at += 1;
      }
      return [this.#void(leaf.type, leaf.data(tag))];
    }
    return [this.source(`{% ${tag.name}${tag.rest === '' ? '' : ` ${tag.rest}`} %}`)];
  }

  #text(markdown: string): Block[] {
    return new MarkdownPart(markdown, this.#keys).blocks();
  }
  #block(type: string, data: Block['data'], nodes: readonly Block[]): Block {
    return { object: 'block', type, key: this.#keys.next(), isVoid: false, data, nodes };
  }
  #void(type: string, data: Block['data']): Block {
    return { object: 'block', type, key: this.#keys.next(), isVoid: true, data };
  }
}

/** The tags that have an end of their own further on. */
function closedTags(parts: readonly (string | TagLine)[]): ReadonlySet<TagLine> {
  const open = new Map<string, TagLine[]>();
  const closed = new Set<TagLine>();
  for (const part of parts) {
    if (typeof part === 'string') continue;
    const opened = part.name.startsWith('end') ? open.get(part.name.slice('end'.length))?.pop() : undefined;
    if (opened) closed.add(opened);
    else if (open.has(part.name)) open.get(part.name)!.push(part);
    else open.set(part.name, [part]);
  }
  return closed;
}

/** A piece of Markdown between block tags. */
class MarkdownPart {
  readonly #root: Root;
  readonly #inlines: InlineNodes;

  constructor(
    private readonly markdown: string,
    private readonly keys: Keys,
  ) {
    this.#root = parser.parse(markdown);
    const definitions = this.#root.children.filter((node): node is Definition => node.type === 'definition');
    this.#inlines = new InlineNodes(keys, new Map(definitions.map(({ identifier, url }) => [identifier, url])));
  }

  blocks(): Block[] {
    return this.#blocks(this.#root.children);
  }

  #blocks(nodes: readonly RootContent[]): Block[] {
    return nodes.flatMap((node) => this.#block(node));
  }

  #block(node: RootContent): Block[] {
    switch (node.type) {
      case 'paragraph': {
        const [only] = node.children;
        return [node.children.length === 1 && only?.type === 'image' ? this.#figure(only) : this.#made('paragraph', {}, this.#inlines.of(node.children))];
      }
      case 'heading':
        return [this.#made(`heading-${Math.min(3, Math.max(1, node.depth - 1))}`, {}, this.#inlines.of(node.children))];
      case 'blockquote':
        return [this.#made('blockquote', {}, this.#blocks(node.children))];
      case 'list':
        return [this.#list(node)];
      case 'code':
        return [this.#code(node)];
      case 'thematicBreak':
        return [this.#void('divider', {})];
      case 'table':
        return [this.#table(node)];
      case 'definition':
        return [];
      default:
        if ((node as { type: string }).type === 'math') return [this.#void('math', { formula: (node as unknown as { value: string }).value })];
        return [this.#made('paragraph', {}, [this.#inlines.text(this.#sourceOf(node))])];
    }
  }

  #sourceOf({ position }: RootContent): string {
    return this.markdown.slice(position?.start.offset ?? 0, position?.end.offset ?? 0);
  }

  #figure({ url, alt }: Image): Block {
    const image: Block = { object: 'block', type: 'image', key: this.keys.next(), isVoid: true, data: { ref: contentReference(url), ...(alt ? { alt } : {}) }, fragments: [] };
    return this.#made('images', {}, [image]);
  }

  #list({ children, ordered, start }: List): Block {
    const tasks = children.some(({ checked }) => typeof checked === 'boolean');
    const items = children.map((item) => this.#made('list-item', tasks ? { checked: item.checked === true } : {}, this.#blocks(item.children)));
    const type = tasks ? 'list-tasks' : ordered ? 'list-ordered' : 'list-unordered';
    return this.#made(type, type === 'list-ordered' && typeof start === 'number' && start !== 1 ? { start } : {}, items);
  }

  #code({ value, lang }: Code): Block {
    const lines = value.split('\n').map((line) => this.#made('code-line', {}, [this.#inlines.text(line)]));
    return this.#made('code', lang ? { syntax: lang } : {}, lines);
  }

  #table({ children: [head, ...body], align }: Table): Block {
    const columns = (head?.children ?? []).map((cell, i) => ({ id: `column${i + 1}`, title: plainText(cell.children), align: align?.[i] ?? 'left' }));
    const fragments: Fragment[] = [];
    const records = body.map((row, r): [string, unknown] => {
      const values = columns.map(({ id }, c): [string, string] => {
        const name = `row${r + 1}-${id}`;
        const nodes = [this.#made('paragraph', {}, this.#inlines.of(row.children[c]?.children ?? []))];
        fragments.push({ object: 'fragment', key: this.keys.next(), fragment: name, nodes });
        return [id, name];
      });
      return [`row${r + 1}`, { orderIndex: String(r).padStart(6, '0'), values: Object.fromEntries(values) }];
    });
    const definition = Object.fromEntries(columns.map(({ id, title, align: textAlignment }) => [id, { id, title, type: 'text', textAlignment }]));
    const data = { view: { type: 'grid', columns: columns.map(({ id }) => id), hideHeader: false }, definition, records: Object.fromEntries(records) };
    return { object: 'block', type: 'table', key: this.keys.next(), isVoid: true, data, fragments };
  }

  #made(type: string, data: Block['data'], nodes: NonNullable<Block['nodes']>): Block {
    return { object: 'block', type, key: this.keys.next(), isVoid: false, data, nodes };
  }
  #void(type: string, data: Block['data']): Block {
    return { object: 'block', type, key: this.keys.next(), isVoid: true, data };
  }
}

/** What a line of Markdown says without its marks. */
function plainText(nodes: readonly object[]): string {
  return nodes.map((node) => {
    const { value, alt, children } = node as { value?: string; alt?: string; children?: readonly object[] };
    return value ?? alt ?? plainText(children ?? []);
  }).join('');
}
