import type { Block } from '../../ports/content/block-documents.ts';
import { contentReference, block, fragment, plainText, voidBlock } from './block-builders.ts';
import { elementsOnly, hasOnly, readHtml, type HtmlElement } from './html.ts';
import { htmlTableToBlock } from './html-tables.ts';
import { imageToInline, htmlToInlines, parsePicture } from './inline-elements.ts';
import { htmlContentToBlocks, htmlStructureToBlocks } from './structure-blocks.ts';
import { parseLength } from './tag-blocks.ts';

/** Converts HTML into blocks; undefined if no blocks represent it without loss. */
export function htmlToBlocks(source: string): readonly Block[] | undefined {
  const nodes = readHtml(source);
  if (nodes === undefined) return undefined;
  const elements = elementsOnly(nodes);
  if (elements?.length === 0) return undefined;
  const special = elements && specialBlock(elements);
  if (special) return [special];
  const blocks = htmlStructureToBlocks(nodes);
  return blocks && blocks.length > 0 ? blocks : undefined;
}

function specialBlock(elements: readonly HtmlElement[]): Block | undefined {
  if (elements.every(({ name }) => name === 'figure')) return figuresBlock(elements, {});
  const [only] = elements;
  if (only === undefined || elements.length > 1) return undefined;
  switch (only.name) {
    case 'div':
      return alignedFigures(only);
    case 'img':
    case 'picture':
      return drawingBlock(only) ?? imageParagraph(only);
    case 'br':
      return only.attributes.size === 0 ? block('paragraph', {}, [plainText('\n')]) : undefined;
    case 'hr':
      return only.attributes.size === 0 ? voidBlock('divider', {}) : undefined;
    case 'table':
      return htmlTableToBlock(only);
    case 'pre':
      return preformattedCode(only);
    case 'iframe':
      return frameEmbed(only);
    case 'details':
      return detailsBlock(only);
    default:
      return undefined;
  }
}

/** Converts a frame of another website into an embed, whose other attributes are kept. */
function frameEmbed({ attributes, children }: HtmlElement): Block | undefined {
  const { src: url, ...others } = Object.fromEntries(attributes);
  if (!url || !/^https?:/i.test(url) || children.some((child) => typeof child !== 'string' || child.trim() !== ''))
    return undefined;
  if (
    Object.keys(others).some((name) => !/^[a-z_][\w-]*$/.test(name) || ['url', 'fullWidth', 'caption'].includes(name))
  )
    return undefined;
  return voidBlock('embed', { url, attributes: Object.keys(others).length === 0 ? undefined : others });
}

/** Converts an expandable part whose body is HTML. */
function detailsBlock(details: HtmlElement): Block | undefined {
  const [summary, ...body] = details.children.filter((child) => typeof child !== 'string' || child.trim() !== '');
  if (!hasOnly(details, 'open') || typeof summary !== 'object' || summary.name !== 'summary') return undefined;
  const title = summary.attributes.size === 0 ? htmlToInlines(summary.children) : undefined;
  const blocks = body.length === 0 ? undefined : htmlStructureToBlocks(body);
  if (title === undefined || blocks === undefined) return undefined;
  return voidBlock('expandable', { defaultExpanded: details.attributes.has('open') || undefined }, [
    fragment('expandable-title', [block('paragraph', {}, title)], true),
    fragment('expandable-body', blocks, true),
  ]);
}

function imageParagraph(element: HtmlElement): Block | undefined {
  const image = imageToInline(element);
  return image && block('paragraph', {}, [image]);
}

function drawingBlock(element: HtmlElement): Block | undefined {
  const { attributes } = element;
  const src = attributes.get('src') ?? '';
  if (attributes.get('class') !== 'gitbook-drawing' || src === '' || !hasOnly(element, 'src', 'alt', 'class'))
    return undefined;
  return voidBlock('drawing', { ref: contentReference(src), alt: attributes.get('alt') || undefined });
}

