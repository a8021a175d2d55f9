import { ChangeRequest } from '../../domain/change-requests/change-request.ts';
import { applyChanges } from '../../domain/content/apply-changes.ts';
import type { Change, Edit, EditContext, Touched } from '../../domain/content/changes.ts';
import { readContent, type Content } from '../../domain/content/content.ts';
import type { Hash } from '../../domain/content/objects.ts';
import { all, type Reading } from '../../domain/content/reading.ts';
import { NotFound } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { ChangeWish } from '../content/content-wishes.ts';
import { filesShown, type FileView } from '../content/content-views.ts';
import { planChanges, type PlannedChange } from '../content/plan-changes.ts';
import { read as readContentOf } from '../content/reading.ts';
import { storeNewFiles } from '../content/store-new-files.ts';
import { command, type QueryContext } from '../kernel/use-case.ts';
import { viewOfLocked, type ChangeRequestView } from './change-request-view.ts';
import { atSpaceOf, findChangeRequest, type InChangeRequest } from './find-change-request.ts';
import { requireMatch } from './require-match.ts';

type Input = InChangeRequest & { readonly compat: boolean; readonly body: { readonly changes: readonly ChangeWish[] }; readonly ifMatch?: Id };

export interface EditedContent {
  readonly changeRequest: ChangeRequestView;
  /** Pages that the edit affected, once each, in the order of first touch. */
  readonly touched: readonly Touched[];
  readonly insertedFiles: readonly (FileView & { readonly ref?: string })[];
  /** Whether the caller wants the change request alone. */
  readonly compat: boolean;
}

/**
 * Applies up to 50 changes to the content of a change request: all of them as one new revision, or none.
 * @throws Invalid naming the field of the first change that is wrong; Conflict unless it is a draft or open; PreconditionFailed
 */
export const updateChangeRequestContent = command({
  name: 'updateChangeRequestContent',
  requires: 'space:edit',
  within: atSpaceOf as (input: Input) => { space: Id },

  /** Everything that needs no lock: stores files, reads documents. */
  async prepare(context, input): Promise<readonly PlannedChange[]> {
    const { changes } = input.body;
    if (changes.some(({ operation }) => operation === 'insert_files')) await refuseEarly(context, input);
    const contents = await revertContents(context, input.spaceId, changes);
    const files = await storeNewFiles(context, changes);
    return planChanges(changes, { newId: () => context.ids.next(), sources: context.pageSources, files, contentOf: (revision) => contents.get(revision)! });
  },

  async run(context, { spaceId, changeRequestId, ifMatch, compat }, changes): Promise<EditedContent> {
    const { work, ids, now, at, slugify, content, read } = context;
    const locked = await work.changeRequestLocks.lock(spaceId, changeRequestId);
    const { changeRequest, head } = locked;
    requireMatch(ifMatch, head);
    changeRequest.edited(now);
    const goesBack = changes.some((change) => change.operation === 'revert_page' && change.to === undefined);
    const base = goesBack ? (await read.revisions.find(spaceId, changeRequest.base))?.content : undefined;
    const edit = await readContentOf(content, editing(head.content, changes, base, { newId: () => ids.next(), now, slugify }));

    const revision = { id: ids.next(), spaceId, parents: [head.revisionId], content: edit.contentHash, type: 'edits' as const, createdAt: now, createdBy: at.caller.userId };
    await work.changeRequestLocks.save(changeRequest, { branchId: changeRequest.id, from: head.revisionId, revision, objects: edit.objects });
    content.remember(edit.objects);

    const files = filesShown(context, { spaceId }, edit.insertedFiles.map(({ file }) => file), { metadata: true });
    return {
      changeRequest: viewOfLocked(locked, { revisionId: revision.id, content: edit.contentHash }),
      touched: edit.touched,
      insertedFiles: files.map((file, i) => ({ ...file, ref: edit.insertedFiles[i]!.ref })),
      compat,
    };
  },
});

/** Nothing is fetched or stored for an edit that cannot succeed any more. @throws NotFound, Conflict, PreconditionFailed */
async function refuseEarly(context: QueryContext<any>, input: Input): Promise<void> {
  const { state, head } = await findChangeRequest(context, input);
  requireMatch(input.ifMatch, head);
  ChangeRequest.restore(state).requireEditable();
}

/** The contents of the revisions that the changes name. @throws NotFound for one that is not the space's */
async function revertContents({ read }: QueryContext<any>, spaceId: Id, changes: readonly ChangeWish[]): Promise<ReadonlyMap<Id, Hash>> {
  const named = new Set(changes.flatMap((change) => (change.operation === 'revert_page' && change.revision !== undefined ? [change.revision] : [])));
  const found = await Promise.all([...named].map((id) => read.revisions.find(spaceId, id)));
  return new Map(found.map((revision): [Id, Hash] => {
    if (revision === undefined) throw new NotFound('revision');
    return [revision.id, revision.content];
  }));
}

/** Reads the contents that the changes need side by side, then applies them. */
function* editing(head: Hash, planned: readonly PlannedChange[], base: Hash | undefined, context: EditContext): Reading<Edit> {
  const targets = planned.map((change) => (change.operation === 'revert_page' ? (change.to ?? base) : undefined));
  const hashes = [...new Set([head, ...targets.filter((hash) => hash !== undefined)])];
  const read = yield* all(hashes.map(readContent));
  const contents = new Map<Hash, Content>(hashes.map((hash, i) => [hash, read[i]!]));
  const changes = planned.map((change, n): Change => (change.operation === 'revert_page' ? { ...change, to: contents.get(targets[n]!) } : change));
  return yield* applyChanges(contents.get(head)!, changes, context);
}
