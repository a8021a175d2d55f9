import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Page } from '../api/operations.ts';
import { m } from '../messages/messages.ts';
import { navigate } from '../navigation/router.ts';
import { Icon } from '../ui/icon.tsx';
import { Titled } from '../ui/parts.tsx';
import { findInTree, subpages } from './tree.ts';
import { moveByKey, positionAt, type Drop, type PagePosition } from './page-moves.ts';

export interface PageTreeProps {
  readonly pages: readonly Page[];
  readonly current?: string | undefined;
  /** Marks of pages, such as “changed”, by ID. */
  readonly marks?: ReadonlyMap<string, string>;
  readonly hrefOf: (page: Page) => string | undefined;
  /** Moves a page; absent where the tree cannot be changed. */
  readonly onMove?: ((pageId: string, to: PagePosition) => void) | undefined;
}

/**
 * Pages as a tree. Arrows move the focus, Enter opens a page, and letters find one. Where pages can be moved: by
 * dragging, or with Alt and an arrow.
 */
export function PageTree({ pages, current, marks, hrefOf, onMove }: PageTreeProps) {
  const tree = useRef<HTMLUListElement>(null);
  const opened = useMemo(
    () => new Set(current === undefined ? [] : (findInTree(pages, current)?.above ?? []).map(({ id }) => id)),
    [pages, current],
  );
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [focused, setFocused] = useState<string>();
  const [drop, setDrop] = useState<Drop>();
  const dragged = useRef<string | undefined>(undefined);
  const [announcement, setAnnouncement] = useState('');
  const isOpen = (page: Page): boolean =>
    toggled.get(page.id) ?? (opened.has(page.id) || page.id === current || pages.length < 12);
  const toggle = (page: Page, open: boolean): void => setToggled(new Map(toggled).set(page.id, open));
  const items = (): HTMLElement[] => [...(tree.current?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? [])];
  /** Tells whether a page is in the tree, and not in a part that is folded. */
  const isShown = (id: string | undefined): id is string =>
    id !== undefined && findInTree(pages, id)?.above.every(isOpen) === true;
  const focusable = [focused, current].find(isShown) ?? pages[0]?.id;
  const focusOn = (element: HTMLElement | undefined): void => {
    if (element === undefined) return;
    setFocused(element.dataset['id']);
    element.focus();
  };
  const pendingFocus = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (pendingFocus.current === undefined) return;
    const element = items().find(({ dataset }) => dataset['id'] === pendingFocus.current);
    pendingFocus.current = undefined;
    element?.focus();
  }, [pages]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const element = (event.target as HTMLElement).closest<HTMLElement>('[role=treeitem]');
    const found = element && findInTree(pages, element.dataset['id'] ?? '');
    if (!element || !found) return;
    const { page } = found;
    if (event.altKey) {
      const to = onMove && moveByKey(pages, page.id, event.key);
      // Where the page cannot move further, the browser does not leave the screen either.
      if (onMove && event.key.startsWith('Arrow')) event.preventDefault();
      if (to === undefined) return;
      pendingFocus.current = page.id;
      if (to.into !== null) setToggled(new Map(toggled).set(to.into, true));
      setAnnouncement(m.tree.moved(page.title));
      onMove!(page.id, to);
      return;
    }
    if (event.ctrlKey || event.metaKey) return;
    const all = items();
    const at = all.indexOf(element);
    const hasChildren = subpages(page).length > 0;
    switch (event.key) {
      case 'ArrowDown':
        focusOn(all[at + 1]);
        break;
      case 'ArrowUp':
        focusOn(all[at - 1]);
        break;
      case 'Home':
        focusOn(all[0]);
        break;
      case 'End':
        focusOn(all.at(-1));
        break;
      case 'ArrowRight':
        if (hasChildren && !isOpen(page)) toggle(page, true);
        else if (hasChildren) focusOn(all[at + 1]);
        break;
      case 'ArrowLeft':
        if (hasChildren && isOpen(page)) toggle(page, false);
        else focusOn(all.find(({ dataset }) => dataset['id'] === found.above.at(-1)?.id));
        break;
      case 'Enter': {
        const href = hrefOf(page);
        if (href !== undefined) navigate(href);
        else toggle(page, !isOpen(page));
        break;
      }
      default: {
        if (event.key.length !== 1 || event.key === ' ' || event.key === '/') return;
        const letter = event.key.toLowerCase();
        const order = [...all.slice(at + 1), ...all.slice(0, at + 1)];
        focusOn(order.find((one) => (one.dataset['title'] ?? '').toLowerCase().startsWith(letter)));
      }
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const renderPage = (page: Page, level: number) => {
    const children = subpages(page);
    const open = isOpen(page);
    const groupId = `subpages-${page.id}`;
    const href = hrefOf(page);
    const mark = marks?.get(page.id);
    const place = drop?.id === page.id ? ` drop-${drop.where}` : '';
    return (
      <li key={page.id} role="none">
        <div
          role="treeitem"
          aria-level={level}
          aria-selected={page.id === current}
          aria-expanded={children.length > 0 ? open : undefined}
          aria-owns={children.length > 0 && open ? groupId : undefined}
          data-id={page.id}
          data-title={page.title}
          tabIndex={page.id === focusable ? 0 : -1}
          onFocus={(event) => event.target === event.currentTarget && setFocused(page.id)}
          class={`tree-row${page.id === current ? ' is-current' : ''}${page.type === 'group' ? ' is-group' : ''}${place}`}
          draggable={onMove !== undefined}
          onDragStart={(event) => {
            dragged.current = page.id;
            event.dataTransfer?.setData('text/plain', page.title);
            event.stopPropagation();
          }}
          onDragOver={(event) => {
            if (dragged.current === undefined || dragged.current === page.id) return;
            event.preventDefault();
            const { top, height } = event.currentTarget.getBoundingClientRect();
            const part = (event.clientY - top) / height;
            const where = part < 0.3 ? 'before' : part > 0.7 || page.type === 'link' ? 'after' : 'inside';
            if (drop?.id !== page.id || drop.where !== where) setDrop({ id: page.id, where });
          }}
          onDragEnd={() => {
            dragged.current = undefined;
            setDrop(undefined);
          }}
          onDrop={(event) => {
            event.preventDefault();
            const moved = dragged.current;
            dragged.current = undefined;
            setDrop(undefined);
            const to = moved && drop && positionAt(pages, moved, drop);
            if (to) onMove?.(moved, to);
          }}
        >
          {children.length > 0 ? (
            <span class={open ? 'twisty is-open' : 'twisty'} aria-hidden="true" onClick={() => toggle(page, !open)}>
              <Icon name="chevron" />
            </span>
          ) : (
            <span class="twisty" />
          )}
          {href === undefined ? (
            <span class="tree-title" onClick={() => toggle(page, !open)}>
              <Titled emoji={page.emoji} title={page.title || m.common.untitled} />
            </span>
          ) : (
            <a
              class="tree-title"
              href={href}
              tabIndex={-1}
              draggable={false}
              aria-current={page.id === current ? 'page' : undefined}
            >
              <Titled emoji={page.emoji} title={page.title || m.common.untitled} />
            </a>
          )}
          {page.type === 'link' && <Icon name="link" />}
          {'hidden' in page && page.hidden && <span class="soft">{m.tree.hidden}</span>}
          {mark && <span class="tree-mark">{mark}</span>}
        </div>
        {children.length > 0 && open && (
          <ul role="group" id={groupId}>
            {children.map((child) => renderPage(child, level + 1))}
          </ul>
        )}
      </li>
    );
  };
  return (
    <>
      <ul class="tree" role="tree" aria-label={m.tree.label} ref={tree} onKeyDown={onKeyDown}>
        {pages.map((page) => renderPage(page, 1))}
      </ul>
      {onMove && <p class="hint tree-hint">{m.tree.hint}</p>}
      <span class="sr-only" role="status">
        {announcement}
      </span>
    </>
  );
}
