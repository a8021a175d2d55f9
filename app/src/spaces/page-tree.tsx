import { useRef } from 'preact/hooks';
import type { Page } from '../api/operations.ts';
import { m } from '../messages/messages.ts';
import { Icon } from '../ui/icon.tsx';
import { Titled } from '../ui/parts.tsx';
import type { PagePosition } from './page-moves.ts';
import { hasSubpages, subpages } from './tree.ts';
import { useFolding } from './use-folding.ts';
import { usePageDrag } from './use-page-drag.ts';
import { useTreeKeys } from './use-tree-keys.ts';

export interface PageTreeProps {
  readonly pages: readonly Page[];
  readonly current?: string | undefined;
  /** Marks of pages, such as “changed”, by ID. */
  readonly marks?: ReadonlyMap<string, string>;
  readonly hrefOf: (page: Page) => string | undefined;
  /** Moves a page; absent where the tree cannot be changed. */
  readonly onMove?: ((pageId: string, to: PagePosition) => void) | undefined;
}

/** Pages as a tree that is used by pointer or keyboard (`useTreeKeys`). */
export function PageTree(props: PageTreeProps) {
  const { pages, current, marks, hrefOf, onMove } = props;
  const tree = useRef<HTMLUListElement>(null);
  const folding = useFolding(pages, current);
  const keys = useTreeKeys(tree, props, folding);
  const drag = usePageDrag(pages, onMove);

  const renderPage = (page: Page, level: number) => {
    const { id } = page;
    const isParent = hasSubpages(page);
    const isOpen = folding.isOpen(page);
    const groupId = `subpages-${id}`;
    const states = [
      id === current && 'is-current',
      page.type === 'group' && 'is-group',
      drag.drop?.id === id && `drop-${drag.drop.where}`,
    ];
    return (
      <li key={id} role="none">
        <div
          role="treeitem"
          aria-level={level}
          aria-selected={id === current}
          aria-expanded={isParent ? isOpen : undefined}
          aria-owns={isParent && isOpen ? groupId : undefined}
          data-id={id}
          data-title={page.title}
          tabIndex={id === keys.focusable ? 0 : -1}
          onFocus={(event) => event.target === event.currentTarget && keys.onFocus(id)}
          class={['tree-row', ...states].filter(Boolean).join(' ')}
          draggable={onMove !== undefined}
          {...drag.handlers(page)}
        >
          <TreeRow
            page={page}
            href={hrefOf(page)}
            isCurrent={id === current}
            isOpen={isParent ? isOpen : undefined}
            mark={marks?.get(id)}
            onFold={() => folding.fold(id, !isOpen)}
          />
        </div>
        {isParent && isOpen && (
          <ul role="group" id={groupId}>
            {subpages(page).map((child) => renderPage(child, level + 1))}
          </ul>
        )}
      </li>
    );
  };
  return (
    <>
      <ul class="tree" role="tree" aria-label={m.tree.label} ref={tree} onKeyDown={keys.onKeyDown}>
        {pages.map((page) => renderPage(page, 1))}
      </ul>
      {onMove && <p class="hint tree-hint">{m.tree.hint}</p>}
      <span class="sr-only" role="status">
        {keys.announcement}
      </span>
    </>
  );
}

const TreeRow = ({
  page,
  href,
  isCurrent,
  isOpen,
  mark,
  onFold,
}: {
  readonly page: Page;
  readonly href: string | undefined;
  readonly isCurrent: boolean;
  /** Undefined for a page without subpages. */
  readonly isOpen: boolean | undefined;
  readonly mark: string | undefined;
  readonly onFold: () => void;
}) => {
  const title = <Titled emoji={page.emoji} title={page.title || m.common.untitled} />;
  return (
    <>
      {isOpen === undefined ? (
        <span class="twisty" />
      ) : (
        <span class={isOpen ? 'twisty is-open' : 'twisty'} aria-hidden="true" onClick={onFold}>
          <Icon name="chevron" />
        </span>
      )}
      {href === undefined ? (
        <span class="tree-title" onClick={onFold}>
          {title}
        </span>
      ) : (
        <a class="tree-title" href={href} tabIndex={-1} draggable={false} aria-current={isCurrent ? 'page' : undefined}>
          {title}
        </a>
      )}
      {page.type === 'link' && <Icon name="link" />}
      {'hidden' in page && page.hidden && <span class="soft">{m.tree.hidden}</span>}
      {mark && <span class="tree-mark">{mark}</span>}
    </>
  );
};
