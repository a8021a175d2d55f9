import { COLORS } from '../pages/colors.ts';
import { PLAIN, type ImageRef, type Inline, type Style, type Target } from './blocks.ts';
import { attribute, classesOf, elementsIn, isElement, isText, textIn, type Element, type Node } from './html-tree.ts';

/** What addresses in the HTML stand for in the file. */
export interface Addresses {
  link(href: string): Target | undefined;
  image(src: string): Pick<ImageRef, 'source' | 'url'>;
  /** The name of a place on this page; undefined when it is none that is linked to. */
  name(id: string): string;
}

/** Text with its marks, as it stands in one paragraph. White space is as HTML shows it. */
export function readInlines(nodes: readonly Node[], addresses: Addresses, style: Style = PLAIN): readonly Inline[] {
  const out: Inline[] = [];
  for (const node of nodes) read(node, style, addresses, out);
  return collapsed(out);
}

function read(node: Node, style: Style, addresses: Addresses, out: Inline[]): void {
  if (isText(node)) {
    out.push({ kind: 'text', text: node.value, style });
    return;
  }
  if (!isElement(node)) return;
  const id = attribute(node, 'id');
  if (id !== undefined) out.push({ kind: 'name', name: addresses.name(id) });
  if (node.tagName === 'br') out.push({ kind: 'break' });
  else if (node.tagName === 'img') out.push({ kind: 'image', image: imageOf(node, addresses), style });
  else if (isFormula(node)) out.push({ kind: 'formula', tex: textIn(node).trim(), style });
  else if (node.tagName === 'input')
    out.push({ kind: 'text', text: attribute(node, 'checked') === undefined ? '☐ ' : '☑ ', style });
  else if (node.tagName === 'picture')
    for (const image of elementsIn(node).filter(({ tagName }) => tagName === 'img')) read(image, style, addresses, out);
  else {
    const own = styleOf(node, style, addresses);
    const quote = node.tagName === 'q';
    if (quote) out.push({ kind: 'text', text: '“', style: own });
    for (const child of node.childNodes) read(child, own, addresses, out);
    if (quote) out.push({ kind: 'text', text: '”', style: own });
    if (classesOf(node).includes('q-tag') || classesOf(node).includes('q-method'))
      out.push({ kind: 'text', text: ' ', style });
  }
}

export function imageOf(node: Element, addresses: Addresses): ImageRef {
  const width = /^(\d+(?:\.\d+)?)(%?)$/.exec(attribute(node, 'width') ?? '');
  const line = classesOf(node).includes('q-line-image');
  return {
    ...addresses.image(attribute(node, 'src') ?? ''),
    alt: (attribute(node, 'alt') ?? '').trim(),
    ...(line
      ? { width: { points: 12 } }
      : width !== null && {
          width: width[2] === '%' ? { part: Math.min(1, Number(width[1]) / 100) } : { points: Number(width[1]) * 0.75 },
        }),
  };
}

function styleOf(node: Element, style: Style, addresses: Addresses): Style {
  const classes = classesOf(node);
  switch (node.tagName) {
    case 'strong':
    case 'b':
    case 'dfn':
      return { ...style, bold: true };
    case 'em':
    case 'i':
    case 'cite':
    case 'var':
      return { ...style, italic: true };
    case 'code':
      return { ...style, mono: true, scale: style.scale * 0.92, ground: COLORS.raised };
    case 'kbd':
    case 'samp':
      return { ...style, mono: true, scale: style.scale * 0.9, ground: COLORS.raised };
    case 'del':
    case 's':
      return { ...style, struck: true };
    case 'ins':
    case 'u':
      return { ...style, underlined: true };
    case 'small':
      return { ...style, scale: style.scale * 0.85 };
    case 'sub':
      return { ...style, scale: style.scale * 0.75, rise: style.rise - 0.2 };
    case 'sup':
      return { ...style, scale: style.scale * 0.75, rise: style.rise + 0.38 };
    case 'mark':
      return marked(classes, style);
    case 'a': {
      const href = attribute(node, 'href');
      const target = href === undefined ? undefined : addresses.link(href);
      return target === undefined ? style : { ...style, target, color: COLORS.link };
    }
    default:
      if (classes.includes('q-tag')) return { ...style, scale: style.scale * 0.85, ground: COLORS.raised };
      if (classes.includes('q-method'))
        return { ...style, bold: true, mono: true, scale: style.scale * 0.85, ground: COLORS.raised };
      return style;
  }
}

function marked(classes: readonly string[], style: Style): Style {
  const named = (prefix: string): string | undefined =>
    classes.find((name) => name.startsWith(prefix))?.slice(prefix.length);
  const [color, ground] = [named('q-fg-'), named('q-bg-')];
  return {
    ...style,
    ...(color !== undefined && { color: COLORS.words[color] ?? COLORS.text }),
    ...(ground !== undefined
      ? { ground: COLORS.grounds[ground] ?? COLORS.mark }
      : color === undefined && { ground: COLORS.mark }),
  };
}

/** Runs of white space are one space, none at the ends of lines; lines of no text at all vanish. */
function collapsed(inlines: readonly Inline[]): readonly Inline[] {
  const out: Inline[] = [];
  let open = false;
  for (const inline of inlines) {
    if (inline.kind === 'text') {
      let text = inline.text.replace(/[ \t\n\r\f]+/g, ' ');
      if (!open) text = text.replace(/^ /, '');
      if (text === '') continue;
      out.push({ ...inline, text });
      open = !text.endsWith(' ');
    } else {
      out.push(inline);
      if (inline.kind === 'image' || inline.kind === 'formula') open = true;
      else if (inline.kind === 'break') open = false;
    }
  }
  return out.some(({ kind }) => kind === 'image' || kind === 'text' || kind === 'formula')
    ? out
    : out.filter(({ kind }) => kind === 'name');
}

/** Whether an element is code that says a formula. */
export const isFormula = (node: Element): boolean =>
  node.tagName === 'code' &&
  classesOf(node).some((name) => name === 'math-inline' || name === 'math-display') &&
  textIn(node).trim() !== '';

export const plainText = (node: Node): string => textIn(node).replace(/\s+/g, ' ').trim();
