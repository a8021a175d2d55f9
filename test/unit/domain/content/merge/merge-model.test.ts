import { expect } from 'chai';
import fc from 'fast-check';
import type { Conflict } from '../../../../../src/domain/content/conflicts/conflict.ts';
import { EMPTY_CONTENT, type Content } from '../../../../../src/domain/content/content.ts';
import { childrenOf } from '../../../../../src/domain/content/content-reads.ts';
import { diffContents } from '../../../../../src/domain/content/diff/diff-contents.ts';
import { findMovedPages } from '../../../../../src/domain/content/diff/semantic-moves.ts';
import type { MergeResult } from '../../../../../src/domain/content/merge/merge.ts';
import { readConflictDocuments } from '../../../../support/content/conflict-documents.ts';
import {
  misplacedPages,
  flawsOfText,
  nameOf,
  plainMerge,
  plainOf,
  type PlainContent,
  type PlainMerge,
  type PlainMoves,
} from '../../../../support/content/plain-merge.ts';
import { flaws, outline } from '../../../../support/content/outline.ts';
import { playSpace, someKinds, spaceSteps, type SpaceStep } from '../../../../support/content/space-steps.ts';
import { idOf, LATER, page, Workbench } from '../../../../support/content/workbench.ts';
import { checkProperty } from '../../../../support/properties.ts';

const RUNS = 40;

interface Case {
  readonly bench: Workbench;
  readonly base: Content;
  readonly ours: Content;
  readonly theirs: Content;
  readonly merge: MergeResult;
  readonly plain: Readonly<Record<'base' | 'ours' | 'theirs' | 'merged', PlainContent>>;
  readonly moves: PlainMoves;
  readonly expected: PlainMerge;
}

/** Finds the pages of a side with another parent or another position among the siblings that stayed. */
const movesOf = (bench: Workbench, base: Content, side: Content): ReadonlySet<string> =>
  bench.read(findMovedPages(base, side, bench.read(diffContents(base, side)).pages));

/** Generates pages of all types, files and reusable contents, and the edits of two sides. */
function play([start, mine, yours]: readonly SpaceStep[][]): Case {
  const bench = new Workbench();
  const first: SpaceStep[] = (['page', 'group', 'page', 'page', 'file', 'reusable', 'variable'] as const).map(
    (what, i) => ({ what, who: 2 * i + 3, whom: i, at: undefined, word: i }),
  );
  const base = playSpace(bench, EMPTY_CONTENT, [...first, ...start!], 'base');
  const [ours, theirs] = [playSpace(bench, base, mine!, 'mine'), playSpace(bench, base, yours!, 'yours')];
  const sides = { base, ours, theirs };
  const merge = bench.merge(base, ours, theirs, LATER);
  const plain = {
    base: plainOf(bench, base),
    ours: plainOf(bench, ours),
    theirs: plainOf(bench, theirs),
    merged: plainOf(bench, merge.content),
  };
  const moves = { ours: movesOf(bench, base, ours), theirs: movesOf(bench, base, theirs) };
  return { bench, merge, plain, moves, expected: plainMerge(plain.base, plain.ours, plain.theirs, moves), ...sides };
}

/** Few edits of many items rarely conflict; many edits of a few items of one kind often do. */
const cases = fc.oneof(
  fc.tuple(spaceSteps(30), spaceSteps(4), spaceSteps(4)),
  someKinds.chain((kinds) => fc.tuple(spaceSteps(2), spaceSteps(10, kinds), spaceSteps(10, kinds))),
);
const holds =
  (check: (one: Case) => void, times = 1) =>
  () =>
    checkProperty(
      fc.property(cases, (steps) => check(play(steps))),
      { numRuns: times * RUNS },
    );

const MENDING = ['orphan', 'move-cycle', 'slug'];
const about = (conflicts: readonly Conflict[], kind: string): Set<string> =>
  new Set(conflicts.filter((one) => one.kind === kind).map(({ subject }) => subject.id));

