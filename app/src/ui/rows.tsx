import type { ComponentChildren, Ref } from 'preact';
import type { ListState, QueryState } from '../api/use-query.ts';
import { Empty, Loaded } from './notices.tsx';
import { MoreButton } from './parts.tsx';

interface RowsProps<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** True while other items are loaded in place of these. */
  readonly isBusy?: boolean;
  readonly children: (item: Item, index: number) => ComponentChildren;
}

/** Items one below the other. */
export const Rows = <Item,>({ items, keyOf, isBusy = false, children }: RowsProps<Item>) => (
  <ul class="rows" aria-busy={isBusy || undefined}>
    {items.map((item, index) => (
      <li key={keyOf(item)}>{children(item, index)}</li>
    ))}
  </ul>
);

export interface ListRowsProps<Item> {
  readonly of: ListState<Item> | QueryState<readonly Item[]>;
  /** Text that stands for an empty list. */
  readonly empty: string;
  readonly keyOf: (item: Item) => string;
  readonly children: (item: Item, index: number) => ComponentChildren;
}

/** Loaded list as rows, with a button for more. */
export const ListRows = <Item,>({ of, empty, keyOf, children }: ListRowsProps<Item>) => (
  <Loaded of={of}>
    {(items) =>
      items.length === 0 ? (
        <Empty title={empty} />
      ) : (
        <>
          <Rows items={items} keyOf={keyOf} isBusy={of.isLoading}>
            {children}
          </Rows>
          {'hasMore' in of && <MoreButton of={of} />}
        </>
      )
    }
  </Loaded>
);

/** Title of a row with a line of facts below it. */
export const RowText = ({
  title,
  href,
  elementRef,
  children,
}: {
  readonly title: ComponentChildren;
  readonly href?: string | undefined;
  readonly elementRef?: Ref<HTMLSpanElement>;
  readonly children?: ComponentChildren;
}) => (
  <span class="grow" ref={elementRef ?? null}>
    {href === undefined ? (
      <span class="row-title" dir="auto">
        {title}
      </span>
    ) : (
      <a class="row-title" href={href} dir="auto">
        {title}
      </a>
    )}
    {children !== undefined && <p class="soft">{children}</p>}
  </span>
);
