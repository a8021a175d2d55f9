import { expect } from 'chai';
import { runToCompletion } from '../../../../src/domain/kernel/pausable.ts';
import { matchingSections } from '../../../../src/domain/search/sections.ts';

const excerptsOf = (markdown: string, term: string): string[] =>
  runToCompletion(matchingSections(markdown, { terms: [term], prefixes: [] } as never)).map(({ excerpt }) => excerpt);

describe('matchingSections', () => {
  it('shows the cells of tables without their pipes and rules, however short these are', () => {
    for (const rule of ['|--|:-:|', '| - | -: |', '|---|---|', '|:--|--|'])
      expect(excerptsOf(`| Name | Size |\n${rule}\n| ant | 1-2 |\n`, 'ant'), rule).to.deep.equal(['Name Size ant 1-2']);
    expect(excerptsOf('ant - bee -- cat', 'ant')).to.deep.equal(['ant - bee -- cat']);
  });
});
