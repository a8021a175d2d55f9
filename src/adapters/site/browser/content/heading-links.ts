import { interfaceText, newElements } from '../feature.ts';
import { writeClipboard } from './copy-code.ts';

/** Adds a link to each heading that copies its URL. */
export function enhanceHeadings(document: Document): void {
  for (const heading of newElements(document, '.s-content :is(h2, h3, h4, h5, h6)[id]', 'link')) {
    if (heading.closest('summary, .sr-only, .q-hint') !== null || heading.id === 'footnote-label') continue;
    const link = document.createElement('a');
    link.className = 'q-anchor';
    link.href = `#${heading.id}`;
    link.textContent = '#';
    link.setAttribute('aria-label', `${interfaceText(document, 'copyLink')}: ${heading.textContent.trim()}`);
    link.addEventListener('click', () => {
      // Without the right to write to the clipboard the link still leads to the heading.
      writeClipboard(document, link.href).catch(() => undefined);
    });
    heading.append(link);
  }
}
