import { directionOfStart, directionOfText, type Direction } from '../../../domain/content/text/text-direction.ts';
import { attribute, classesOf, elementsIn, isElement, isInline, textIn, type Element, type Node } from './html-tree.ts';
import { type Align, type Block, type Code, type Inline, type Tone } from './nodes.ts';
import { isFormula, plainText, readInlines, type PageContext } from './read-inlines.ts';
import { alignOf, readTable } from './read-table.ts';

export interface BlockContext extends PageContext {
  /** Registers code to be colored. */
  code(code: Code, language: string): Code;
  /** Rank of the next heading of a level. */
  rank(level: number): number;
}

/** Depth of containers; deeper ones are left out, and what they contain is in the deepest. */
const MAX_DEPTH = 8;
/** Characters of a box, and lines of code, that stay on one page. */
const WHOLE_BOX = 500;
const WHOLE_CODE = 14;

/** Cell of a table in which blocks are. */
interface CellContext {
  /** Direction of the table, for blocks that are in no container within the cell: those of a column begin on one side. */
  readonly dir?: Direction;
  /** Number of letters beyond which a word does not fit into the cell. */
  readonly longestWord?: number;
}

/**
 * Reads the blocks of a page from the HTML of the site. What a site hides until a reader asks for it (tabs, details) is
 * there in order.
 */
export class BlockReader {
  constructor(
    private readonly page: BlockContext,
    private readonly depth = 0,
    private readonly align: Align = 'start',
    private readonly bold = false,
    private readonly cell?: CellContext,
  ) {}

  read(nodes: readonly Node[]): readonly Block[] {
    const blocks: Block[] = [];
    let line: Node[] = [];
    const endLine = (): void => {
      blocks.push(...this.#paragraphs(line));
      line = [];
    };
    for (const node of nodes) {
      if (isInline(node)) line.push(node);
      else if (isElement(node)) {
        endLine();
        const isHeading = /^h[1-6]$/.test(node.tagName);
        const name = isHeading ? undefined : this.#label(node);
        if (name !== undefined) blocks.push({ k: 'label', name });
        blocks.push(...this.#within(node).#element(node));
      }
    }
    endLine();
    return blocks;
  }

  #within(node: Element, options: { readonly deeper?: boolean; readonly bold?: boolean } = {}): BlockReader {
    const { deeper = false, bold = this.bold } = options;
    const depth = this.depth + (deeper ? 1 : 0);
    const { dir, ...cell } = this.cell ?? {};
    return new BlockReader(this.page, depth, alignOf(node) ?? this.align, bold, deeper ? cell : this.cell);
  }

  #label(node: Element): string | undefined {
    const id = attribute(node, 'id');
    return id === undefined ? undefined : this.page.label(id);
  }

