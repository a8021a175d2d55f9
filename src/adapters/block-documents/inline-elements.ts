import type { Inline, Mark } from '../../ports/content/block-documents.ts';
import {
  contentReference,
  inline,
  joinPieces,
  leaf,
  withoutUndefined,
  withMark,
  type Data,
  type Piece,
} from './block-builders.ts';
import { codePointsOf, emojiNamed } from '../../domain/content/markdown/emoji.ts';
import { elementsOnly, hasOnly, type HtmlElement, type HtmlNode } from './html.ts';

const MARKS: Readonly<Record<string, string>> = {
  strong: 'bold',
  b: 'bold',
  em: 'italic',
  i: 'italic',
  del: 'strikethrough',
  s: 'strikethrough',
  sup: 'superscript',
  sub: 'subscript',
  kbd: 'keyboard',
};
type ElementTag = Pick<HtmlElement, 'name' | 'attributes'>;

/** Returns the mark that an element represents. */
export function elementToMark(element: ElementTag): Mark | undefined {
  const { name, attributes } = element;
  if (name === 'mark')
    return hasOnly(element, 'style') ? parseColor(attributes.get('style') ?? 'background-color:yellow') : undefined;
  return Object.hasOwn(MARKS, name) && attributes.size === 0 ? { object: 'mark', type: MARKS[name]! } : undefined;
}

function parseColor(style: string): Mark | undefined {
  const data = { text: 'default', background: 'default' };
  for (const rule of style.split(';').filter((part) => part.trim() !== '')) {
    const [, property, value] = /^\s*(color|background-color)\s*:\s*([^\s:]+)\s*$/.exec(rule) ?? [];
    if (value === undefined) return undefined;
    data[property === 'color' ? 'text' : 'background'] = value;
  }
  return data.text === 'default' && data.background === 'default' ? undefined : { object: 'mark', type: 'color', data };
}

/** Converts an element that contains only text into an inline. */
export function elementToInline(element: ElementTag, content: string): Inline | undefined {
  const { name, attributes } = element;
  const value = (key: string): string | undefined => attributes.get(key);
  const label = content.replace(/\s+/g, ' ');
  switch (name) {
    case 'code':
      return hasOnly(element, 'class') && value('class') === 'expression' && label.trim() !== ''
        ? inline('expression', { expression: label.trim() })
        : undefined;
    case 'i': {
      const icon = /^fa-([\w-]+)$/.exec(value('class') ?? '')?.[1];
      return icon !== undefined && hasOnly(element, 'class', 'style') && label === `:${icon}:`
        ? inline('icon', { icon, ...iconStyle(value('style')) })
        : undefined;
    }
    case 'span':
      if (!hasOnly(element, 'data-gb-custom-inline', 'data-tag', 'data-code') || value('data-gb-custom-inline') !== '')
        return undefined;
      if (value('data-tag') === 'emoji' && value('data-code')) return inline('emoji', { code: value('data-code') });
      return value('data-tag') === 'math' && !attributes.has('data-code') && label.trim() !== ''
        ? inline('inline-math', { formula: label })
        : undefined;
    case 'a':
      if (hasOnly(element, 'href', 'data-mention') && attributes.has('data-mention'))
        return value('href') === undefined ? undefined : mentionInline(value('href')!, label);
      return hasOnly(element, 'href', 'class', 'data-icon', 'data-size')
        ? buttonInline(element, label, {
            ref: value('href') === undefined ? undefined : contentReference(value('href')!),
          })
        : undefined;
    case 'button':
      return value('type') === 'button' &&
        value('data-action') &&
        hasOnly(element, 'type', 'class', 'data-icon', 'data-size', 'data-action', 'data-query', 'data-slug')
        ? buttonInline(element, label, {
            action: withoutUndefined({
              action: value('data-action'),
              query: value('data-query'),
              slug: value('data-slug'),
            }),
          })
        : undefined;
    default:
      return undefined;
  }
}

/** Reads the style of an icon: its color, or any other style as written. */
function iconStyle(style: string | undefined): Data {
  const color = /^\s*color\s*:\s*([^\s:;]+)\s*;?\s*$/.exec(style ?? '')?.[1];
  return color !== undefined && ICON_COLORS.has(color) ? { color } : { style };
}

