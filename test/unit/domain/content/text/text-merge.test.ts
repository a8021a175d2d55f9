import { expect } from 'chai';
import fc from 'fast-check';
import { runToCompletion } from '../../../../../src/domain/kernel/pausable.ts';
import { hasMarkers } from '../../../../../src/domain/content/text/markers.ts';
import { mergeText } from '../../../../../src/domain/content/text/text-merge.ts';
import { cpuTimeOf, RETRIES_OF_MEASUREMENTS } from '../../../../support/cpu-time.ts';
import { checkProperty } from '../../../../support/properties.ts';

const clean = (text: string): { text: string; markers: number } => ({ text, markers: 0 });

describe('mergeText', () => {
  it('takes the changes of one side', () => {
    expect(runToCompletion(mergeText('a\n\nb\n', 'a1\n\nb\n', 'a\n\nb\n'))).to.deep.equal(clean('a1\n\nb\n'));
    expect(runToCompletion(mergeText('a\n\nb\n', 'a\n\nb\n', 'a\n\nb1\n'))).to.deep.equal(clean('a\n\nb1\n'));
    expect(runToCompletion(mergeText('a\n\nb\n\nc\n', 'a1\n\nb\n\nc\n', 'a\n\nb\n\nc1\n'))).to.deep.equal(
      clean('a1\n\nb\n\nc1\n'),
    );
  });

  it('takes equal changes once', () => {
    expect(runToCompletion(mergeText('a\n', 'b\n', 'b\n'))).to.deep.equal(clean('b\n'));
    expect(runToCompletion(mergeText('a\n\nx\n\nc\n', 'b\n\nx\n\nc1\n', 'b\n\nx\n\nc\n'))).to.deep.equal(
      clean('b\n\nx\n\nc1\n'),
    );
  });

  it('merges edits of adjacent blocks', () => {
    expect(runToCompletion(mergeText('# T\ntext\n', '# T1\ntext\n', '# T\ntext1\n'))).to.deep.equal(
      clean('# T1\ntext1\n'),
    );
    expect(runToCompletion(mergeText('- a\n- b\n- c\n', '- a1\n- b\n- c\n', '- a\n- b1\n- c\n'))).to.deep.equal(
      clean('- a1\n- b1\n- c\n'),
    );
    expect(runToCompletion(mergeText('a\n\nb\n', 'a\n\nnew\n\nb\n', 'a\n\nb1\n'))).to.deep.equal(
      clean('a\n\nnew\n\nb1\n'),
    );
  });

  it('keeps both sides of adjacent lines of one paragraph or of code', () => {
    expect(runToCompletion(mergeText('one\ntwo\n', 'one1\ntwo\n', 'one\ntwo2\n')).markers).to.equal(7);
    expect(
      runToCompletion(mergeText('```\n- a\n- b\n```\n', '```\n- a1\n- b\n```\n', '```\n- a\n- b1\n```\n')).markers,
    ).to.equal(7);
  });

  it('does not take a blank line for the same one at another place', () => {
    for (const [ours, theirs] of [
      ['\nIntro\nmore\nEnd\n', 'Intro\nnew\nEnd\n'],
      ['Intro\nnew\nEnd\n', '\nIntro\nmore\nEnd\n'],
    ] as const) {
      const { text, markers } = runToCompletion(mergeText('Intro\n\nEnd\n', ours, theirs));
      expect(markers).to.equal(7);
      expect(text).to.match(/^\nIntro\n<{7}/);
    }
  });

  it('writes a conflict with both sides and the base', () => {
    expect(runToCompletion(mergeText('a\n\nb\n\nc\n', 'a1\n\nb\n\nc\n', 'a2\n\nb\n\nc2\n')).text).to.equal(
      '<<<<<<< main\na1\n||||||| base\na\n=======\na2\n>>>>>>> change request\n\nb\n\nc2\n',
    );
  });

  it('does not order two insertions at one position', () => {
    expect(runToCompletion(mergeText('a\n', 'a\nb\n', 'a\nc\n')).text).to.equal(
      'a\n<<<<<<< main\nb\n||||||| base\n=======\nc\n>>>>>>> change request\n',
    );
  });

  it('takes a block once that both sides inserted, though one also changed the next line', () => {
    expect(runToCompletion(mergeText('a\n\nb\n', 'a\n\nnew\n\nb1\n', 'a\n\nnew\n\nb\n'))).to.deep.equal(
      clean('a\n\nnew\n\nb1\n'),
    );
    expect(runToCompletion(mergeText('# T\nb\n', '# T1\nnew\nb\n', '# T\nnew\nb\n'))).to.deep.equal(
      clean('# T1\nnew\nb\n'),
    );
  });

  it('uses longer markers than any similar line of the texts', () => {
    const merged = runToCompletion(mergeText('a\n', '<<<<<<<< HEAD\n', '=======\n'));
    expect(merged.markers).to.equal(9);
    expect(merged.text).to.equal(
      '<<<<<<<<< main\n<<<<<<<< HEAD\n||||||||| base\na\n=========\n=======\n>>>>>>>>> change request\n',
    );
    expect(hasMarkers(merged.text, [9])).to.equal(true);
    expect(hasMarkers(merged.text, [7, 8])).to.equal(false);
  });

  it('keeps line endings, and a missing one at the end', () => {
    expect(runToCompletion(mergeText('a\r\n\r\nb\r\n', 'a1\r\n\r\nb\r\n', 'a\r\n\r\nb1\r\n')).text).to.equal(
      'a1\r\n\r\nb1\r\n',
    );
    expect(runToCompletion(mergeText('a\r\n', 'b\r\n', 'c\r\n')).text).to.equal(
      '<<<<<<< main\r\nb\r\n||||||| base\r\na\r\n=======\r\nc\r\n>>>>>>> change request\r\n',
    );
    expect(runToCompletion(mergeText('a\n\nb', 'a1\n\nb', 'a\n\nb\n\nc'))).to.deep.equal(clean('a1\n\nb\n\nc'));
    expect(runToCompletion(mergeText('a\n\nb', 'a1\n\nb', 'a\n\nb\n'))).to.deep.equal(clean('a1\n\nb\n'));
    expect(runToCompletion(mergeText('a\n\nb\n', 'a1\n\nb\n', 'a\n\nb'))).to.deep.equal(clean('a1\n\nb'));
  });

  it('keeps a carriage return that ends a text without a line feed', () => {
    expect(runToCompletion(mergeText('a\n\nb', 'a1\n\nb', 'a\n\nb\r'))).to.deep.equal(clean('a1\n\nb\r'));
    expect(runToCompletion(mergeText('a\r\n\r\nb', 'a1\r\n\r\nb', 'a\r\n\r\nb\r'))).to.deep.equal(
      clean('a1\r\n\r\nb\r'),
    );
  });

  it('removes a whole final line ending, whatever endings the other texts have', () => {
    expect(runToCompletion(mergeText('\r\n', '\n# h', '\r\n- x\r\n')).text)
      .to.contain('\n# h')
      .and.not.to.match(/\r$/);
    expect(runToCompletion(mergeText('a\n\nb\r\n', 'A\n\nb\r\n', 'a\n\nb'))).to.deep.equal(clean('A\n\nb'));
  });

  it('merges from and to an empty text', () => {
    expect(runToCompletion(mergeText('', 'a\n', ''))).to.deep.equal(clean('a\n'));
    expect(runToCompletion(mergeText('a\n', '', ''))).to.deep.equal(clean(''));
    expect(runToCompletion(mergeText('', 'a\n', 'b\n')).text)
      .to.contain('a\n')
      .and.to.contain('b\n');
    expect(runToCompletion(mergeText('a\n', '', 'b\n')).text).to.equal(
      '<<<<<<< main\n||||||| base\na\n=======\nb\n>>>>>>> change request\n',
    );
  });

  const line = fc.constantFrom(
    '',
    '',
    'a',
    'b',
    'c',
    'one',
    'two',
    '- x',
    '- y',
    '# h',
    '```',
    '<<<<<<< main',
    '=======',
    'constructor',
    '__proto__',
  );
  const lines = fc.array(line, { maxLength: 14, size: 'max' });
  const ended = fc
    .tuple(lines, fc.boolean(), fc.constantFrom('\n', '\r\n'))
    .map(([all, end, ending]) => all.join(ending) + (end ? ending : ''));
  const contentOf = (text: string): string[] => text.split(/\r?\n/);

  it('keeps every line that a side added', () => {
    checkProperty(
      fc.property(ended, ended, ended, (base, ours, theirs) => {
        const merged = contentOf(runToCompletion(mergeText(base, ours, theirs)).text);
        const had = new Set(contentOf(base));
        for (const one of [...contentOf(ours), ...contentOf(theirs)]) if (!had.has(one)) expect(merged).to.include(one);
      }),
      { numRuns: 1000 },
    );
  });

  it('is symmetric without conflicts', () => {
    checkProperty(
      fc.property(lines, lines, lines, (...texts) => {
        const [base, ours, theirs] = texts.map((all) => all.map((one) => `${one}\n`).join('')) as [
          string,
          string,
          string,
        ];
        const merged = runToCompletion(mergeText(base, ours, theirs));
        const other = runToCompletion(mergeText(base, theirs, ours));
        expect(other.markers).to.equal(merged.markers);
        if (merged.markers === 0) expect(other.text).to.equal(merged.text);
      }),
      { numRuns: 1000 },
    );
  });

  it('merges changes with an unchanged line between them in place', () => {
    const edit = fc.record({
      side: fc.constantFrom(0, 1),
      what: fc.constantFrom('replace', 'delete', 'insert', 'insert two', 'leave'),
    });
    checkProperty(
      fc.property(fc.array(edit, { maxLength: 40, size: 'max' }), (edits) => {
        const written = (side?: number): string =>
          edits
            .map((one, i) => {
              const [what, line] = [
                side === undefined || side === 2 || one.side === side ? one.what : 'leave',
                `line ${i}\n`,
              ];
              const changed = {
                replace: `new ${i}\n`,
                delete: '',
                insert: `more ${i}\n${line}`,
                'insert two': `- more ${i}\n- and ${i}\n${line}`,
                leave: line,
              }[what];
              return (side === undefined ? line : changed) + `apart ${i}\n`;
            })
            .join('');
        expect(runToCompletion(mergeText(written(), written(0), written(1)))).to.deep.equal(clean(written(2)));
      }),
      { numRuns: 300 },
    );
  });

  it("returns a side that already contains the other side's changes", () => {
    checkProperty(
      fc.property(ended, ended, (base, changed) => {
        expect(runToCompletion(mergeText(base, changed, base))).to.deep.equal(clean(changed));
        expect(runToCompletion(mergeText(base, base, changed))).to.deep.equal(clean(changed));
        expect(runToCompletion(mergeText(base, changed, changed))).to.deep.equal(clean(changed));
      }),
    );
  });

  it('stays fast for long texts and for many equal lines', function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    const many = (n: number, of: (i: number) => string): string =>
      Array.from({ length: n }, (_, i) => `${of(i)}\n`).join('');
    const took = cpuTimeOf(() => {
      const long = many(60_000, (i) => `line ${i}\n`);
      expect(runToCompletion(mergeText(long, `first\n\n${long}`, `${long}\nlast\n`))).to.deep.equal(
        clean(`first\n\n${long}\nlast\n`),
      );
      const blank = many(40_000, () => '');
      expect(runToCompletion(mergeText(blank, `${blank}a\n${blank}`, `b\n${blank}`)).text)
        .to.contain('a\n')
        .and.to.contain('b\n');
      expect(
        runToCompletion(
          mergeText(
            many(30_000, (i) => `${i % 3}`),
            many(30_000, (i) => `${i % 5}`),
            many(30_000, (i) => `${i % 7}`),
          ),
        ).markers,
      ).to.equal(7);
    });
    expect(took).to.be.below(4_000);
  });
});
