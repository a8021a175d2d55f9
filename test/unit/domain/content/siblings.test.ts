import { expect } from 'chai';
import fc from 'fast-check';
import type { Change } from '../../../../src/domain/content/edits/changes.ts';
import { buildContent } from '../../../../src/domain/content/edits/build-content.ts';
import { EMPTY_CONTENT, type Content } from '../../../../src/domain/content/content.ts';
import { childrenOf, getPage } from '../../../../src/domain/content/content-reads.ts';
import { Draft } from '../../../../src/domain/content/edits/draft.ts';
import { allocateRank } from '../../../../src/domain/content/edits/allocate-rank.ts';
import { childRanks, compareSiblings, type SiblingRank } from '../../../../src/domain/content/siblings.ts';
import { flaws, outline } from '../../../support/content/outline.ts';
import { CountingStore, idOf, NOW, page, Workbench } from '../../../support/content/workbench.ts';
import { checkProperty } from '../../../support/properties.ts';

const bench = new Workbench();
const family = bench.after(
  EMPTY_CONTENT,
  page('before'),
  page('parent'),
  page('after'),
  ...Array.from({ length: 80 }, (_, i) => page(`s${i}`, { into: idOf('parent') })),
);
const names = (places: readonly SiblingRank[]): string[] => places.map(({ id }) => id.replace(/Z+$/, ''));

describe('SiblingList', () => {
  it('lists any slice in order, apart from other families', () => {
    const all = Array.from({ length: 80 }, (_, i) => `s${i}`);
    expect(names(bench.read(childRanks(family.order, idOf('parent'))))).to.deep.equal(all);
    expect(names(bench.read(childRanks(family.order, idOf('parent'), 30, 33)))).to.deep.equal(['s30', 's31', 's32']);
    expect(names(bench.read(childRanks(family.order, idOf('parent'), 78, 99)))).to.deep.equal(['s78', 's79']);
    expect(names(bench.read(childRanks(family.order, null)))).to.deep.equal(['before', 'parent', 'after']);
    expect(bench.read(childrenOf(family, idOf('s1')))).to.deep.equal([]);
  });

  it('matches a plain list through a batch of insertions, moves and deletions', () => {
    const step = fc.tuple(fc.constantFrom('insert', 'move', 'delete'), fc.nat(200), fc.nat(120));
    checkProperty(
      fc.property(fc.array(step, { maxLength: 50, size: 'max' }), (steps) => {
        const list = Array.from({ length: 80 }, (_, i) => `s${i}`);
        const changes = steps.flatMap(([what, who, at], i): Change[] => {
          if (what === 'insert') {
            list.splice(at, 0, `n${i}`);
            return [page(`n${i}`, { into: idOf('parent'), at })];
          }
          const name = list[who % list.length];
          if (name === undefined) return [];
          list.splice(list.indexOf(name), 1);
          if (what === 'delete') return [{ operation: 'delete_page', page: idOf(name) }];
          list.splice(at, 0, name);
          return [{ operation: 'update_page', page: idOf(name), at }];
        });
        const content = bench.after(family, ...changes);
        expect(names(bench.read(childRanks(content.order, idOf('parent'))))).to.deep.equal(list);
      }),
      { numRuns: 150 },
    );
  });

  it('returns any slice while being edited', () => {
    checkProperty(
      fc.property(
        fc.uniqueArray(fc.nat(79), { maxLength: 40, size: 'max' }),
        fc.uniqueArray(fc.nat(79), { maxLength: 40, size: 'max' }),
        fc.nat(100),
        fc.nat(20),
        (gone, added, from, length) => {
          const stored = bench.read(childRanks(family.order, idOf('parent')));
          const siblings = new Draft(family).siblings(idOf('parent'));
          for (const i of gone) siblings.remove(stored[i]!);
          const more = added.map((i): SiblingRank => ({ id: `x${i}`, rank: `${stored[i]!.rank}V` }));
          for (const place of more) siblings.add(place);
          const expected = [...stored.filter((_, i) => !gone.includes(i)), ...more]
            .sort((a, b) => (a.rank < b.rank ? -1 : 1))
            .map(({ id }) => id);
          expect(bench.read(siblings.count())).to.equal(expected.length);
          expect(bench.read(siblings.slice(from, from + length)).map(({ id }) => id)).to.deep.equal(
            expected.slice(from, from + length),
          );
          const place = { id: 'x', rank: stored[from % 80]!.rank };
          const before = [...stored.filter((_, i) => !gone.includes(i)), ...more].filter(
            (other) => compareSiblings(other, place) < 0,
          );
          expect(bench.read(siblings.countBefore(place))).to.equal(before.length);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('makes room between equal ranks by moving as few siblings as possible', () => {
    const base = bench.after(EMPTY_CONTENT, page('a'), page('z'));
    const both = bench.merge(
      base,
      bench.after(base, page('m', { at: 1 })),
      bench.after(base, page('n', { at: 1 })),
    ).content;
    expect(outline(bench, both)).to.deep.equal(['a', 'm', 'n', 'z']);
    const rank = (content: Content, name: string): string => bench.read(getPage(content, idOf(name)))!.rank;
    expect(rank(both, 'm')).to.equal(rank(both, 'n'));
    const content = bench.after(both, page('between', { at: 2 }));
    expect(outline(bench, content)).to.deep.equal(['a', 'm', 'between', 'n', 'z']);
    expect(['a', 'm', 'n', 'z'].filter((name) => rank(content, name) !== rank(both, name))).to.deep.equal(['n']);
    expect(flaws(bench, content)).to.deep.equal([]);
  });

  it('inserts at a constant cost, whatever the number of siblings', async () => {
    const store = new CountingStore();
    const many = buildContent({
      pages: Array.from({ length: 5000 }, (_, i) => ({
        id: idOf(i),
        type: 'document',
        parent: null,
        slug: `p${i}`,
        title: 'p',
        createdAt: NOW,
        updatedAt: NOW,
      })),
    });
    await store.put(many.objects);
    for (const at of [0, 2500, undefined]) {
      const { batches, reads } = await store.measure(allocateRank(new Draft(many.content), null, at));
      expect(batches).to.be.at.most(12);
      expect(reads).to.be.at.most(16);
    }
  });
});