const ICON_COLORS = new Set(
  'default green blue red orange yellow purple $primary $info $success $warning $danger'.split(' '),
);

function buttonInline({ attributes }: ElementTag, label: string, action: Data): Inline | undefined {
  const kind = /^button (primary|secondary)$/.exec(attributes.get('class') ?? '')?.[1];
  const size = attributes.get('data-size');
  return kind === undefined || label.trim() === '' || ![undefined, 'small', 'medium', 'large'].includes(size)
    ? undefined
    : inline('button', { label, kind, size, icon: attributes.get('data-icon'), ...action });
}

export const mentionInline = (target: string, label: string): Inline =>
  inline('mention', { ref: contentReference(target), label: label === target || label === '' ? undefined : label });

/** Converts an image within text. */
export function imageToInline(element: HtmlElement): Inline | undefined {
  const { img, src, dark } = parsePicture(element) ?? {};
  if (img === undefined || src === undefined || !hasOnly(img, 'src', 'alt', 'data-size', 'title')) return undefined;
  const size = img.attributes.get('data-size');
  if (size !== undefined && size !== 'line' && size !== 'original') return undefined;
  return inline('inline-image', {
    ref: contentReference(src),
    refDark: dark === undefined ? undefined : contentReference(dark),
    caption: img.attributes.get('alt') || undefined,
    size,
    title: img.attributes.get('title'),
  });
}

/** Image with its address and that of its variant for dark color schemes. */
export interface Picture {
  readonly img: HtmlElement;
  readonly src: string | undefined;
  readonly dark?: string | undefined;
}

/**
 * Reads an image with its optional variant for dark color schemes. A picture that also names the variant for light ones
 * is read only if that is its image, or if its image is the dark variant.
 */
export function parsePicture(element: HtmlElement): Picture | undefined {
  const src = (img: HtmlElement): string | undefined => img.attributes.get('src');
  if (element.name === 'img') return { img: element, src: src(element) };
  if (element.name !== 'picture' || element.attributes.size > 0) return undefined;
  const elements = elementsOnly(element.children) ?? [];
  const [sources, img] = [elements.slice(0, -1), elements.at(-1)];
  const addresses = new Map<string, string>();
  for (const source of sources) {
    const scheme = COLOR_SCHEME.exec(source.attributes.get('media') ?? '')?.[1];
    const address = source.attributes.get('srcset');
    if (source.name !== 'source' || !hasOnly(source, 'srcset', 'media')) return undefined;
    if (scheme === undefined || address === undefined || addresses.has(scheme)) return undefined;
    addresses.set(scheme, address);
  }
  if (img?.name !== 'img' || addresses.size === 0) return undefined;
  const [light, dark] = [addresses.get('light'), addresses.get('dark')];
  if (dark === undefined) return { img, src: light, dark: src(img) };
  return light === undefined || light === src(img) ? { img, src: src(img), dark } : undefined;
}

const COLOR_SCHEME = /^\(prefers-color-scheme: (dark|light)\)$/;

/** Converts HTML into inline content; undefined if a part is unknown. */
export function htmlToInlines(nodes: readonly HtmlNode[]): ReturnType<typeof joinPieces> | undefined {
  const pieces = toPieces(nodes, []);
  return pieces && joinPieces(pieces);
}

function toPieces(nodes: readonly HtmlNode[], marks: readonly Mark[]): Piece[] | undefined {
  const pieces: Piece[] = [];
  for (const node of nodes) {
    const found =
      typeof node === 'string' ? textPieces(node.replace(/[ \t]*[\r\n]+[ \t]*/g, ' '), marks) : toPiece(node, marks);
    if (found === undefined) return undefined;
    pieces.push(...found);
  }
  return pieces;
}

