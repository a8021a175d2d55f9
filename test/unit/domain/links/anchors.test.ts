import { expect } from 'chai';
import { runToCompletion } from '../../../../src/domain/kernel/pausable.ts';
import { extractAnchors, hasAnchor, MAX_ANCHORS } from '../../../../src/domain/links/anchors.ts';

describe('extractAnchors', () => {
  it('returns the ids of headings as sites write them, numbered if equal', () => {
    const markdown =
      '# One\n\n## Getting **started** & `more`\n\n## Über uns\n\n### One\n\n## 日本語\n\nTwo\n---\n\n## a_b-c d\n\n## [Link](x.md)\n\n```\n# No\n```\n\n## One';
    expect([...runToCompletion(extractAnchors(markdown))]).to.deep.equal([
      'one',
      'getting-started-and-more',
      'getting-started--more',
      'uber-uns',
      'über-uns',
      'one-1',
      '日本語',
      'two',
      'a_b-c-d',
      'link',
      'one-2',
    ]);
  });
  it('derives ids from the displayed text of headings with markup', () => {
    const anchors = {
      '_emph_ one': 'emph-one',
      '__strong__ `__code__`': 'strong-__code__',
      snake_case_word: 'snake_case_word',
      '[a [b] c](https://a.example/x_(y)) d': 'a-b-c-d',
      '![image](a.png) behind': '-behind',
      '<https://auto.example/x>': 'httpsautoexamplex',
      'GET https://bare.example': 'get-httpsbareexample',
      'a * b  c': 'a--b--c',
      '`` a`b `` e': 'ab-e',
      'with <img src="a.png" alt="alt"> image': 'with--image',
      _x_y_: 'x_y',
      '**[Bold](x)** _[it](y)_': 'bold-it',
    };
    for (const [heading, anchor] of Object.entries(anchors))
      expect([...runToCompletion(extractAnchors(`## ${heading}\n`))], heading).to.include(anchor);
  });
  it('returns unique ids, even if a heading equals the numbered id of another', () => {
    expect([
      ...runToCompletion(extractAnchors('# One\n\n# One\n\n# One 1\n\n# One\n\n# Two 1\n\n# Two\n\n# Two')),
    ]).to.deep.equal(['one', 'one-1', 'one-1-1', 'one-2', 'two-1', 'two', 'two-2']);
  });
  it('includes headings in quotes, in lists and in HTML', () => {
    const markdown =
      '> ## Quoted\n\n- # Item\n1. ## Number\n\n<h2 align="center">As <b>HTML</b></h2>\n\n## As HTML\n\n<h3 id="own">Other</h3>\n\n<h2>not\n</h2>\n\n    # code\n';
    expect([...runToCompletion(extractAnchors(markdown))].sort()).to.deep.equal([
      'as-html',
      'as-html-1',
      'item',
      'number',
      'own',
      'quoted',
    ]);
  });
  it('includes explicit ids', () => {
    expect([
      ...runToCompletion(extractAnchors('## Head <a href="#x" id="own"></a>\n\n<p id=\'other\'>')),
    ]).to.include.members(['own', 'other']);
  });
  it('[A73] limits the number of anchors per document', () => {
    const headings = (count: number): string => Array.from({ length: count }, (_, i) => `# h${i}\n`).join('');
    expect([...runToCompletion(extractAnchors(headings(MAX_ANCHORS)))].at(-1)).to.equal(`h${MAX_ANCHORS - 1}`);
    expect([...runToCompletion(extractAnchors(headings(MAX_ANCHORS + 1)))]).not.to.include(`h${MAX_ANCHORS}`);
  });
  it('matches names with and without percent-encoding', () => {
    const anchors = runToCompletion(extractAnchors('## Über uns'));
    expect(
      ['über-uns', '%C3%BCber-uns', '', 'top', '%zz', 'ueber-uns'].map((named) => hasAnchor(anchors, named)),
    ).to.deep.equal([true, true, true, true, false, false]);
  });
});
