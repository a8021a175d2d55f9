import { expect } from 'chai';
import { anchorsOf, hasAnchor } from '../../../../src/domain/links/anchors.ts';

describe('the anchors of a document', () => {
  it('are its headings as sites write them, equal ones numbered', () => {
    const markdown = '# One\n\n## Getting **started** & `more`\n\n## Über uns\n\n### One\n\n## 日本語\n\nTwo\n---\n\n## a_b-c d\n\n## [Link](x.md)\n\n```\n# No\n```\n\n## One';
    expect([...anchorsOf(markdown)]).to.deep.equal(['one', 'getting-started--more', 'über-uns', 'one-1', '日本語', 'two', 'a_b-c-d', 'link', 'one-2']);
  });
  it('are unlike each other, also where a heading says what another one is numbered', () => {
    expect([...anchorsOf('# One\n\n# One\n\n# One 1\n\n# One\n\n# Two 1\n\n# Two\n\n# Two')]).to.deep.equal(['one', 'one-1', 'one-1-1', 'one-2', 'two-1', 'two', 'two-2']);
  });
  it('are ids that stand in it', () => {
    expect([...anchorsOf('## Head <a href="#x" id="own"></a>\n\n<p id=\'other\'>')]).to.include.members(['own', 'other']);
  });
  it('are named as they are, or percent-encoded', () => {
    const anchors = anchorsOf('## Über uns');
    expect(['über-uns', '%C3%BCber-uns', '', '%zz', 'uber-uns'].map((named) => hasAnchor(anchors, named))).to.deep.equal([true, true, true, false, false]);
  });
});
