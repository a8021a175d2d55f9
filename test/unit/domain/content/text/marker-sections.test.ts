import { expect } from 'chai';
import fc from 'fast-check';
import { runToCompletion } from '../../../../../src/domain/kernel/pausable.ts';
import { takeSections } from '../../../../../src/domain/content/text/marker-sections.ts';
import { mergeText } from '../../../../../src/domain/content/text/text-merge.ts';
import { checkProperty } from '../../../../support/properties.ts';

const MERGED = 'top\n<<<<<<< main\nours\n||||||| base\nbase\n=======\ntheirs\n>>>>>>> change request\nend\n';

describe('takeSections', () => {
  it('replaces a conflict by one or several sections', () => {
    expect(runToCompletion(takeSections(MERGED, [7], ['ours']))).to.equal('top\nours\nend\n');
    expect(runToCompletion(takeSections(MERGED, [7], ['theirs']))).to.equal('top\ntheirs\nend\n');
    expect(runToCompletion(takeSections(MERGED, [7], ['base']))).to.equal('top\nbase\nend\n');
    expect(runToCompletion(takeSections(MERGED, [7], ['ours', 'theirs']))).to.equal('top\nours\ntheirs\nend\n');
    expect(runToCompletion(takeSections(MERGED.replaceAll('\n', '\r\n'), [7], ['ours', 'theirs']))).to.equal(
      'top\r\nours\r\ntheirs\r\nend\r\n',
    );
  });

  it('finds conflicts inside longer markers', () => {
    const nested = `<<<<<<<< main\nnew\n|||||||| base\nold\n========\n${MERGED}>>>>>>>> change request\n`;
    expect(runToCompletion(takeSections(nested, [7, 8], ['ours', 'theirs']))).to.equal('new\ntop\nours\ntheirs\nend\n');
    expect(runToCompletion(takeSections(nested, [7, 8], ['theirs']))).to.equal('top\ntheirs\nend\n');
    expect(runToCompletion(takeSections(nested, [7, 8], ['ours']))).to.equal('new\n');
  });

  it('leaves conflicts with incomplete markers or other lengths unchanged', () => {
    for (const broken of [
      MERGED.replace('||||||| base\n', ''),
      MERGED.replace('>>>>>>> change request\n', ''),
      MERGED.replace('<<<<<<< main\n', ''),
    ])
      expect(runToCompletion(takeSections(broken, [7], ['ours']))).to.equal(broken);
    expect(runToCompletion(takeSections(MERGED, [8], ['ours']))).to.equal(MERGED);
    expect(runToCompletion(takeSections(MERGED, [], ['ours']))).to.equal(MERGED);
  });

  it('restores either side of a merge if no lines of the other side were merged beside it', () => {
    const lines = fc
      .array(fc.constantFrom('a', 'b', '=======', '<<<<<<< main'), { minLength: 1, maxLength: 4 })
      .map((words) => words.join('\n'));
    checkProperty(
      fc.property(lines, lines, lines, fc.boolean(), (base, ours, theirs, ends) => {
        const end = ends ? '\n' : '';
        const { text, markers } = runToCompletion(mergeText(`x${base}${end}`, `y${ours}${end}`, `z${theirs}${end}`));
        fc.pre(markers > 0);
        const mine = runToCompletion(takeSections(text, [markers], ['ours']));
        const yours = runToCompletion(takeSections(text, [markers], ['theirs']));
        const all = runToCompletion(takeSections(text, [markers], ['ours', 'theirs'])).split('\n');
        expect(mine.split('\n')[0]).to.equal(`y${ours}`.split('\n')[0]);
        expect(yours.split('\n')[0]).to.equal(`z${theirs}`.split('\n')[0]);
        expect(all).to.include.members(
          [...`y${ours}`.split('\n'), ...`z${theirs}`.split('\n')].filter((line) => !base.split('\n').includes(line)),
        );
        expect(mine.endsWith('\n')).to.equal(ends);
      }),
    );
  });
});