describe('mergeContents (model)', () => {
  it(
    'keeps exactly the items, and reports exactly the conflicts, that the rules require',
    holds(({ merge, plain, expected }) => {
      for (const part of ['pages', 'files', 'reusables', 'variables'] as const)
        expect([...plain.merged[part].keys()]).to.have.members([...expected[part].keys()]);
      const reported = merge.conflicts.filter(({ kind }) => kind !== 'content' && !MENDING.includes(kind)).map(nameOf);
      expect(reported).to.have.members([...expected.conflicts]);
      const merged = merge.conflicts
        .filter(({ kind }) => kind === 'content')
        .map(({ subject }) => `${subject.kind}/${subject.id}`);
      for (const one of merged) expect([...expected.documents.keys()]).to.include(one);
    }),
  );

  it(
    'sets the fields of every item by the rules',
    holds(({ plain, expected }) => {
      const plainly = ({
        parent: _parent,
        slug: _slug,
        rank: _rank,
        text: _text,
        createdAt: _created,
        updatedAt: _updated,
        ...fields
      }: any): unknown => fields;
      for (const [id, page] of expected.pages)
        expect(JSON.parse(JSON.stringify(plainly(plain.merged.pages.get(id))))).to.deep.equal(
          JSON.parse(JSON.stringify(plainly(page))),
        );
      for (const part of ['files', 'variables'] as const)
        for (const [id, one] of expected[part]) expect(plain.merged[part].get(id)).to.deep.equal(one);
      for (const [id, { title }] of expected.reusables)
        expect(plain.merged.reusables.get(id)!['title']).to.equal(title);
    }),
  );

  it(
    'keeps every line of both sides in the documents',
    holds(({ merge, plain, expected }) => {
      const conflicts = new Set(
        merge.conflicts.filter(({ kind }) => kind === 'content').map(({ subject }) => `${subject.kind}/${subject.id}`),
      );
      for (const [kind, part] of [
        ['page', 'pages'],
        ['reusable-content', 'reusables'],
      ] as const)
        for (const [id, { text }] of expected[part]) {
          const merged = plain.merged[part].get(id)!['text'];
          const sides = expected.documents.get(`${kind}/${id}`);
          if (sides === undefined) expect(merged).to.equal(text);
          else if (sides.some((side) => side.includes('\xff'))) expect(merged).to.equal(sides[2]);
          else expect(flawsOfText(String(merged), sides, conflicts.has(`${kind}/${id}`))).to.deep.equal([]);
        }
    }, 3),
  );

  it(
    'places pages by the rules, and reports pages that it must place elsewhere',
    holds(({ bench, merge, plain, moves, expected }) => {
      expect(flaws(bench, merge.content)).to.deep.equal([]);
      const isReranked = (side: 'ours' | 'theirs'): boolean =>
        [...plain.base.pages].some(([id, { rank }]) => {
          const now = plain[side].pages.get(id);
          return now !== undefined && now['rank'] !== rank && !moves[side].has(id);
        });
      const keepsRanks = !isReranked('ours') && !isReranked('theirs');
      const { orphans, circling } = misplacedPages(expected.pages);
      const [reported, cycled] = [about(merge.conflicts, 'orphan'), about(merge.conflicts, 'move-cycle')];
      for (const id of orphans) expect([...reported], `orphan ${id}`).to.include(id);
      for (const id of cycled) expect(circling.length + orphans.length, `cycle ${id}`).to.be.greaterThan(0);
      if (circling.length > 0) expect(cycled.size).to.be.greaterThan(0);
      if (circling.length === 0) expect([...reported]).to.have.members(orphans);
      for (const [id, { parent, rank }] of expected.pages) {
        if (!reported.has(id) && !cycled.has(id))
          expect(plain.merged.pages.get(id)).to.include({ parent, ...(keepsRanks && { rank }) });
      }
    }),
  );

  it(
    'numbers slugs only if two pages would share a path, and reports it',
    holds(({ merge, plain, expected }) => {
      const reported = about(merge.conflicts, 'slug');
      const places = new Map<string, string[]>();
      for (const [id, { slug }] of expected.pages) {
        const now = plain.merged.pages.get(id)!;
        if (slug === undefined) expect(now).not.to.have.property('slug');
        else places.set(`${now['parent']}/${slug}`, [...(places.get(`${now['parent']}/${slug}`) ?? []), id]);
        if (!reported.has(id)) expect(now['slug']).to.equal(slug);
        else expect(now['slug']).to.match(new RegExp(`^${slug}-\\d+$`));
      }
      for (const claimants of places.values())
        expect(claimants.filter((id) => reported.has(id))).to.have.length(claimants.length - 1);
    }),
  );

  it(
    'returns every object that the result needs, referenced for garbage collection',
    holds(({ bench, base, ours, theirs, merge, plain }) => {
      const without = bench.collected(base, ours, theirs);
      without.store(merge.objects);
      expect(plainOf(without.collected(merge.content), merge.content)).to.deep.equal(plain.merged);
      const left = bench.collected(merge.content);
      for (const conflict of merge.conflicts)
        expect(left.read(readConflictDocuments(conflict))).to.deep.equal(bench.read(readConflictDocuments(conflict)));
      for (const { hash } of merge.objects.filter(({ type }) => type !== 'content'))
        expect(left.objects.has(hash), 'an object that nothing names').to.equal(true);
    }),
  );

  it(
    'is symmetric if nothing conflicts',
    holds(({ bench, base, ours, theirs, merge }) => {
      const exchanged = bench.merge(base, theirs, ours, LATER);
      expect(exchanged.conflicts.length > 0).to.equal(merge.conflicts.length > 0);
      if (merge.conflicts.length === 0) expect(exchanged.content).to.deep.equal(merge.content);
    }),
  );

  it(
    'is deterministic and idempotent',
    holds(({ bench, base, ours, theirs, merge }) => {
      expect(bench.merge(base, ours, theirs, LATER)).to.deep.equal(merge);
      for (const again of [bench.merge(ours, ours, merge.content), bench.merge(theirs, merge.content, theirs)])
        expect(again.content.pages).to.equal(merge.content.pages);
    }),
  );
});

