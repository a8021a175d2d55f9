import { decodeEntities } from '../../domain/content/markdown/decode-entities.ts';
import type { PhrasingContent } from 'mdast';
import type { Block, Inline, Mark, Text } from '../../ports/content/block-documents.ts';
import { codePointsOf } from '../../domain/content/markdown/emoji.ts';
import { isRemovedElement, isUnknownElement } from '../../domain/content/markdown/raw-html.ts';
import { matchClosings } from './match-closings.ts';
import {
  contentReference,
  fragment,
  inline,
  joinPieces,
  leaf,
  textNode,
  withMark,
  type Piece,
} from './block-builders.ts';
import { joinSpanningExpressions } from './spanning-expressions.ts';
import { htmlTag, readHtml, type HtmlTag } from './html.ts';
import {
  imageToInline,
  elementToInline,
  elementToMark,
  mentionInline,
  similarImage,
  similarMark,
} from './inline-elements.ts';

const MARKS_BY_NODE: Readonly<Record<string, string>> = { strong: 'bold', emphasis: 'italic', delete: 'strikethrough' };
const createMark = (type: string): Mark => ({ object: 'mark', type });

const EXPRESSION = /\{\{([^{}]+)\}\}/g;
/** The same in the source, where a backslash makes the braces text. */
const WRITTEN_EXPRESSION = /\\?\{\\?\{[^{}]+\}\}/g;
/** Start of an expression about values that a page can have; braces around other words are text. */
const KNOWN_VALUE = /^\s*(?:page|space|visitor)\b/;

export interface InlineOptions {
  /** Omits tags without an equivalent instead of keeping them as raw text, and reads expressions in braces. */
  readonly forReaders?: boolean;
  /** Returns the content of a footnote; undefined if it is unknown or was repeated too often. */
  readonly footnoteOf?: (identifier: string) => readonly Block[] | undefined;
}

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
    private readonly options: InlineOptions = {},
  ) {}

  convert(nodes: readonly PhrasingContent[]): (Inline | Text)[] {
    return joinPieces(this.#toPieces(nodes, []));
  }

  #toPieces(parsed: readonly PhrasingContent[], marks: readonly Mark[]): Piece[] {
    const nodes = joinSpanningExpressions(parsed, this.source);
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
    if (tag.name === 'code' && tag.attributes.size === 0 && plainTextOf !== undefined)
      return [leaf(plainTextOf.replace(/\r\n?|\n/g, ' '), withMark(marks, createMark('code')))];
    return this.options.forReaders && !isUnknownElement(tag.name)
      ? this.#readableElement(tag, inside, marks)
      : undefined;
  }

  /** Converts an element without an equivalent: links and marks lose their attributes, other elements their tags. */
  #readableElement(tag: HtmlTag, inside: readonly PhrasingContent[], marks: readonly Mark[]): Piece[] {
    if (isRemovedElement(tag.name)) return [];
    const href = tag.name === 'a' ? tag.attributes.get('href') : undefined;
    if (href) return [this.#link(href, undefined, inside, marks)];
    const mark = tag.name === 'code' ? createMark('code') : similarMark(tag);
    return this.#toPieces(inside, mark === undefined ? marks : withMark(marks, mark));
  }

  #toPiece(node: PhrasingContent, marks: readonly Mark[]): Piece[] {
    switch (node.type) {
      case 'text':
        return this.#text(node, marks);
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
      case 'footnoteReference':
        return [this.#footnote(node, marks)];
      default:
        return this.#raw(node, marks);
    }
  }

  #html(value: string, marks: readonly Mark[]): Piece[] {
    const tag = htmlTag(value);
    if (tag?.name === 'br' && tag.attributes.size === 0) return [leaf('\n', marks)];
    const image = tag?.name === 'img' && tag.kind === 'void' ? imageToInline({ ...tag, children: [] }) : undefined;
    if (image !== undefined) return [image];
    if (!this.options.forReaders || (tag !== undefined && isUnknownElement(tag.name)))
      return [leaf(value, marks, true)];
    if (tag?.name === 'br') return [leaf('\n', marks)];
    const similar = tag?.name === 'img' ? similarImage(tag) : undefined;
    return similar === undefined ? [] : [similar];
  }

  /** Converts text. Expressions in braces are kept as raw text; readers get those about values that a page can have. */
  #text(node: Extract<PhrasingContent, { type: 'text' }>, marks: readonly Mark[]): Piece[] {
    const text = node.value.replace(/\r\n?|\n/g, ' ');
    if (!text.includes('{{')) return [leaf(text, marks)];
    const expressions = [...text.matchAll(EXPRESSION)];
    const written = this.source.slice(node.position?.start.offset, node.position?.end.offset).match(WRITTEN_EXPRESSION);
    // Braces that are written as character references are text.
    if (written?.length !== expressions.length) return [leaf(text, marks)];
    const pieces: Piece[] = [];
    let done = 0;
    for (const [i, { 0: whole, 1: expression = '', index }] of expressions.entries()) {
      const piece = this.#expression(written[i]!, expression, marks);
      if (piece === undefined) continue;
      pieces.push(leaf(text.slice(done, index), marks), piece);
      done = index + whole.length;
    }
    return [...pieces, leaf(text.slice(done), marks)];
  }

  #expression(written: string, expression: string, marks: readonly Mark[]): Piece | undefined {
    if (/^\\|^\{\\/.test(written)) return undefined;
    if (this.options.forReaders)
      return KNOWN_VALUE.test(expression) ? inline('expression', { expression: expression.trim() }) : undefined;
    // A continued line of a quote begins with its sign.
    return leaf(written.replace(/[ \t]*(?:\r\n|\r|\n)[ \t>]*/g, ' '), marks, true);
  }

  /** Converts a reference to a footnote into an annotation of its number or name. */
  #footnote(node: Extract<PhrasingContent, { type: 'footnoteReference' }>, marks: readonly Mark[]): Piece {
    const label = node.label ?? node.identifier;
    const written = this.source.slice(node.position?.start.offset, node.position?.end.offset);
    const body = written === `[^${label}]` ? this.options.footnoteOf?.(node.identifier) : undefined;
    if (body === undefined) return leaf(written, marks, true);
    return {
      ...inline('annotation', { footnote: label }, [
        textNode([leaf(label, withMark(marks, createMark('superscript')))]),
      ]),
      fragments: [fragment('annotation-body', body, true)],
    };
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
