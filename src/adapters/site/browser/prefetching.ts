import { SPECULATION_RULES } from '../inline-scripts.ts';
import { newElements } from './feature.ts';

/** Lets the browser load pages ahead. Added here because browsers without scripts ignore the rules too. */
export function enhanceLinks(document: Document): void {
  for (const head of newElements(document, 'head', 'prefetching')) {
    const script = document.createElement('script');
    script.type = 'speculationrules';
    script.textContent = SPECULATION_RULES;
    head.append(script);
  }
}
