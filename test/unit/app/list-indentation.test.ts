import { expect } from 'chai';
import { moveItems } from '../../../app/src/editing/list-indentation.ts';

/** Moves the lines that end with a bar. */
function move(text: string, direction: 'in' | 'out'): string | undefined {
  const lines = text.split('\n');
  const selected = lines.flatMap((line, index) => (line.endsWith('¦') ? [index] : []));
  const plain = lines.map((line) => line.replace('¦', ''));
  const moved = moveItems(plain, selected[0]!, selected.at(-1)!, direction);
  if (moved === undefined) return undefined;
  return [...plain.slice(0, moved.first), ...moved.lines, ...plain.slice(moved.last + 1)].join('\n');
}

describe('moveItems', () => {
  it('moves an item into the one before it, as far as the marks of that one reach', () => {
    expect(move('- One\n- Two¦', 'in')).to.equal('- One\n  - Two');
    expect(move('1. One\n2. Two¦', 'in')).to.equal('1. One\n   1. Two');
    expect(move('10. One\n11. Two¦', 'in')).to.equal('10. One\n    1. Two');
    expect(move('1. One\n   1. Sub\n2. Two¦', 'in')).to.equal('1. One\n   1. Sub\n   2. Two');
    expect(move('* One\n  text\n\n* [ ] Two¦', 'in')).to.equal('* One\n  text\n\n  * [ ] Two');
  });

  it('moves an item out of the one around it, and continues the list of that one', () => {
    expect(move('1. One\n   1. Two¦', 'out')).to.equal('1. One\n2. Two');
    expect(move('- One\n  1. Two\n  2. Three¦', 'out')).to.equal('- One\n  1. Two\n- Three');
    expect(move('- One\n  - Two\n    - Three¦', 'out')).to.equal('- One\n  - Two\n  - Three');
  });

  it('takes along what belongs to the item, and all selected items', () => {
    expect(move('- One\n- Two¦\n  - Sub\n\n  text\n- Three', 'in')).to.equal(
      '- One\n  - Two\n    - Sub\n\n    text\n- Three',
    );
    expect(move('1. One\n2. Two¦\n3. Three¦', 'in')).to.equal('1. One\n   1. Two\n   3. Three');
  });

  it('leaves a first item and an outer item where they are, and other lines to the editor', () => {
    expect(move('Text\n\n- One¦\n- Two', 'in')).to.equal('Text\n\n- One\n- Two');
    expect(move('- One\n- Two¦', 'out')).to.equal('- One\n- Two');
    expect(move('- One\n  - Sub¦', 'in')).to.equal('- One\n  - Sub');
    expect(move('Text¦', 'in')).to.equal(undefined);
  });
});
