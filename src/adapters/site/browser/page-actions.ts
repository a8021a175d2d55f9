import { newElements } from './feature.ts';

/** Time for which a link says that it has copied, in milliseconds. */
const COPIED_MS = 2_000;

/** Lets the actions of a page copy its Markdown and the URL of the MCP server. */
export function enhancePageActions(document: Document): void {
  if (navigator.clipboard === undefined) return;
  for (const link of newElements<HTMLAnchorElement>(document, 'a.s-copy-page', 'page-actions')) {
    keepViewLink(link);
    link.textContent = link.dataset['copy'] ?? '';
    copyOnClick(link, async () => {
      const response = await fetch(link.href, { headers: { accept: 'text/markdown' } });
      if (!response.ok) throw new Error(`status ${response.status}`);
      return response.text();
    });
  }
  for (const link of newElements<HTMLAnchorElement>(document, 'a.s-copy-link', 'page-actions'))
    copyOnClick(link, async () => link.href);
}

/** Adds the link that opens the Markdown to the menu, because the first one then copies it. */
function keepViewLink(link: HTMLAnchorElement): void {
  const view = document.createElement('a');
  view.href = link.href;
  view.textContent = link.textContent;
  const list = link.parentElement?.querySelector('details ul');
  if (list == null || list.contains(link)) return link.after(view);
  const item = document.createElement('li');
  item.append(view);
  list.prepend(item);
}

/** Copies a text when a link is followed; the link is followed after all where copying fails. */
function copyOnClick(link: HTMLAnchorElement, textOf: () => Promise<string>): void {
  link.setAttribute('aria-live', 'polite');
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    copy(link, textOf).catch(() => {
      location.href = link.href;
    });
  });
}

async function copy(link: HTMLAnchorElement, textOf: () => Promise<string>): Promise<void> {
  await navigator.clipboard.writeText(await textOf());
  const label = link.textContent;
  const copied = link.dataset['copied'] ?? '';
  if (label === copied) return;
  link.textContent = copied;
  setTimeout(() => {
    link.textContent = label;
  }, COPIED_MS);
}
