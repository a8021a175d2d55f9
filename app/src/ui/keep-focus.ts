/** Parts of a screen that get the focus of something that was removed from them. */
const CONTAINERS = 'article, section, form, li, dialog, main';

/** Element that had the focus, with what it is in, the nearest first. */
interface Focused {
  readonly element: Element;
  readonly places: readonly { readonly parent: Element; readonly index: number }[];
  /** Content of the screen; that of another screen has the focus by itself. */
  readonly main: HTMLElement | null;
}

const mainElement = (): HTMLElement | null => document.getElementById('main');

function focusedOf(element: Element): Focused {
  const places = [];
  for (let one = element; one.parentElement !== null; one = one.parentElement)
    places.push({ parent: one.parentElement, index: [...one.parentElement.children].indexOf(one) });
  return { element, places, main: mainElement() };
}

/**
 * Keeps the focus near an element that is removed with it, such as the button of an item that is deleted: it moves to the
 * item that takes the place, or to what the element was part of. Browsers would begin at the top of the page again.
 */
export function keepFocus(app: HTMLElement): void {
  let last: Focused | undefined;
  document.addEventListener('focusin', ({ target }) => (last = focusedOf(target as Element)));
  document.addEventListener('focusout', ({ target }) =>
    queueMicrotask(() => {
      // Left by the user, such as with a click beside it.
      if (last?.element === target && last.element.isConnected && hasNoFocus()) last = undefined;
    }),
  );
  new MutationObserver(() => {
    if (last === undefined || last.element.isConnected || !hasNoFocus()) return;
    const { places, main } = last;
    last = undefined;
    if (main === null || main !== mainElement()) return;
    const place = places.find(({ parent }) => parent.isConnected);
    const target = place && targetIn(place.parent, place.index);
    focusOn(target !== null && target !== undefined && main.contains(target) ? target : main);
  }).observe(app, { childList: true, subtree: true });
}

const hasNoFocus = (): boolean => document.activeElement === document.body;

/** Returns the item of a list that is in a place now, or the part of the screen that something was in. */
function targetIn(parent: Element, index: number): HTMLElement | null {
  const item = parent.matches('ul, ol') ? parent.children[Math.min(index, parent.children.length - 1)] : undefined;
  return (item ?? parent).closest<HTMLElement>(CONTAINERS);
}

/** Focuses an element that cannot have the focus otherwise. */
function focusOn(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
