import { useState } from 'preact/hooks';
import { getOrganizationById, moveCollection, moveSpace, type Collection, type Space } from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { Select } from '../ui/fields.tsx';
import { Empty, Loaded } from '../ui/notices.tsx';
import { announce, attempt } from '../ui/toasts.tsx';
import { arrange, loadLibrary, type LibraryNode } from './library-data.ts';

/** Space or collection, as it stands in the library. */
export type LibraryItem = Space | Collection;

/** Value of the choice that stands for the top of the library. */
const TOP = 'top';
const LAST = 'last';

export interface MoveDialogProps {
  readonly item: LibraryItem;
  readonly onMoved: () => void;
  readonly onClose: () => void;
}

/** Dialog that moves a space or a collection to another place in the library. */
export function MoveDialog({ item, onMoved, onClose }: MoveDialogProps) {
  const path = { organizationId: item.organization };
  const places = useQuery(`places ${item.id}`, async () => {
    const [organization, library] = await Promise.all([getOrganizationById({ path }), loadLibrary(item.organization)]);
    const root = arrange(library);
    return { all: placesFor(item, root, organization.permissions.createContent), next: nextOf(item, root) };
  });
  const [chosen, setChosen] = useState<string>();
  const [before, setBefore] = useState(LAST);
  const all = places.data?.all ?? [];
  const target = all.find(({ value }) => value === (chosen ?? item.parent ?? TOP)) ?? all[0];
  const action = useAction(async () => {
    if (target === undefined) throw new Error(m.library.noPlace);
    const last = places.data?.next;
    await moveItem(
      item,
      target.value === TOP ? null : target.value,
      target.siblings.find(({ id }) => id === before),
    );
    announce(m.library.moved(titleOf(item)), () => attempt(moveItem(item, item.parent ?? null, last).then(onMoved)));
    onMoved();
    onClose();
  });
  return (
    <FormDialog
      title={m.library.moveTitle(titleOf(item))}
      submit={m.library.moveHere}
      action={action}
      onClose={onClose}
    >
      <Loaded of={places}>
        {() =>
          target === undefined ? (
            <Empty title={m.library.noPlace} />
          ) : (
            <>
              <Select
                label={m.library.place}
                value={target.value}
                options={all}
                onChange={(value) => {
                  setChosen(value);
                  setBefore(LAST);
                }}
              />
              <Select
                label={m.library.position}
                value={before}
                options={[
                  { value: LAST, label: m.library.last },
                  ...target.siblings.map((one) => ({ value: one.id, label: m.library.before(titleOf(one)) })),
                ]}
                onChange={setBefore}
              />
            </>
          )
        }
      </Loaded>
    </FormDialog>
  );
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

const titleOf = ({ title }: LibraryItem): string => title || m.common.untitled;

interface Place {
  /** ID of the collection, or `TOP`. */
  readonly value: string;
  readonly label: string;
  /** Other items in that place, in order. */
  readonly siblings: readonly LibraryItem[];
}

/** Lists the places to which an item can be moved: the top, and all collections that are not within it. */
function placesFor(item: LibraryItem, root: LibraryNode, mayCreateAtTop: boolean): readonly Place[] {
  const siblingsIn = ({ collections, spaces }: LibraryNode): readonly LibraryItem[] =>
    [...collections.map(({ collection }) => collection!), ...spaces].filter(({ id }) => id !== item.id);
  const below = (node: LibraryNode, depth: number): readonly Place[] =>
    node.collections
      .filter(({ collection }) => collection!.id !== item.id)
      .flatMap((one) => [
        ...(one.collection!.permissions.create
          ? [
              {
                value: one.collection!.id,
                label: '\u00a0\u00a0'.repeat(depth) + titleOf(one.collection!),
                siblings: siblingsIn(one),
              },
            ]
          : []),
        ...below(one, depth + 1),
      ]);
  const top = mayCreateAtTop ? [{ value: TOP, label: m.library.top, siblings: siblingsIn(root) }] : [];
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
