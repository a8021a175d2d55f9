import { interfaceText, newElements } from './feature.ts';
import { readStored, writeStored } from './storage.ts';

const SCROLL_KEY = 'quire-sidebar-scroll';
const OPEN_KEY = 'quire-sidebar-open';
/** Limit on the remembered branches, in UTF-16 units. */
const MAX_REMEMBERED = 300_000;

/** Lists below opened pages, by the address of the page. */
type OpenBranches = Record<string, string>;

/** Keeps the scroll position and the opened branches of the table of contents, and expands branches in place. */
export function enhanceSidebar(document: Document): void {
  for (const contents of newElements(document, '.s-contents', 'sidebar')) {
    const open = readStored<OpenBranches>('sessionStorage', OPEN_KEY) ?? {};
    const addChevrons = (root: ParentNode): void => {
      for (const link of newElements<HTMLAnchorElement>(root, 'a.s-branch', 'chevron'))
        addChevron(link, open, addChevrons);
    };
    addChevrons(contents);
    keepScroll(contents);
  }
}

function addChevron(link: HTMLAnchorElement, open: OpenBranches, addChevrons: (root: ParentNode) => void): void {
  const { ownerDocument: document } = link;
  const path = link.pathname;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 's-chevron';
  button.setAttribute('aria-label', `${interfaceText(document, 'expand')}: ${link.textContent?.trim()}`);
  link.after(button);
  let list = button.nextElementSibling instanceof HTMLUListElement ? button.nextElementSibling : undefined;
  const show = (isOpen: boolean): void => button.setAttribute('aria-expanded', String(isOpen));
  const insert = (loaded: HTMLUListElement): void => {
    list = loaded;
    button.after(list);
    addChevrons(list);
  };
  show(list !== undefined);
  const remembered = open[path];
  if (list === undefined && remembered !== undefined) {
    const loaded = parseList(remembered);
    if (loaded !== undefined) {
      insert(loaded);
      show(true);
    }
  }
  button.addEventListener('click', async () => {
    const isOpen = button.getAttribute('aria-expanded') === 'true';
    if (!isOpen && list === undefined) {
      const loaded = await loadList(link);
      // Without an answer the page itself shows its subpages.
      if (loaded === undefined) return location.assign(link.href);
      insert(loaded);
    }
    show(!isOpen);
    if (isOpen) delete open[path];
    else if (list !== undefined) open[path] = list.outerHTML;
    if (JSON.stringify(open).length < MAX_REMEMBERED) writeStored('sessionStorage', OPEN_KEY, open);
  });
}

/** Takes the list below a page from the table of contents that the page itself shows. */
async function loadList(link: HTMLAnchorElement): Promise<HTMLUListElement | undefined> {
  const response = await fetch(link.href, { headers: { accept: 'text/html' } }).catch(() => undefined);
  if (response?.ok !== true) return undefined;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const current = page.querySelector('.s-contents [aria-current]');
  current?.parentElement?.querySelector('[aria-current]')?.removeAttribute('aria-current');
  const list = current?.parentElement?.querySelector<HTMLUListElement>(':scope > ul');
  return list ? link.ownerDocument.adoptNode(list) : undefined;
}

function parseList(html: string): HTMLUListElement | undefined {
  const list = new DOMParser().parseFromString(html, 'text/html').querySelector('ul');
  list?.querySelectorAll('.s-chevron').forEach((chevron) => chevron.remove());
  list?.querySelectorAll('[aria-current]').forEach((one) => one.removeAttribute('aria-current'));
  return list ? document.adoptNode(list) : undefined;
}

/** Restores the scroll position and brings the current entry into view. */
function keepScroll(contents: HTMLElement): void {
  const sidebar = contents.parentElement!;
  const reveal = (): void => {
    const current = contents.querySelector('[aria-current]');
    if (current === null) return;
    const [frame, entry] = [sidebar.getBoundingClientRect(), current.getBoundingClientRect()];
    if (entry.top < frame.top + 16 || entry.bottom > frame.bottom - 16)
      sidebar.scrollTop += entry.top - frame.top - frame.height / 3;
  };
  sidebar.scrollTop = readStored<number>('sessionStorage', SCROLL_KEY) ?? 0;
  reveal();
  sidebar.addEventListener('toggle', reveal);
  addEventListener('pagehide', () => writeStored('sessionStorage', SCROLL_KEY, sidebar.scrollTop));
}
