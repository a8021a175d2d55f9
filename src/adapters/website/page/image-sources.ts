import type { PageDocument } from './dom.ts';
import type { PageElement } from './page-element.ts';

/** Attributes in which scripts that load images late find the address. */
const LATE_SOURCES = ['data-src', 'data-original', 'data-lazy-src'];
const LATE_SETS = ['srcset', 'data-srcset', 'data-lazy-srcset'];
/** Address in a `srcset`, with its width in pixels or its density; addresses may contain commas. */
const CANDIDATE = /([^\s,]\S*[^\s,])(?:\s+([\d.]+)[wx])?\s*(?:,|$)/g;

/**
 * Gives each image without an address, or with a placeholder as its address, the one that a browser would load in the
 * end: that of late loading, or the largest one of its set.
 */
export function rewriteImageSources(document: PageDocument): void {
  for (const image of document.querySelectorAll('img')) {
    if (isAddress(image.getAttribute('src'))) continue;
    const found = [...valuesOf(image, LATE_SOURCES), ...setsOf(image).map(largestOf)].find(isAddress);
    if (found !== undefined) image.setAttribute('src', found);
  }
}

/** Tells whether a source is more than the placeholder of an image that is loaded late. */
const isAddress = (source: string | null | undefined): boolean =>
  source !== null && source !== undefined && source.trim() !== '' && !/^\s*data:/i.test(source);

const valuesOf = (element: PageElement, names: readonly string[]): string[] =>
  names.flatMap((name) => element.getAttribute(name) ?? []);

/** Returns the sets of addresses of an image, then those of its picture that apply to every color scheme. */
function setsOf(image: PageElement): string[] {
  const sources = [...(image.closest('picture')?.querySelectorAll('source') ?? [])].filter(
    (source) => !/prefers-color-scheme/.test(source.getAttribute('media') ?? ''),
  );
  return [image, ...sources].flatMap((element) => valuesOf(element, LATE_SETS));
}

function largestOf(set: string): string | undefined {
  const candidates = [...set.matchAll(CANDIDATE)].map(([, address, size]) => ({ address, size: Number(size ?? 1) }));
  return candidates.sort((a, b) => b.size - a.size)[0]?.address;
}
