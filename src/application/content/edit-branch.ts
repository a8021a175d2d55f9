import { applyChanges } from '../../domain/content/edits/apply-changes.ts';
import type { Change, EditResult, EditContext } from '../../domain/content/edits/changes.ts';
import { readContent, type Content } from '../../domain/content/content.ts';
import { getFile } from '../../domain/content/content-reads.ts';
import type { Hash } from '../../domain/content/objects/content-object.ts';
import { all, type ObjectQuery } from '../../domain/content/objects/object-query.ts';
import { NotFound } from '../../domain/kernel/errors.ts';
import type { Id, OrganizationId, SpaceId } from '../../domain/kernel/id.ts';
import type { BlockPosition } from '../../ports/content/block-documents.ts';
import type { Head } from '../../ports/content/branches.ts';
import type { ContentStore } from '../../ports/content/content-store.ts';
import { inTimeSlices } from '../kernel/time-slices.ts';
import type { QueryContext } from '../kernel/use-case.ts';
import type { ChangeInput } from './content-inputs.ts';
import type { FileView } from './content-views.ts';
import { convertDocuments } from './convert-documents.ts';
import { fileViews } from './file-links.ts';
import { planChanges, type PlannedChange } from './plan-changes.ts';
import { read as readContentOf } from './reading.ts';
import { resolveLinks } from './resolve-links.ts';
import { hasNewFiles, storeNewFiles, type FindFileName } from './store-new-files.ts';

/** Services of use cases that edit content. */
export const EDIT_NEEDS = [
  'ids',
  'content',
  'blocks',
  'slugify',
  'pageSources',
  'blobs',
  'organizationStorage',
  'files',
  'web',
  'sealer',
] as const;
type Context = QueryContext<{ readonly space: Id }, (typeof EDIT_NEEDS)[number]>;
type ApplyContext = Pick<Context, 'ids' | 'now' | 'slugify' | 'blocks'> & {
  readonly content: Pick<ContentStore, 'get'>;
  readonly scope: { readonly organizationId: OrganizationId };
};

/** Result of a batch of changes. */
export interface EditView extends Pick<EditResult, 'affectedPages' | 'affectedReusableContents' | 'affectedVariables'> {
  readonly insertedFiles: readonly (FileView & { readonly ref?: string })[];
  readonly affectedFiles: readonly (
    { readonly kind: 'updated'; readonly file: FileView } | { readonly kind: 'deleted'; readonly file: Id }
  )[];
}

/**
 * Does the part of an edit that needs no lock: stores files, parses documents, resolves their links.
 * @param loadHead returns the head of the branch, or fails when the edit cannot succeed, before anything is fetched
 * @throws Invalid, NotFound for a revision of another space, and the errors of `loadHead`
 */
export async function prepareEdit(
  context: Context,
  spaceId: SpaceId,
  changes: readonly ChangeInput[],
  loadHead: () => Promise<Head>,
): Promise<readonly PlannedChange[]> {
  const hasFiles = hasNewFiles(changes);
  const nameOf = hasFiles ? await loadFileNames(context, changes, await loadHead()) : () => undefined;
  const contents = await loadRevertContents(context, spaceId, changes);
  const files = hasFiles ? await storeNewFiles(context, changes, nameOf) : new Map();
  const converted = await convertDocuments(context, spaceId, changes, loadHead);
  const planned = await inTimeSlices(
    planChanges(changes, {
      newId: () => context.ids.next(),
      sources: context.pageSources,
      files,
      converted,
      contentOf: (revision) => contents.get(revision)!,
    }),
  );
  return resolveLinks(context, spaceId, planned, {
    loadHead,
    apply: (head, all) => applyEdit(context, head, all, undefined),
  });
}

/**
 * Applies a prepared batch to the content of a head.
 * @param base content to which a page is reverted when the change names no revision
 */
export async function applyEdit(
  context: ApplyContext,
  head: Head,
  planned: readonly PlannedChange[],
  base: Hash | undefined,
): Promise<EditResult> {
  const { ids, now, slugify, blocks, scope } = context;
  const known = new Map<string, readonly BlockPosition[]>();
  for (;;) {
    // Applying is synchronous but parsing blocks is not: a pass records the documents whose blocks are missing, and the
    // next pass has them.
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

/** Tells whether a batch reverts a page to the base of its branch. */
export const revertsToBase = (planned: readonly PlannedChange[]): boolean =>
  planned.some((change) => change.operation === 'revert_page' && change.to === undefined);

/** Builds the view of an edit for the API. */
export function editView(
  context: Context,
  spaceId: SpaceId,
  { affectedPages, insertedFiles, affectedFiles, affectedReusableContents, affectedVariables }: EditResult,
): EditView {
  const shown = (file: Parameters<typeof fileViews>[2][number]): FileView =>
    fileViews(context, { spaceId }, [file], { metadata: true })[0]!;
  return {
    affectedPages,
    affectedReusableContents,
    affectedVariables,
    insertedFiles: insertedFiles.map(({ file, ref }) => ({ ...shown(file), ...(ref !== undefined && { ref }) })),
    affectedFiles: affectedFiles.map((one) => (one.kind === 'deleted' ? one : { ...one, file: shown(one.file) })),
  };
}

/** Loads the names of files that get new bytes but keep their name. */
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

/**
 * Loads the contents of the revisions that `revert_page` changes refer to.
 * @throws NotFound for a revision of another space
 */
async function loadRevertContents(
  { read }: Context,
  spaceId: SpaceId,
  changes: readonly ChangeInput[],
): Promise<ReadonlyMap<Id, Hash>> {
  const named = new Set(
    changes.flatMap((change) =>
      change.operation === 'revert_page' && change.revision !== undefined ? [change.revision] : [],
    ),
  );
  const found = await Promise.all([...named].map(async (id) => [id, await read.revisions.find(spaceId, id)] as const));
  return new Map(
    found.map(([id, revision]): [Id, Hash] => {
      if (revision === undefined) throw new NotFound('revision', id);
      return [id, revision.content];
    }),
  );
}

/** Reads the contents that the changes need concurrently, then applies the changes. */
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
