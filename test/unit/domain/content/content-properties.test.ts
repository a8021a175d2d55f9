import { expect } from 'chai';
import fc from 'fast-check';
import type { Change } from '../../../../src/domain/content/edits/changes.ts';
import { EMPTY_CONTENT, type Content } from '../../../../src/domain/content/content.ts';
import { getPage } from '../../../../src/domain/content/content-reads.ts';
import { diffContents } from '../../../../src/domain/content/diff/diff-contents.ts';
import { entries } from '../../../../src/domain/content/objects/map-read.ts';
import type { Page } from '../../../../src/domain/content/page.ts';
import { Invalid } from '../../../../src/domain/kernel/errors.ts';
import { changeOf, plant, play, someSteps } from '../../../support/content/arbitraries.ts';
import { allText, flaws, outline } from '../../../support/content/outline.ts';
import { LATER, NOW, text, Workbench } from '../../../support/content/workbench.ts';
import { checkProperty } from '../../../support/properties.ts';

/** Minimal reference model of a page tree. */
interface Plain {
  readonly id: string;
  slug: string;
  document: string;
  readonly pages: Plain[];
}

class PlainTree {
  readonly root: Plain = { id: '', slug: '', document: '', pages: [] };

  find(id: string | null, under = this.root): { page: Plain; parent: Plain } | undefined {
    if (id === null) return { page: this.root, parent: this.root };
    for (const page of under.pages) {
      const found = page.id === id ? { page, parent: under } : this.find(id, page);
      if (found) return found;
    }
    return undefined;
  }
  ids(under = this.root): string[] {
    return under.pages.flatMap((page) => [page.id, ...this.ids(page)]);
  }
  lines(under = this.root, depth = 0): string[] {
    return under.pages.flatMap((page) => [`${'  '.repeat(depth)}${page.slug}`, ...this.lines(page, depth + 1)]);
  }
  /** Applies an edit; returns false if a rule forbids it. */
  apply(change: Change): boolean {
    if (change.operation === 'insert_page') {
      const parent = this.find(change.into ?? null)?.page;
      if (!parent || this.find(change.id!)) return false;
      let slug = change.title!;
      for (let n = 1; parent.pages.some((page) => page.slug === slug); n++) slug = `${change.title}-${n}`;
      parent.pages.splice(change.at ?? Infinity, 0, {
        id: change.id!,
        slug,
        document: text(change.document),
        pages: [],
      });
    } else if (change.operation === 'delete_page') {
      const { page, parent } = this.find(change.page)!;
      parent.pages.splice(parent.pages.indexOf(page), 1);
    } else if (change.operation === 'update_page') {
      const { page, parent } = this.find(change.page)!;
      const target = change.into === undefined ? parent : this.find(change.into)!.page;
      if (target === page || (target !== this.root && this.find(target.id, page))) return false;
      const slug = change.slug ?? page.slug;
      if (target.pages.some((other) => other !== page && other.slug === slug)) return false;
      if (change.document) page.document = text(change.document);
      page.slug = slug;
      if (change.at !== undefined || target !== parent) {
        parent.pages.splice(parent.pages.indexOf(page), 1);
        target.pages.splice(change.at ?? Infinity, 0, page);
      }
    }
    return true;
  }
}

