import type { PhrasingContent } from 'mdast';
import type { Inline, Mark, Text } from '../../ports/content/block-documents.ts';
import { codePointsOf } from '../../domain/content/markdown/emoji.ts';
import { matchClosings } from './match-closings.ts';
import { contentReference, inline, joinPieces, leaf, withMark, type Piece } from './block-builders.ts';
import { decodeEntities, htmlTag, readHtml, type HtmlTag } from './html.ts';
import { imageToInline, elementToInline, elementToMark, mentionInline } from './inline-elements.ts';

const MARKS_BY_NODE: Readonly<Record<string, string>> = { strong: 'bold', emphasis: 'italic', delete: 'strikethrough' };
const createMark = (type: string): Mark => ({ object: 'mark', type });

/** Converts inline Markdown into inlines and texts; syntax without an equivalent becomes raw text. */
export class InlineReader {
  constructor(
    /** Source that positions in the tree refer to. */
    private readonly source: string,
    /** Targets of reference-style links. */
    private readonly definitions: ReadonlyMap<
      string,
      { readonly url: string; readonly title?: string | null | undefined }
    >,
  ) {}

  convert(nodes: readonly PhrasingContent[]): (Inline | Text)[] {
    return joinPieces(this.#toPieces(nodes, []));
  }

  #toPieces(nodes: readonly PhrasingContent[], marks: readonly Mark[]): Piece[] {
    const pieces: Piece[] = [];
    const closings = matchClosings(
      nodes.map(parseTag).map((tag) => ({
        opens: tag?.kind === 'open' ? tag.name : undefined,
        closes: tag?.kind === 'close' ? tag.name : undefined,
      })),
    );
    for (let i = 0; i < nodes.length; i++) {
      const node = nodes[i]!;
      const end = closings.get(i);
      const found = end === undefined ? undefined : this.#elementPieces(nodes, i, end, marks);
      if (found === undefined) pieces.push(...this.#toPiece(node, marks));
      else {
        pieces.push(...found);
        i = end!;
      }
    }
    return pieces;
  }

  /** Converts the content between a tag and its closing tag. */
  #elementPieces(
    nodes: readonly PhrasingContent[],
    start: number,
    end: number,
    marks: readonly Mark[],
  ): Piece[] | undefined {
    const tag = parseTag(nodes[start]!)!;
    const inside = nodes.slice(start + 1, end);
    const style = elementToMark(tag);
    if (style) return this.#toPieces(inside, withMark(marks, style));
    if (
      tag.name === 'a' &&
      [...tag.attributes.keys()].every((name) => name === 'href' || name === 'title') &&
      tag.attributes.has('href')
    ) {
      return [this.#link(tag.attributes.get('href')!, tag.attributes.get('title'), inside, marks)];
    }
    const written = this.source.slice(nodes[start]!.position?.end.offset, nodes[end]!.position?.start.offset);
    if (tag.name === 'picture') {
      const [picture] = readHtml(`<picture>${written}</picture>`) ?? [];
      const image = typeof picture === 'object' ? imageToInline(picture) : undefined;
      return image && [image];
    }
    const plainTextOf = writtenText(inside);
    // The content of expressions and formulas is not Markdown.
    const content =
      tag.name === 'code' || tag.attributes.get('data-tag') === 'math'
        ? decodeEntities(written.replace(/\\([\\`*_{}[\]<>()#+.!|~-])/g, '$1'))
        : plainTextOf;
    const special = content === undefined ? undefined : elementToInline(tag, content);
    if (special) return [special];
    return tag.name === 'code' && tag.attributes.size === 0 && plainTextOf !== undefined
      ? [leaf(plainTextOf.replace(/\r\n?|\n/g, ' '), withMark(marks, createMark('code')))]
      : undefined;
  }

  #toPiece(node: PhrasingContent, marks: readonly Mark[]): Piece[] {
    switch (node.type) {
      case 'text':
        return [leaf(node.value.replace(/\r\n?|\n/g, ' '), marks)];
      case 'html':
        return this.#html(node.value, marks);
      case 'inlineCode':
        return [leaf(node.value.replace(/\r\n?|\n/g, ' '), withMark(marks, createMark('code')))];
      case 'strong':
      case 'emphasis':
      case 'delete':
        return this.#toPieces(node.children, withMark(marks, createMark(MARKS_BY_NODE[node.type]!)));
      case 'break':
        return [leaf('\n', marks)];
      case 'link':
        return [this.#link(node.url, node.title, node.children, marks)];
      case 'image':
        return [this.#image(node.url, node.alt, node.title)];
      case 'linkReference': {
        const to = this.definitions.get(node.identifier);
        return to === undefined ? this.#raw(node, marks) : [this.#link(to.url, to.title, node.children, marks)];
      }
      case 'imageReference': {
        const to = this.definitions.get(node.identifier);
        return to === undefined ? this.#raw(node, marks) : [this.#image(to.url, node.alt, to.title)];
      }
      case 'inlineMath':
        return node.value === '' ? this.#raw(node, marks) : [inline('inline-math', { formula: node.value })];
      case 'emoji':
        return [inline('emoji', { code: codePointsOf(node.value), shortcode: node.name })];
      default:
        return this.#raw(node, marks);
    }
  }

  #html(value: string, marks: readonly Mark[]): Piece[] {
    const tag = htmlTag(value);
    if (tag?.name === 'br' && tag.attributes.size === 0) return [leaf('\n', marks)];
    const image = tag?.name === 'img' && tag.kind === 'void' ? imageToInline({ ...tag, children: [] }) : undefined;
    return [image ?? leaf(value, marks, true)];
  }
  #raw(node: PhrasingContent, marks: readonly Mark[]): Piece[] {
    return [leaf(this.source.slice(node.position?.start.offset, node.position?.end.offset), marks, true)];
  }
  #link(
    url: string,
    title: string | null | undefined,
    children: readonly PhrasingContent[],
    marks: readonly Mark[],
  ): Inline {
    const nodes = joinPieces(this.#toPieces(children, marks));
    if (title === 'mention') return mentionInline(url, nodes.map(words).join(''));
    return inline('link', { ref: contentReference(url), title: title?.replace(/\s+/g, ' ') ?? undefined }, nodes);
  }
  #image(url: string, alt: string | null | undefined, title: string | null | undefined): Inline {
    return inline('inline-image', {
      ref: contentReference(url),
      caption: alt?.replace(/\s+/g, ' ') || undefined,
      title: title?.replace(/\s+/g, ' ') ?? undefined,
    });
  }
}

/** Returns text as it is written, with the shortcodes of emoji, such as `:rocket:` in an icon; undefined for other content. */
function writtenText(nodes: readonly PhrasingContent[]): string | undefined {
  const texts = nodes.map((node) =>
    node.type === 'text' ? node.value : node.type === 'emoji' ? `:${node.name}:` : undefined,
  );
  return texts.includes(undefined) ? undefined : texts.join('');
}

const words = (node: Inline | Text): string =>
  node.object === 'text' ? node.leaves.map(({ text }) => text).join('') : (node.nodes ?? []).map(words).join('');

const parseTag = (node: PhrasingContent): HtmlTag | undefined =>
  node.type === 'html' ? htmlTag(node.value) : undefined;
