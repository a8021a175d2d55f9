import { expect } from 'chai';
import { toggleMark } from '../../../app/src/editing/toggle-mark.ts';

/** Toggles a mark around the text between the bars, and returns the text with bars around the selection. */
function toggle(marked: string, mark = '**'): string {
  const [before = '', selected = '', after = ''] = marked.split('¦');
  const text = before + selected + after;
  const { changes, from, to } = toggleMark(text, before.length, before.length + selected.length, mark);
  let result = text;
  for (const { from: at, to: end = at, insert = '' } of [...changes].reverse())
    result = result.slice(0, at) + insert + result.slice(end);
  return `${result.slice(0, from)}¦${result.slice(from, to)}¦${result.slice(to)}`;
}

describe('toggleMark', () => {
  it('puts marks around a selection and removes them', () => {
    expect(toggle('a ¦word¦ b')).to.equal('a **¦word¦** b');
    expect(toggle('a **¦word¦** b')).to.equal('a ¦word¦ b');
    expect(toggle('a ¦**word**¦ b')).to.equal('a ¦word¦ b');
    expect(toggle('a ¦¦b')).to.equal('a **¦¦**b');
    expect(toggle('a **¦¦**b')).to.equal('a ¦¦b');
    expect(toggle('¦code¦', '`')).to.equal('`¦code¦`');
  });

  it('keeps spaces at the ends outside the marks', () => {
    expect(toggle('one ¦word ¦here')).to.equal('one **¦word¦** here');
    expect(toggle('¦ ¦x')).to.equal('**¦¦** x');
  });

  it('marks each line of a selection by itself, without the marks of blocks', () => {
    expect(toggle('¦One\n\n- Two\n> ## Three¦')).to.equal('¦**One**\n\n- **Two**\n> ## **Three**¦');
    expect(toggle('¦**One**\n\n- **Two**¦')).to.equal('¦One\n\n- Two¦');
    expect(toggle('¦**One**\n\n- Two¦')).to.equal('¦**One**\n\n- **Two**¦');
  });
});
