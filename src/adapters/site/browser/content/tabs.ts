import { percentDecoded } from '../../../../domain/kernel/percent-decoded.ts';
import { newElements } from '../feature.ts';

const STORED = 'quire-tabs';
/** Titles that are remembered, the latest first. */
const MAX_STORED = 20;

const titleOf = (tab: Element): string => tab.querySelector(':scope > summary')?.textContent.trim() ?? '';

/** Keeps tabs of the same title in step, across blocks and pages; one tab of a block is always open. */
export function enhanceTabs(document: Document): void {
  const fresh = newElements<HTMLDetailsElement>(document, '.q-tab', 'tabs');
  for (const tab of fresh) {
    const summary = tab.querySelector(':scope > summary');
    summary?.addEventListener('click', (event) => {
      event.preventDefault();
      const { top } = summary.getBoundingClientRect();
      openAll(document, titleOf(tab));
      tab.open = true;
      // Blocks above may have changed their height; the tab stays where it was clicked.
      scrollBy(0, summary.getBoundingClientRect().top - top);
      store(titleOf(tab));
    });
  }
  if (fresh.length === 0) return;
  for (const title of [...stored()].reverse()) openAll(document, title);
  openTarget(document);
}

/** Opens the tabs around the element that the address names, whatever the reader chose before. */
function openTarget(document: Document): void {
  const target = document.getElementById(percentDecoded(document.location.hash.slice(1)));
  let isHidden = false;
  for (let tab = target?.closest<HTMLDetailsElement>('.q-tab'); tab != null; tab = outerTab(tab)) {
    if (tab.open) continue;
    isHidden = true;
    tab.open = true;
    showTitle(tab);
  }
  if (isHidden) target!.scrollIntoView();
}

const outerTab = (tab: Element): HTMLDetailsElement | null => tab.parentElement!.closest<HTMLDetailsElement>('.q-tab');

function openAll(document: Document, title: string): void {
  for (const tab of document.querySelectorAll<HTMLDetailsElement>('.q-tab'))
    if (titleOf(tab) === title && !tab.open) {
      tab.open = true;
      showTitle(tab);
    }
}

/** Scrolls the row of titles, where it is longer than the screen, to the title of a tab. */
function showTitle(tab: Element): void {
  const row = tab.closest('.q-tabs');
  const title = tab.querySelector(':scope > summary');
  if (row === null || title === null || row.scrollWidth <= row.clientWidth) return;
  const [from, to] = [row.getBoundingClientRect(), title.getBoundingClientRect()];
  if (to.left < from.left || to.right > from.right) row.scrollLeft += to.left - from.left;
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
