import type { Page } from '../api/operations.ts';
import { useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { MoveDialog, placeLabel, titleOf, type Place } from '../ui/move-dialog.tsx';
import { announce } from '../ui/toasts.tsx';
import { loadPages, placeKey, writeContent, type ContentPlace } from './content-place.ts';
import { findInTree, subpages } from './tree.ts';

export interface MovePageProps {
  readonly place: ContentPlace;
  readonly page: Page;
  readonly onMoved: () => void;
  readonly onClose: () => void;
}

/** Dialog that moves a page, group or link to another place in the tree. */
export function MovePage({ place, page, onMoved, onClose }: MovePageProps) {
  const choice = useQuery(`places of ${page.id} in ${placeKey(place)}`, async () => {
    const pages = await loadPages(place);
    return { places: placesFor(page.id, pages), parent: findInTree(pages, page.id)?.above.at(-1)?.id ?? null };
  });
  const move = async ({ parent, siblings }: Place<Page>, next: Page | undefined): Promise<void> => {
    const at = next === undefined ? siblings.length : siblings.indexOf(next);
    await writeContent(place, [{ operation: 'update_page', page: page.id, into: parent, at }]);
    announce(m.tree.saved);
    onMoved();
  };
  return <MoveDialog title={titleOf(page)} choice={choice} onMove={move} onClose={onClose} />;
}

/** Lists the places to which a page can be moved: the top, and all pages and groups that are not below it. */
function placesFor(moved: string, pages: readonly Page[]): readonly Place<Page>[] {
  const others = (siblings: readonly Page[]): readonly Page[] => siblings.filter(({ id }) => id !== moved);
  const below = (siblings: readonly Page[], depth: number): readonly Place<Page>[] =>
    others(siblings)
      .filter(({ type }) => type === 'document' || type === 'group')
      .flatMap((page) => [
        {
          parent: page.id,
          label: placeLabel(page, depth),
          siblings: others(subpages(page)),
        },
        ...below(subpages(page), depth + 1),
      ]);
  return [{ parent: null, label: m.space.root, siblings: others(pages) }, ...below(pages, 1)];
}
