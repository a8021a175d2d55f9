import { interfaceText, newElements } from './feature.ts';
import { readStored, writeStored } from './storage.ts';

/** Entries with subpages: marked, or in a marked list. */
const BRANCHES = 'a[data-more], ul[data-more] > li > a';
const SCROLL_KEY = 'quire-sidebar-scroll';
const OPEN_KEY = 'quire-sidebar-open';
/** Limit on the remembered branches: each costs a request on every page. */
const MAX_REMEMBERED = 30;

/** Keeps the scroll position and the opened branches of the table of contents, and expands branches in place. */
export function enhanceSidebar(document: Document): void {
  for (const contents of newElements(document, '.s-contents', 'sidebar')) {
    const stored = readStored<unknown>('sessionStorage', OPEN_KEY);
    const open = new Set<unknown>(Array.isArray(stored) ? stored : []);
    const addChevrons = async (root: ParentNode): Promise<void> => {
      const links = newElements<HTMLAnchorElement>(root, BRANCHES, 'chevron');
      await Promise.all(links.map((link) => addChevron(link, open, addChevrons)));
    };
    keepScroll(contents, addChevrons(contents));
  }
}

/**
 * Adds the button that expands a branch, and expands a branch that was left open.
 *
 * @param open addresses of the branches that are open, which alone are remembered: titles and subpages change, and
 * readers may lose the right to see them
 * @returns a promise that is fulfilled when the branch and those below show what they showed before
 */
async function addChevron(
  link: HTMLAnchorElement,
  open: Set<unknown>,
  addChevrons: (root: ParentNode) => Promise<void>,
): Promise<void> {
  const path = link.pathname;
  const button = link.ownerDocument.createElement('button');
  button.type = 'button';
  button.className = 's-chevron';
  button.setAttribute('aria-label', `${interfaceText(link.ownerDocument, 'expand')}: ${link.textContent?.trim()}`);
  link.after(button);
  const show = (isOpen: boolean): void => button.setAttribute('aria-expanded', String(isOpen));
  let isLoaded = button.nextElementSibling instanceof HTMLUListElement;
  let loading: Promise<void> | undefined;
  let below: Promise<void> | undefined;
  const load = async (): Promise<void> => {
    const list = await loadList(link);
    loading = undefined;
    if (list === undefined) return;
    isLoaded = true;
    button.after(list);
    below = addChevrons(list);
  };
  const expand = async (): Promise<void> => {
    if (!isLoaded) await (loading ??= load());
    if (isLoaded) show(true);
  };
  button.addEventListener('click', async () => {
    const isOpen = button.getAttribute('aria-expanded') === 'true';
    if (isOpen) show(false);
    else await expand();
    // Without an answer the page itself shows its subpages.
    if (!isLoaded) return location.assign(link.href);
    open.delete(path);
    if (!isOpen) open.add(path);
    writeStored('sessionStorage', OPEN_KEY, [...open].slice(-MAX_REMEMBERED));
  });
  show(isLoaded);
  if (isLoaded || !open.has(path)) return;
  await expand();
  await below;
}

/** Takes the list below a page from the table of contents that the page itself shows. */
async function loadList(link: HTMLAnchorElement): Promise<HTMLUListElement | undefined> {
  // A copy that the browser keeps may be older than the page. The reader does not view the page, so it is not counted.
  const html = await fetch(link.href, { headers: { accept: 'text/html', purpose: 'prefetch' }, cache: 'no-cache' })
    .then((response) => (response.ok ? response.text() : undefined))
    .catch(() => undefined);
  if (html === undefined) return undefined;
  const page = new DOMParser().parseFromString(html, 'text/html');
  const current = page.querySelector('.s-contents [aria-current]');
  const list = current?.parentElement?.querySelector<HTMLUListElement>(':scope > ul');
  // Addresses are relative to the page that they come from.
  for (const below of list?.querySelectorAll('a') ?? [])
    below.href = new URL(below.getAttribute('href')!, link.href).href;
  return list ? link.ownerDocument.adoptNode(list) : undefined;
}

/**
 * Restores the scroll position and brings the current entry into view, again when the branches that were open are
 * back, unless the reader has scrolled.
 */
function keepScroll(contents: HTMLElement, restored: Promise<void>): void {
  const sidebar = contents.parentElement!;
  const reveal = (): void => {
    const current = contents.querySelector('[aria-current]');
    if (current === null) return;
    const [frame, entry] = [sidebar.getBoundingClientRect(), current.getBoundingClientRect()];
    if (entry.top < frame.top + 16 || entry.bottom > frame.bottom - 16)
      sidebar.scrollTop += entry.top - frame.top - frame.height / 3;
  };
  const top = readStored<number>('sessionStorage', SCROLL_KEY) ?? 0;
  const restore = (): void => {
    sidebar.scrollTop = top;
    reveal();
  };
  let isInUse = false;
  for (const type of ['wheel', 'pointerdown', 'keydown'])
    sidebar.addEventListener(type, () => (isInUse = true), { once: true, passive: true });
  restore();
  void restored.then(() => isInUse || restore());
  sidebar.addEventListener('toggle', reveal);
  addEventListener('pagehide', () => writeStored('sessionStorage', SCROLL_KEY, sidebar.scrollTop));
}
