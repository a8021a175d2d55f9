import type { Found, Subject } from '../conflicts/conflict.ts';
import { FILES, REUSABLE_CONTENTS } from '../content.ts';
import type { Draft, Overlay } from '../edits/draft.ts';
import { sameJson, type Json } from '../objects/json.ts';
import { diffMaps } from '../objects/map-diff.ts';
import { mergeDocuments, refsOf } from './merge-documents.ts';
import { spread } from './merge-page.ts';
import type { Contents } from './merging-pages.ts';
import type { Hash } from '../objects/objects.ts';
import type { File, Redirect, ReusableContent, VariableValue } from '../page.ts';
import { all, both, type Reading } from '../objects/reading.ts';
import { decide, decideQuietly, memberOf, type Sides } from './three-way.ts';

interface MergedOne<V> {
  readonly value: V | undefined;
  readonly conflicts: readonly Found[];
}

type Roots = Readonly<Record<'base' | 'ours' | 'theirs', Hash | null>>;

/** Merges one map into the draft of the main content, entry by entry; `merge` decides those that both sides changed. */
function* mergeMap<V>(
  roots: Roots,
  overlay: Overlay<V>,
  merge: (key: string, sides: Sides<V>) => Reading<MergedOne<V>>,
): Reading<readonly Found[]> {
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
  { base, ours, theirs }: Contents,
  map: 'files' | 'reusableContents' | 'variables' | 'redirects',
): Roots => ({
  base: base[map],
  ours: ours[map],
  theirs: theirs[map],
});

/** Files: the name and the bytes (with what describes them) are decided apart. */
export const mergeFiles = (draft: Draft, contents: Contents): Reading<readonly Found[]> =>
  mergeMap(rootsOf(contents, 'files'), draft.files, mergeFile);

function* mergeFile(id: string, sides: Sides<File>): Reading<MergedOne<File>> {
  const subject: Subject = { kind: 'file', id };
  const { base, ours, theirs } = sides;
  const conflict = (field?: string): Found => ({
    kind: 'file',
    subject,
    ...(field && { field }),
    ...spread(sides),
    ...refsOf(...FILES.refs(ours ?? theirs!), base?.blob, theirs?.blob),
  });
  if (ours === undefined || theirs === undefined) {
    const kept = ours ?? theirs;
    if (kept === undefined || (base && kept.name === base.name && sameJson(bytesOf(kept), bytesOf(base))))
      return { value: undefined, conflicts: [] };
    return { value: kept, conflicts: [conflict()] };
  }
  const name = decide(memberOf(sides, 'name'));
  const bytes = decide({ base: base && bytesOf(base), ours: bytesOf(ours), theirs: bytesOf(theirs) });
  const git = decideQuietly(memberOf(sides, 'git'));
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

/** Reusable contents: title, and document by lines. */
export const mergeReusableContents = (draft: Draft, contents: Contents): Reading<readonly Found[]> =>
  mergeMap(rootsOf(contents, 'reusableContents'), draft.reusableContents, (id, sides) =>
    mergeReusableContent(draft, id, sides),
  );

function* mergeReusableContent(
  draft: Draft,
  id: string,
  sides: Sides<ReusableContent>,
): Reading<MergedOne<ReusableContent>> {
  const subject: Subject = { kind: 'reusable-content', id };
  const { base, ours, theirs } = sides;
  const refs = refsOf(...[base, ours, theirs].flatMap((one) => (one ? REUSABLE_CONTENTS.refs(one) : [])));
  if (ours === undefined || theirs === undefined) {
    const kept = ours ?? theirs;
    if (kept === undefined || (base && kept.title === base.title && kept.document === base.document))
      return { value: undefined, conflicts: [] };
    return { value: kept, conflicts: [{ kind: 'edit-delete', subject, ...spread(sides), ...refs }] };
  }
  const title = decide(memberOf(sides, 'title'));
  const documents = memberOf(sides, 'document');
  const { document, conflict, markers } = yield* mergeDocuments(draft, documents);
  const frontMatter = decideQuietly(memberOf(sides, 'frontMatter'));
  const git = decideQuietly(memberOf(sides, 'git'));
  const conflicts: Found[] = [];
  if (title.conflict) conflicts.push({ kind: 'field', subject, field: 'title', ...spread(memberOf(sides, 'title')) });
  if (conflict)
    conflicts.push({
      kind: 'content',
      subject,
      ...spread(documents),
      ...refs,
      ...(markers !== undefined && { markers: [markers] }),
    });
  return {
    value: { id, title: title.value!, document: document!, ...(frontMatter && { frontMatter }), ...(git && { git }) },
    conflicts,
  };
}

/** Variables: a value that one side deleted and the other changed stays, in conflict. */
export const mergeVariables = (draft: Draft, contents: Contents): Reading<readonly Found[]> =>
  mergeMap(rootsOf(contents, 'variables'), draft.variables, mergeVariable);

function* mergeVariable(name: string, sides: Sides<VariableValue>): Reading<MergedOne<VariableValue>> {
  const { value, conflict } = decide<Json>(sides) as { value: VariableValue | undefined; conflict: boolean };
  if (!conflict) return { value, conflicts: [] };
  return {
    value: sides.theirs ?? sides.ours,
    conflicts: [{ kind: 'variable', subject: { kind: 'variable', id: name }, ...spread(sides) }],
  };
}

/** Redirects follow from files of a repository, which no merge here changes: of two, the change request's counts. */
export const mergeRedirects = (draft: Draft, contents: Contents): Reading<readonly Found[]> =>
  mergeMap(rootsOf(contents, 'redirects'), draft.redirects, function* (_from, sides: Sides<Redirect>) {
    return { value: decide(sides).value, conflicts: [] };
  });
