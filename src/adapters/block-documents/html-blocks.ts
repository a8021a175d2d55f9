import type { Block } from '../../ports/content/block-documents.ts';
import { contentReference, block, fragment, plainText, voidBlock } from './block-builders.ts';
import { elementsOnly, hasOnly, readHtml, type HtmlElement } from './html.ts';
import { htmlTableToBlock } from './html-tables.ts';
import { htmlToBlocks, imageToInline, htmlToInlines, parsePicture } from './inline-elements.ts';
import { parseLength } from './tag-blocks.ts';

/** Converts HTML into a block; undefined if no block represents it without loss. */
export function htmlToBlock(source: string): Block | undefined {
  const elements = elementsOnly(readHtml(source) ?? ['?']);
  const [only] = elements ?? [];
  if (elements === undefined || only === undefined) return undefined;
  if (elements.every(({ name }) => name === 'figure')) return figuresBlock(elements, {});
  if (elements.length > 1) return undefined;
  switch (only.name) {
    case 'div':
      return alignedFigures(only);
    case 'img':
    case 'picture':
      return drawingBlock(only) ?? imageParagraph(only);
    case 'p': {
      const nodes = only.attributes.size === 0 ? htmlToInlines(only.children) : undefined;
      return nodes && block('paragraph', {}, nodes);
    }
    case 'br':
      return only.attributes.size === 0 ? block('paragraph', {}, [plainText('\n')]) : undefined;
    case 'table':
      return htmlTableToBlock(only);
    case 'pre':
      return highlightedCode(only);
    default:
      return undefined;
  }
}

function imageParagraph(element: HtmlElement): Block | undefined {
  const image = imageToInline(element);
  return image && block('paragraph', {}, [image]);
}

function drawingBlock(element: HtmlElement): Block | undefined {
  const { attributes } = element;
  const ref = contentReference(attributes.get('src') ?? '');
  if (
    attributes.get('class') !== 'gitbook-drawing' ||
    ref['kind'] !== 'file' ||
    attributes.get('alt') ||
    !hasOnly(element, 'src', 'alt', 'class')
  )
    return undefined;
  return voidBlock('drawing', { ref });
}

function alignedFigures(div: HtmlElement): Block | undefined {
  const inside = elementsOnly(div.children);
  if (!inside?.length || !inside.every(({ name }) => name === 'figure') || !hasOnly(div, 'align', 'data-full-width'))
    return undefined;
  const align = div.attributes.get('align');
  const wide = div.attributes.get('data-full-width');
  if ((align !== undefined && !['left', 'right', 'center'].includes(align)) || (wide !== undefined && wide !== 'true'))
    return undefined;
  return figuresBlock(inside, { align, fullWidth: wide === 'true' || undefined });
}

function figuresBlock(elements: readonly HtmlElement[], data: Readonly<Record<string, unknown>>): Block | undefined {
  const images = elements.map(figureToImage);
  return images.every((image) => image !== undefined) ? { ...block('images', data, images), isVoid: false } : undefined;
}

/** Converts a figure with its image and caption. */
function figureToImage(figure: HtmlElement): Block | undefined {
  const [picture, caption, ...more] = elementsOnly(figure.children) ?? [];
  const { img, dark } = (picture && parsePicture(picture)) ?? {};
  if (
    figure.attributes.size > 0 ||
    img === undefined ||
    more.length > 0 ||
    (caption && (caption.name !== 'figcaption' || caption.attributes.size > 0))
  )
    return undefined;
  if (!hasOnly(img, 'src', 'alt', 'width', 'height', 'title') || !img.attributes.has('src')) return undefined;
  const length = (name: string): { readonly value?: unknown } | undefined => {
    const written = img.attributes.get(name);
    if (written === undefined) return {};
    const value = parseLength(written);
    return value === undefined ? undefined : { value };
  };
  const [width, height] = [length('width'), length('height')];
  const captionBlocks = parseCaption(caption);
  if (width === undefined || height === undefined || captionBlocks === undefined) return undefined;
  const data = {
    ref: contentReference(img.attributes.get('src')!),
    refDark: dark === undefined ? undefined : contentReference(dark),
    width: width.value,
    height: height.value,
    alt: img.attributes.get('alt') || undefined,
    title: img.attributes.get('title'),
  };
  return voidBlock('image', data, captionBlocks.length === 0 ? [] : [fragment('caption', captionBlocks)]);
}

function parseCaption(caption: HtmlElement | undefined): Block[] | undefined {
  return caption === undefined || caption.children.length === 0 ? [] : htmlToBlocks(caption.children);
}

/** Converts preformatted code whose strong lines are highlighted. */
function highlightedCode(pre: HtmlElement): Block | undefined {
  const [code, ...more] = elementsOnly(pre.children) ?? [];
  if (code?.name !== 'code' || more.length > 0 || !hasOnly(pre, 'class') || !hasOnly(code, 'class')) return undefined;
  const syntax = /^lang-(\S+)$/.exec(code.attributes.get('class') ?? '')?.[1];
  if (
    (code.attributes.has('class') && syntax === undefined) ||
    ![undefined, `language-${syntax ?? ''}`].includes(pre.attributes.get('class'))
  )
    return undefined;
  const parts: { text: string; strong: boolean }[] = [];
  for (const child of code.children) {
    if (typeof child === 'string') parts.push({ text: child, strong: false });
    else if (
      child.name === 'strong' &&
      child.attributes.size === 0 &&
      child.children.every((one) => typeof one === 'string')
    )
      parts.push({ text: child.children.join(''), strong: true });
    else return undefined;
  }
  const text = parts
    .map((part) => part.text)
    .join('')
    .replace(/\n$/, '');
  const highlighted = strongLines(parts, text.split('\n').length);
  if (highlighted === undefined) return undefined;
  const lines = text
    .split('\n')
    .map((line, i) => block('code-line', highlighted.has(i) ? { highlighted: true } : {}, [plainText(line)]));
  return highlighted.size === 0 ? undefined : block('code', { syntax }, lines);
}

/** Returns the lines that are strong as a whole; undefined if only a part of a line is. */
function strongLines(
  parts: readonly { readonly text: string; readonly strong: boolean }[],
  count: number,
): ReadonlySet<number> | undefined {
  const found = new Set<number>();
  let line = 0;
  let atStart = true;
  for (const { text, strong } of parts) {
    const lines = text.split('\n').length - 1;
    if (strong) {
      if (!atStart) return undefined;
      const last = text.endsWith('\n') ? line + lines - 1 : line + lines;
      if (!text.endsWith('\n') && last !== count - 1) return undefined;
      for (let at = line; at <= last; at++) found.add(at);
    }
    if (text !== '') atStart = text.endsWith('\n');
    line += lines;
  }
  return found;
}
