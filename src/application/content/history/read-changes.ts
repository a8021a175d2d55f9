import { ChangeRequest } from '../../../domain/change-requests/change-request.ts';
import { decodeDocument } from '../../../domain/content/documents/decode-document.ts';
import { EMPTY_CONTENT, readContent } from '../../../domain/content/content.ts';
import type { Hash } from '../../../domain/content/objects/content-object.ts';
import type { File, Page, ReusableContent } from '../../../domain/content/page.ts';
import { all, constantQuery, fetchObject, type ObjectQuery } from '../../../domain/content/objects/object-query.ts';
import type { Revision } from '../../../domain/content/revision.ts';
import {
  semanticChanges,
  type SemanticChange,
  type SemanticChanges,
} from '../../../domain/content/diff/semantic-changes.ts';
import { DocumentComparison, type DocumentHunks } from '../../../domain/content/text/semantic-hunks.ts';
import { NotFound } from '../../../domain/kernel/errors.ts';
import type { Id, RevisionId, SpaceId } from '../../../domain/kernel/id.ts';
import type { Block } from '../../../ports/content/block-documents.ts';
import { changeRequestView, type ChangeRequestView } from '../../change-requests/change-request-view.ts';
import { inChangeRequest, findChangeRequest, type InChangeRequest } from '../../change-requests/find-change-request.ts';
import type { FileView } from '../content-views.ts';
import { fileViews } from '../file-links.ts';
import type { InRevision } from '../content-location.ts';
import { read } from '../reading.ts';
import { inTimeSlices } from '../../kernel/time-slices.ts';
import { query, type QueryContext } from '../../kernel/use-case.ts';
import { inSpace } from '../../kernel/scope.ts';

/** View of a change; for an edited document, with the changes of its text. */
export type ChangeView = SemanticChange<FileView> & { readonly hunks?: DocumentHunks<Block> };

export interface ChangesView extends SemanticChanges<ChangeView> {
  /** Revision that the changes lead to. */
  readonly revisionId: RevisionId;
  /** Change request that the revision merged. */
  readonly mergedFrom?: ChangeRequestView;
}

type Context = QueryContext<{ readonly space: Id }, 'content' | 'blocks' | 'sealer'>;
interface ChangesOptions {
  readonly limit: number;
  readonly metadata: boolean;
}

/**
 * Lists the changes that a revision made to the revision before it: pages, files, reusable content and variables that
 * were created, edited, moved or deleted.
 */
export const getRevisionSemanticChanges = query<InRevision & ChangesOptions>()({
  name: 'getRevisionSemanticChanges',
  requires: 'space:view',
  scope: inSpace,
  needs: ['content', 'blocks', 'sealer'],
  async run(context, { spaceId, revisionId, ...options }) {
    const revision = await context.read.revisions.find(spaceId, revisionId);
    if (revision === undefined) throw new NotFound('revision');
    return loadChanges(context, revision, options);
  },
});

/**
 * Lists the changes that a change request makes to the content it is based on; after the merge, the changes that the
 * merge made.
 */
export const getChangeRequestChanges = query<InChangeRequest & { limit: number }>()({
  name: 'getChangeRequestChanges',
  requires: 'space:view',
  scope: inChangeRequest,
  needs: ['content', 'blocks', 'sealer'],
  async run(context, { spaceId, changeRequestId, limit }): Promise<ChangesView> {
    const options = { limit, metadata: true };
    const { state, head } = await findChangeRequest(context, { spaceId, changeRequestId });
    if (state.revisionMerged !== null)
      return loadChanges(context, await requireRevision(context, spaceId, state.revisionMerged), options);
    const base = await requireRevision(context, spaceId, ChangeRequest.restore(state).base);
    return {
      ...(await compareRevisions(context, spaceId, [base.content, head.content], options)),
      revisionId: head.revisionId,
    };
  },
});

