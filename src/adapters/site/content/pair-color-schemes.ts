import { element, stringProperty, type Element, type ElementContent, type HtmlRoot } from './nodes.ts';

type Scheme = 'dark' | 'light';

/** Fragment with which GitHub shows an image in one color scheme alone. */
const FRAGMENT = /#gh-(dark|light)-mode-only$/;

/** Image of one color scheme, with the elements around it that contain nothing else. */
interface SchemeImage {
  readonly image: Element;
  readonly scheme: Scheme;
  readonly address: string;
  /** Names of the elements around the image with the targets of links; pairs have the same. */
  readonly around: string;
}

/** Joins pairs of images beside each other that name a color scheme as GitHub does into one picture each. */
export function pairColorSchemes(parent: HtmlRoot | Element): void {
  const paired: ElementContent[] = [];
  let last: { readonly found: SchemeImage; readonly at: number } | undefined;
  for (const child of parent.children as readonly ElementContent[]) {
    const found = child.type === 'element' ? findSchemeImage(child) : undefined;
    if (found !== undefined && last !== undefined && isPair(last.found, found)) {
      toPicture(last.found, found);
      paired.length = last.at + 1;
      last = undefined;
      continue;
    }
    paired.push(child);
    if (found !== undefined) last = { found, at: paired.length - 1 };
    else if (!isBlank(child)) last = undefined;
    if (child.type === 'element' && found === undefined) pairColorSchemes(child);
  }
  parent.children = paired;
}

const isBlank = (node: ElementContent): boolean =>
  (node.type === 'text' && node.value.trim() === '') || (node.type === 'element' && node.tagName === 'br');

function findSchemeImage(node: Element): SchemeImage | undefined {
  const around: string[] = [];
  for (let inner: Element | undefined = node; inner !== undefined; inner = soleChild(inner)) {
    if (inner.tagName === 'img') {
      const address = stringProperty(inner, 'src') ?? '';
      const scheme = FRAGMENT.exec(address)?.[1] as Scheme | undefined;
      return scheme && { image: inner, scheme, address: address.replace(FRAGMENT, ''), around: around.join(' ') };
    }
    if (inner.tagName !== 'a' && inner.tagName !== 'p') return undefined;
    around.push(`${inner.tagName} ${stringProperty(inner, 'href') ?? ''}`);
  }
  return undefined;
}

function soleChild({ children }: Element): Element | undefined {
  const [only, ...more] = children.filter((child) => !isBlank(child));
  return more.length === 0 && only?.type === 'element' ? only : undefined;
}

const isPair = (one: SchemeImage, other: SchemeImage): boolean =>
  one.scheme !== other.scheme && one.around === other.around;

/** Turns the image of the first of a pair into a picture. */
function toPicture(first: SchemeImage, second: SchemeImage): void {
  const [light, dark] = first.scheme === 'light' ? [first, second] : [second, first];
  const shown = element('img', { ...light.image.properties, src: light.address }, []);
  const source = element('source', { srcSet: dark.address, media: '(prefers-color-scheme: dark)' }, []);
  Object.assign(first.image, element('picture', {}, [source, shown]));
}
