import { expect } from 'chai';
import { codesOf, planOf, textOf } from './repository-of.ts';

describe('GitRepositoryFormat.read for files', () => {
  const files = async (contents: Record<string, string | { size: number }>): Promise<readonly string[]> =>
    (await planOf({ 'SUMMARY.md': '* [A](x/a.md)', ...contents })).files.map(({ path }) => path);

  it('imports all assets, including odd and colliding names', async () => {
    const plan = await planOf({
      'README.md': '',
      '.gitbook/assets/a (1).png': '12345',
      '.gitbook/assets/A (1).png': '',
      '.gitbook/assets/ü.js': '',
      '.gitbook/vars.yaml': '',
    });
    expect(plan.files).to.deep.equal([
      { path: '.gitbook/assets/A (1).png', oid: 'oid:.gitbook/assets/A (1).png', size: 0 },
      { path: '.gitbook/assets/a (1).png', oid: 'oid:.gitbook/assets/a (1).png', size: 5 },
      { path: '.gitbook/assets/ü.js', oid: 'oid:.gitbook/assets/ü.js', size: 0 },
    ]);
  });

  const references: readonly (readonly [string, string])[] = [
    ['![](../img/p.png)', 'img/p.png'],
    ['![](<../img/a b.png>)', 'img/a b.png'],
    ['![](../img/a%20b.png "T")', 'img/a b.png'],
    ['![x](../img/a b.png)', 'img/a b.png'],
    ['[![](../img/p.png)](https://x.y)', 'img/p.png'],
    ['<img src="../img/a b.png" alt="">', 'img/a b.png'],
    ["<a href='/img/p.png'>", 'img/p.png'],
    ['[r]: ../img/p.png', 'img/p.png'],
    ['<source srcset="../img/p.png 1x, ../img/q.png 2x">', 'img/p.png'],
    ['{% file src="../img/m&amp;n.pdf" %}', 'img/m&n.pdf'],
    ['![](../img/a\\_b.png?raw=true#x)', 'img/a_b.png'],
    ['{% openapi src="./api.yaml" path="/x" %}', 'x/api.yaml'],
    ['![](../img/p(1).png)', 'img/p(1).png'],
  ];
  for (const [text, path] of references) {
    it(`imports files referenced by ${text}`, async () => {
      const all = {
        'x/a.md': text,
        'img/p.png': '',
        'img/a b.png': '',
        'img/a_b.png': '',
        'img/m&n.pdf': '',
        'img/p(1).png': '',
        'x/api.yaml': '',
        'img/other.png': '',
      };
      expect(await files(all)).to.deep.equal([path]);
    });
  }

  it('does not import pages, programs, settings or files outside of the project', async () => {
    const text =
      '[a](../b.md) [b](../run.js) [c](../book.json) [d](../.gitbook.yaml) ![](../../out.png) ![](https://x.y/img/p.png) ![](../gone.png)';
    expect(
      await files({
        'x/a.md': text,
        'b.md': '',
        'run.js': '',
        'book.json': '{}',
        '.gitbook.yaml': '',
        'img/p.png': '',
        'out.png': '',
      }),
    ).to.deep.equal([]);
  });

  it('leaves out and reports files above 100 MB', async () => {
    const limit = 100 * 1024 * 1024;
    const plan = await planOf({
      'README.md': '',
      '.gitbook/assets/fits.bin': { size: limit },
      '.gitbook/assets/big.bin': { size: limit + 1 },
      'big.md': { size: limit + 1 },
    });
    expect(plan.files.map(({ path }) => path)).to.deep.equal(['.gitbook/assets/fits.bin']);
    expect(plan.report.filter(({ code }) => code === 'file-too-large').map(({ path }) => path)).to.have.members([
      '.gitbook/assets/big.bin',
      'big.md',
    ]);
  });

  it('imports files that reusable contents reference', async () => {
    expect(
      await files({ 'x/a.md': '', '.gitbook/includes/i.md': '![](../../img/p.png)', 'img/p.png': '' }),
    ).to.deep.equal(['img/p.png']);
  });
});

