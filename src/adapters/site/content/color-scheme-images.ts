import {
  classNames,
  element,
  nodeText,
  stringProperty,
  type Element,
  type ElementContent,
  type HtmlRoot,
} from './nodes.ts';

type Scheme = 'dark' | 'light';

/** Fragment with which GitHub shows an image in one color scheme alone. */
const FRAGMENT = /#gh-(dark|light)-mode-only$/;

/** Elements that are hidden with an image that is all they contain, captions aside. */
const WRAPPERS = new Set(['a', 'p', 'figure']);

/** Image of one color scheme, with the elements around it that contain nothing else. */
interface SchemeImage {
  readonly image: Element;
  readonly scheme: Scheme;
  readonly address: string;
  /** Names of the elements around the image with the targets of links and captions; pairs have the same. */
  readonly around: string;
}

/**
 * Shows images that name a color scheme as GitHub does in that scheme alone: pairs beside each other become one picture
 * each, others are hidden by their class.
 *
 * @param fixed color scheme of a site on which readers have no choice; images of the other one are left out
 */
export function showByColorScheme(parent: HtmlRoot | Element, fixed: Scheme | undefined): void {
  const shown: ElementContent[] = [];
  const single = new Map<ElementContent, SchemeImage>();
  let last: { readonly found: SchemeImage; readonly at: number } | undefined;
  for (const child of parent.children as readonly ElementContent[]) {
    const found = child.type === 'element' ? findSchemeImage(child) : undefined;
    if (found !== undefined && last !== undefined && isPair(last.found, found)) {
      toPicture(last.found, found);
      single.delete(shown[last.at]!);
      shown.length = last.at + 1;
      last = undefined;
      continue;
    }
    shown.push(child);
    if (found !== undefined) {
      single.set(child, found);
      last = { found, at: shown.length - 1 };
    } else if (!isBlank(child)) last = undefined;
    if (child.type === 'element' && found === undefined) showByColorScheme(child, fixed);
  }
  for (const [node, found] of single) limitToScheme(node as Element, found, fixed);
  parent.children = shown.filter((child) => fixed === undefined || (single.get(child)?.scheme ?? fixed) === fixed);
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
    if (!WRAPPERS.has(inner.tagName)) return undefined;
    around.push(`${inner.tagName} ${stringProperty(inner, 'href') ?? captionOf(inner)}`);
  }
  return undefined;
}

function soleChild({ children }: Element): Element | undefined {
  const [only, ...more] = children.filter((child) => !isBlank(child) && !isCaption(child));
  return more.length === 0 && only?.type === 'element' ? only : undefined;
}

const isCaption = (node: ElementContent): boolean => node.type === 'element' && node.tagName === 'figcaption';
const captionOf = ({ children }: Element): string => children.filter(isCaption).map(nodeText).join('').trim();

const isPair = (one: SchemeImage, other: SchemeImage): boolean =>
  one.scheme !== other.scheme && one.around === other.around;

/** Turns the image of the first of a pair into a picture. */
function toPicture(first: SchemeImage, second: SchemeImage): void {
  const [light, dark] = first.scheme === 'light' ? [first, second] : [second, first];
  const shown = element('img', { ...light.image.properties, src: light.address }, []);
  const source = element('source', { srcSet: dark.address, media: '(prefers-color-scheme: dark)' }, []);
  Object.assign(first.image, element('picture', {}, [source, shown]));
}

/** Marks an image with what contains nothing else, such as a link, as one that is shown in its color scheme alone. */
function limitToScheme(node: Element, { image, scheme, address }: SchemeImage, fixed: Scheme | undefined): void {
  image.properties.src = address;
  if (fixed === undefined) node.properties.className = [...classNames(node), `q-only-${scheme}`];
}