  #element(node: Element): readonly Block[] {
    const { tagName, childNodes } = node;
    const classes = classesOf(node);
    switch (tagName) {
      case 'p':
        return this.#paragraphs(childNodes, node);
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        return classes.includes('sr-only') ? [] : this.#heading(node, Number(tagName[1]));
      case 'ul':
      case 'ol':
        return classes.includes('q-cards')
          ? elementsIn(node).flatMap((card) => this.#box(node, 'plain', [], card.childNodes))
          : this.#list(node, classes.includes('q-steps'));
      case 'blockquote':
        return this.#nested(node, (of) => ({ k: 'quote', dir: directionOfStart(textIn(node)), of }));
      case 'pre':
        return [this.#code(node, false)];
      case 'figure':
        return this.#figure(node, classes);
      case 'table':
        return this.depth >= MAX_DEPTH ? this.read(elementsIn(node)) : this.#table(node);
      case 'hr':
        return [{ k: 'rule' }];
      case 'details':
        return this.#details(node);
      case 'dt':
        return new BlockReader(this.page, this.depth, this.align, true).read(childNodes);
      case 'dd':
        return this.#nested(node, (of) => ({ k: 'list', dir: directionOfStart(textIn(node)), items: [{ of }] }));
      case 'section':
        return classes.includes('footnotes') ? [{ k: 'rule' }, ...this.read(childNodes)] : this.read(childNodes);
      case 'div':
        return this.#division(node, classes);
      default:
        return this.read(childNodes);
    }
  }

  #division(node: Element, classes: readonly string[]): readonly Block[] {
    const tone = classes.find((name) => name.startsWith('q-hint-'))?.slice('q-hint-'.length) as Tone | undefined;
    if (tone !== undefined) return this.#box(node, tone, [attribute(node, 'aria-label') ?? ''], node.childNodes);
    if (classes.includes('q-columns') && this.depth < MAX_DEPTH && elementsIn(node).length > 0) {
      const columns = elementsIn(node);
      const widths = columns.map(
        (column) =>
          Number(/ q-w-(\d+) /.exec(` ${classesOf(column).join(' ')} `)?.[1]) || Math.max(1, 12 / columns.length),
      );
      const of = columns.map((column) => this.#within(column, { deeper: true }).read(column.childNodes));
      return columns.length > 4 ? of.flat() : [{ k: 'columns', widths, of }];
    }
    const isBox = classes.includes('q-link') || classes.includes('q-api');
    return isBox ? this.#box(node, 'plain', [], node.childNodes) : this.read(node.childNodes);
  }

  /** Blocks in a container, or without it where containers are nested too deeply. */
  #nested(node: Element, container: (of: readonly Block[]) => Block): readonly Block[] {
    if (this.depth >= MAX_DEPTH) return this.read(node.childNodes);
    return [container(this.#within(node, { deeper: true }).read(node.childNodes))];
  }

  #box(node: Element, tone: Tone, title: readonly Inline[], children: readonly Node[]): readonly Block[] {
    const of = this.#within(node, { deeper: true }).read(children);
    const text = textIn(node);
    if (this.depth < MAX_DEPTH)
      return [{ k: 'box', tone, dir: directionOfStart(text), title, whole: text.length <= WHOLE_BOX, of }];
    return [...(title.length > 0 ? [this.#paragraph([{ k: 'strong', of: title }], 'ltr')] : []), ...of];
  }

  #details(node: Element): readonly Block[] {
    const summary = elementsIn(node).find(({ tagName }) => tagName === 'summary');
    const rest = node.childNodes.filter((child) => child !== summary);
    return this.#box(node, 'plain', this.#titleOf(summary), rest);
  }

  #list(node: Element, steps: boolean): readonly Block[] {
    const items = elementsIn(node).filter(({ tagName }) => tagName === 'li');
    if (this.depth >= MAX_DEPTH) return items.flatMap((item) => this.read(item.childNodes));
    const dir = directionOfStart(textIn(node));
    const read = items.map((item) => {
      const checkbox = takeCheckbox(item);
      const name = this.#label(item);
      const of = this.#within(item, { deeper: true }).read(item.childNodes);
      return {
        of: name === undefined ? of : [{ k: 'label', name } as const, ...of],
        ...(checkbox !== undefined && { checked: attribute(checkbox, 'checked') !== undefined }),
      };
    });
    const start = Math.max(0, Math.trunc(Number(attribute(node, 'start') ?? 1)) || 0);
    return [node.tagName === 'ol' ? { k: 'enum', dir, start, steps, items: read } : { k: 'list', dir, items: read }];
  }

  #table(node: Element): readonly Block[] {
    const dir = directionOfText(textIn(node));
    const table = readTable(node, dir, (cell, longestWord) => {
      const align = alignOf(cell) ?? this.align;
      const context = { dir, longestWord };
      return new BlockReader(this.page, this.depth + 1, align, cell.tagName === 'th', context).read(cell.childNodes);
    });
    const captions = elementsIn(node).filter((child) => child.tagName === 'caption');
    return [...this.read(captions), ...(table === undefined ? [] : [table])];
  }

  #figure(node: Element, classes: readonly string[]): readonly Block[] {
    const caption = elementsIn(node).find(({ tagName }) => tagName === 'figcaption');
    const rest = node.childNodes.filter((child) => child !== caption);
    if (classes.includes('q-code'))
      return rest.flatMap((child) =>
        isElement(child) && child.tagName === 'pre'
          ? [this.#code(child, classes.includes('q-numbered'), caption && textIn(caption).trim())]
          : this.read([child]),
      );
    const said = this.#titleOf(caption);
    if (classes.includes('q-prompt')) return this.#box(node, 'plain', said, rest);
    return [
      ...this.read(rest),
      ...(said.length > 0 ? [this.#paragraph([{ k: 'small', of: said }], directionOfStart(plainText(said)))] : []),
    ];
  }

  /** The text of a summary or a caption, which may be in paragraphs and headings. */
  #titleOf(element: Element | undefined): readonly Inline[] {
    const nodes = element?.childNodes ?? [];
    return readInlines(
      nodes.flatMap((node) => (isElement(node) && !isInline(node) ? node.childNodes : [node])),
      this.page,
    );
  }

  #code(pre: Element, numbered: boolean, title?: string): Block {
    const code = elementsIn(pre).find(({ tagName }) => tagName === 'code');
    if (code !== undefined && isFormula(code)) return this.page.formula(textIn(code).trim(), true);
    const language = classesOf(code ?? pre)
      .find((name) => name.startsWith('language-'))
      ?.slice('language-'.length);
    const text = textIn(pre).replace(/\n$/, '');
    const whole = text.split('\n', WHOLE_CODE + 1).length <= WHOLE_CODE && text.length <= WHOLE_CODE * 100;
    const written = title ?? (code && attribute(code, 'data-title'));
    const node: Code = {
      k: 'code',
      text,
      numbered: numbered || (code !== undefined && attribute(code, 'data-numbered') !== undefined),
      whole,
      lines: [],
      ...(written ? { title: written } : {}),
    };
    return this.page.code(node, language ?? '');
  }

  #heading(node: Element, level: number): readonly Block[] {
    const name = this.#label(node);
    const of = readInlines(node.childNodes, this.page);
    if (plainText(of).trim() === '') return this.#paragraphs(node.childNodes);
    const rank = this.page.rank(level);
    const dir = directionOfStart(plainText(of));
    return [{ k: 'heading', level, rank, ...(name !== undefined && { name }), dir, of }];
  }

