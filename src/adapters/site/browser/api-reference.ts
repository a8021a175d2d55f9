import { percentDecoded } from '../../../domain/kernel/percent-decoded.ts';
import { newElements, type Feature } from './feature.ts';

/** Key of the language of samples that a reader chose last. */
const LANGUAGE = 'quire-api-language';

/** Keeps the tabs of samples in step, shows the field that the address names, and offers the form for requests. */
export const enhance: Feature = (document) => {
  for (const input of newElements<HTMLInputElement>(document, '.a-samples > .a-list input', 'api-reference'))
    input.addEventListener('change', () => {
      const { key = '' } = input.dataset;
      chooseLanguage(document, key);
      storeLanguage(key);
    });
  const stored = storedLanguage();
  if (stored !== null) chooseLanguage(document, stored);
  for (const button of newElements<HTMLButtonElement>(document, '.a-try', 'api-reference')) {
    button.hidden = false;
    button.addEventListener('click', () => void import('./try-it.ts').then(({ openTryIt }) => openTryIt(button)));
  }
  for (const root of newElements(document, 'html', 'api-reference')) {
    root.ownerDocument.defaultView?.addEventListener('hashchange', () => revealTarget(document));
    revealTarget(document);
  }
};

function chooseLanguage(document: Document, key: string): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('.a-samples > .a-list input'))
    if (input.dataset['key'] === key) input.checked = true;
}

/** Chooses the tabs and opens the folds around the element that the address names. */
function revealTarget(document: Document): void {
  const target = document.getElementById(percentDecoded(document.location.hash.slice(1)));
  if (target === null || target.closest('.a-op') === null) return;
  for (let at: HTMLElement | null = target; at !== null; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
    const tabs: HTMLElement | null = at.classList.contains('a-panel') ? at.closest('.a-tabs') : null;
    const index = tabs === null ? -1 : [...at.parentElement!.children].indexOf(at);
    const input = tabs?.querySelectorAll<HTMLInputElement>(':scope > .a-list input')[index];
    if (input !== undefined) input.checked = true;
  }
  target.scrollIntoView();
}

/** Storage can be forbidden. */
function storedLanguage(): string | null {
  try {
    return localStorage.getItem(LANGUAGE);
  } catch {
    return null;
  }
}
function storeLanguage(key: string): void {
  try {
    localStorage.setItem(LANGUAGE, key);
  } catch {
    // The choice holds for this page only.
  }
}
