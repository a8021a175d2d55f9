import { newElements } from './feature.ts';

const MENU = 'details[data-menu]';

/**
 * Closes menus on Escape, on a click elsewhere, and when another one opens. Shows the links of the header that the
 * keyboard reaches as a whole.
 */
export function enhanceMenus(document: Document): void {
  for (const row of newElements(document, '.s-links, .s-sections', 'menus'))
    row.addEventListener('focusin', ({ target }) => {
      // Browsers scroll no link that is visible in part. A link below a pointer must not move.
      if (target instanceof Element && target.matches(':focus-visible'))
        target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
  for (const menu of newElements<HTMLDetailsElement>(document, MENU, 'menus')) {
    menu.addEventListener('toggle', () => {
      if (menu.open) closeMenus(document, menu);
    });
    menu.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.open = false;
    });
  }
  for (const root of newElements(document, 'html', 'menus')) {
    root.addEventListener('keydown', ({ key }) => {
      if (key !== 'Escape') return;
      const open = document.querySelector<HTMLDetailsElement>(`${MENU}[open]`);
      if (open === null) return;
      open.open = false;
      open.querySelector('summary')?.focus();
    });
    root.addEventListener('pointerdown', ({ target }) => {
      closeMenus(document, target instanceof Element ? target.closest<HTMLDetailsElement>(MENU) : null);
    });
  }
}

function closeMenus(document: Document, except: HTMLDetailsElement | null): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(`${MENU}[open]`))
    if (menu !== except && !(except !== null && menu.contains(except))) menu.open = false;
}
