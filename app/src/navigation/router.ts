import { computed, signal } from '@preact/signals';
import { findScreen } from './paths.ts';
import { discardUnsaved, hasUnsaved, leaveUnsaved } from './unsaved.ts';

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

/** Number of an entry in the history of the tab, by which the router finds the way back to it. */
interface EntryState {
  readonly position: number;
}
let position = 0;
const positionOf = (state: unknown): number | undefined => (state as EntryState | null)?.position;
const atPosition = (number: number): EntryState => ({ position: number });

const isPresentScreen = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean =>
  pathname === current.value.path && search === current.value.search;

export interface NavigateOptions {
  /** Replaces the present entry in the history. */
  readonly replace?: boolean;
  /** Discards unsaved changes without a question, as after their subject was deleted. */
  readonly discard?: boolean;
}

/** Opens an address of the app. The user is asked before unsaved changes are left. */
export function navigate(to: string, { replace = false, discard = false }: NavigateOptions = {}): void {
  const url = new URL(to, location.origin);
  const open = (): void => {
    if (guard !== undefined && !guard()) return;
    const isSamePath = url.pathname === location.pathname;
    if (replace) history.replaceState(atPosition(position), '', url);
    else history.pushState(atPosition(++position), '', url);
    current.value = readLocation();
    if (!isSamePath && !replace) window.scrollTo(0, 0);
  };
  if (discard || isPresentScreen(url)) discardUnsaved(open);
  else leaveUnsaved(open);
}

/** Changes query parameters of the present address without a new entry in the history; null removes one. */
export function setQuery(values: Readonly<Record<string, string | null>>): void {
  const search = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(values))
    if (value === null) search.delete(name);
    else search.set(name, value);
  const text = search.toString();
  history.replaceState(history.state, '', `${location.pathname}${text === '' ? '' : `?${text}`}`);
  current.value = readLocation();
}

/** Returns the path of a URL of the app within this instance. */
export function localPath(url: string): string {
  const { pathname, search, hash } = new URL(url, location.origin);
  return pathname + search + hash;
}

/** Steps through the history that need no question: back to a form, and those that the user has confirmed. */
let silentSteps = 0;

/** Shows the entry of the history that the user has gone to, or returns to the present one and asks about its changes. */
function onPopState({ state }: PopStateEvent): void {
  const before = position;
  // A link within the screen has made an entry without a number.
  position = positionOf(state) ?? before + 1;
  if (positionOf(state) === undefined) history.replaceState(atPosition(position), '');
  const steps = position - before;
  if (silentSteps > 0) silentSteps--;
  else if (hasUnsaved() && steps !== 0 && !isPresentScreen(location)) {
    const go = (by: number): void => {
      silentSteps++;
      history.go(by);
    };
    go(-steps);
    leaveUnsaved(() => go(steps));
    return;
  }
  current.value = readLocation();
}

/** Opens links to screens of the app without loading the page again. */
export function startRouter(): void {
  position = positionOf(history.state) ?? 0;
  history.replaceState(atPosition(position), '');
  addEventListener('popstate', onPopState);
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
