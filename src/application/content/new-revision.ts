import type { Revision } from '../../domain/content/revision.ts';
import type { Ids } from '../../ports/kernel/ids.ts';
import type { ActorScope } from '../kernel/scope.ts';

/** Creates a revision that the caller makes now; of the type `edits`, unless another is named. */
export const newRevision = (
  { ids, now, scope }: { readonly ids: Ids; readonly now: string; readonly scope: Pick<ActorScope, 'caller'> },
  fields: Pick<Revision, 'spaceId' | 'parents' | 'content' | 'mergedFrom'> & { readonly type?: Revision['type'] },
): Revision => ({ id: ids.next(), type: 'edits', createdAt: now, createdBy: scope.caller.userId, ...fields });
