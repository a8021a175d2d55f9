import { chainOf, type Chains, type History, type HistoryRevision } from './history.ts';
import { describeOperation, wordsOf, type Operation } from './operation.ts';
import { replay, type ReplayResult } from './replay.ts';

/** Lists everything in the history that contradicts the responses to clients; empty for a correct history. */
export function verifyHistory(operations: readonly Operation[], history: History): string[] {
  const failed = operations
    .filter(({ outcome }) => outcome === 'failed')
    .map((one) => `answered with ${one.status}: ${describeOperation(one)}`);
  const chains = new Map([
    [history.spaceId, chainOf(history, history.head)],
    ...history.branches.map((branch): [string, HistoryRevision[]] => [
      branch.id,
      chainOf(history, branch.head, branch.initial),
    ]),
  ]);
  const shape = [...checkPrimaryBranch(history, chains), ...checkChangeRequestBranches(history, chains)];
  const lost = [...checkAcknowledged(operations, history, chains), ...checkOrder(operations, history, chains)];
  // The resulting content can only be computed when the revisions fit together.
  if (shape.length > 0 || lost.length > 0) return [...failed, ...shape, ...lost];
  const { wrong, takenOut } = replay(operations, history, chains);
  return [...failed, ...wrong, ...(wrong.length > 0 ? [] : checkWords(operations, history, chains, takenOut))];
}

/** Checks that the space's revisions are a chain of edits and merges, each of a different change request. */
function* checkPrimaryBranch({ spaceId, branches }: History, chains: Chains): Iterable<string> {
  const main = chains.get(spaceId)!;
  if (main[0]?.parents.length !== 0)
    yield `the space's history ends at ${main[0]?.id ?? 'nothing'}, which has a parent`;
  const merged = new Map<string, string>();
  for (const { id, type, parents, mergedFrom } of main.slice(1)) {
    const from = branches.find((branch) => branch.id === mergedFrom);
    if (type === 'edits' && mergedFrom === undefined) continue;
    if (type !== 'merge' || from === undefined)
      yield `revision ${id} of the space is no merge of a change request that is listed, but ${type}`;
    else if (merged.has(from.id))
      yield `change request ${from.number} was merged twice: ${merged.get(from.id)} and ${id}`;
    else if (from.merged !== id || from.status !== 'merged')
      yield `revision ${id} merged change request ${from.number}, which says ${from.status} ${from.merged ?? ''}`;
    else if (parents[1] !== from.head)
      yield `revision ${id} merged ${parents[1]}, but change request ${from.number} is at ${from.head}`;
    if (mergedFrom !== undefined) merged.set(mergedFrom, id);
  }
  for (const { id, number, status } of branches)
    if (status === 'merged' && !merged.has(id))
      yield `change request ${number} says that it is merged, but the space's history does not have it`;
}

/**
 * Checks that the numbers of change requests have no gap, and that each branch is a chain of edits and updates that
 * starts in the space's history.
 */
function* checkChangeRequestBranches({ spaceId, branches }: History, chains: Chains): Iterable<string> {
  const main = new Map(chains.get(spaceId)!.map(({ id }, i) => [id, i]));
  const numbers = branches.map(({ number }) => number).sort((a, b) => a - b);
  if (numbers.some((number, i) => number !== i + 1)) yield `the change requests have the numbers ${numbers.join(', ')}`;
  for (const { id, number, initial } of branches) {
    const [first, ...rest] = chains.get(id)!;
    if (first?.id !== initial || !main.has(initial))
      yield `change request ${number} does not begin at ${initial} in the space's history`;
    let taken = main.get(initial) ?? 0;
    for (const { id: revision, type, parents } of rest) {
      const from = type === 'update' ? main.get(parents[1]!) : taken;
      if (type !== 'edits' && type !== 'update') yield `revision ${revision} of change request ${number} is ${type}`;
      else if (from === undefined || from < taken)
        yield `revision ${revision} of change request ${number} took in ${parents[1]}, which is not further on in the space's history`;
      taken = from ?? taken;
    }
  }
}

