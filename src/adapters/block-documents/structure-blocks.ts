import type { PhrasingContent } from 'mdast';
import type { Block, Inline, Text } from '../../ports/content/block-documents.ts';
import { block, emptyParagraph, trimLines } from './block-builders.ts';
import { hasOnly, htmlTag, type HtmlElement, type HtmlNode } from './html.ts';
import { htmlToInlines } from './inline-elements.ts';

/** Elements that contain blocks or are blocks themselves. */
const STRUCTURE = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'div', 'center']);
const ALIGNMENTS: Readonly<Record<string, string | undefined>> = { left: undefined, center: 'center', right: 'end' };

/** Element that structures content whose other parts are inline. */
interface StructureElement<Content> {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (Content | StructureElement<Content>)[];
}

/** Access to the inline parts of structured content. */
interface InlineContent<Content> {
  readonly isElement: (node: Content | StructureElement<Content>) => node is StructureElement<Content>;
  readonly isBlank: (node: Content) => boolean;
  /** Converts inline content; undefined if a part is unknown. */
  readonly convert: (nodes: readonly Content[]) => readonly (Inline | Text)[] | undefined;
}

/** Converts structured content into blocks; undefined if no blocks represent it without loss. */
class StructureReader<Content> {
  constructor(private readonly inline: InlineContent<Content>) {}

  blocks(nodes: readonly (Content | StructureElement<Content>)[], align?: string): Block[] | undefined {
    const blocks: Block[] = [];
    let run: Content[] = [];
    const endRun = (): boolean => {
      const content = run;
      run = [];
      if (content.every((node) => this.inline.isBlank(node))) return true;
      const paragraph = this.#text('paragraph', {}, content, align);
      if (paragraph === undefined) return false;
      blocks.push(paragraph);
      return true;
    };
    for (const node of nodes) {
      if (!this.inline.isElement(node)) run.push(node);
      else {
        const found = endRun() ? this.#element(node, align) : undefined;
        if (found === undefined) return undefined;
        blocks.push(...found);
      }
    }
    return endRun() ? blocks : undefined;
  }