describe('applyChanges (properties)', () => {
  it('matches a plain tree model for any sequence of edits', () => {
    checkProperty(
      fc.property(someSteps(60), (steps) => {
        const bench = new Workbench();
        const tree = new PlainTree();
        let content = EMPTY_CONTENT;
        steps.forEach((step, i) => {
          const change = changeOf(step, tree.ids().sort(), `p${i}x`, (id) => tree.find(id)!.page.document);
          if (change === undefined) return;
          const allowed = tree.apply(change);
          try {
            content = bench.after(content, change);
            expect(allowed, JSON.stringify(change)).to.equal(true);
          } catch (error) {
            if (!(error instanceof Invalid)) throw error;
            expect(allowed, error.message).to.equal(false);
          }
        });
        expect(outline(bench, content)).to.deep.equal(tree.lines());
        expect(flaws(bench, content)).to.deep.equal([]);
        for (const id of tree.ids())
          expect(text(bench.objects.get(bench.read(getPage(content, id))!.document!))).to.equal(
            tree.find(id)!.page.document,
          );
      }),
      { numRuns: 150 },
    );
  });

  it('gives the same result in one batch and one by one', () => {
    checkProperty(
      fc.property(someSteps(30), someSteps(40), (start, steps) => {
        const bench = new Workbench();
        const tree = new PlainTree();
        const changes = [...start, ...steps].flatMap((step, i) => {
          const change = changeOf(step, tree.ids().sort(), `p${i}x`, (id) => tree.find(id)!.page.document);
          return change && tree.apply(change) ? [change] : [];
        });
        const before = bench.after(EMPTY_CONTENT, ...changes.slice(0, start.length));
        const rest = changes.slice(start.length);
        let single = before;
        for (const change of rest) single = bench.after(single, change);
        expect(bench.after(before, ...rest)).to.deep.equal(single);
      }),
      { numRuns: 100 },
    );
  });

  it('is undone by reverting every page of the difference', () => {
    checkProperty(
      fc.property(someSteps(15), someSteps(8), (start, steps) => {
        const bench = new Workbench();
        const before = plant(bench, start);
        const after = play(
          bench,
          before,
          steps.filter(({ what }) => what !== 'variable'),
          'edit',
        );
        // Parents first, so that each page finds its parent; inserted pages last, because other pages may still be
        // below them.
        const { pages } = bench.read(diffContents(before, after));
        const depth = (id: string): number => {
          const p = bench.read(getPage(before, id));
          return p?.parent ? 1 + depth(p.parent) : 0;
        };
        const known = [...pages.deleted, ...pages.changed.map((one) => one.before)].sort(
          (a, b) => depth(a.id) - depth(b.id),
        );
        let content = after;
        // A slug may be taken until its owner is restored, so repeat until nothing changes.
        for (let round = 0; round < 4; round++) {
          for (const { id } of known)
            content = bench.edit(content, [{ operation: 'revert_page', page: id }], { base: before }).content;
          for (const { id } of pages.created) {
            if (bench.read(getPage(content, id)))
              content = bench.edit(content, [{ operation: 'revert_page', page: id }], { base: before }).content;
          }
        }
        expect(content).to.deep.equal(before);
      }),
      { numRuns: 100 },
    );
  });
});

/** Tells whether a side gave a page another rank among the same siblings. */
const hasReordered = (bench: Workbench, base: Content, side: Content): boolean =>
  bench
    .read(diffContents(base, side))
    .pages.changed.some(({ before, after }) => before.parent === after.parent && before.rank !== after.rank);

const pagesWithoutRanks = (bench: Workbench, content: Content): readonly object[] =>
  bench.read(entries<Page>(content.pages)).map(({ value: { rank: _, ...page } }) => page);

