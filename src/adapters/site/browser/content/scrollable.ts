import { newElements } from '../feature.ts';

/** Takes blocks that do not scroll out of the order of the keyboard. */
export function enhanceScrollable(document: Document): void {
  const update = (element: HTMLElement): void => {
    const scrolls = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;
    if (scrolls) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  };
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) update(target as HTMLElement);
  });
  for (const element of newElements(document, '.s-content :is(pre, .q-table, .q-math)[tabindex]', 'scrollable'))
    observer.observe(element);
}
