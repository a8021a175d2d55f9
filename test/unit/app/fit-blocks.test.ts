import { expect } from 'chai';
import { fitBlocks } from '../../../app/src/editing/fit-blocks.ts';

/** Replaces the text between the bars, or at the only bar, by Markdown. */
function paste(marked: string, pasted: string): string {
  const [before = '', ...rest] = marked.split('¦');
  const after = rest.at(-1)!;
  const selected = rest.length > 1 ? rest[0]! : '';
  const text = before + selected + after;
  const { from, to, insert } = fitBlocks(text, before.length, before.length + selected.length, pasted);
  return text.slice(0, from) + insert + text.slice(to);
}

describe('fitBlocks', () => {
  it('leaves text within a line where it is', () => {
    expect(paste('See ¦here¦ now.', 'the **list**')).to.equal('See the **list** now.');
    expect(paste('- ¦', 'One `c`')).to.equal('- One `c`');
    expect(paste('See ¦ now.', 'One\n\nTwo')).to.equal('See One\n\nTwo now.');
  });

  it('gives lists, headings, code and tables lines of their own', () => {
    expect(paste('Parts:¦', '* One\n* Two')).to.equal('Parts:\n\n* One\n* Two');
    expect(paste('Before ¦after', '## Head\n\nText')).to.equal('Before \n\n## Head\n\nTextafter');
    expect(paste('Before¦ after', 'Text\n\n* One\n  * Two')).to.equal('BeforeText\n\n* One\n  * Two\n\nafter');
    expect(paste('¦after', '```\na\n\nb\n```')).to.equal('```\na\n\nb\n```\n\nafter');
    expect(paste('Start\n\n¦\n\nEnd', '| a |\n| --- |')).to.equal('Start\n\n| a |\n| --- |\n\nEnd');
  });

  it('keeps every line in the list or the quote of the cursor', () => {
    expect(paste('> ¦', 'One\n\nTwo')).to.equal('> One\n>\n> Two');
    expect(paste('> Said:¦', '* One\n* Two')).to.equal('> Said:\n>\n> * One\n> * Two');
    expect(paste('1. Do¦', '* One\n* Two')).to.equal('1. Do\n\n   * One\n   * Two');
    expect(paste('- [ ] Do¦', '```\na\n\nb\n```')).to.equal('- [ ] Do\n\n  ```\n  a\n\n  b\n  ```');
  });

  it('continues an empty item by pasted items, and an empty heading by a pasted one', () => {
    expect(paste('- ¦', '* One\n* Two')).to.equal('* One\n* Two');
    expect(paste('* A\n  * ¦', '* One\n  * Two')).to.equal('* A\n  * One\n    * Two');
    expect(paste('> 1. ¦', '1. One\n2. Two')).to.equal('> 1. One\n> 2. Two');
    expect(paste('## ¦', '# Head')).to.equal('# Head');
    expect(paste('- ¦', '```\na\n```')).to.equal('- ```\n  a\n  ```');
  });

  it('keeps the row of a table on its line', () => {
    const table = '| a | b |\n| - | - |\n| 1¦ | 2 |';
    expect(paste(table, 'x\n\n* y | z')).to.equal('| a | b |\n| - | - |\n| 1x<br>* y \\| z | 2 |');
  });
});
