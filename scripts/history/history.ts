import { must, type Api } from '../../test/support/world.ts';

/** Page as listed by a revision, without its text but with the name of its version. */
export interface HistoryRow {
  readonly id: string;
  readonly parent: string | null;
  readonly title: string;
  readonly slug: string;
  readonly documentId: string;
  readonly updatedAt: string;
}

export interface HistoryRevision {
  readonly id: string;
  readonly type: string;
  readonly parents: readonly string[];
  readonly createdAt: string;
  /** Change request that a merge included. */
  readonly mergedFrom?: string;
  /** Rows in tree order. */
  readonly rows: readonly HistoryRow[];
}

export interface HistoryBranch {
  readonly id: string;
  readonly number: number;
  readonly status: string;
  readonly head: string;
  readonly initial: string;
  readonly merged?: string;
}

/** Complete history of a space, with the current texts of its branches. */
export interface History {
  readonly spaceId: string;
  readonly head: string;
  readonly branches: readonly HistoryBranch[];
  readonly revisions: ReadonlyMap<string, HistoryRevision>;
  /** Text of the head of each branch that is not merged, and of the space. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Revisions by branch, including the space's own, oldest first. */
export type Chains = ReadonlyMap<string, readonly HistoryRevision[]>;

const AT_ONCE = 8;

/** Reads the complete history of a space: every revision reachable from a branch. */
export async function readHistory(api: Api, spaceId: string): Promise<History> {
  const at = `/v1/spaces/${spaceId}`;
  const { revision: head } = must(await api.get(at), 200);
  const branches: HistoryBranch[] = [];
  for (const status of ['draft', 'open', 'archived', 'merged'])
    for (let page: string | undefined = ''; page !== undefined;) {
      const { items, next }: any = must(
        await api.get(`${at}/change-requests?status=${status}&limit=1000${page && `&page=${page}`}`),
        200,
      );
      branches.push(
        ...items.map((one: any): HistoryBranch => ({
          id: one.id,
          number: one.number,
          status,
          head: one.revision,
          initial: one.revisionInitial,
          merged: one.revisionMerged,
        })),
      );
      page = next?.page;
    }

  const revisions = new Map<string, HistoryRevision>();
  const known = new Set([head, ...branches.map((branch) => branch.head)]);
  const open = [...known];
  await processConcurrently(open, async (id) => {
    const { type, parents, createdAt, mergedFrom, pages } = must(await api.get(`${at}/revisions/${id}`), 200);
    revisions.set(id, {
      id,
      type,
      parents,
      createdAt,
      ...(mergedFrom && { mergedFrom: mergedFrom.id }),
      rows: rowsOf(pages, null),
    });
    for (const parent of parents) if (!known.has(parent)) open.push((known.add(parent), parent));
  });

  const texts = new Map<string, string>();
  const shown = [
    { id: spaceId, path: at, head },
    ...branches
      .filter(({ status }) => status !== 'merged')
      .map((branch) => ({ id: branch.id, path: `${at}/change-requests/${branch.id}`, head: branch.head })),
  ];
  await processConcurrently(shown, async ({ id, path, head: revision }) => {
    const said: string[] = [];
    for (const row of revisions.get(revision)!.rows)
      said.push(must(await api.get(`${path}/content/page/${row.id}?format=markdown`), 200).markdown);
    texts.set(id, said.join('\n'));
  });
  return { spaceId, head, branches, revisions, texts };
}

const rowsOf = (pages: readonly any[], parent: string | null): HistoryRow[] =>
  pages.flatMap(({ id, title, slug, documentId, updatedAt, pages: below }) => [
    { id, parent, title, slug, documentId, updatedAt },
    ...rowsOf(below, id),
  ]);

/** Processes a list that may grow during the work, a few items at a time. */
async function processConcurrently<T>(work: T[], task: (one: T) => Promise<void>): Promise<void> {
  const running = new Set<Promise<void>>();
  while (work.length > 0 || running.size > 0) {
    while (work.length > 0 && running.size < AT_ONCE) {
      const one: Promise<void> = task(work.pop()!).finally(() => running.delete(one));
      running.add(one);
    }
    await Promise.race(running);
  }
}

/**
 * Lists the revisions of a branch, oldest first: from the head along the first parents up to `first`, or to one without
 * parents.
 */
export function chainOf({ revisions }: History, head: string, first?: string): HistoryRevision[] {
  const chain: HistoryRevision[] = [];
  for (let id: string | undefined = head; id !== undefined;) {
    const revision: HistoryRevision | undefined = revisions.get(id);
    if (revision === undefined || chain.length > revisions.size) break;
    chain.push(revision);
    id = id === first ? undefined : revision.parents[0];
  }
  return chain.reverse();
}
