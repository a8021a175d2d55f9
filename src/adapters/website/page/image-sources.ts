import type { PageDocument } from './dom.ts';
import type { PageElement } from './page-element.ts';

/** Attributes in which scripts that load images late find the address. */
const LATE_SOURCES = ['data-src', 'data-original', 'data-lazy-src'];
const LATE_SETS = ['srcset', 'data-srcset', 'data-lazy-srcset'];

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

interface Candidate {
  readonly address: string;
  /** Width in pixels, or density. */
  readonly size: number;
}

function largestOf(set: string): string | undefined {
  const [first, ...others] = candidatesOf(set);
  return others.reduce((largest, one) => (one.size > largest!.size ? one : largest), first)?.address;
}

/** Splits a `srcset`. A comma ends a candidate at the end of its address or in its size; others are part of the address. */
function candidatesOf(set: string): readonly Candidate[] {
  const candidates: Candidate[] = [];
  let address = '';
  for (const word of set.trim().split(/\s+/)) {
    if (address === '') address = word;
    else {
      const comma = word.indexOf(',');
      candidates.push({ address, size: Number.parseFloat(word) || 1 });
      address = comma < 0 ? '' : word.slice(comma + 1);
    }
    if (address.endsWith(',')) {
      candidates.push({ address: address.slice(0, -1), size: 1 });
      address = '';
    }
  }
  return address === '' ? candidates : [...candidates, { address, size: 1 }];
}
