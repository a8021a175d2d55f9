import type { Space } from '../api/operations.ts';
import { m } from '../messages/messages.ts';
import { pathTo } from '../navigation/paths.ts';
import { Icon } from '../ui/icon.tsx';
import { Badge, Titled } from '../ui/parts.tsx';
import type { LibraryNode } from './library-data.ts';

/** Collections and spaces as nested lists. */
export const LibraryTree = ({ node }: { readonly node: LibraryNode }) => (
  <ul class="library">
    {node.collections.map((below) => (
      <li key={below.collection!.id}>
        <div class="library-row">
          <Icon name="collection" />
          <a class="row-title grow" href={pathTo('collection', { collectionId: below.collection!.id })} dir="auto">
            {below.collection!.title}
          </a>
        </div>
        {(below.collections.length > 0 || below.spaces.length > 0) && <LibraryTree node={below} />}
      </li>
    ))}
    {node.spaces.map((space) => (
      <li key={space.id}>
        <SpaceRow space={space} />
      </li>
    ))}
  </ul>
);

const SpaceRow = ({ space }: { readonly space: Space }) => (
  <div class="library-row">
    {space.emoji === '' ? <Icon name="space" /> : null}
    <a class="row-title grow" href={pathTo('space', { spaceId: space.id })}>
      <Titled emoji={space.emoji} title={space.title || m.common.untitled} />
    </a>
    {space.changeRequestsOpen > 0 && <Badge>{m.library.openRequests(space.changeRequestsOpen)}</Badge>}
  </div>
);
