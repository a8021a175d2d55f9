import { getOrganizationById, moveCollection, moveSpace, type Collection, type Space } from '../api/operations.ts';
import { useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { MoveDialog, placeLabel, titleOf, type Place } from '../ui/move-dialog.tsx';
import { announce, attempt } from '../ui/toasts.tsx';
import { arrange, loadLibrary, type LibraryNode } from './library-data.ts';

/** Space or collection, as it stands in the library. */
export type LibraryItem = Space | Collection;

export interface MoveItemProps {
  readonly item: LibraryItem;
  readonly onMoved: () => void;
  readonly onClose: () => void;
}

/** Dialog that moves a space or a collection to another place in the library. */
export function MoveItem({ item, onMoved, onClose }: MoveItemProps) {
  const path = { organizationId: item.organization };
  const choice = useQuery(`places ${item.id}`, async () => {
    const [organization, library] = await Promise.all([getOrganizationById({ path }), loadLibrary(item.organization)]);
    const root = arrange(library);
    return {
      places: placesFor(item, root, organization.permissions.createContent),
      parent: item.parent ?? null,
      next: nextOf(item, root),
    };
  });
  const move = async ({ parent }: Place<LibraryItem>, next: LibraryItem | undefined): Promise<void> => {
    const last = choice.data?.next;
    await moveItem(item, parent, next);
    announce(m.library.moved(titleOf(item)), () => attempt(moveItem(item, item.parent ?? null, last).then(onMoved)));
    onMoved();
  };
  return <MoveDialog title={titleOf(item)} choice={choice} onMove={move} onClose={onClose} />;
}

/** Returns the space or collection that follows an item of its kind; undefined for the last one. */
function nextOf(item: LibraryItem, node: LibraryNode): LibraryItem | undefined {
  const siblings: readonly LibraryItem[] =
    item.object === 'space' ? node.spaces : node.collections.map(({ collection }) => collection!);
  const at = siblings.findIndex(({ id }) => id === item.id);
  if (at >= 0) return siblings[at + 1];
  for (const below of node.collections) {
    const found = nextOf(item, below);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Lists the places to which an item can be moved: the top, and all collections that are not within it. */
function placesFor(item: LibraryItem, root: LibraryNode, mayCreateAtTop: boolean): readonly Place<LibraryItem>[] {
  const siblingsIn = ({ collections, spaces }: LibraryNode): readonly LibraryItem[] =>
    [...collections.map(({ collection }) => collection!), ...spaces].filter(({ id }) => id !== item.id);
  const below = (node: LibraryNode, depth: number): readonly Place<LibraryItem>[] =>
    node.collections
      .filter(({ collection }) => collection!.id !== item.id)
      .flatMap((one) => [
        ...(one.collection!.permissions.create
          ? [
              {
                parent: one.collection!.id,
                label: placeLabel(one.collection!, depth),
                siblings: siblingsIn(one),
              },
            ]
          : []),
        ...below(one, depth + 1),
      ]);
  const top = mayCreateAtTop ? [{ parent: null, label: m.library.top, siblings: siblingsIn(root) }] : [];
  return [...top, ...below(root, 1)];
}

/** Moves an item into a collection or to the top (null), before another item or to the end. */
function moveItem(item: LibraryItem, parent: string | null, next?: LibraryItem): Promise<unknown> {
  const body = {
    parent,
    ...(next && {
      position: {
        before:
          next.object === 'space'
            ? { type: 'space' as const, space: next.id }
            : { type: 'collection' as const, collection: next.id },
      },
    }),
  };
  return item.object === 'space'
    ? moveSpace({ path: { spaceId: item.id }, body })
    : moveCollection({ path: { collectionId: item.id }, body });
}
