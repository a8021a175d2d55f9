import type { ConflictKind, ConflictSubjectKind } from '../../domain/content/conflicts/conflict.ts';
import { readContent } from '../../domain/content/content.ts';
import type { Hash } from '../../domain/content/objects/content-object.ts';
import { both, type ObjectQuery } from '../../domain/content/objects/object-query.ts';
import type { ConflictResolution } from '../../domain/content/conflicts/conflict-resolution.ts';
import { resolveConflicts, type ResolvedContent } from '../../domain/content/conflicts/resolve-conflicts.ts';
import { NotFound } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import { read as readContentOf } from '../content/reading.ts';
import { command } from '../kernel/use-case.ts';
import { readConflictViews, type ConflictView } from './conflict-views.ts';
import { inChangeRequest, type InChangeRequest } from './find-change-request.ts';
import { requireMatch } from './require-match.ts';
import { storeChangeRequestEdit } from '../content/store-edit.ts';

/** The resolution of an item's conflicts. */
interface ConflictResolutionInput extends ConflictResolution {
  /** Kind of the item; needed only if items of several kinds share the ID or name. */
  readonly subject?: ConflictSubjectKind;
  readonly kind?: ConflictKind;
}

type Input = InChangeRequest & {
  readonly conflictId: string;
  readonly body: ConflictResolutionInput;
  readonly ifMatch?: Id;
};

export interface RemainingConflicts {
  readonly revision: Id;
  readonly conflicts: readonly ConflictView[];
}

/**
 * Resolves the open conflicts of one page, file, reusable content or variable by taking a side, as one new revision.
 * The response lists the conflicts that remain.
 *
 * Fails with `NotFound` when the item has no open conflict, and with `Conflict` when the side can no longer be taken or
 * the change request is neither a draft nor open.
 */
export const resolveChangeRequestConflict = command<Input>()({
  name: 'resolveChangeRequestConflict',
  requires: 'space:edit',
  scope: inChangeRequest,
  needs: ['ids', 'content'],
  async run(context, { spaceId, changeRequestId, conflictId, body, ifMatch }): Promise<RemainingConflicts> {
    const { work, now, content, read } = context;
    const { changeRequest, head } = await work.changeRequests.lock(spaceId, changeRequestId);
    requireMatch(ifMatch, head);
    changeRequest.recordEdit(now);
    const main = await read.revisions.find(spaceId, changeRequest.base);
    if (main === undefined) throw new Error(`revision ${changeRequest.base} of space ${spaceId} is missing`);
    const { subject, ...decision } = body;
    const resolved = await readContentOf(
      content,
      applyResolution(head.content, main.content, { kind: subject, id: conflictId }, decision, now),
    );
    if (resolved === undefined) throw new NotFound('conflict');

    const revision = await storeChangeRequestEdit(context, { changeRequest, head }, resolved);
    return {
      revision: revision.id,
      conflicts: await readContentOf(content, readConflictViews(resolved.conflicts, main.content)),
    };
  },
});

function* applyResolution(
  head: Hash,
  mainHash: Hash,
  subject: { kind: ConflictSubjectKind | undefined; id: string },
  decision: ConflictResolution,
  now: string,
): ObjectQuery<ResolvedContent | undefined> {
  const [content, main] = yield* both(readContent(head), readContent(mainHash));
  return yield* resolveConflicts(content, { id: subject.id, ...(subject.kind && { kind: subject.kind }) }, decision, {
    now,
    main,
  });
}
