import type { Id } from '../../kernel/id.ts';
import { ancestorsOf, getPage, type FindPage } from '../content-reads.ts';
import { heightOf, MAX_DEPTH } from '../edits/depth.ts';
import { compare } from '../objects/map-node.ts';
import type { Merging, MergingPages } from './merging-pages.ts';
import { spread } from './merge-page.ts';
import type { Page } from '../page.ts';
import { all, type Reading } from '../objects/reading.ts';
import { childPlaces } from '../siblings.ts';
import { memberOf } from './three-way.ts';

interface Candidate {
  readonly id: Id;
  readonly merging: Merging;
  readonly depth: number;
}

/**
 * Moves of one side below what the other side moves may nest pages too deep, though neither does alone: such a page goes to
 * the nearest page above where it fits, and that is told as a conflict about its parent. Answers whether any did. Looks at
 * nothing unless pages moved, and below a page only where it stands deeper than on the side that put it there.
 */
export function* limitDepth(pages: MergingPages): Reading<boolean> {
  const deeper = yield* nowDeeper(pages);
  if (deeper.length === 0) return false;
  // The deepest first: what is below a page fits already when its turn comes.
  deeper.sort((a, b) => b.depth - a.depth || compare(a.id, b.id));
  const children = new MergedChildren(pages);
  let moved = false;
  for (const { id, merging, depth } of deeper) {
    const excess = depth - 1 + (yield* heightOf(children.of, id, MAX_DEPTH)) - MAX_DEPTH;
    if (excess <= 0) continue;
    const page = merging.result!;
    const above = yield* ancestorsOf(pages.find, page);
    merging.result = { ...page, parent: above[excess]?.id ?? null };
    children.move(id, page.parent, merging.result.parent);
    tell(pages, id, merging);
    moved = true;
  }
  return moved;
}

/** The pages about whose parent the contents do not agree, and that stand deeper than on the side whose parent they have. */
function* nowDeeper({ touched, contents, find }: MergingPages): Reading<Candidate[]> {
  const hanging = [...touched].filter(
    ([, { base, ours, theirs, result }]) =>
      result && [base, ours, theirs].some((side) => side?.parent !== result.parent),
  );
  const isMoved = ({ base, ours, theirs }: Merging): boolean =>
    base !== undefined && [ours, theirs].some((side) => side !== undefined && side.parent !== base.parent);
  if (!hanging.some(([, merging]) => isMoved(merging))) return [];
  const found = yield* all(
    hanging.map(function* ([id, merging]): Reading<Candidate | undefined> {
      const depth = yield* depthOf(find, merging.result!);
      for (const side of ['ours', 'theirs'] as const) {
        const page = merging[side];
        if (
          page?.parent === merging.result!.parent &&
          (yield* depthOf((one) => getPage(contents[side], one), page)) >= depth
        )
          return undefined;
      }
      return { id, merging, depth };
    }),
  );
  return found.filter((one) => one !== undefined);
}

function* depthOf(find: FindPage, page: Page): Reading<number> {
  return (yield* ancestorsOf(find, page)).length + 1;
}

function tell(pages: MergingPages, id: Id, merging: Merging): void {
  if (pages.conflicts.some(({ kind, page, field }) => kind === 'field' && page === id && field === 'parent')) return;
  pages.conflicts.push({
    kind: 'field',
    subject: { kind: 'page', id },
    page: id,
    field: 'parent',
    ...spread(memberOf(merging, 'parent')),
  });
}

/** Who stands under whom in the merge so far. */
class MergedChildren {
  readonly #touched = new Map<Id | null, Set<Id>>();

  constructor(private readonly pages: MergingPages) {
    for (const [id, { result }] of pages.touched) if (result) this.#under(result.parent).add(id);
  }

  of = (parent: Id): Reading<readonly Id[]> => this.#of(parent);

  move(id: Id, from: Id | null, to: Id | null): void {
    this.#under(from).delete(id);
    this.#under(to).add(id);
  }

  *#of(parent: Id): Reading<readonly Id[]> {
    const { contents, touched } = this.pages;
    const untouched = (yield* childPlaces(contents.ours.order, parent))
      .filter(({ id }) => !touched.has(id))
      .map(({ id }) => id);
    return [...untouched, ...this.#under(parent)];
  }

  #under(parent: Id | null): Set<Id> {
    let ids = this.#touched.get(parent);
    if (ids === undefined) this.#touched.set(parent, (ids = new Set()));
    return ids;
  }
}
