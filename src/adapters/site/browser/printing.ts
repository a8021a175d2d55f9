import { newElements } from './feature.ts';

/** Opens what is closed while the page is printed. */
export function enhancePrinting(document: Document): void {
  for (const content of newElements(document, '.s-content', 'printing')) {
    let restore: (() => void)[] = [];
    addEventListener('beforeprint', () => {
      const all = [...content.querySelectorAll('details')].map((details) => {
        const { name, open } = details;
        return { details, name, open };
      });
      // Of several with one name only one can be open.
      for (const { details } of all) details.removeAttribute('name');
      for (const { details } of all) details.open = true;
      restore = all.map(({ details, name, open }) => () => {
        details.open = open;
        if (name !== '') details.name = name;
      });
    });
    addEventListener('afterprint', () => {
      for (const each of restore) each();
      restore = [];
    });
  }
}