/** Edit of one list of pages: an insertion, or a move of an existing page. */
const listStep = fc.record({ insert: fc.boolean(), who: fc.nat(100), at: fc.nat(8) });
const listSteps = fc.array(listStep, { minLength: 1, maxLength: 3 });

describe('mergeContents (order of siblings)', () => {
  it('keeps the order that each side gave to its pages, also where a side had to give others new ranks', () => {
    const rounds = fc.array(fc.tuple(listSteps, listSteps), { minLength: 2, maxLength: 5 });
    checkProperty(
      fc.property(rounds, (all) => {
        const bench = new Workbench();
        const pagesOf = (content: Content): string[] => bench.read(childrenOf(content, null)).map(({ id }) => id);
        const edited = (from: Content, steps: readonly (typeof all)[0][0][0][], tag: string): Content =>
          steps.reduce((content, { insert, who, at }, i) => {
            const id = pagesOf(content)[who % pagesOf(content).length]!;
            return bench.after(
              content,
              insert ? page(`${tag}${i}`, { at }) : { operation: 'update_page', page: id, at },
            );
          }, from);
        let base = bench.after(EMPTY_CONTENT, page('a'), page('b'), page('c'));
        all.forEach(([mine, yours], round) => {
          const [ours, theirs] = [edited(base, mine, `m${round}x`), edited(base, yours, `y${round}x`)];
          const merge = bench.merge(base, ours, theirs);
          expect(flaws(bench, merge.content)).to.deep.equal([]);
          if (merge.conflicts.length === 0) {
            const merged = pagesOf(merge.content);
            for (const [side, other] of [
              [ours, theirs],
              [theirs, ours],
            ] as const) {
              const moved = movesOf(bench, base, other);
              const kept = pagesOf(side).filter((id) => !moved.has(id));
              expect(merged.filter((id) => kept.includes(id))).to.deep.equal(kept);
            }
          }
          base = merge.conflicts.length === 0 ? merge.content : ours;
        });
      }),
      { numRuns: 3 * RUNS },
    );
  });

  it('keeps the order when changes are merged again that placed a new page behind one with a new rank', () => {
    const bench = new Workbench();
    const base = bench.after(EMPTY_CONTENT, page('a'), page('b'));
    const ours = bench.after(base, { operation: 'update_page', page: idOf('b'), at: 0 });
    const theirs = bench.after(base, page('new', { at: 0 }), { operation: 'update_page', page: idOf('a'), at: 0 });
    const { content } = bench.merge(base, ours, theirs);
    expect(outline(bench, content)).to.deep.equal(['b', 'a', 'new']);
    const again = bench.merge(base, content, theirs);
    expect(again.conflicts).to.deep.equal([]);
    expect(again.content).to.deep.equal(content);
  });
});
