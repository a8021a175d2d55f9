import { documentIdOf } from '../../src/application/content/content-location.ts';
import { slugify } from '../../src/adapters/slugify.ts';
import type { ChangeInput } from '../../src/application/content/content-inputs.ts';
import type { Change } from '../../src/domain/content/edits/changes.ts';
import { EMPTY_CONTENT, type Content } from '../../src/domain/content/content.ts';
import {
  readDocument,
  getPage,
  openConflicts,
  pageTree,
  type PageNode,
} from '../../src/domain/content/content-reads.ts';
import { Invalid } from '../../src/domain/kernel/errors.ts';
import { bytes, text, Workbench } from '../../test/support/content/workbench.ts';
import type { Chains, History, HistoryRevision, HistoryRow } from './history.ts';
import { describeOperation, wordsOf, type Operation } from './operation.ts';

/** Result of replaying a history. */
export interface ReplayResult {
  readonly wrong: readonly string[];
  /** Words that the edits of each branch removed from the documents of that time. */
  readonly takenOut: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Replays all operations in the order of the history with the content engine alone; every revision must match that of
 * the server and belong to an operation that was acknowledged or is in doubt.
 */
export function replay(operations: readonly Operation[], history: History, chains: Chains): ReplayResult {
  return new Replay(operations, history, chains).run();
}

class Replay {
  readonly #bench = new Workbench();
  readonly #contents = new Map<string, Content>();
  readonly #wrong: string[] = [];
  readonly #takenOut = new Map<string, Set<string>>();
  readonly #edits: ReadonlyMap<string, Operation>;
  readonly #doubtful: Set<Operation>;

  constructor(
    private readonly operations: readonly Operation[],
    private readonly history: History,
    private readonly chains: Chains,
  ) {
    const done = operations.filter(({ outcome }) => outcome === 'done');
    this.#edits = new Map(done.flatMap((one) => (one.kind === 'edit' ? [[one.revision!, one]] : [])));
    this.#doubtful = new Set(operations.filter(({ outcome }) => outcome === 'in doubt'));
  }

