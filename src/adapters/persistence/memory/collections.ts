import type { CollectionState } from '../../../domain/collections.ts';
import type { Id, OrganizationId } from '../../../domain/kernel/id.ts';
import type { Sibling } from '../../../domain/kernel/order/siblings.ts';
import type { SpaceState } from '../../../domain/spaces.ts';
import type { SiblingReads } from '../../../ports/collections.ts';
import { sortedKey } from '../list-keys.ts';
import type { Overlay } from './kernel/overlay.ts';

export class MemorySiblings implements SiblingReads {
  constructor(private readonly overlay: Overlay) {}

  async list(organizationId: OrganizationId, parentId: Id | null): Promise<readonly Sibling[]> {
    const inside = <S extends { readonly organizationId: OrganizationId; readonly parentId: Id | null }>(
      table: 'spaces' | 'collections',
    ): S[] =>
      this.overlay
        .rows<S>(table)
        .flatMap(({ state }) =>
          state.organizationId === organizationId && state.parentId === parentId ? [state] : [],
        );
    const spaces = inside<SpaceState>('spaces').map(({ id, rank, deletedAt }): Sibling => ({
      kind: 'space',
      id,
      rank,
      deleted: deletedAt !== null,
    }));
    const collections = inside<CollectionState>('collections').map(({ id, rank }): Sibling => ({
      kind: 'collection',
      id,
      rank,
      deleted: false,
    }));
    const key = ({ rank, id }: Sibling): string => sortedKey(rank, id);
    return [...spaces, ...collections].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  }
}
