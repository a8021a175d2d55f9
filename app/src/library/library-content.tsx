import type { Space } from '../api/operations.ts';
import { m } from '../messages/messages.ts';
import { pathTo } from '../navigation/paths.ts';
import { Icon } from '../ui/icon.tsx';
import { Empty } from '../ui/notices.tsx';
import { Badge, Titled } from '../ui/parts.tsx';
import { CollectionMenu, SpaceMenu, type SpaceMenuProps } from './item-menus.tsx';
import type { LibraryNode } from './library-data.ts';

export interface LibraryContentProps {
  readonly node: LibraryNode;
  /** True if something may be transferred to another organization. */
  readonly mayTransfer: boolean;
  /** True if content may be created at the top of the library. */
  readonly mayCreate: boolean;
  /** Called when something in the library has changed. */
  readonly onChange: () => void;
}

/** Collections and spaces, or a text where there are none. */
export const LibraryContent = ({ node, ...rest }: LibraryContentProps) =>
  node.collections.length === 0 && node.spaces.length === 0 ? (
    <Empty title={m.library.empty} />
  ) : (
    <LibraryTree node={node} {...rest} />
  );

/** Collections and spaces as nested lists. */
const LibraryTree = ({ node, ...rest }: LibraryContentProps) => {
  // A space of a collection that is not shown stands at the top.
  const mayCreateBeside = ({ parent }: Space): boolean =>
    node.collection?.permissions.create ?? (rest.mayCreate && parent === undefined);
  return (
    <ul class="library">
      {node.collections.map((below) => (
        <li key={below.collection!.id}>
          <div class="library-row">
            <Icon name="collection" />
            <a class="row-title grow" href={pathTo('collection', { collectionId: below.collection!.id })} dir="auto">
              {below.collection!.title || m.common.untitled}
            </a>
            <CollectionMenu collection={below.collection!} {...rest} />
          </div>
          {(below.collections.length > 0 || below.spaces.length > 0) && <LibraryTree node={below} {...rest} />}
        </li>
      ))}
      {node.spaces.map((space) => (
        <li key={space.id}>
          <SpaceRow space={space} mayDuplicate={mayCreateBeside(space)} {...rest} />
        </li>
      ))}
    </ul>
  );
};

const SpaceRow = ({ space, ...rest }: SpaceMenuProps) => (
  <div class="library-row">
    {space.emoji === '' ? <Icon name="space" /> : null}
    <span class="grow library-title">
      <a class="row-title" href={pathTo('space', { spaceId: space.id })}>
        <Titled emoji={space.emoji} title={space.title || m.common.untitled} />
      </a>
      {space.changeRequestsOpen > 0 && <Badge>{m.library.openRequests(space.changeRequestsOpen)}</Badge>}
    </span>
    <SpaceMenu space={space} {...rest} />
  </div>
);
