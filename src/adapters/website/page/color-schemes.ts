import type { PageDocument } from './dom.ts';
import type { PageElement } from './page-element.ts';

/** Attribute of an image with the address of its variant for dark color schemes. */
export const DARK_SOURCE = 'data-import-dark';

/** Attribute of an image with the color scheme in which alone it is shown. */
export const ONLY_SCHEME = 'data-import-scheme';

type Scheme = 'dark' | 'light';

const FRAGMENT = /#(?:gh-(dark|light)-mode-only|only-(dark|light))$/;
/** Classes with which generators of documentation show an image in one color scheme alone. */
const CLASSES: readonly (readonly [scheme: Scheme, pattern: RegExp])[] = [
  ['dark', /(?:^|\s)(?:only-dark|dark-only|show-in-dark|light:(?:sl-)?hidden|hidden\s+(?:\S+\s+)*dark:block)(?=\s|$)/],
  ['light', /(?:^|\s)(?:only-light|light-only|show-in-light|dark:(?:sl-)?hidden)(?=\s|$)/],
  ['dark', /themedComponent--dark/],
  ['light', /themedComponent--light/],
];

/**
 * Joins each pair of images for light and dark color schemes into the light one, which names the dark one. Images without
 * a counterpart name their color scheme.
 */
export function rewriteColorSchemes(document: PageDocument): void {
  for (const picture of [...document.querySelectorAll('picture')]) rewritePicture(picture);
  for (const image of [...document.querySelectorAll('img')]) {
    const scheme = schemeOf(image);
    if (scheme === undefined) continue;
    const other = nextImage(image);
    const isPair = other !== undefined && schemeOf(other) === opposite(scheme);
    const [light, dark] = isPair && scheme === 'dark' ? [other, image] : [image, other];
    if (isPair && withoutScheme(dark!) !== '') {
      light.setAttribute(DARK_SOURCE, withoutScheme(dark!));
      show(light);
      dark!.remove();
    } else {
      image.setAttribute(ONLY_SCHEME, scheme);
      show(image);
    }
  }
}

/** Removes what names a color scheme from an image, which the extraction of the main content takes for a hidden one. */
function show(image: PageElement): void {
  image.setAttribute('src', withoutScheme(image));
  image.removeAttribute('class');
}

const withoutScheme = (image: PageElement): string => (image.getAttribute('src') ?? '').replace(FRAGMENT, '');

function rewritePicture(picture: PageElement): void {
  const image = picture.querySelector('img');
  if (image === null) return;
  const addressFor = (scheme: Scheme): string | undefined =>
    picture
      .querySelector(
        `source[media*="prefers-color-scheme: ${scheme}"], source[media*="prefers-color-scheme:${scheme}"]`,
      )
      ?.getAttribute('srcset')
      ?.trim()
      .split(/[\s,]/, 1)[0];
  const [dark, light] = [addressFor('dark'), addressFor('light')];
  const shown = image.getAttribute('src');
  if (dark !== undefined) image.setAttribute(DARK_SOURCE, dark);
  else if (light !== undefined && shown !== null) image.setAttribute(DARK_SOURCE, shown);
  if (light !== undefined) image.setAttribute('src', light);
}

function schemeOf(image: PageElement): Scheme | undefined {
  if (image.hasAttribute(DARK_SOURCE)) return undefined;
  const [, github, material] = FRAGMENT.exec(image.getAttribute('src') ?? '') ?? [];
  const named = (github ?? material) as Scheme | undefined;
  return named ?? CLASSES.find(([, pattern]) => pattern.test(image.className))?.[0];
}

const opposite = (scheme: Scheme): Scheme => (scheme === 'dark' ? 'light' : 'dark');

/** Returns the image that follows with nothing but white space between. */
function nextImage(image: PageElement): PageElement | undefined {
  let next = image.nextSibling;
  while (next !== null && next.nodeType !== 1 && next.textContent.trim() === '') next = next.nextSibling;
  return next?.nodeName === 'IMG' ? next : undefined;
}
