import { useState } from 'preact/hooks';
import type { Page } from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { Select } from '../ui/fields.tsx';
import { Loaded } from '../ui/notices.tsx';
import { announce } from '../ui/toasts.tsx';
import { loadPages, placeKey, writeContent, type ContentPlace } from './content-place.ts';
import { findInTree, subpages } from './tree.ts';

/** Value of the choice that stands for the top of the tree, and of that for the end of the siblings. */
const TOP = 'top';
const LAST = 'last';

export interface MovePageProps {
  readonly place: ContentPlace;
  readonly page: Page;
  readonly onMoved: () => void;
  readonly onClose: () => void;
}

/** Dialog that moves a page, group or link to another place in the tree. */
export function MovePage({ place, page, onMoved, onClose }: MovePageProps) {
  const tree = useQuery(`places of ${page.id} in ${placeKey(place)}`, async () => {
    const pages = await loadPages(place);
    return { places: placesFor(page.id, pages), parent: findInTree(pages, page.id)?.above.at(-1)?.id };
  });
  const [chosen, setChosen] = useState<string>();
  const [before, setBefore] = useState(LAST);
  const value = chosen ?? tree.data?.parent ?? TOP;
  const siblings = tree.data?.places.find((one) => one.value === value)?.siblings ?? [];
  const action = useAction(async () => {
    const index = siblings.findIndex(({ id }) => id === before);
    const to = { into: value === TOP ? null : value, at: index < 0 ? siblings.length : index };
    await writeContent(place, [{ operation: 'update_page', page: page.id, ...to }]);
    announce(m.tree.saved);
    onMoved();
    onClose();
  });
  return (
    <FormDialog
      title={m.library.moveTitle(titleOf(page))}
      submit={m.library.moveHere}
      action={action}
      onClose={onClose}
    >
      <Loaded of={tree}>
        {({ places }) => (
          <>
            <Select
              label={m.library.place}
              value={value}
              options={places}
              onChange={(next) => {
                setChosen(next);
                setBefore(LAST);
              }}
            />
            <Select
              label={m.library.position}
              value={before}
              options={[
                { value: LAST, label: m.library.last },
                ...siblings.map((one) => ({ value: one.id, label: m.library.before(titleOf(one)) })),
              ]}
              onChange={setBefore}
            />
          </>
        )}
      </Loaded>
    </FormDialog>
  );
}

const titleOf = ({ title }: Page): string => title || m.common.untitled;

interface TreePlace {
  /** ID of the parent, or `TOP`. */
  readonly value: string;
  readonly label: string;
  /** Other pages in that place, in order. */
  readonly siblings: readonly Page[];
}

/** Lists the places to which a page can be moved: the top, and all pages and groups that are not below it. */
function placesFor(moved: string, pages: readonly Page[]): readonly TreePlace[] {
  const others = (siblings: readonly Page[]): readonly Page[] => siblings.filter(({ id }) => id !== moved);
  const below = (siblings: readonly Page[], depth: number): readonly TreePlace[] =>
    others(siblings)
      .filter(({ type }) => type === 'document' || type === 'group')
      .flatMap((page) => [
        {
          value: page.id,
          label: '\u00a0\u00a0'.repeat(depth) + titleOf(page),
          siblings: others(subpages(page)),
        },
        ...below(subpages(page), depth + 1),
      ]);
  return [{ value: TOP, label: m.space.root, siblings: others(pages) }, ...below(pages, 1)];
}