describe('mergeContents (properties)', () => {
  const three = fc.tuple(someSteps(12), someSteps(10), someSteps(10));
  const sides = ([start, mine, yours]: [
    Parameters<typeof play>[2],
    Parameters<typeof play>[2],
    Parameters<typeof play>[2],
  ]) => {
    const bench = new Workbench();
    const base = plant(bench, start);
    return { bench, base, ours: play(bench, base, mine, 'mine'), theirs: play(bench, base, yours, 'yours') };
  };

  it('returns a valid tree, deterministically', () => {
    checkProperty(
      fc.property(three, (steps) => {
        const { bench, base, ours, theirs } = sides(steps);
        const merge = bench.merge(base, ours, theirs);
        expect(flaws(bench, merge.content)).to.deep.equal([]);
        expect(bench.merge(base, ours, theirs)).to.deep.equal(merge);
      }),
      { numRuns: 300 },
    );
  });

  it('leaves nothing to merge once the change request has adopted the result', () => {
    checkProperty(
      fc.property(three, (steps) => {
        const { bench, base, ours, theirs } = sides(steps);
        const merge = bench.merge(base, ours, theirs);
        const again = bench.merge(ours, ours, merge.content);
        expect(again.content).to.deep.equal(merge.content);
        expect(again.conflicts).to.deep.equal(merge.conflicts);
      }),
      { numRuns: 150 },
    );
  });

  it('adds nothing when a change is merged twice', () => {
    checkProperty(
      fc.property(three, (steps) => {
        const { bench, base, ours, theirs } = sides(steps);
        const merge = bench.merge(base, ours, theirs);
        if (merge.conflicts.length > 0) return;
        const again = bench.merge(base, merge.content, theirs);
        // Adjacent lines that were merged once may look like one larger change, and a page whose rank the merge
        // changed like one that both sides moved: then it is a conflict, never a duplicate.
        if (again.conflicts.length === 0) expect(again.content).to.deep.equal(merge.content);
        else expect(['content', 'order']).to.include.members(again.conflicts.map(({ kind }) => kind));
      }),
      { numRuns: 200 },
    );
  });

  it('is symmetric without conflicts', () => {
    checkProperty(
      fc.property(three, (steps) => {
        const { bench, base, ours, theirs } = sides(steps);
        const merge = bench.merge(base, ours, theirs);
        const other = bench.merge(base, theirs, ours);
        expect(other.conflicts.length === 0).to.equal(merge.conflicts.length === 0);
        if (merge.conflicts.length === 0) expect(other.content).to.deep.equal(merge.content);
      }),
      { numRuns: 300 },
    );
  });

  it('merges three unrelated changes in any order with the same result', () => {
    checkProperty(
      fc.property(three, (steps) => {
        const { bench, base, ours, theirs } = sides(steps);
        const third = play(
          bench,
          base,
          [
            { what: 'insert', who: 0, whom: 0, at: undefined, word: 9 },
            { what: 'rewrite', who: 3, whom: 0, at: 1, word: 2 },
          ],
          'third',
        );
        const then = (a: typeof base, b: typeof base) => bench.merge(base, a, b, NOW);
        const first = then(then(third, ours).content, theirs);
        const second = then(then(third, theirs).content, ours);
        const apart = [then(third, ours), then(third, theirs), then(ours, theirs), first, second].every(
          ({ conflicts }) => conflicts.length === 0,
        );
        if (!apart) return;
        // Where a side moved a page among its siblings, the place of new siblings depends on the order of the merges.
        if (![ours, theirs].some((side) => hasReordered(bench, base, side)))
          expect(second.content).to.deep.equal(first.content);
        else expect(pagesWithoutRanks(bench, second.content)).to.deep.equal(pagesWithoutRanks(bench, first.content));
      }),
      { numRuns: 300 },
    );
  });

  it('keeps the words of both sides', () => {
    checkProperty(
      fc.property(three, (steps) => {
        const { bench, base, ours, theirs } = sides(steps);
        const merge = bench.merge(base, ours, theirs);
        const conflicts = JSON.stringify(merge.conflicts);
        const kept = allText(bench, merge.content) + conflicts;
        const had = allText(bench, base);
        for (const side of [ours, theirs]) {
          for (const word of new Set(
            allText(bench, side).match(/(?:text|title|icon) (?:mine|yours)\d+x|(?:mine|yours)\d+xd/g) ?? [],
          )) {
            if (!had.includes(word)) expect(kept, word).to.include(word);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('keeps every change that does not conflict', () => {
    checkProperty(
      fc.property(three, (steps) => {
        const { bench, base, ours, theirs } = sides(steps);
        const { content } = bench.merge(base, ours, theirs, LATER);
        const mine = bench.read(diffContents(base, ours)).pages;
        const yours = bench.read(diffContents(base, theirs)).pages;
        const names = (diff: typeof mine): Set<string> =>
          new Set([...diff.created, ...diff.deleted, ...diff.changed.map(({ after }) => after)].map(({ id }) => id));
        const [inMine, inYours] = [names(mine), names(yours)];
        const plain = (page: object | undefined): unknown => page && { ...page, parent: '', slug: '', rank: '' };
        for (const [side, other, from] of [
          [inMine, inYours, ours],
          [inYours, inMine, theirs],
        ] as const) {
          for (const id of side)
            if (!other.has(id))
              expect(plain(bench.read(getPage(content, id)))).to.deep.equal(plain(bench.read(getPage(from, id))));
        }
      }),
      { numRuns: 150 },
    );
  });
});
