import { newElements } from './feature.ts';

const KEY = 'quire-theme';
const MEDIA = '(prefers-color-scheme: dark)';

/**
 * Lets the reader choose the color scheme in the header and in the drawer of narrow screens; an inline script applies
 * the choice to the next pages.
 */
export function enhanceTheme(document: Document): void {
  const [choices] = newElements(document, '[data-theme-choice]', 'theme');
  if (choices === undefined) return;
  const copy = choices.cloneNode(true) as HTMLElement;
  document.querySelector('.s-drawer-head')?.append(copy);
  for (const group of [choices, copy]) {
    group.hidden = false;
    group.addEventListener('click', ({ target }) => {
      const choice =
        target instanceof Element ? target.closest('[data-choice]')?.getAttribute('data-choice') : undefined;
      if (choice == null) return;
      write(choice);
      apply(document, choice);
    });
  }
  apply(document, read() ?? 'system');
}

function apply(document: Document, choice: string): void {
  document.documentElement.dataset['theme'] = choice;
  for (const button of document.querySelectorAll('[data-choice]'))
    button.setAttribute('aria-pressed', String(button.getAttribute('data-choice') === choice));
  // Pictures select their source by the scheme of the system, which may differ now.
  for (const source of document.querySelectorAll<HTMLSourceElement>(
    'source[media*="prefers-color-scheme"], source[data-scheme]',
  )) {
    source.dataset['scheme'] ??= source.media.includes('dark') ? 'dark' : 'light';
    const scheme = source.dataset['scheme'];
    source.media = choice === 'system' ? `(prefers-color-scheme: ${scheme})` : choice === scheme ? 'all' : 'not all';
  }
  document.dispatchEvent(new CustomEvent('quire-theme', { detail: isDark(document) }));
}

/** Reports whether the page is dark now. */
export const isDark = (document: Document): boolean => {
  const { theme } = document.documentElement.dataset;
  if (theme === 'dark' || theme === 'light') return theme === 'dark';
  const scheme = getComputedStyle(document.documentElement).colorScheme;
  return scheme === 'dark' || (scheme.includes('dark') && matchMedia(MEDIA).matches);
};

const read = (): string | undefined => {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
};
const write = (choice: string): void => {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // The choice lasts for this page where the browser keeps nothing.
  }
};
