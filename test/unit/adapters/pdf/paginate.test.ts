import { expect } from 'chai';
import fc from 'fast-check';
import { paginate } from '../../../../src/adapters/pdf/pages/paginate.ts';
import { gap, type LayoutBox } from '../../../../src/adapters/pdf/pages/layout-box.ts';

const strip = (name: string, height: number, more: Partial<LayoutBox> = {}): LayoutBox => ({
  height,
  marks: [{ kind: 'name', y: 0, name }],
  ...more,
});
const names = (slabs: readonly LayoutBox[], room: number): string[] =>
  paginate(slabs, room).map((sheet) =>
    sheet.flatMap(({ slab }) => slab.marks.map((mark) => (mark.kind === 'name' ? mark.name : ''))).join(' '),
  );

describe('strips on sheets', () => {
  it('fills a sheet to its exact edge', () => {
    expect(names([strip('a', 50), strip('b', 50), strip('c', 1)], 100)).to.deep.equal(['a b', 'c']);
    expect(names([strip('a', 50), strip('b', 50.5)], 100)).to.deep.equal(['a', 'b']);
  });

  it('keeps together what is joined', () => {
    expect(names([strip('a', 60), strip('heading', 20, { joined: true }), strip('text', 30)], 100)).to.deep.equal([
      'a',
      'heading text',
    ]);
  });

  it('begins no sheet with a gap', () => {
    const [, second] = paginate([strip('a', 95), gap(10), strip('b', 20)], 100);
    expect(second![0]!.slab.marks).to.deep.equal([{ kind: 'name', y: 0, name: 'b' }]);
    expect(second![0]!.y).to.equal(0);
  });

  it('shows the head of a table again on each of its sheets', () => {
    const head = strip('head', 10);
    const rows = ['1', '2', '3', '4'].map((name) => strip(name, 40, { head }));
    expect(names([{ ...head, joined: true }, ...rows], 100)).to.deep.equal(['head 1 2', 'head 3 4']);
  });

  it('places everything once, in order and within the sheet where it fits one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ height: fc.integer({ min: 1, max: 120 }), joined: fc.boolean() }), { maxLength: 60 }),
        (list) => {
          const slabs = list.map(({ height, joined }, i) => strip(String(i), height, { joined }));
          const sheets = paginate(slabs, 100);
          expect(sheets.flat().map(({ slab }) => slab)).to.deep.equal(slabs);
          for (const sheet of sheets) {
            expect(sheet).to.not.have.lengthOf(0);
            if (sheet.length > 1) expect(sheet.at(-1)!.y + sheet.at(-1)!.slab.height).to.be.at.most(100);
          }
        },
      ),
    );
  });
});
