import type { PageDocument } from './dom.ts';
import { elementText, type PageElement } from './page-element.ts';

/** Attribute of an element that holds tabs, and of each tab with its title. */
export const TABS = 'data-import-tabs';
export const TAB = 'data-import-tab';

/** Sets of tabs that are switched by radio buttons: the set, the labels and the panels within it. */
const LABELED_SETS: readonly (readonly [set: string, label: string, panel: string])[] = [
  ['.tabbed-set', 'label', '.tabbed-block'],
  ['.tabbed-set', 'label', '.tabbed-content'],
  ['.sd-tab-set', 'label', '.sd-tab-content'],
  ['.vp-code-group', '.tabs label', '.blocks > *'],
];
/** Levels between a list of tabs and the element that contains their panels as well. */
const MAX_LEVELS = 4;

/** Tab before the conversion. */
interface TabPanel {
  readonly title: string;
  readonly panel: PageElement;
}

/**
 * Rewrites tabs into elements with the attributes `TABS` and `TAB`, so that the panels that are hidden at first are
 * kept. Panels that the page does not contain are left out.
 */
export function rewriteTabs(document: PageDocument): void {
  const panels = [...document.querySelectorAll('[role="tabpanel"]')];
  const named = new Map<string, PageElement>();
  for (const panel of panels) {
    const [id, label] = [panel.getAttribute('id'), panel.getAttribute('aria-labelledby')];
    if (id !== null) named.set(`#${id}`, panel);
    if (label !== null) named.set(`by ${label}`, panel);
  }
  // Tabs within tabs are rewritten first.
  for (const list of [...document.querySelectorAll('[role="tablist"]')].reverse())
    rewriteTabList(document, list, named);
  for (const [set, label, panel] of LABELED_SETS)
    for (const element of [...document.querySelectorAll(set)].reverse()) {
      const own = (selector: string): PageElement[] =>
        [...element.querySelectorAll(selector)].filter((each) => each.parentNode?.closest(set) === element);
      const panels = own(panel);
      const labels = own(label).filter((each) => panels.every((one) => !one.contains(each)));
      if (panels.length > 0 && labels.length === panels.length)
        element.replaceWith(
          tabsOf(
            document,
            panels.map((one, n) => ({ title: elementText(labels[n]), panel: one })),
          ),
        );
    }
}

function rewriteTabList(document: PageDocument, list: PageElement, named: ReadonlyMap<string, PageElement>): void {
  const tabs = [...list.querySelectorAll('[role="tab"]')];
  const byName = tabs.map((tab) => panelOf(tab, named));
  const inOrder = byName.some((panel) => panel !== undefined) ? [] : panelsBeside(list);
  const panels = inOrder.length === tabs.length ? inOrder : byName;
  const found = new Map<PageElement, TabPanel>();
  for (const [n, tab] of tabs.entries()) {
    const panel = panels[n];
    if (panel !== undefined && !found.has(panel)) found.set(panel, { title: elementText(tab), panel });
  }
  if (found.size > 0) list.replaceWith(tabsOf(document, [...found.values()]));
}

/** Finds the panel that a tab or its panel names. */
const panelOf = (tab: PageElement, named: ReadonlyMap<string, PageElement>): PageElement | undefined =>
  named.get(`#${tab.getAttribute('aria-controls')}`) ??
  named.get(tab.getAttribute('href') ?? '') ??
  named.get(`by ${tab.getAttribute('id')}`);

/** Finds the panels of a list of tabs in the nearest element around it that contains any. */
function panelsBeside(list: PageElement): PageElement[] {
  let around = list.parentNode;
  for (let level = 0; around?.querySelectorAll !== undefined && level < MAX_LEVELS; level++) {
    const panels = [...around.querySelectorAll('[role="tabpanel"]')];
    if (panels.length > 0) return panels.filter((panel) => !isWithinPanel(panel, around!));
    around = around.parentNode;
  }
  return [];
}

/** Reports whether a panel is within another one of the same element. */
function isWithinPanel(panel: PageElement, around: PageElement): boolean {
  const outer = panel.parentNode?.closest('[role="tabpanel"]');
  return outer != null && around.contains(outer) && outer !== around;
}

function tabsOf(document: PageDocument, tabs: readonly TabPanel[]): PageElement {
  const made = document.createElement('div');
  made.setAttribute(TABS, '');
  for (const { title, panel } of tabs) {
    const tab = document.createElement('div');
    tab.setAttribute(TAB, title || 'Tab');
    panel.removeAttribute('hidden');
    tab.append(panel);
    made.append(tab);
  }
  return made;
}
