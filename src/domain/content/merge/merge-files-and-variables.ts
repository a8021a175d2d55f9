import type { RawConflict, ConflictSubject } from '../conflicts/conflict.ts';
import { FILES, REUSABLE_CONTENTS } from '../content.ts';
import type { Draft, Overlay } from '../edits/draft.ts';
import { sameJson, type Json } from '../objects/json.ts';
import { diffMaps } from '../objects/map-diff.ts';
import { mergeDocuments, conflictRefs } from './merge-documents.ts';
import { toConflictSides } from './merge-page.ts';
import type { MergeContents } from './merge-workspace.ts';
import type { Hash } from '../objects/content-object.ts';
import type { File, Redirect, ReusableContent, VariableValue } from '../page.ts';
import { all, both, type ObjectQuery } from '../objects/object-query.ts';
import { mergeValue, mergeValuePreferringOurs, memberSides, type MergeSides } from './three-way.ts';

interface MergedEntry<V> {
  readonly value: V | undefined;
  readonly conflicts: readonly RawConflict[];
}

type MapRoots = Readonly<Record<'base' | 'ours' | 'theirs', Hash | null>>;

/** Merges one map into the draft, entry by entry; `merge` decides entries that both sides changed. */
function* mergeMap<V>(
  roots: MapRoots,
  overlay: Overlay<V>,
  merge: (key: string, sides: MergeSides<V>) => ObjectQuery<MergedEntry<V>>,
): ObjectQuery<readonly RawConflict[]> {
  const [mine, yours] = yield* both(diffMaps<V>(roots.base, roots.ours), diffMaps<V>(roots.base, roots.theirs));
  const ours = new Map(mine.map((change) => [change.key, change]));
  const contested = yours.filter(({ key }) => ours.has(key));
  for (const { key, after } of yours) if (!ours.has(key)) overlay.set(key, after);
  const merged = yield* all(
    contested.map(({ key, before, after }) => merge(key, { base: before, ours: ours.get(key)!.after, theirs: after })),
  );
  contested.forEach(({ key }, i) => overlay.set(key, merged[i]!.value));
  return merged.flatMap(({ conflicts }) => conflicts);
}

const rootsOf = (
  { base, ours, theirs }: MergeContents,
  map: 'files' | 'reusableContents' | 'variables' | 'redirects',
): MapRoots => ({
  base: base[map],
  ours: ours[map],
  theirs: theirs[map],
});

/** Merges files; the name and the bytes (with their properties) are merged separately. */
export const mergeFiles = (draft: Draft, contents: MergeContents): ObjectQuery<readonly RawConflict[]> =>
  mergeMap(rootsOf(contents, 'files'), draft.files, mergeFile);

function* mergeFile(id: string, sides: MergeSides<File>): ObjectQuery<MergedEntry<File>> {
  const subject: ConflictSubject = { kind: 'file', id };
  const { base, ours, theirs } = sides;
  const conflict = (field?: string): RawConflict => ({
    kind: 'file',
    subject,
    ...(field && { field }),
    ...toConflictSides(sides),
    ...conflictRefs(...FILES.refs(ours ?? theirs!), base?.blob, theirs?.blob),
  });
  if (ours === undefined || theirs === undefined) {
    const kept = ours ?? theirs;
    if (kept === undefined || (base && kept.name === base.name && sameJson(bytesOf(kept), bytesOf(base))))
      return { value: undefined, conflicts: [] };
    return { value: kept, conflicts: [conflict()] };
  }
  const name = mergeValue(memberSides(sides, 'name'));
  const bytes = mergeValue({ base: base && bytesOf(base), ours: bytesOf(ours), theirs: bytesOf(theirs) });
  const git = mergeValuePreferringOurs(memberSides(sides, 'git'));
  return {
    value: { id, name: name.value!, ...bytes.value!, ...(git && { git }) },
    conflicts: [...(name.conflict ? [conflict('name')] : []), ...(bytes.conflict ? [conflict('blob')] : [])],
  };
}

const bytesOf = ({ contentType, size, blob, dimensions }: File): Omit<File, 'id' | 'name' | 'git'> => ({
  contentType,
  size,
  blob,
  ...(dimensions && { dimensions }),
});

/** Merges reusable contents: the title as a value, the document by lines. */
export const mergeReusableContents = (draft: Draft, contents: MergeContents): ObjectQuery<readonly RawConflict[]> =>
  mergeMap(rootsOf(contents, 'reusableContents'), draft.reusableContents, (id, sides) =>
    mergeReusableContent(draft, id, sides),
  );

function* mergeReusableContent(
  draft: Draft,
  id: string,
  sides: MergeSides<ReusableContent>,
): ObjectQuery<MergedEntry<ReusableContent>> {
  const subject: ConflictSubject = { kind: 'reusable-content', id };
  const { base, ours, theirs } = sides;
  const refs = conflictRefs(...[base, ours, theirs].flatMap((one) => (one ? REUSABLE_CONTENTS.refs(one) : [])));
  if (ours === undefined || theirs === undefined) {
    const kept = ours ?? theirs;
    if (kept === undefined || (base && kept.title === base.title && kept.document === base.document))
      return { value: undefined, conflicts: [] };
    return { value: kept, conflicts: [{ kind: 'edit-delete', subject, ...toConflictSides(sides), ...refs }] };
  }
  const title = mergeValue(memberSides(sides, 'title'));
  const documents = memberSides(sides, 'document');
  const { document, conflict, markers } = yield* mergeDocuments(draft, documents);
  const frontMatter = mergeValuePreferringOurs(memberSides(sides, 'frontMatter'));
  const git = mergeValuePreferringOurs(memberSides(sides, 'git'));
  const conflicts: RawConflict[] = [];
  if (title.conflict)
    conflicts.push({ kind: 'field', subject, field: 'title', ...toConflictSides(memberSides(sides, 'title')) });
  if (conflict)
    conflicts.push({
      kind: 'content',
      subject,
      ...toConflictSides(documents),
      ...refs,
      ...(markers !== undefined && { markers: [markers] }),
    });
  return {
    value: { id, title: title.value!, document: document!, ...(frontMatter && { frontMatter }), ...(git && { git }) },
    conflicts,
  };
}

/** Merges variables; a value that one side deleted and the other changed stays, in conflict. */
export const mergeVariables = (draft: Draft, contents: MergeContents): ObjectQuery<readonly RawConflict[]> =>
  mergeMap(rootsOf(contents, 'variables'), draft.variables, mergeVariable);

function* mergeVariable(name: string, sides: MergeSides<VariableValue>): ObjectQuery<MergedEntry<VariableValue>> {
  const { value, conflict } = mergeValue<Json>(sides) as { value: VariableValue | undefined; conflict: boolean };
  if (!conflict) return { value, conflicts: [] };
  return {
    value: sides.theirs ?? sides.ours,
    conflicts: [{ kind: 'variable', subject: { kind: 'variable', id: name }, ...toConflictSides(sides) }],
  };
}

/**
 * Merges redirects without conflicts: they are derived from files of a repository, and the change request's value is
 * used.
 */
export const mergeRedirects = (draft: Draft, contents: MergeContents): ObjectQuery<readonly RawConflict[]> =>
  mergeMap(rootsOf(contents, 'redirects'), draft.redirects, function* (_from, sides: MergeSides<Redirect>) {
    return { value: mergeValue(sides).value, conflicts: [] };
  });