describe('GitRepositoryFormat.read for shared content', () => {
  it('reads reusable contents, variables and tags below the root', async () => {
    const plan = await planOf({
      '.gitbook.yaml': 'root: docs',
      'docs/README.md': '',
      '.gitbook/vars.yaml': 'other: 1',
      'docs/.gitbook/includes/first-words-o....md': '---\ntitle: First words of it\n---\n\nBody',
      'docs/.gitbook/includes/plain.md': 'Just text',
      'docs/.gitbook/vars.yaml': "n: 5\nf: 2.0\nb: true\nt: 06:00 UTC\npkg: '@x/y'\nbad: [1]\nnothing:\n",
      'docs/.gitbook/tags.yaml':
        '- tag: a\n  label: A\n  icon: gear\n  color: $primary\n- tag: b\n- label: C\n- tag: a\n',
    });
    expect(
      plan.reusableContents.map(({ title, path, frontMatterSource, markdown }) => [
        title,
        path,
        textOf(frontMatterSource),
        textOf(markdown),
      ]),
    ).to.deep.equal([
      [
        'First words of it',
        'docs/.gitbook/includes/first-words-o....md',
        '---\ntitle: First words of it\n---\n',
        '\nBody',
      ],
      ['Plain', 'docs/.gitbook/includes/plain.md', null, 'Just text'],
    ]);
    expect(plan.variables).to.deep.equal({ n: 5, f: 2, b: true, t: '06:00 UTC', pkg: '@x/y' });
    expect(plan.tags).to.deep.equal([
      { tag: 'a', label: 'A', icon: 'gear', color: '$primary' },
      { tag: 'b', label: 'b' },
    ]);
    expect(codesOf(plan)).to.deep.equal(['no-summary', 'tag-invalid', 'variable-invalid']);
  });

  it('leaves out and reports unreadable shared content', async () => {
    const plan = await planOf({ 'README.md': '', '.gitbook/vars.yaml': '- a', '.gitbook/tags.yaml': 'a: [' });
    expect([plan.variables, plan.tags]).to.deep.equal([{}, []]);
    expect(codesOf(plan)).to.deep.equal(['no-summary', 'tags-unreadable', 'variables-unreadable']);
    expect(
      codesOf(await planOf({ 'README.md': '', '.gitbook/vars.yaml': '', '.gitbook/tags.yaml': '' })),
    ).to.deep.equal(['no-summary']);
  });
});