  run(): ReplayResult {
    this.#all();
    return { wrong: this.#wrong, takenOut: this.#takenOut };
  }

  #all(): void {
    const main = this.chains.get(this.history.spaceId)!;
    this.#hold(main[0]!, EMPTY_CONTENT);
    for (const revision of main.slice(1)) {
      if (revision.mergedFrom !== undefined) this.#merge(revision, revision.mergedFrom);
      else this.#edit(this.history.spaceId, revision, this.#contents.get(revision.parents[0]!)!);
      if (this.#wrong.length > 0) return;
    }
    for (const { id, status } of this.history.branches)
      if (status !== 'merged' && this.#wrong.length === 0) this.#branch(id);
  }

  /** Returns the content of a change request's head, and the revision of the space that it last included. */
  #branch(id: string): { content: Content; base: string } | undefined {
    const [first, ...rest] = this.chains.get(id)!;
    let base = first!.id;
    for (const revision of rest) {
      const before = this.#contents.get(revision.parents[0]!);
      if (before === undefined) return undefined;
      if (revision.type === 'update') {
        base = this.#update(id, revision, { base, before });
      } else this.#edit(id, revision, before);
      if (this.#wrong.length > 0) return undefined;
    }
    return { content: this.#contents.get(rest.at(-1)?.id ?? base)!, base };
  }

  #update(branch: string, revision: HistoryRevision, { base, before }: { base: string; before: Content }): string {
    const [, from = ''] = revision.parents;
    const merge = this.#bench.merge(this.#contents.get(base)!, this.#contents.get(from)!, before, revision.createdAt);
    const answered = this.#account('update', branch, revision);
    if (answered?.conflicts !== undefined && answered.conflicts !== merge.conflicts.length) {
      this.#wrong.push(
        `told ${answered.conflicts} conflicts, there are ${merge.conflicts.length}: ${describeOperation(answered)}`,
      );
    }
    this.#hold(revision, merge.content);
    return from;
  }

  #merge(revision: HistoryRevision, branch: string): void {
    const theirs = this.#branch(branch);
    if (theirs === undefined) return;
    this.#account('merge', branch, revision);
    const [onto = ''] = revision.parents;
    const [base, ours] = [this.#contents.get(theirs.base)!, this.#contents.get(onto)!];
    const { content, conflicts } =
      theirs.base === onto
        ? { content: theirs.content, conflicts: this.#bench.read(openConflicts(theirs.content)) }
        : this.#bench.merge(base, ours, theirs.content, revision.createdAt);
    if (conflicts.length > 0)
      this.#wrong.push(`revision ${revision.id} merged what has ${conflicts.length} conflicts with ${onto}`);
    else this.#hold(revision, content);
  }

  /** Requires a client operation that explains a revision. */
  #account(kind: 'update' | 'merge', branch: string, { id }: HistoryRevision): Operation | undefined {
    const found =
      this.operations.find((one) => one.kind === kind && one.outcome === 'done' && one.revision === id) ??
      [...this.#doubtful].find((one) => one.kind === kind && one.branch === branch);
    if (found === undefined) this.#wrong.push(`nobody asked for the ${kind} of ${branch} that made revision ${id}`);
    else this.#doubtful.delete(found);
    return found?.outcome === 'done' ? found : undefined;
  }

  #edit(branch: string, revision: HistoryRevision, before: Content): void {
    const known = this.#edits.get(revision.id);
    const candidates = known
      ? [known]
      : [...this.#doubtful].filter((one) => one.kind === 'edit' && one.branch === branch);
    for (const candidate of candidates) {
      const content = this.#apply(before, candidate.changes!, revision);
      if (content === undefined || !same(this.#rows(content), revision.rows)) continue;
      this.#doubtful.delete(candidate);
      this.#contents.set(revision.id, content);
      this.#note(branch, before, candidate.changes!);
      return;
    }
    this.#wrong.push(
      known
        ? `does not come to revision ${revision.id}: ${describeOperation(known)}`
        : `nobody asked for what revision ${revision.id} of ${branch} has`,
    );
  }

  #apply(
    before: Content,
    inputs: readonly ChangeInput[],
    { parents, rows, createdAt }: HistoryRevision,
  ): Content | undefined {
    const had = new Set(this.history.revisions.get(parents[0]!)!.rows.map(({ id }) => id));
    const fresh = rows.map(({ id }) => id).filter((id) => !had.has(id));
    const changes = inputs.map(
      (input) =>
        ({
          ...input,
          ...('document' in input && input.document && { document: bytes(input.document.markdown ?? '') }),
        }) as Change,
    );
    try {
      return this.#bench.edit(before, changes, { newId: () => fresh.shift() ?? 'none', now: createdAt, slugify })
        .content;
    } catch (error) {
      if (error instanceof Invalid) return undefined;
      throw error;
    }
  }

  #note(branch: string, before: Content, inputs: readonly ChangeInput[]): void {
    const takenOut = this.#takenOut.get(branch) ?? new Set();
    this.#takenOut.set(branch, takenOut);
    for (const input of inputs) {
      if (input.operation !== 'update_page' || input.document?.markdown === undefined) continue;
      const page = this.#bench.read(getPage(before, input.page));
      const left = new Set(wordsOf(input.document.markdown));
      for (const word of wordsOf(text(page && this.#bench.read(readDocument(page)))))
        if (!left.has(word)) takenOut.add(word);
    }
  }

  #hold(revision: HistoryRevision, content: Content): void {
    this.#contents.set(revision.id, content);
    const rows = this.#rows(content);
    if (!same(rows, revision.rows))
      this.#wrong.push(
        `revision ${revision.id} (${revision.type}) is not what its parents come to: ${difference(rows, revision.rows)}`,
      );
  }

  #rows(content: Content): HistoryRow[] {
    const rows = (nodes: readonly PageNode[], parent: string | null): HistoryRow[] =>
      nodes.flatMap(({ page: { id, title, slug = '', document, updatedAt }, pages }) => [
        { id, parent, title, slug, documentId: documentIdOf(id, document!), updatedAt },
        ...rows(pages, id),
      ]);
    return rows(this.#bench.read(pageTree(content)), null);
  }
}

const same = (a: readonly HistoryRow[], b: readonly HistoryRow[]): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Returns the first row in which two lists differ. */
function difference(expected: readonly HistoryRow[], found: readonly HistoryRow[]): string {
  const at = expected.findIndex((row, i) => JSON.stringify(row) !== JSON.stringify(found[i]));
  return `row ${at < 0 ? expected.length : at} is ${JSON.stringify(found[at < 0 ? expected.length : at] ?? null)}, not ${JSON.stringify(expected[at] ?? null)}`;
}
