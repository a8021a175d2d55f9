import { expect } from 'chai';
import fc from 'fast-check';
import { codesOf, documentsOf, outline, planOf, reported } from './repository-of.ts';
import type { ImportReportCode } from '../../../../src/ports/git/repository-format.ts';
import { checkProperty } from '../../../support/properties.ts';

const FILES = {
  'README.md': '# Home',
  'a.md': '# A',
  'b.md': '# B',
  'c/README.md': '# C',
  'c/d.md': '# D',
  'pg_x.md': '# X',
  'with space.md': '# S',
  'manual.pdf': 'pdf',
};

interface Case {
  readonly name: string;
  readonly summary: string;
  readonly pages: readonly string[];
  readonly codes?: readonly ImportReportCode[];
}

const YAML = [
  '* ```yaml',
  '  type: builtin:openapi',
  '  props:',
  '    models: false',
  '  dependencies:',
  '    spec:',
  '      ref:',
  '        kind: openapi',
  '        spec: pay',
  '  ```',
];

const CASES: readonly Case[] = [
  {
    name: 'reads titles, files and nesting',
    summary: '# Table of contents\n\n* [Home](README.md)\n* [C](c/README.md)\n  * [D](c/d.md)\n',
    pages: ['Home /readme README.md', 'C /c c/README.md', '  D /d c/d.md'],
  },
  {
    name: 'makes links of entries with an empty anchor and of those whose page was deleted',
    summary:
      '* [To B](b.md#)\n* [B](b.md)\n* [Gone](/broken/pages/0123456789abcdefghij)\n* [Old](/broken/pages/0123456789abcdefghij)\n  * [A](a.md)\n',
    pages: [
      'link To B page B',
      'B /b b.md',
      'link Gone deleted page 0123456789abcdefghij',
      'Old /old -',
      '  A /a a.md',
    ],
    codes: ['broken-link'],
  },
  {
    name: 'takes an entry with an empty anchor for the page if there is no other',
    summary: '* [B](b.md#)',
    pages: ['B /b b.md'],
  },
  { name: 'needs no title of its own', summary: '* [A](a.md)', pages: ['A /a a.md'] },
  {
    name: 'accepts every bullet and CRLF',
    summary: '- [A](a.md)\r\n+ [B](b.md)\r\n1. [Home](README.md)\r\n',
    pages: ['A /a a.md', 'B /b b.md', 'Home /readme README.md'],
    codes: ['readme-not-first'],
  },
  {
    name: 'takes any deeper indent for a child',
    summary: '* [A](a.md)\n        * [C](c/README.md)\n              * [D](c/d.md)\n    * [B](b.md)\n',
    pages: ['A /a a.md', '  C /c c/README.md', '    D /d c/d.md', '  B /b b.md'],
  },
  {
    name: 'counts a tab up to the next multiple of four',
    summary: '* [A](a.md)\n\t* [B](b.md)\n    * [D](c/d.md)\n',
    pages: ['A /a a.md', '  B /b b.md', '  D /d c/d.md'],
  },
  {
    name: 'goes on after blank lines',
    summary: '* [A](a.md)\n\n\n  * [B](b.md)\n\n* [D](c/d.md)',
    pages: ['A /a a.md', '  B /b b.md', 'D /d c/d.md'],
  },
  {
    name: 'reads groups, with the slug they state',
    summary: '# T\n* [A](a.md)\n## First part <a href="#one" id="one"></a>\n* [B](b.md)\n## Second\n* [D](c/d.md)',
    pages: ['A /a a.md', '## First part /one', '  B /b b.md', '## Second /c', '  D /d c/d.md'],
  },
  {
    name: 'names a group after its title when its pages share no folder',
    summary: '## The group\n* [A](a.md)\n* [D](c/d.md)',
    pages: ['## The group /the-group', '  A /a a.md', '  D /d c/d.md'],
  },
  {
    name: 'ends a group at a rule',
    summary: '## G\n* [A](a.md)\n***\n* [B](b.md)\n## H\n* [D](c/d.md)\n---\n* [Home](README.md)',
    pages: ['## G /g', '  A /a a.md', 'B /b b.md', '## H /c', '  D /d c/d.md', 'Home /readme README.md'],
    codes: ['readme-not-first'],
  },
  {
    name: 'reads underlined headings',
    summary: 'Contents\n========\n* [A](a.md)\n\nPart\n---\n* [B](b.md)',
    pages: ['A /a a.md', '## Part /part', '  B /b b.md'],
  },
  {
    name: 'undoes escapes in titles and paths',
    summary: '* [pg\\_x \\[1\\]](pg\\_x.md)',
    pages: ['pg_x [1] /pg_x pg_x.md'],
  },
  {
    name: 'reads paths in angle brackets, escapes undone',
    summary: '* [S](<with space.md>)\n* [X](<pg\\_x.md>)',
    pages: ['S /with-space with space.md', 'X /pg_x pg_x.md'],
  },
  {
    name: 'reads raw spaces and percent-encoding in paths',
    summary: '* [S](with space.md)\n* [A](./a.md)',
    pages: ['S /with-space with space.md', 'A /a a.md'],
  },
  { name: 'decodes a percent-encoded path', summary: '* [S](with%20space.md)', pages: ['S /with-space with space.md'] },
  {
    name: 'keeps emoji, brackets and numbers in titles',
    summary: '* [📔 Guide](a.md)\n* [1. Array [T]](b.md)',
    pages: ['📔 Guide /a a.md', '1. Array [T] /b b.md'],
  },
  {
    name: 'takes marks out of titles and leaves HTML',
    summary: '* [**Bold** `code` &amp; my_own_name](a.md)\n* [Hi <code class="expression">visitor.name</code>](b.md)',
    pages: ['Bold code & my_own_name /a a.md', 'Hi <code class="expression">visitor.name</code> /b b.md'],
  },
  { name: 'keeps the spaces inside a title', summary: '* [ Two  spaces ](a.md)', pages: ['Two  spaces /a a.md'] },
  {
    name: 'makes links of addresses and of files that are no pages',
    summary: '* [Web](https://example.com/x(1))\n* [Mail](mailto:a@example.com)\n* [PDF](manual.pdf)',
    pages: ['link Web https://example.com/x(1)', 'link Mail mailto:a@example.com', 'link PDF file manual.pdf'],
  },
  {
    name: 'makes links to other spaces',
    summary: '* [S](https://app.gitbook.com/s/abc/x/y)\n* [O](https://app.gitbook.com/o/org/s/def)',
    pages: ['link S space abc x/y', 'link O space def'],
  },
  {
    name: 'makes a link of an anchor in a listed page',
    summary: '* [A part](a.md#part)\n* [A](a.md)',
    pages: ['link A part page A#part', 'A /a a.md'],
  },
  { name: 'takes an anchor for the page that nothing else lists', summary: '* [A](a.md#part)', pages: ['A /a a.md'] },
  {
    name: 'makes a link of a page listed twice, the one with children being the page',
    summary: '* [First](a.md)\n* [Home](README.md)\n  * [Home again](README.md)\n* [Second](a.md)\n  * [B](b.md)',
    pages: [
      'link First page Second',
      'Home /readme README.md',
      '  link Home again page Home',
      'Second /a a.md',
      '  B /b b.md',
    ],
    codes: ['file-listed-twice'],
  },
  {
    name: 'makes computed pages of yaml fences',
    summary: ['## API', '* [A](a.md)', ...YAML, '* [B](b.md)'].join('\n'),
    pages: ['## API /api', '  A /a a.md', '  computed pay builtin:openapi', '  B /b b.md'],
  },
  {
    name: 'makes empty pages of bare text',
    summary: '* Part\n  * [A](a.md)',
    pages: ['Part /part -', '  A /a a.md'],
    codes: ['entry-without-file', 'page-path-differs'],
  },
  {
    name: 'makes empty pages of entries whose file is missing',
    summary: '* [Gone](x/gone.md)\n  * [A](a.md)',
    pages: ['Gone /gone -', '  A /a a.md'],
    codes: ['missing-file', 'page-path-differs'],
  },
  {
    name: 'makes empty pages of references known to be broken',
    summary:
      '* [P](/broken/pages/abc)\n* [R](broken-reference)\n* [T](ttps://x.y)\n* [J](javascript:alert(1))\n* [H](#x)\n* [E]()',
    pages: ['P /p -', 'R /r -', 'T /t -', 'J /j -', 'H /h -', 'E /e -'],
    codes: ['broken-link', 'entry-without-file'],
  },
  {
    name: 'refuses paths out of the project',
    summary: '* [Up](../secret.md)\n* [Up](c/../../../etc/passwd)',
    pages: ['Up /up -', 'Up /up-1 -'],
    codes: ['path-outside-project', 'slug-changed'],
  },
  {
    name: 'resolves dots inside the project',
    summary: '* [A](c/../a.md)\n* [B](/b.md)',
    pages: ['A /a a.md', 'B /b b.md'],
  },
  {
    name: 'takes a directory for its readme',
    summary: '* [Home](./)\n* [C](c/)',
    pages: ['Home /readme README.md', 'C /c c/README.md'],
  },
  {
    name: 'repairs case, backslashes and a missing extension',
    summary: '* [A](A.md)\n* [D](c\\d.md)\n* [B](b)',
    pages: ['A /a a.md', 'D /d c/d.md', 'B /b b.md'],
    codes: ['path-repaired'],
  },
  {
    name: 'repairs a missing parenthesis and a wrapped link',
    summary: '* [A](a.md\n* [A long\n  title](b.md)',
    pages: ['A /a a.md', 'A long title /b b.md'],
  },
  {
    name: 'finds the link among other text',
    summary: '* **[A](a.md)**\n* [x] [B](b.md) - about B',
    pages: ['A /a a.md', 'B /b b.md'],
    codes: ['summary-text-ignored'],
  },
  { name: 'skips images in titles', summary: '* [![alt](manual.pdf) Logo](a.md)', pages: ['alt Logo /a a.md'] },
  {
    name: 'lifts pages below an entry that cannot have any',
    summary: '* [Web](https://example.com)\n  * [A](a.md)\n    * [B](b.md)\n* [D](c/d.md)',
    pages: ['link Web https://example.com', 'A /a a.md', '  B /b b.md', 'D /d c/d.md'],
    codes: ['children-lifted'],
  },
  {
    name: 'reads links by reference, whose definitions may stand anywhere',
    summary:
      '[one]: a.md "Short"\n* [The A][One]\n  * [b][]\n* [C]\n* [x] todo\n* [Open][nowhere]\n\n[B]: <with space.md>\n[c]: c/README.md\n[c]: b.md\n',
    pages: [
      'The A /a a.md',
      '  b /with-space with space.md',
      'C /c c/README.md',
      'todo /todo -',
      '[Open][nowhere] /open-nowhere -',
    ],
    codes: ['entry-without-file'],
  },
  {
    name: 'skips comments, stray tags and fences, and says so',
    summary: '<!--\n* [A](a.md)\n-->\n{% endif %}\n```\n* [D](c/d.md)\n```\n* [B](b.md)',
    pages: ['B /b b.md'],
    codes: ['summary-line-ignored'],
  },
  {
    name: 'leaves out computed pages it cannot read',
    summary:
      '* [A](a.md)\n* ```yaml\n  type: [\n  ```\n* ```yaml\n  type: other\n  ```\n* ```js\n  x\n  ```\n* ```yaml\n* [B](b.md)',
    pages: ['A /a a.md', 'B /b b.md'],
    codes: ['summary-computed-unreadable'],
  },
  {
    name: 'finds a title for an entry without one',
    summary: '* [](a.md)\n* [](https://example.com)\n## \n* [B](b.md)',
    pages: ['A /a a.md', 'link https://example.com https://example.com', 'B /b b.md'],
    codes: ['title-missing'],
  },
];