function alignedFigures(div: HtmlElement): Block | undefined {
  const inside = elementsOnly(div.children);
  if (
    !inside?.length ||
    !inside.every(({ name }) => name === 'figure') ||
    !hasOnly(div, 'align', 'data-full-width', 'data-with-frame')
  )
    return undefined;
  const align = div.attributes.get('align');
  const wide = div.attributes.get('data-full-width') ?? 'false';
  const framed = div.attributes.get('data-with-frame') ?? 'false';
  const areFlags = [wide, framed].every((value) => value === 'true' || value === 'false');
  if ((align !== undefined && !['left', 'right', 'center'].includes(align)) || !areFlags) return undefined;
  return figuresBlock(inside, {
    align,
    fullWidth: wide === 'true' || undefined,
    withFrame: framed === 'true' || undefined,
  });
}

function figuresBlock(elements: readonly HtmlElement[], data: Readonly<Record<string, unknown>>): Block | undefined {
  const images = elements.map(figureToImage);
  return images.every((image) => image !== undefined) ? { ...block('images', data, images), isVoid: false } : undefined;
}

/** Converts a figure with its image and caption. */
function figureToImage(figure: HtmlElement): Block | undefined {
  const [picture, caption, ...more] = elementsOnly(figure.children) ?? [];
  const { img, src, dark } = (picture && parsePicture(picture)) ?? {};
  if (
    figure.attributes.size > 0 ||
    img === undefined ||
    src === undefined ||
    more.length > 0 ||
    (caption && (caption.name !== 'figcaption' || caption.attributes.size > 0))
  )
    return undefined;
  if (!hasOnly(img, 'src', 'alt', 'width', 'height', 'title')) return undefined;
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
    ref: contentReference(src),
    refDark: dark === undefined ? undefined : contentReference(dark),
    width: width.value,
    height: height.value,
    alt: img.attributes.get('alt') || undefined,
    title: img.attributes.get('title'),
  };
  return voidBlock('image', data, captionBlocks.length === 0 ? [] : [fragment('caption', captionBlocks)]);
}

function parseCaption(caption: HtmlElement | undefined): Block[] | undefined {
  return caption === undefined || caption.children.length === 0 ? [] : htmlContentToBlocks(caption.children);
}

/** Converts preformatted code, in which strong lines are highlighted. */
function preformattedCode(pre: HtmlElement): Block | undefined {
  const elements = elementsOnly(pre.children);
  const code =
    elements?.length === 1 && elements[0]!.name === 'code' ? elements[0]! : { ...pre, attributes: NO_ATTRIBUTES };
  if (!hasOnly(pre, 'class') || !hasOnly(code, 'class')) return undefined;
  const [language, syntax] = [
    /^language-(\S+)$/.exec(pre.attributes.get('class') ?? '')?.[1],
    /^lang(?:uage)?-(\S+)$/.exec(code.attributes.get('class') ?? '')?.[1],
  ];
  if (
    (code.attributes.has('class') && syntax === undefined) ||
    (pre.attributes.has('class') && language === undefined) ||
    (language !== undefined && syntax !== undefined && language !== syntax)
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
  return block('code', { syntax: syntax ?? language }, lines);
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

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

/**
 * Converts an image with its caption into a figure for readers, without the attributes that a figure does not have;
 * undefined without an address.
 */
export function figureToBlock(
  picture: HtmlElement,
  caption: readonly Block[],
  align: string | undefined,
): Block | undefined {
  const fallback = imageIn(picture);
  const { img, src, dark } = parsePicture(picture) ?? { img: fallback, src: fallback?.attributes.get('src') };
  if (img === undefined || !src) return undefined;
  const data = {
    ref: contentReference(src),
    refDark: dark === undefined ? undefined : contentReference(dark),
    width: parseLength(img.attributes.get('width') ?? ''),
    height: parseLength(img.attributes.get('height') ?? ''),
    alt: img.attributes.get('alt') || undefined,
    title: img.attributes.get('title'),
  };
  const image = voidBlock('image', data, caption.length === 0 ? [] : [fragment('caption', caption)]);
  return block('images', { align: align === 'end' ? 'right' : align }, [image]);
}

const imageIn = ({ children }: HtmlElement): HtmlElement | undefined =>
  children.find((child): child is HtmlElement => typeof child !== 'string' && child.name === 'img');