  #element(element: StructureElement<Content>, inheritedAlign: string | undefined): Block[] | undefined {
    const { name, attributes, children } = element;
    const stated = attributes.get('align') ?? (name === 'center' ? 'center' : undefined);
    if (stated !== undefined && !Object.hasOwn(ALIGNMENTS, stated)) return undefined;
    const align = stated === undefined ? inheritedAlign : ALIGNMENTS[stated];
    switch (name) {
      case 'p':
        return hasOnly(element, 'align') ? one(this.#text('paragraph', {}, children, align)) : undefined;
      case 'div':
      case 'center':
        return hasOnly(element, 'align') ? this.blocks(children, align) : undefined;
      case 'blockquote':
        return attributes.size === 0 ? one(this.#container('blockquote', children)) : undefined;
      case 'ul':
        return attributes.size === 0 ? one(this.#list('list-unordered', {}, children)) : undefined;
      case 'ol': {
        const start = Number(attributes.get('start') ?? 1);
        return hasOnly(element, 'start') && Number.isSafeInteger(start) && start >= 0 && start < 1e9
          ? one(this.#list('list-ordered', start === 1 ? {} : { start }, children))
          : undefined;
      }
      case 'li':
        return undefined;
      default: {
        const depth = Number(name.slice(1));
        const level = depth === 1 || depth > 4 ? depth : undefined;
        const type = `heading-${Math.min(3, Math.max(1, depth - 1))}`;
        return hasOnly(element, 'align', 'id')
          ? one(this.#text(type, { id: attributes.get('id') || undefined, level }, children, align))
          : undefined;
      }
    }
  }

  #text(
    type: string,
    data: Readonly<Record<string, unknown>>,
    children: readonly (Content | StructureElement<Content>)[],
    align: string | undefined,
  ): Block | undefined {
    const content: Content[] = [];
    for (const child of children) {
      if (this.inline.isElement(child)) return undefined;
      content.push(child);
    }
    const nodes = this.inline.convert(content);
    return nodes && block(type, { ...data, align }, nodes);
  }

  #container(type: string, children: readonly (Content | StructureElement<Content>)[]): Block | undefined {
    const inside = this.blocks(children);
    return inside && block(type, {}, inside.length > 0 ? inside : [emptyParagraph()]);
  }

  #list(
    type: string,
    data: Readonly<Record<string, unknown>>,
    children: readonly (Content | StructureElement<Content>)[],
  ): Block | undefined {
    const items: Block[] = [];
    for (const child of children) {
      if (!this.inline.isElement(child)) {
        if (!this.inline.isBlank(child)) return undefined;
        continue;
      }
      const item =
        child.name === 'li' && child.attributes.size === 0 ? this.#container('list-item', child.children) : undefined;
      if (item === undefined) return undefined;
      items.push(item);
    }
    return items.length === 0 ? undefined : block(type, data, items);
  }
}

const one = (found: Block | undefined): Block[] | undefined => found && [found];

const readerOfHtml = (convert: InlineContent<HtmlNode>['convert']): StructureReader<HtmlNode> =>
  new StructureReader<HtmlNode>({
    isElement: (node): node is HtmlElement => typeof node !== 'string' && STRUCTURE.has(node.name),
    isBlank: (node) => typeof node === 'string' && node.trim() === '',
    convert,
  });

const htmlStructure = readerOfHtml((nodes) => {
  const inlines = htmlToInlines(nodes);
  return inlines && trimLines(inlines);
});
const htmlContent = readerOfHtml(htmlToInlines);

/**
 * Converts HTML into paragraphs, headings, lists and quotes, without the white space at the edges of their lines, which
 * HTML does not show; undefined if a part is unknown.
 */
export const htmlStructureToBlocks = (nodes: readonly HtmlNode[]): Block[] | undefined => htmlStructure.blocks(nodes);

/** Converts the content of a cell or caption, which is at least an empty paragraph; undefined if a part is unknown. */
export function htmlContentToBlocks(nodes: readonly HtmlNode[]): Block[] | undefined {
  if (nodes.some((node) => typeof node !== 'string' && STRUCTURE.has(node.name))) {
    const blocks = htmlContent.blocks(nodes);
    if (blocks === undefined || blocks.some(({ data }) => 'align' in data)) return undefined;
    return blocks.length > 0 ? blocks : [emptyParagraph()];
  }
  const inlines = htmlToInlines(nodes);
  return inlines && [block('paragraph', {}, inlines)];
}

type CellNode = PhrasingContent | StructureElement<PhrasingContent>;
const isCellElement = (node: CellNode): node is StructureElement<PhrasingContent> => 'attributes' in node;

/** Converts the cell of a Markdown table that contains elements of blocks; undefined for any other cell. */
export function cellToBlocks(
  nodes: readonly PhrasingContent[],
  convert: (nodes: readonly PhrasingContent[]) => readonly (Inline | Text)[],
): Block[] | undefined {
  const content = parseElements(nodes);
  if (content === undefined || !content.some(isCellElement)) return undefined;
  const blocks = new StructureReader<PhrasingContent>({
    isElement: isCellElement,
    isBlank: (node) => node.type === 'text' && node.value.trim() === '',
    convert,
  }).blocks(content);
  return blocks?.some(({ data }) => 'align' in data) || blocks?.length === 0 ? undefined : blocks;
}

/** Groups inline content by the elements of blocks around it; undefined if these are not well-formed. */
function parseElements(nodes: readonly PhrasingContent[]): readonly CellNode[] | undefined {
  const root: CellNode[] = [];
  const open: { readonly name: string; readonly children: CellNode[] }[] = [];
  for (const node of nodes) {
    const tag = node.type === 'html' ? htmlTag(node.value) : undefined;
    const children = open.at(-1)?.children ?? root;
    if (tag === undefined || !STRUCTURE.has(tag.name)) children.push(node);
    else if (tag.kind === 'close') {
      if (open.pop()?.name !== tag.name) return undefined;
    } else {
      const inside: CellNode[] = [];
      children.push({ name: tag.name, attributes: tag.attributes, children: inside });
      if (open.push({ name: tag.name, children: inside }) > MAX_DEPTH) return undefined;
    }
  }
  return open.length === 0 ? root : undefined;
}

const MAX_DEPTH = 20;