/** Checks that every acknowledged revision is in its branch exactly once, on top of the revision named by If-Match. */
function* checkAcknowledged(
  operations: readonly Operation[],
  { spaceId, branches }: History,
  chains: Chains,
): Iterable<string> {
  const places = new Map(
    [...chains].map(([branch, chain]) => [branch, new Map(chain.map((revision) => [revision.id, revision]))]),
  );
  const owners = new Map<string, Operation>();
  for (const one of operations.filter(({ outcome }) => outcome === 'done')) {
    if (one.kind === 'open' ? !branches.some(({ id }) => id === one.branch) : !chains.has(one.branch!))
      yield `acknowledged, but the change request is not there: ${describeOperation(one)}`;
    else if (one.kind !== 'open') {
      const revision = places.get(one.kind === 'merge' ? spaceId : one.branch!)!.get(one.revision!);
      if (revision === undefined) yield `acknowledged, but not in the history: ${describeOperation(one)}`;
      else if (one.kind === 'edit' || one.kind === 'merge') {
        if (owners.has(one.revision!))
          yield `two operations were told the same revision: ${describeOperation(one)}; ${describeOperation(owners.get(one.revision!)!)}`;
        owners.set(one.revision!, one);
        if (one.kind === 'edit' && one.ifMatch !== undefined && revision.parents[0] !== one.ifMatch)
          yield `went on from ${revision.parents[0]} in spite of its If-Match: ${describeOperation(one)}`;
      }
    }
  }
}

/**
 * Checks that operations acknowledged before another one started precede it, and that a read returns everything
 * acknowledged before it.
 */
function* checkOrder(operations: readonly Operation[], { spaceId }: History, chains: Chains): Iterable<string> {
  for (const [branch, chain] of chains) {
    const places = new Map(chain.map(({ id }, i) => [id, i]));
    const on = operations.filter(
      ({ kind, outcome, branch: of }) =>
        outcome === 'done' && kind !== 'open' && (kind === 'merge' ? spaceId : of) === branch,
    );
    const byEnd = on.filter(({ revision }) => places.has(revision!)).sort((a, b) => a.ended - b.ended);
    let seen: Operation | undefined;
    let next = 0;
    for (const one of [...byEnd].sort((a, b) => a.started - b.started)) {
      for (; next < byEnd.length && byEnd[next]!.ended < one.started; next++) {
        if (seen === undefined || places.get(byEnd[next]!.revision!)! > places.get(seen.revision!)!) seen = byEnd[next];
      }
      if (seen === undefined) continue;
      const [before, now] = [places.get(seen.revision!)!, places.get(one.revision!)!];
      // An update that finds nothing new returns the existing revision.
      if (one.kind === 'edit' || one.kind === 'merge' ? now <= before : now < before)
        yield `came after, but stands before: ${describeOperation(one)}; ${describeOperation(seen)}`;
    }
  }
}

/**
 * Checks that every acknowledged word is present, unless an edit removed it from the content at that time, or its page
 * was deleted on the way.
 */
function* checkWords(
  operations: readonly Operation[],
  history: History,
  chains: Chains,
  takenOut: ReplayResult['takenOut'],
): Iterable<string> {
  const { spaceId, branches, texts } = history;
  const merged = new Set([spaceId, ...branches.filter(({ status }) => status === 'merged').map(({ id }) => id)]);
  const done = operations.filter(({ kind, outcome }) => kind === 'edit' && outcome === 'done');
  const inMain = [...chains].flatMap(([id, chain]) => (merged.has(id) ? chain : []));

  for (const branch of [undefined, ...branches.filter(({ id }) => !merged.has(id)).map(({ id }) => id)]) {
    const there = new Set(wordsOf(texts.get(branch ?? spaceId) ?? ''));
    const gone = new Set([...merged, branch ?? spaceId].flatMap((of) => [...(takenOut.get(of) ?? [])]));
    const deleted = deletedPages(history, branch === undefined ? inMain : [...inMain, ...chains.get(branch)!]);
    for (const one of done.filter(({ branch: of }) => (branch === undefined ? merged.has(of!) : of === branch))) {
      for (const [word, page] of writtenWords(one, history)) {
        if (!there.has(word) && !gone.has(word) && !deleted.has(page ?? ''))
          yield `the word ${word} is gone: ${describeOperation(one)}`;
      }
    }
  }
}

/** Yields the words that an edit wrote into documents, with their pages. */
function* writtenWords(
  { changes = [], revision }: Operation,
  { revisions }: History,
): Iterable<readonly [word: string, page: string | undefined]> {
  const rows = revisions.get(revision!)!.rows;
  for (const change of changes) {
    const markdown = 'document' in change ? change.document?.markdown : undefined;
    if (markdown === undefined) continue;
    const page =
      change.operation === 'update_page'
        ? change.page
        : rows.find(({ title }) => 'title' in change && title === change.title)?.id;
    for (const word of wordsOf(markdown)) yield [word, page];
  }
}

/** Finds the pages that a revision no longer has although its first parent had them. */
function deletedPages({ revisions }: History, of: readonly HistoryRevision[]): ReadonlySet<string> {
  const deleted = new Set<string>();
  for (const { parents, rows } of of) {
    const now = new Set(rows.map(({ id }) => id));
    for (const { id } of revisions.get(parents[0] ?? '')?.rows ?? []) if (!now.has(id)) deleted.add(id);
  }
  return deleted;
}
