import type { Block, Inline, Mark } from '../../ports/content/block-documents.ts';
import {
  contentReference,
  block,
  inline,
  joinPieces,
  leaf,
  withoutUndefined,
  withMark,
  type Data,
  type Piece,
} from './block-builders.ts';
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
  if (name === 'mark') return hasOnly(element, 'style') ? parseColor(attributes.get('style') ?? '') : undefined;
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
        ? inline('icon', { icon, style: value('style') })
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
      return hasOnly(element, 'href', 'class', 'data-icon')
        ? buttonInline(element, label, {
            ref: value('href') === undefined ? undefined : contentReference(value('href')!),
          })
        : undefined;
    case 'button':
      return value('type') === 'button' &&
        value('data-action') &&
        hasOnly(element, 'type', 'class', 'data-icon', 'data-action', 'data-query')
        ? buttonInline(element, label, { action: value('data-action'), query: value('data-query') })
        : undefined;
    default:
      return undefined;
  }
}

function buttonInline({ attributes }: ElementTag, label: string, action: Data): Inline | undefined {
  const kind = /^button (primary|secondary)$/.exec(attributes.get('class') ?? '')?.[1];
  return kind === undefined || label.trim() === ''
    ? undefined
    : inline('button', { label, kind, icon: attributes.get('data-icon'), ...action });
}

export const mentionInline = (target: string, label: string): Inline =>
  inline('mention', { ref: contentReference(target), label: label === target || label === '' ? undefined : label });

/** Converts an image within text. */
export function imageToInline(element: HtmlElement): Inline | undefined {
  const { img, dark } = parsePicture(element) ?? {};
  if (img === undefined || !hasOnly(img, 'src', 'alt', 'data-size', 'title') || !img.attributes.has('src'))
    return undefined;
  const size = img.attributes.get('data-size');
  if (size !== undefined && size !== 'line' && size !== 'original') return undefined;
  return inline('inline-image', {
    ref: contentReference(img.attributes.get('src')!),
    refDark: dark === undefined ? undefined : contentReference(dark),
    caption: img.attributes.get('alt') || undefined,
    size,
    title: img.attributes.get('title'),
  });
}

/** Reads an image with its optional variant for dark color schemes. */
export function parsePicture(element: HtmlElement): { readonly img: HtmlElement; readonly dark?: string } | undefined {
  if (element.name === 'img') return { img: element };
  if (element.name !== 'picture' || element.attributes.size > 0) return undefined;
  const [source, img, ...more] = elementsOnly(element.children) ?? [];
  if (source?.name !== 'source' || img?.name !== 'img' || more.length > 0) return undefined;
  const { attributes } = source;
  return hasOnly(source, 'srcset', 'media') &&
    attributes.get('media') === '(prefers-color-scheme: dark)' &&
    attributes.has('srcset')
    ? { img, dark: attributes.get('srcset')! }
    : undefined;
}

/** Converts HTML into inline content; undefined if a part is unknown. */
export function htmlToInlines(nodes: readonly HtmlNode[]): ReturnType<typeof joinPieces> | undefined {
  const pieces = toPieces(nodes, []);
  return pieces && joinPieces(pieces);
}

const BLOCK_TYPES: Readonly<Record<string, string>> = {
  p: 'paragraph',
  h2: 'heading-1',
  h3: 'heading-2',
  h4: 'heading-3',
};

/**
 * Converts the content of a cell or caption: paragraphs and headings, or inline content alone; undefined if a part is
 * unknown.
 */
export function htmlToBlocks(nodes: readonly HtmlNode[]): Block[] | undefined {
  const elements = elementsOnly(nodes);
  const whole =
    elements?.length &&
    elements.every(({ name, attributes }) => Object.hasOwn(BLOCK_TYPES, name) && attributes.size === 0)
      ? elements
      : undefined;
  const blocks = (whole ?? [{ name: 'p', children: nodes }]).map(({ name, children }) => {
    const inlines = htmlToInlines(children);
    return inlines && block(BLOCK_TYPES[name]!, withoutUndefined({}), inlines);
  });
  return blocks.every((asPieces) => asPieces !== undefined) ? blocks : undefined;
}

function toPieces(nodes: readonly HtmlNode[], marks: readonly Mark[]): Piece[] | undefined {
  const pieces: Piece[] = [];
  for (const node of nodes) {
    const found =
      typeof node === 'string' ? [leaf(node.replace(/[ \t]*[\r\n]+[ \t]*/g, ' '), marks)] : toPiece(node, marks);
    if (found === undefined) return undefined;
    pieces.push(...found);
  }
  return pieces;
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
