import { ANSWER_LABELS, BROWSER_LABELS, type BrowserLabel } from '../browser-labels.ts';

/**
 * Enhances what it finds in a document. Running it again must change nothing, and a page must be complete without it.
 */
export type Feature = (document: Document) => void;

/** Feature that is loaded only for pages that contain `selector`. */
export interface LazyFeature {
  readonly selector: string;
  readonly load: () => Promise<{ readonly enhance: Feature }>;
}

/** Runs features; one that fails does not stop the others. */
export function runFeatures(document: Document, features: readonly Feature[], lazy: readonly LazyFeature[]): void {
  for (const enhance of features) {
    try {
      enhance(document);
    } catch (error) {
      reportError(error);
    }
  }
  for (const { selector, load } of lazy)
    if (document.querySelector(selector) !== null) load().then(({ enhance }) => enhance(document), reportError);
}

const enhanced = new WeakMap<Element, Set<string>>();

/** Returns the elements that match and that the feature named `name` has not enhanced yet. */
export function newElements<E extends HTMLElement = HTMLElement>(
  root: ParentNode,
  selector: string,
  name: string,
): readonly E[] {
  return [...root.querySelectorAll<E>(selector)].filter((element) => {
    const names = enhanced.get(element) ?? new Set();
    if (names.has(name)) return false;
    enhanced.set(element, names.add(name));
    return true;
  });
}

const LABELS: readonly BrowserLabel[] = [...BROWSER_LABELS, ...ANSWER_LABELS];

/** Returns an interface text that the server put on the page. */
export const interfaceText = (document: Document, name: BrowserLabel): string =>
  document.body.dataset['texts']?.split('\n')[LABELS.indexOf(name)] ?? '';