describe('GitRepositoryFormat.read for redirects', () => {
  const PAGES = {
    'SUMMARY.md':
      '* [A](a.md)\n* [P](pipeline/README.md)\n  * [I](pipeline/inputs/README.md)\n\n## Extra\n\n* [E](e.md)',
    'a.md': '',
    'u.md': '',
    'e.md': '',
    'pipeline/README.md': '',
    'pipeline/inputs/README.md': '',
  };
  const redirecting = (lines: readonly string[], files: Record<string, string> = {}) =>
    planOf({ '.gitbook.yaml': ['redirects:', ...lines.map((line) => `  ${line}`)].join('\n'), ...PAGES, ...files });
  const count = (plan: Awaited<ReturnType<typeof planOf>>, code: string): number =>
    plan.report.filter((entry) => entry.code === code).length;

  it('resolves redirects to pages, files and URLs in any spelling', async () => {
    const plan = await redirecting(
      [
        '# moved',
        'old/path:    ./a.md',
        '/help/: pipeline/inputs/',
        'anchor: a.md#part',
        'web: https://example.com/x y',
        'file: .gitbook/assets/m.pdf',
        'tool: bin/tool.xyz',
        'ext: a',
        'address: extra/e',
        'address2: /Extra/E/#part',
        'A%20b/ü: /a.md',
        'from/page.md: a.md',
        '404: a.md',
        'a(1): <a.md>',
      ],
      { '.gitbook/assets/m.pdf': '', 'bin/tool.xyz': '' },
    );
    const page = (key: number, anchor?: string) => ({
      kind: 'page',
      page: `page-${key}`,
      ...(anchor !== undefined && { anchor }),
    });
    expect(plan.redirects.map(({ source, target }) => [source, target])).to.deep.equal([
      ['/old/path', page(1)],
      ['/help', page(3)],
      ['/anchor', page(1, 'part')],
      ['/web', { kind: 'url', url: 'https://example.com/x%20y' }],
      ['/file', { kind: 'file', path: '.gitbook/assets/m.pdf' }],
      ['/tool', { kind: 'file', path: 'bin/tool.xyz' }],
      ['/ext', page(1)],
      ['/address', page(5)],
      ['/address2', page(5, 'part')],
      ['/A%20b/%C3%BC', page(1)],
      ['/from/page.md', page(1)],
      ['/404', page(1)],
    ]);
    expect(plan.redirects[0]!.destination).to.equal('./a.md');
    expect(plan.files.map(({ path }) => path)).to.deep.equal(['.gitbook/assets/m.pdf', 'bin/tool.xyz']);
    expect(count(plan, 'redirect-without-target')).to.equal(1);
  });

  it('[A31] leaves out and reports redirects without a target', async () => {
    const plan = await redirecting([
      'gone: gone.md',
      'up: ../../x.md',
      'js: javascript:alert(1)',
      'mail: mailto:a@example.com',
      'bad: https://[',
      'unlisted: u.md',
      'space: https://app.gitbook.com/s/abc/x',
      'broken: /broken/pages/abc',
      `long: https://example.com/${'x'.repeat(2048)}`,
      'none:',
    ]);
    expect(plan.redirects).to.deep.equal([]);
    expect([count(plan, 'redirect-without-target'), count(plan, 'settings-invalid-value')]).to.deep.equal([9, 1]);
  });

  it('keeps and reports redirects from the path of a page, since the page may move later', async () => {
    const plan = await redirecting(['A: pipeline/inputs/README.md', 'pipeline/inputs: a.md', 'extra: a.md']);
    expect(plan.redirects.map(({ source }) => source)).to.deep.equal(['/A', '/pipeline/inputs', '/extra']);
    expect(count(plan, 'redirect-shadowed')).to.equal(3);
  });

  it('accepts each valid page path as a source once', async () => {
    const plan = await redirecting([
      '"": a.md',
      '/: a.md',
      '"a/*": a.md',
      'x?y=1: a.md',
      '"x#y": a.md',
      'a//b: a.md',
      'a/../b: a.md',
      'a%2Fb: a.md',
      '~quire/x: a.md',
      'https://example.com/a: a.md',
      'one: a.md',
      '/one/: e.md',
      'o%6ee: e.md',
    ]);
    expect(plan.redirects.map(({ source, target }) => [source, target])).to.deep.equal([
      ['/one', { kind: 'page', page: 'page-1' }],
    ]);
    expect([
      count(plan, 'redirect-invalid'),
      count(plan, 'redirect-twice'),
      count(plan, 'settings-invalid-value'),
    ]).to.deep.equal([9, 2, 1]);
  });

  it('limits sources to 512 percent-encoded characters, and redirects to 10,000', async () => {
    const long = (length: number) => `${'x'.repeat(length)}: a.md`;
    const edge = await redirecting([long(511), long(512), `${'ü'.repeat(86)}: a.md`, `${'ü'.repeat(85)}: a.md`]);
    expect(edge.redirects.map(({ source }) => source.length)).to.deep.equal([512, 511]);
    expect(count(edge, 'redirect-invalid')).to.equal(2);
    const many = (number: number) => redirecting(Array.from({ length: number }, (_, i) => `x${i}: a.md`));
    const full = await many(10_000);
    expect([full.redirects.length, count(full, 'redirects-too-many')]).to.deep.equal([10_000, 0]);
    const over = await many(10_002);
    expect(over.redirects).to.have.length(10_000);
    expect(over.report.find(({ code }) => code === 'redirects-too-many')).to.deep.include({
      level: 'warning',
      paths: ['/x10000', '/x10001'],
    });
  });
});