/** Codes that these tests ignore. */
const ASIDE: readonly ImportReportCode[] = ['unlisted-files', 'title-differs'];

describe('GitRepositoryFormat.read for a project with a summary', () => {
  for (const { name, summary, pages, codes = [] } of CASES) {
    it(name, async () => {
      const plan = await planOf({ ...FILES, 'SUMMARY.md': summary });
      expect(outline(plan)).to.deep.equal(pages);
      expect(
        codesOf(plan)
          .filter((code) => !ASIDE.includes(code))
          .filter((code) => codes.includes(code) || code !== 'page-path-differs'),
      ).to.deep.equal([...codes].sort());
    });
  }

  it('keeps link titles and the line of each entry', async () => {
    const { pages } = await planOf({
      ...FILES,
      'SUMMARY.md': '# T\n\n* [A](a.md "Short \\"A\\"")\n* [B](<b.md> \'B :)\')\n* [W](https://example.com "Web")',
    });
    expect(pages.map(({ linkTitle, summaryLine }) => [linkTitle, summaryLine])).to.deep.equal([
      ['Short "A"', 3],
      ['B :)', 4],
      ['Web', 5],
    ]);
  });

  it('keeps the source of a computed page', async () => {
    const {
      pages: [page],
    } = await planOf({ 'SUMMARY.md': YAML.join('\n') });
    expect(page?.type === 'computed' && page.computed).to.deep.equal({
      type: 'builtin:openapi',
      props: { models: false },
      dependencies: { spec: { ref: { kind: 'openapi', spec: 'pay' } } },
    });
  });

  it('reports problems with path and line', async () => {
    const plan = await planOf({ ...FILES, 'docs/SUMMARY.md': '* [A](a.md)\n\n* [Gone](gone.md)' }, 'docs');
    expect(reported(plan, 'missing-file')).to.deep.equal(['SUMMARY.md:1', 'SUMMARY.md:3']);
  });

  it('does not import unlisted files, and names them in one report entry', async () => {
    const plan = await planOf({ ...FILES, '.github/x.md': '', 'SUMMARY.md': '* [Home](README.md)\n* [A](a.md)' });
    const entry = plan.report.find(({ code }) => code === 'unlisted-files');
    expect(entry?.paths).to.deep.equal(['b.md', 'c/README.md', 'c/d.md', 'pg_x.md', 'with space.md']);
    expect(entry?.message).to.match(/^5 Markdown files /);
  });

  it('uses the titles of the summary and reports pages with another heading', async () => {
    const plan = await planOf({
      'a.md': '---\ntitle: Other\n---\n\n# Other *A*\n',
      'b.md': 'B\n=\n',
      'c.md': 'No heading',
      'SUMMARY.md': '* [A](a.md)\n* [B](b.md)\n* [C](c.md)',
    });
    expect(plan.pages.map(({ title }) => title)).to.deep.equal(['A', 'B', 'C']);
    expect(plan.report.find(({ code }) => code === 'title-differs')?.paths).to.deep.equal(['a.md']);
  });

  it('finds a summary whose name differs in case, and the one named in the settings', async () => {
    expect(outline(await planOf({ 'summary.md': '* [A](a.md)', 'a.md': '' }))).to.deep.equal(['A /a a.md']);
    const named = {
      '.gitbook.yaml': 'structure:\n  summary: toc/index.md\n',
      'toc/index.md': '* [A](../a.md)\n* [B](b.md)\n',
      'a.md': '',
      'b.md': '',
    };
    expect(outline(await planOf(named))).to.deep.equal(['A /a a.md', 'B /b b.md']);
  });

  it('imports every listed file as exactly one page, parents first, with unique slugs among siblings, for any summary', async () => {
    const names = Object.keys(FILES).filter((name) => name.endsWith('.md'));
    const line = fc
      .tuple(
        fc.nat(6),
        fc.constantFrom(...names, 'gone.md', 'a.md#x', 'https://example.com'),
        fc.constantFrom('T', 'Ü', '|', '👋', ''),
      )
      .map(([indent, name, title]) => `${'  '.repeat(indent)}* [${title}](<${name}>)`);
    const lines = fc.oneof(
      { weight: 8, arbitrary: line },
      { weight: 1, arbitrary: fc.constantFrom('## G', '***', '', '* bare', '* ```yaml', '<!--', '`') },
    );
    await checkProperty(
      fc.asyncProperty(fc.array(lines, { maxLength: 25 }), async (all) => {
        const text = all.join('\n');
        const plan = await planOf({ ...FILES, 'SUMMARY.md': text });
        const seen = new Set<string>();
        const slugs = new Set<string>();
        for (const page of plan.pages) {
          expect(page.title).to.not.equal('');
          if (page.parent !== null) expect(seen.has(page.parent)).to.equal(true);
          if (page.type === 'document' || page.type === 'group') {
            seen.add(page.key);
            expect(page.slug).to.match(/^[a-z0-9][a-z0-9._-]{0,99}$/);
            expect(slugs.has(`${page.parent}/${page.slug}`)).to.equal(false);
            slugs.add(`${page.parent}/${page.slug}`);
          }
        }
        const open = text.includes('<!--') || text.includes('```');
        const paths = [...documentsOf(plan).keys()];
        for (const name of names)
          if (!open && all.some((each) => each.includes(`<${name}>`))) expect(paths).to.include(name);
      }),
      { numRuns: 150 },
    );
  });
});
