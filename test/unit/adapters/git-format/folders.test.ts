import { expect } from 'chai';
import { compareNaturally } from '../../../../src/adapters/git-format/paths.ts';
import { codesOf, outline, planOf } from './repository-of.ts';

describe('GitRepositoryFormat.read for a project without a summary', () => {
  it('derives navigation from folders: readme first, then names in natural order', async () => {
    const plan = await planOf({
      'b.md': '# The b',
      'README.md': '# Welcome\n',
      'page10.md': '',
      'page9.md': '',
      'A.md': '---\ntitle: An A\n---\n# Not this',
      'guide/z.md': '',
      'guide/README.md': 'Guide\n=====\n',
      'guide/deep/er/x.md': '',
    });
    expect(outline(plan)).to.deep.equal([
      'Welcome /readme README.md',
      'An A /a A.md',
      'The b /b b.md',
      'Guide /guide guide/README.md',
      '  Deep /deep -',
      '    Er /er -',
      '      X /x guide/deep/er/x.md',
      '  Z /z guide/z.md',
      'Page9 /page9 page9.md',
      'Page10 /page10 page10.md',
    ]);
    expect(codesOf(plan)).to.deep.equal(['no-summary']);
    expect(plan.summaryPath).to.equal(null);
  });

  it('creates a group for a top-level folder without a page of its own', async () => {
    expect(outline(await planOf({ 'getting-started/one.md': '', 'getting-started/two.md': '' }))).to.deep.equal([
      '## Getting started /getting-started',
      '  One /one getting-started/one.md',
      '  Two /two getting-started/two.md',
    ]);
  });

  it('uses the file next to a folder as its page, unless the folder has a readme', async () => {
    expect(outline(await planOf({ 'x.md': '', 'x/y.md': '' }))).to.deep.equal(['X /x x.md', '  Y /y x/y.md']);
    const both = await planOf({ 'x.md': '# File', 'x/README.md': '# Folder', 'x/y.md': '' });
    expect(outline(both)).to.deep.equal(['File /x x.md', 'Folder /x-1 x/README.md', '  Y /y x/y.md']);
    expect(codesOf(both)).to.include('slug-changed');
  });

  it('leaves out hidden folders, packages and files other than Markdown', async () => {
    const files = {
      'a.md': '',
      '.github/x.md': '',
      '.gitbook/includes/i.md': '',
      'node_modules/p/README.md': '',
      'x.txt': '',
      'sub/.hidden/y.md': '',
    };
    expect(outline(await planOf(files))).to.deep.equal(['A /a a.md']);
  });

  it('names MDX files, which are no pages', async () => {
    const files = {
      'a.md': '',
      'guide/install.mdx': '# Install',
      'Intro.MDX': '',
      '.github/x.mdx': '',
      'node_modules/p/y.mdx': '',
    };
    const plan = await planOf(files);
    expect(outline(plan)).to.deep.equal(['A /a a.md']);
    expect(plan.report.find(({ code }) => code === 'mdx-not-imported')).to.deep.equal({
      level: 'warning',
      code: 'mdx-not-imported',
      path: 'guide/install.mdx',
      message: 'MDX files (.mdx) are not imported as pages; Markdown files (.md) are',
      paths: ['guide/install.mdx', 'Intro.MDX'],
    });
    const listed = await planOf({ ...files, 'SUMMARY.md': '* [A](a.md)\n* [Install](guide/install.mdx)\n' });
    expect(listed.report.find(({ code }) => code === 'mdx-not-imported')).to.include({ level: 'info' });
  });

  it('finds a readme in any case of letters', async () => {
    expect(outline(await planOf({ 'readme.md': '# Hi', 'a.md': '', 'b/Readme.md': '# B' }))).to.deep.equal([
      'Hi /readme readme.md',
      'A /a a.md',
      'B /b b/Readme.md',
    ]);
  });
});

describe('compareNaturally', () => {
  it('compares numbers by value and ignores case', () => {
    expect(['b10', 'B9', 'a', '10', '9', '09', 'b9x', ''].sort(compareNaturally)).to.deep.equal([
      '',
      '09',
      '9',
      '10',
      'a',
      'B9',
      'b9x',
      'b10',
    ]);
  });
});
