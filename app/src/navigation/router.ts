import { computed, signal } from '@preact/signals';
import { findScreen } from './paths.ts';

const readLocation = () => ({ path: location.pathname, search: location.search, hash: location.hash });

/** Address of the present screen. */
export const current = signal(readLocation());
/** Screen at the present address. */
export const screen = computed(() => findScreen(current.value.path));
/** Query parameters of the present address. */
export const query = computed(() => new URLSearchParams(current.value.search));

/** Asks whether the present screen may be left; set by a screen with unsaved changes. */
let guard: (() => boolean) | undefined;
/** Sets a question that is asked before the screen is left. Returns a function that removes it. */
export function guardLeaving(mayLeave: () => boolean): () => void {
  guard = mayLeave;
  return () => {
    if (guard === mayLeave) guard = undefined;
  };
}

/** Opens an address of the app. */
export function navigate(to: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (guard !== undefined && !guard()) return;
  const url = new URL(to, location.origin);
  const isSamePath = url.pathname === location.pathname;
  history[replace ? 'replaceState' : 'pushState'](null, '', url);
  current.value = readLocation();
  if (!isSamePath && !replace) window.scrollTo(0, 0);
}

/** Changes query parameters of the present address without a new entry in the history; null removes one. */
export function setQuery(values: Readonly<Record<string, string | null>>): void {
  const search = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(values))
    if (value === null) search.delete(name);
    else search.set(name, value);
  const text = search.toString();
  history.replaceState(null, '', `${location.pathname}${text === '' ? '' : `?${text}`}`);
  current.value = readLocation();
}

/** Returns the path of a URL of the app within this instance. */
export function localPath(url: string): string {
  const { pathname, search, hash } = new URL(url, location.origin);
  return pathname + search + hash;
}

/** Opens links to screens of the app without loading the page again. */
export function startRouter(): void {
  addEventListener('popstate', () => (current.value = readLocation()));
  document.addEventListener('click', (event) => {
    const link = event.composedPath().find((one): one is HTMLAnchorElement => one instanceof HTMLAnchorElement);
    if (link === undefined || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (findScreen(link.pathname) === undefined) return;
    if (link.hash !== '' && link.pathname === location.pathname && link.search === location.search) return;
    event.preventDefault();
    navigate(link.href);
  });
}
