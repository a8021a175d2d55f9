import { newElements } from '../feature.ts';

const STORED = 'quire-tabs';
/** Titles that are remembered, the latest first. */
const MAX_STORED = 20;

const titleOf = (tab: Element): string => tab.querySelector(':scope > summary')?.textContent.trim() ?? '';

/** Keeps tabs of the same title in step, across blocks and pages; one tab of a block is always open. */
export function enhanceTabs(document: Document): void {
  const fresh = newElements<HTMLDetailsElement>(document, '.q-tab', 'tabs');
  for (const tab of fresh)
    tab.querySelector(':scope > summary')?.addEventListener('click', (event) => {
      event.preventDefault();
      const { top } = tab.getBoundingClientRect();
      openAll(document, titleOf(tab));
      tab.open = true;
      // Blocks above may have changed their height; the tab stays where it was clicked.
      scrollBy(0, tab.getBoundingClientRect().top - top);
      store(titleOf(tab));
    });
  if (fresh.length > 0) for (const title of [...stored()].reverse()) openAll(document, title);
}

function openAll(document: Document, title: string): void {
  for (const tab of document.querySelectorAll<HTMLDetailsElement>('.q-tab'))
    if (titleOf(tab) === title && !tab.open) tab.open = true;
}

function stored(): readonly string[] {
  try {
    const titles: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]');
    return Array.isArray(titles) ? titles.filter((title) => typeof title === 'string') : [];
  } catch {
    return [];
  }
}

function store(title: string): void {
  try {
    localStorage.setItem(STORED, JSON.stringify([...new Set([title, ...stored()])].slice(0, MAX_STORED)));
  } catch {
    // A browser that stores nothing still keeps the tabs of this page in step.
  }
}