  /** A paragraph; images that stand alone in it are blocks of their own. */
  #paragraphs(nodes: readonly Node[], element?: Element): readonly Block[] {
    const inlines = readInlines(nodes, this.page, this.cell?.longestWord);
    const figures = inlines.length === 0 ? [] : this.#figures(inlines);
    if (figures !== undefined) return figures;
    const dirAttribute = element && attribute(element, 'dir');
    const dir = dirAttribute === 'ltr' || dirAttribute === 'rtl' ? dirAttribute : directionOfStart(plainText(inlines));
    const isNotice = element !== undefined && classesOf(element).includes('q-notice');
    return [this.#paragraph(isNotice ? [{ k: 'emph', of: inlines }] : inlines, dir)];
  }

  #paragraph(inlines: readonly Inline[], dir: Direction): Block {
    return { k: 'par', align: this.#alignment(), dir, of: this.bold ? [{ k: 'strong', of: inlines }] : inlines };
  }

  #alignment(): Align {
    const dir = this.cell?.dir;
    if (dir === undefined || this.align === 'center') return this.align;
    return (this.align === 'start') === (dir === 'ltr') ? 'left' : 'right';
  }

  /** Images, linked or not, and labels; undefined if there is anything else. */
  #figures(inlines: readonly Inline[], link?: Inline): readonly Block[] | undefined {
    const blocks: Block[] = [];
    for (const inline of inlines) {
      if (typeof inline === 'string' ? inline.trim() === '' : inline.k === 'break') continue;
      if (typeof inline === 'string') return undefined;
      if (inline.k === 'label') blocks.push(inline);
      else if (inline.k === 'image')
        blocks.push({ k: 'figure', align: this.#alignment(), image: inline, ...(link !== undefined && { link }) });
      else {
        const inner = inline.k === 'link' || inline.k === 'goto' ? this.#figures(inline.of, inline) : undefined;
        if (inner === undefined) return undefined;
        blocks.push(...inner);
      }
    }
    return blocks;
  }
}

/** Removes the box of a task from its item, because it is the item's mark. */
function takeCheckbox(item: Element): Element | undefined {
  if (!classesOf(item).includes('task-list-item')) return undefined;
  for (const parent of [item, ...elementsIn(item).slice(0, 1)]) {
    const checkbox = elementsIn(parent).find(({ tagName }) => tagName === 'input');
    if (checkbox === undefined) continue;
    parent.childNodes.splice(parent.childNodes.indexOf(checkbox), 1);
    return checkbox;
  }
  return undefined;
}
