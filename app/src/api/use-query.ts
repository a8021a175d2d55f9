import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { announceProblem } from '../ui/toasts.tsx';
import { isSessionOver } from './session.ts';

export interface QueryState<Data> {
  readonly key: string | undefined;
  /** Last answer; stays while it is loaded again. */
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  reload(): void;
  /** Replaces the data by what a write has answered; an answer to an earlier load is dropped. */
  set(data: Data): void;
}

/**
 * Loads data when a component appears and whenever `key` changes; an undefined key loads nothing. An answer to an
 * earlier key is dropped. Loads again after the user has signed in again, and what has failed when the browser is online.
 */
export function useQuery<Data>(
  key: string | undefined,
  load: (signal: AbortSignal) => Promise<Data>,
): QueryState<Data> {
  const [state, setState] = useState<{ key: string | undefined; data?: Data | undefined; error?: unknown }>({ key });
  const [round, setRound] = useState(0);
  const loader = useRef(load);
  loader.current = load;
  const loading = useRef<AbortController | undefined>(undefined);
  const isOver = isSessionOver.value;
  useEffect(() => {
    if (key === undefined || isOver) return;
    const controller = new AbortController();
    loading.current = controller;
    loader.current(controller.signal).then(
      (data) => !controller.signal.aborted && setState({ key, data }),
      (error: unknown) =>
        !controller.signal.aborted &&
        setState((last) => ({ key, error, data: last.key === key ? last.data : undefined })),
    );
    return () => controller.abort();
  }, [key, round, isOver]);
  const isCurrent = state.key === key;
  const hasFailed = isCurrent && state.error !== undefined;
  useEffect(() => {
    if (!hasFailed) return;
    const retry = (): void => setRound((last) => last + 1);
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [hasFailed]);
  const data = isCurrent ? state.data : undefined;
  const error = isCurrent ? state.error : undefined;
  return {
    key,
    data,
    error,
    isLoading: key !== undefined && data === undefined && error === undefined,
    reload: useCallback(() => setRound((last) => last + 1), []),
    set: useCallback(
      (next: Data) => {
        loading.current?.abort();
        setState({ key, data: next });
      },
      [key],
    ),
  };
}

/** Tells whether a query has failed and has no earlier answer. */
export const isMissing = ({ data, error }: Pick<QueryState<unknown>, 'data' | 'error'>): boolean =>
  data === undefined && error !== undefined;

/** Loads a query again whenever a value changes. */
export function useReloadOn({ reload }: Pick<QueryState<unknown>, 'reload'>, value: unknown): void {
  const last = useRef(value);
  useEffect(() => {
    if (last.current === value) return;
    last.current = value;
    reload();
  }, [value]);
}

/** Time between two looks at work that goes on, in milliseconds. */
export const POLL_MS = 1_000;

/** Loads a query again and again while what it shows goes on. */
export function useReloadWhile({ reload }: Pick<QueryState<unknown>, 'reload'>, goesOn: boolean): void {
  useEffect(() => {
    if (!goesOn) return;
    const timer = setInterval(reload, POLL_MS);
    return () => clearInterval(timer);
  }, [goesOn]);
}

/** Page of a list of the API. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly next?: { readonly page: string };
  readonly count?: number;
}

export interface ListState<Item> extends QueryState<readonly Item[]> {
  /** Number of all items, if the list tells it. */
  readonly count: number | undefined;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  loadMore(): void;
}

export interface ListOptions {
  /** Keeps the items of the last key until those of the next are there; for lists whose key has a search or a filter. */
  readonly keepsItems?: boolean;
}

/** Loads a list page by page. When it is loaded again, as many pages are loaded as are shown. */
export function useList<Item>(
  key: string | undefined,
  load: (page: string | undefined, signal: AbortSignal) => Promise<ListPage<Item>>,
  { keepsItems = false }: ListOptions = {},
): ListState<Item> {
  const [pending, setPending] = useState(false);
  const shown = useRef({ key, pages: 1 });
  if (shown.current.key !== key) shown.current = { key, pages: 1 };
  const list = useQuery(key, async (signal) => {
    let answer = await load(undefined, signal);
    for (let page = 1; page < shown.current.pages && answer.next !== undefined; page++)
      answer = joinPages(answer, await load(answer.next.page, signal));
    return answer;
  });
  const { data } = list;
  const latest = useRef(data);
  latest.current = data;
  const kept = useRef(data);
  if (data !== undefined) kept.current = data;
  const visible = list.isLoading && keepsItems ? kept.current : data;
  const loadMore = (): void => {
    const { current } = shown;
    if (data?.next === undefined || pending) return;
    setPending(true);
    load(data.next.page, new AbortController().signal)
      .then((page) => {
        if (shown.current !== current) return;
        current.pages++;
        if (latest.current === data) list.set(joinPages(data, page));
        else list.reload();
      }, announceProblem)
      .finally(() => setPending(false));
  };
  return {
    key,
    data: visible?.items,
    count: visible?.count,
    error: list.error,
    isLoading: list.isLoading,
    reload: list.reload,
    set: (items) => list.set({ items }),
    hasMore: data?.next !== undefined,
    isLoadingMore: pending,
    loadMore,
  };
}

/** Returns a list with its next page. */
const joinPages = <Item>(list: ListPage<Item>, { items, next }: ListPage<Item>): ListPage<Item> => ({
  items: [...list.items, ...items],
  ...(next !== undefined && { next }),
  ...(list.count !== undefined && { count: list.count }),
});

/** Loads all pages of a list; for lists that a screen shows whole, such as those of a library. */
export async function loadAll<Item>(
  load: (page: string | undefined) => Promise<ListPage<Item>>,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  let page: string | undefined;
  do {
    const answer = await load(page);
    items.push(...answer.items);
    page = answer.next?.page;
  } while (page !== undefined);
  return items;
}