const SPECIAL_TEXT = /(?<![A-Za-z0-9_:]):([a-z0-9_+-]{1,60}):(?![A-Za-z0-9])|\{\{([^{}]+)\}\}/g;
/** Characters that Markdown or HTML would read in an expression in braces. */
const MARKUP = /[<>&|`\\*_]/;

/** Converts text of HTML; shortcodes of known emoji become inlines, and expressions in braces stay expressions. */
function textPieces(text: string, marks: readonly Mark[]): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const { 0: whole, 1: name, 2: expression, index } of text.matchAll(SPECIAL_TEXT)) {
    const piece = name === undefined ? expressionPiece(expression!, marks) : emojiPiece(name);
    if (piece === undefined) continue;
    pieces.push(leaf(text.slice(done, index), marks), piece);
    done = index + whole.length;
  }
  return [...pieces, leaf(text.slice(done), marks)];
}

const expressionPiece = (expression: string, marks: readonly Mark[]): Piece =>
  MARKUP.test(expression)
    ? inline('expression', { expression: expression.trim() })
    : leaf(`{{${expression}}}`, marks, true);

function emojiPiece(name: string): Inline | undefined {
  const emoji = emojiNamed(name);
  return emoji === undefined ? undefined : inline('emoji', { code: codePointsOf(emoji), shortcode: name });
}

function toPiece(element: HtmlElement, marks: readonly Mark[]): Piece[] | undefined {
  const { name, attributes, children } = element;
  if (name === 'br') return attributes.size === 0 ? [leaf('\n', marks)] : undefined;
  if (name === 'img' || name === 'picture') return one(imageToInline(element));
  const words = children.every((child) => typeof child === 'string') ? children.join('') : undefined;
  const special = words === undefined ? undefined : elementToInline(element, words);
  if (special) return [special];
  if (name === 'code' && attributes.size === 0)
    return words === undefined ? undefined : [leaf(words, withMark(marks, { object: 'mark', type: 'code' }))];
  if (name === 'a') {
    const nodes = hasOnly(element, 'href', 'title') && attributes.has('href') ? toPieces(children, marks) : undefined;
    return (
      nodes && [
        inline(
          'link',
          { ref: contentReference(attributes.get('href')!), title: attributes.get('title') },
          joinPieces(nodes),
        ),
      ]
    );
  }
  const mark = elementToMark(element);
  return mark && toPieces(children, withMark(marks, mark));
}

const one = (found: Inline | undefined): Piece[] | undefined => found && [found];

/** Marks that stand for elements without an equivalent. */
const SIMILAR_MARKS: Readonly<Record<string, string>> = {
  strike: 'strikethrough',
  cite: 'italic',
  dfn: 'italic',
  var: 'italic',
};

/**
 * Returns the mark that an element stands for, whatever its attributes are; undefined for elements that are not shown
 * as marks.
 */
export function similarMark({ name, attributes }: ElementTag): Mark | undefined {
  const exact = elementToMark({ name, attributes }) ?? elementToMark({ name, attributes: new Map() });
  const type = Object.hasOwn(SIMILAR_MARKS, name) ? SIMILAR_MARKS[name] : undefined;
  return exact ?? (type === undefined ? undefined : { object: 'mark', type });
}

/** Converts an image within text, without the attributes that it does not have there; undefined without an address. */
export function similarImage({ attributes }: ElementTag): Inline | undefined {
  const src = attributes.get('src');
  if (!src) return undefined;
  return inline('inline-image', { ref: contentReference(src), caption: attributes.get('alt') || undefined });
}

/** Converts HTML into inline content for readers: text remains, while unknown elements and attributes are omitted. */
export function readableInlines(nodes: readonly HtmlNode[]): ReturnType<typeof joinPieces> {
  const [first, last] = [nodes[0], nodes.at(-1)];
  const trimmed = nodes.map((node) => {
    if (typeof node !== 'string') return node;
    const text = node.replace(/\s+/g, ' ');
    const start = node === first ? text.trimStart() : text;
    return node === last ? start.trimEnd() : start;
  });
  return joinPieces(readablePieces(trimmed, []));
}

function readablePieces(nodes: readonly HtmlNode[], marks: readonly Mark[]): Piece[] {
  return nodes.flatMap((node): Piece[] => {
    if (typeof node === 'string') return textPieces(node.replace(/\s+/g, ' '), marks);
    const exact = toPiece(node, marks);
    if (exact !== undefined) return exact;
    const { name, attributes, children } = node;
    const mark = similarMark(node);
    const href = name === 'a' ? attributes.get('href') : undefined;
    if (name === 'br') return [leaf('\n', marks)];
    if (name === 'img') return one(similarImage(node)) ?? [];
    if (href) return [inline('link', { ref: contentReference(href) }, joinPieces(readablePieces(children, marks)))];
    return readablePieces(children, mark === undefined ? marks : withMark(marks, mark));
  });
}
