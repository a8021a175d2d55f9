import { newElements } from './feature.ts';

/** Marks the heading that the reader is at, and closes the outline of narrow screens after a choice. */
export function enhanceOutline(document: Document): void {
  for (const outline of newElements(document, '.s-outline', 'outline')) {
    const links = [...outline.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')];
    const headings = links.flatMap((link) => {
      // The attribute has the id as it is; a decoder fails on ids such as `100%`.
      const heading = document.getElementById(link.getAttribute('href')!.slice(1));
      return heading === null ? [] : [{ link, heading }];
    });
    let current: HTMLAnchorElement | undefined;
    const mark = (): void => {
      const edge = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) + 8;
      const root = document.documentElement;
      const isAtEnd = innerHeight + scrollY >= root.scrollHeight - 2 && scrollY > 0;
      // Headings in closed tabs have no place.
      const visible = headings.filter(({ heading }) => heading.getClientRects().length > 0);
      const passed = visible.filter(({ heading }) => heading.getBoundingClientRect().top <= edge);
      const next = (isAtEnd ? visible.at(-1) : (passed.at(-1) ?? visible[0]))?.link;
      if (next === current) return;
      current?.removeAttribute('aria-current');
      next?.setAttribute('aria-current', 'true');
      current = next;
      if (outline.scrollHeight > outline.clientHeight) next?.scrollIntoView({ block: 'nearest' });
    };
    let isWaiting = false;
    document.addEventListener(
      'scroll',
      () => {
        if (isWaiting) return;
        isWaiting = true;
        requestAnimationFrame(() => {
          isWaiting = false;
          mark();
        });
      },
      { passive: true },
    );
    mark();
    outline.addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.closest('a') !== null && outline.matches(':popover-open'))
        outline.hidePopover();
    });
  }
}
