import { ChangeRequest } from '../../domain/change-requests/change-request.ts';
import { conflictKey, type Conflict } from '../../domain/content/conflicts/conflict.ts';
import { readContent } from '../../domain/content/content.ts';
import { openConflicts } from '../../domain/content/content-reads.ts';
import type { Hash } from '../../domain/content/objects/content-object.ts';
import type { ObjectQuery } from '../../domain/content/objects/object-query.ts';
import type { Page, PageRequest } from '../../ports/kernel/repository.ts';
import { read as readContentOf } from '../content/reading.ts';
import { query } from '../kernel/use-case.ts';
import { readConflictViews, type ConflictView } from './conflict-views.ts';
import { inChangeRequest, findChangeRequest, type InChangeRequest } from './find-change-request.ts';

/** Lists the open conflicts of a change request, ordered by the item that they concern. */
export const listChangeRequestConflicts = query<InChangeRequest & { page: PageRequest }>()({
  name: 'listChangeRequestConflicts',
  requires: 'space:view',
  scope: inChangeRequest,
  needs: ['content'],
  async run(context, { page, ...where }): Promise<Page<ConflictView>> {
    const { state, head } = await findChangeRequest(context, where);
    const main = await context.read.revisions.find(where.spaceId, ChangeRequest.restore(state).base);
    const open = await readContentOf(context.content, readOpenConflicts(head.content));
    const { limit, after } = page;
    const from = after === undefined ? 0 : open.findIndex((conflict) => conflictName(conflict) > after);
    const rest = from < 0 ? [] : open.slice(from);
    const items = await readContentOf(context.content, readConflictViews(rest.slice(0, limit), main!.content));
    return {
      items,
      count: open.length,
      ...(limit > 0 && rest.length > limit && { next: conflictName(rest[limit - 1]!) }),
    };
  },
});

/** Unique key of a conflict within one content. */
const conflictName = ({ subject, kind, field = '' }: Conflict): string =>
  [conflictKey(subject), kind, field].join('\n');

function* readOpenConflicts(hash: Hash): ObjectQuery<readonly Conflict[]> {
  const open = yield* openConflicts(yield* readContent(hash));
  return [...open].sort((a, b) => (conflictName(a) < conflictName(b) ? -1 : 1));
}
