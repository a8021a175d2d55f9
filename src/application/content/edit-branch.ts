import { applyChanges } from '../../domain/content/edits/apply-changes.ts';
import type { Change, EditResult, EditContext } from '../../domain/content/edits/changes.ts';
import { readContent, type Content } from '../../domain/content/content.ts';
import { getFile } from '../../domain/content/content-reads.ts';
import type { Hash } from '../../domain/content/objects/content-object.ts';
import { all, type ObjectQuery } from '../../domain/content/objects/object-query.ts';
import { NotFound } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { BlockPosition } from '../../ports/content/block-documents.ts';
import type { Head } from '../../ports/content/branches.ts';
import type { ContentStore } from '../../ports/content/content-store.ts';
import { inTurns } from '../kernel/time-slices.ts';
import type { QueryContext } from '../kernel/use-case.ts';
import type { ChangeInput } from './content-inputs.ts';
import type { FileView } from './content-views.ts';
import { fileViews } from './file-views.ts';
import { planChanges, type PlannedChange } from './plan-changes.ts';
import { read as readContentOf } from './reading.ts';
import { resolveLinks } from './resolve-links.ts';
import { hasNewFiles, storeNewFiles, type FindFileName } from './store-new-files.ts';

type Context = QueryContext<
  { readonly space: Id },
  | 'ids'
  | 'slugify'
  | 'blocks'
  | 'blobs'
  | 'organizationStorage'
  | 'files'
  | 'web'
  | 'pageSources'
  | 'content'
  | 'sealer'
>;
type ApplyContext = Pick<Context, 'ids' | 'now' | 'slugify' | 'blocks'> & {
  readonly content: Pick<ContentStore, 'get'>;
  readonly scope: { readonly organizationId: Id };
};

/** What a batch of changes did. */
export interface EditView extends Pick<EditResult, 'affectedPages' | 'affectedReusableContents' | 'affectedVariables'> {
  readonly insertedFiles: readonly (FileView & { readonly ref?: string })[];
  readonly affectedFiles: readonly (
    { readonly kind: 'updated'; readonly file: FileView } | { readonly kind: 'deleted'; readonly file: Id }
  )[];
}

/**
 * Everything about a batch that needs no lock: files are stored, documents read, their links resolved.
 * @param loadHead where the content stands; refuses an edit that cannot succeed any more, so that nothing is fetched for it
 * @throws Invalid, NotFound for a revision that is not the space's, and what `standing` throws
 */
export async function prepareEdit(
  context: Context,
  spaceId: Id,
  changes: readonly ChangeInput[],
  loadHead: () => Promise<Head>,
): Promise<readonly PlannedChange[]> {
  const brings = hasNewFiles(changes);
  const nameOf = brings ? await loadFileNames(context, changes, await loadHead()) : () => undefined;
  const contents = await loadRevertContents(context, spaceId, changes);
  const files = brings ? await storeNewFiles(context, changes, nameOf) : new Map();
  const planned = await inTurns(
    planChanges(changes, {
      newId: () => context.ids.next(),
      sources: context.pageSources,
      files,
      contentOf: (revision) => contents.get(revision)!,
    }),
  );
  return resolveLinks(context, spaceId, planned, {
    loadHead: loadHead,
    apply: (head, all) => applyEdit(context, head, all, undefined),
  });
}

/** Applies a prepared batch to the content of a head. @param base what a page goes back to where no revision is named */
export async function applyEdit(
  context: ApplyContext,
  head: Head,
  planned: readonly PlannedChange[],
  base: Hash | undefined,
): Promise<EditResult> {
  const { ids, now, slugify, blocks, scope } = context;
  const known = new Map<string, readonly BlockPosition[]>();
  for (;;) {
    // Blocks are parsed elsewhere, so a pass collects the documents whose blocks it lacks, and the next one has them.
    const missing = new Set<string>();
    const blocksOf = (markdown: string): readonly BlockPosition[] => {
      const found = known.get(markdown);
      if (found === undefined) missing.add(markdown);
      return found ?? [];
    };
    const edit = readContentOf(
      context.content,
      readAndApply(head.content, planned, base, { newId: () => ids.next(), now, slugify, blocksOf }),
    );
    await edit.catch(() => undefined);
    if (missing.size === 0) return edit;
    for (const markdown of missing) known.set(markdown, await blocks.blocksOf(markdown, scope.organizationId));
  }
}

/** Whether a batch goes back to what its branch is based on. */
export const revertsToBase = (planned: readonly PlannedChange[]): boolean =>
  planned.some((change) => change.operation === 'revert_page' && change.to === undefined);

/** Shows an edit to the caller. */
export function editView(
  context: Context,
  spaceId: Id,
  {
    affectedPages: touched,
    insertedFiles,
    affectedFiles: touchedFiles,
    affectedReusableContents: touchedReusableContents,
    affectedVariables: touchedVariables,
  }: EditResult,
): EditView {
  const shown = (file: Parameters<typeof fileViews>[2][number]): FileView =>
    fileViews(context, { spaceId }, [file], { metadata: true })[0]!;
  return {
    affectedPages: touched,
    affectedReusableContents: touchedReusableContents,
    affectedVariables: touchedVariables,
    insertedFiles: insertedFiles.map(({ file, ref }) => ({ ...shown(file), ...(ref !== undefined && { ref }) })),
    affectedFiles: touchedFiles.map((one) => (one.kind === 'deleted' ? one : { ...one, file: shown(one.file) })),
  };
}

/** What the files are called that get new bytes and no name. */
async function loadFileNames({ content }: Context, changes: readonly ChangeInput[], head: Head): Promise<FindFileName> {
  const ids = changes.flatMap((change) =>
    change.operation === 'update_file' && change.name === undefined ? [change.file] : [],
  );
  const names = ids.length === 0 ? [] : await readContentOf(content, readFileNames(head.content, ids));
  return (file) => names[ids.indexOf(file)];
}

function* readFileNames(hash: Hash, ids: readonly Id[]): ObjectQuery<(string | undefined)[]> {
  const content = yield* readContent(hash);
  return (yield* all(ids.map((id) => getFile(content, id)))).map((file) => file?.name);
}

/** The contents of the revisions that the changes name. @throws NotFound for one that is not the space's */
async function loadRevertContents(
  { read }: Context,
  spaceId: Id,
  changes: readonly ChangeInput[],
): Promise<ReadonlyMap<Id, Hash>> {
  const named = new Set(
    changes.flatMap((change) =>
      change.operation === 'revert_page' && change.revision !== undefined ? [change.revision] : [],
    ),
  );
  const found = await Promise.all([...named].map((id) => read.revisions.find(spaceId, id)));
  return new Map(
    found.map((revision): [Id, Hash] => {
      if (revision === undefined) throw new NotFound('revision');
      return [revision.id, revision.content];
    }),
  );
}

/** Reads the contents that the changes need side by side, then applies them. */
function* readAndApply(
  head: Hash,
  planned: readonly PlannedChange[],
  base: Hash | undefined,
  context: EditContext,
): ObjectQuery<EditResult> {
  const targets = planned.map((change) => (change.operation === 'revert_page' ? (change.to ?? base) : undefined));
  const hashes = [...new Set([head, ...targets.filter((hash) => hash !== undefined)])];
  const read = yield* all(hashes.map(readContent));
  const contents = new Map<Hash, Content>(hashes.map((hash, i) => [hash, read[i]!]));
  const changes = planned.map((change, n): Change =>
    change.operation === 'revert_page' ? { ...change, to: contents.get(targets[n]!) } : change,
  );
  return yield* applyChanges(contents.get(head)!, changes, context);
}