async function loadChanges(context: Context, revision: Revision, options: ChangesOptions): Promise<ChangesView> {
  const {
    spaceId,
    parents: [parent],
    mergedFrom,
  } = revision;
  const [before, merged] = await Promise.all([
    parent === undefined ? undefined : requireRevision(context, spaceId, parent),
    mergedFrom === undefined ? undefined : context.read.changeRequestsOf.find(spaceId, mergedFrom),
  ]);
  const changes = await compareRevisions(context, spaceId, [before?.content, revision.content], options);
  return { ...changes, revisionId: revision.id, ...(merged && { mergedFrom: changeRequestView(merged) }) };
}

/** Loads a revision that another record refers to. */
async function requireRevision({ read: { revisions } }: Context, spaceId: SpaceId, id: Id): Promise<Revision> {
  const revision = await revisions.find(spaceId, id);
  if (revision === undefined) throw new Error(`revision ${id} of space ${spaceId} is missing`);
  return revision;
}

async function compareRevisions(
  context: Context,
  spaceId: SpaceId,
  sides: readonly [Hash | undefined, Hash],
  options: ChangesOptions,
): Promise<SemanticChanges<ChangeView>> {
  const { changes, more } = await read(context.content, readComparison(sides, options));
  const blocks = new Map<string, readonly Block[]>();
  const comparison = new DocumentComparison<Block>((markdown) => blocks.get(markdown) ?? []);
  const show = (file: File): FileView => fileViews(context, { spaceId }, [file], options)[0]!;
  const views: ChangeView[] = [];
  // Sequential, so that documents beyond the limit are not read.
  for (const change of changes)
    views.push({ ...withFileViews(change, show), ...(await compareDocuments(context, change, comparison, blocks)) });
  return { changes: views, more };
}

function* readComparison(
  [before, after]: readonly [Hash | undefined, Hash],
  options: ChangesOptions,
): ObjectQuery<SemanticChanges> {
  const [was, is] = yield* all([
    before === undefined ? constantQuery(EMPTY_CONTENT) : readContent(before),
    readContent(after),
  ]);
  return yield* semanticChanges(was!, is!, options);
}

function withFileViews(change: SemanticChange, show: (file: File) => FileView): SemanticChange<FileView> {
  switch (change.type) {
    case 'file_created':
    case 'file_deleted':
      return { type: change.type, file: show(change.file) };
    case 'file_edited':
      return { ...change, before: show(change.before), after: show(change.after) };
    default:
      return change;
  }
}

/**
 * Compares the documents of an edited page.
 * @param blocks filled with the blocks that `comparison` looks up
 */
async function compareDocuments(
  { content, blocks: documents, scope }: Context,
  change: SemanticChange,
  comparison: DocumentComparison<Block>,
  blocks: Map<string, readonly Block[]>,
): Promise<{ hunks?: DocumentHunks<Block> }> {
  if (
    (change.type !== 'page_edited' && change.type !== 'reusable_content_edited') ||
    !change.fields.includes('document')
  )
    return {};
  if (comparison.isExhausted) return { hunks: { lines: [], blocks: [], truncated: true } };
  const [before, after] = (await read(content, readDocuments(change.before, change.after))).map((bytes) =>
    decodeDocument(bytes),
  ) as [string, string];
  blocks.clear();
  if (comparison.canCompareBlocks(before, after)) {
    for (const [markdown, { title }] of [
      [before, change.before],
      [after, change.after],
    ] as const) {
      const options = change.type === 'page_edited' ? { title } : {};
      blocks.set(markdown, (await documents.fromMarkdown(markdown, scope.organizationId, options)).nodes);
    }
  }
  return { hunks: await inTimeSlices(comparison.compare(before, after)) };
}

function* readDocuments(
  ...sides: readonly Pick<Page | ReusableContent, 'document'>[]
): ObjectQuery<(Uint8Array | undefined)[]> {
  return yield* all(
    sides.map(({ document }) => (document === undefined ? constantQuery(undefined) : fetchObject(document))),
  );
}
