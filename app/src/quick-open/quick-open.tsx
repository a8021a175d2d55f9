import { signal } from '@preact/signals';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { searchOrganizationContent } from '../api/operations.ts';
import { useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { localPath, navigate } from '../navigation/router.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { ErrorNotice } from '../ui/notices.tsx';
import { loadDestinations, type Destination } from './destinations.ts';
import { findDestinations } from './find-destinations.ts';

/** Most destinations and pages that are listed. */
const MAX_DESTINATIONS = 10;
const MAX_PAGES = 8;
/** Pause in typing after which pages are searched for, in milliseconds. */
const SEARCH_AFTER_MS = 200;

/** Last organization that a screen was about. */
export const lastOrganization = signal<string | undefined>(undefined);
const isOpen = signal(false);
/** Opens the dialog that leads to everything in an organization. */
export const openQuickly = (): void => void (isOpen.value = true);

/** Dialog that leads to everything in the last organization; Control and K, or Command and K, open it. */
export function QuickOpen() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // The editor has the same key for links, and no dialog opens over another one.
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      if (event.shiftKey || event.altKey || document.querySelector('dialog[open]') !== null) return;
      if (lastOrganization.value === undefined) return;
      event.preventDefault();
      openQuickly();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const organizationId = lastOrganization.value;
  if (!isOpen.value || organizationId === undefined) return null;
  return (
    <Dialog title={m.quickOpen.title} onClose={() => (isOpen.value = false)}>
      <Finder organizationId={organizationId} />
    </Dialog>
  );
}

/** Searches for pages after a pause in typing; until then, those found before stay whose title has the words. */
function usePages(organizationId: string, text: string): readonly Destination[] {
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text.trim()), SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const found = useQuery(query === '' ? undefined : `quick open ${organizationId} ${query}`, async () => {
    const path = { organizationId };
    const { items } = await searchOrganizationContent({ path, query: { query, limit: MAX_PAGES } });
    return items.flatMap((space) =>
      space.pages.map((page): Destination => ({
        icon: 'document',
        title: page.title || m.common.untitled,
        detail: space.title,
        href: localPath(page.urls.app),
      })),
    );
  });
  const last = useRef<readonly Destination[]>([]);
  if (found.data !== undefined) last.current = found.data;
  if (text.trim() === '') return [];
  const isLatest = found.data !== undefined && query === text.trim();
  return isLatest ? found.data.slice(0, MAX_PAGES) : findDestinations(last.current, text, MAX_PAGES);
}

/** Field with the destinations that have its words. */
function Finder({ organizationId }: { readonly organizationId: string }) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const all = useQuery(`destinations ${organizationId}`, () => loadDestinations(organizationId));
  const pages = usePages(organizationId, text);
  const found = [...findDestinations(all.data ?? [], text, MAX_DESTINATIONS), ...pages];
  const at = Math.min(active, found.length - 1);
  useLayoutEffect(() => list.current?.children[at]?.scrollIntoView({ block: 'nearest' }), [at]);
  const open = (to: Destination | undefined): void => {
    if (to === undefined) return;
    isOpen.value = false;
    navigate(to.href);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    if (event.key === 'Enter') open(found[at]);
    else if (event.key === 'ArrowDown') setActive((at + 1) % Math.max(found.length, 1));
    else if (event.key === 'ArrowUp') setActive((at - 1 + found.length) % Math.max(found.length, 1));
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div class="field">
        <input
          role="combobox"
          type="text"
          autoFocus
          autocomplete="off"
          aria-label={m.quickOpen.label}
          placeholder={m.quickOpen.label}
          aria-autocomplete="list"
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <ul class="destinations" role="listbox" id={`${id}-list`} aria-label={m.quickOpen.results} ref={list}>
        {found.map((one, index) => (
          <li key={one.href} id={`${id}-${index}`} role="option" aria-selected={index === at} onClick={() => open(one)}>
            <Icon name={one.icon} />
            <span class="grow" dir="auto">
              {one.title}
            </span>
            {one.detail && <span class="soft">{one.detail}</span>}
          </li>
        ))}
      </ul>
      {found.length === 0 && all.error === undefined && (
        <p class="soft" role="status">
          {all.isLoading ? m.common.loading : m.quickOpen.none}
        </p>
      )}
      <ErrorNotice error={all.error} onRetry={all.reload} />
    </>
  );
}
