import { expect } from 'chai';
import { Invalid } from '../../../../src/domain/kernel/errors.ts';
import { codesOf, outline, planOf } from './repository-of.ts';

const messages = async (settings: string, more: Record<string, string> = {}): Promise<readonly string[]> => {
  const { report } = await planOf({ '.gitbook.yaml': settings, 'SUMMARY.md': '* [A](a.md)', 'a.md': '', ...more });
  return report
    .filter(({ path }) => path === '.gitbook.yaml')
    .map(({ code, message, line }) => `${code}${line ?? ''}: ${message}`);
};

describe('readProjectSettings', () => {
  it('accepts empty settings', async () => {
    for (const empty of ['', '\n', '# nothing\n', 'structure:\n', 'redirects:\n', '{}'])
      expect(await messages(empty), empty).to.deep.equal([]);
  });

  it('reads the root, the readme and the summary', async () => {
    const plan = await planOf({
      '.gitbook.yaml': 'root: ./docs/\n\nstructure:\n  readme: index.md\n  summary: toc.md\n',
      'docs/toc.md': '* [Home](index.md)\n  * [A](./x/a.md)',
      'docs/index.md': '',
      'docs/x/a.md': '',
      'README.md': 'not this one',
    });
    expect(outline(plan)).to.deep.equal(['Home /readme docs/index.md', '  A /a docs/x/a.md']);
    expect([plan.root, plan.summaryPath]).to.deep.equal(['docs', 'docs/toc.md']);
  });

  it('reports a misspelled key with the correct one', async () => {
    expect(await messages('redirect:\n  a: b.md\nstructur:\n  readme: x\n')).to.deep.equal([
      'settings-unknown-key: the key "redirect" is ignored: did you mean redirects?',
      'settings-unknown-key: the key "structur" is ignored: did you mean structure?',
    ]);
    expect(await messages('structure:\n  sumary: x.md\n')).to.deep.equal([
      'settings-unknown-key: the key "sumary" is ignored: did you mean summary?',
    ]);
    expect(await messages('colour: blue\n')).to.deep.equal([
      'settings-unknown-key: the key "colour" is ignored: known keys are root, structure, redirects',
    ]);
  });

  it('ignores and reports invalid settings', async () => {
    expect(await messages('root: nowhere\n')).to.deep.equal([
      'root-missing: root names "nowhere", which is not a directory of the project; ignored',
    ]);
    expect(await messages('root: ../up\n')).to.deep.equal([
      'settings-invalid-value: root must be a directory inside the project',
    ]);
    expect(await messages('structure:\n  summary: ../../x.md\n')).to.deep.equal([
      'settings-invalid-value: structure.summary must name a file inside the project',
    ]);
    expect(await messages('structure: 5\n')).to.deep.equal(['settings-invalid-value: structure must be a mapping']);
    expect(await messages('- a\n')).to.deep.equal(['settings-invalid-value: the file must be a mapping']);
    expect((await messages('root: ./\nstructure: [\n'))[0]).to.match(
      /^settings-unreadable3: .*; the defaults are used$/,
    );
  });

  it('withstands malicious YAML', async () => {
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefghi'
        .split('')
        .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[index]}`).join(',')}]`),
    ].join('\n');
    for (const hostile of [
      bomb,
      '['.repeat(100_000),
      `root: ${'x'.repeat(300_000)}`,
      'root: !!js/function "x"\n',
      '__proto__:\n  root: x\n',
      '? [a]\n: b\n',
      'root: \0',
    ]) {
      const codes = codesOf(await planOf({ '.gitbook.yaml': hostile, 'SUMMARY.md': '* [A](a.md)', 'a.md': '' }));
      expect(
        codes.some((code) => code.startsWith('settings-') || code === 'root-missing'),
        hostile.slice(0, 20),
      ).to.equal(true);
    }
    expect(({} as Record<string, unknown>)['root']).to.equal(undefined);
  });

  it('reads a legacy book.json for settings that are stated nowhere else', async () => {
    const files = {
      'book.json': '{\n\t"plugins": ["x"],\n\t"root": "./tw",\n\t"structure": {"summary": "TOC.md"}\n}',
      'tw/TOC.md': '* [A](a.md)',
      'tw/a.md': '',
      'a.md': '',
      'SUMMARY.md': '* [Other](a.md)',
    };
    expect(outline(await planOf(files))).to.deep.equal(['A /a tw/a.md']);
    expect(
      outline(await planOf({ ...files, '.gitbook.yaml': 'root: ./\nstructure:\n  summary: SUMMARY.md\n' })),
    ).to.deep.equal(['Other /a a.md']);
  });

  it('reports a site structure, which a space does not import', async () => {
    expect(codesOf(await planOf({ 'docs.yaml': 'site: {}', 'README.md': '' }))).to.include(
      'site-structure-not-imported',
    );
  });
});

describe('GitRepositoryFormat.read with a project directory', () => {
  const files = {
    'docs/guide/SUMMARY.md': '* [A](a.md)\n* [Up](../b.md)',
    'docs/guide/a.md': '',
    'docs/b.md': '',
    'docs/guidebook.md': '',
  };

  it('reads only files below the directory, with paths relative to it', async () => {
    for (const directory of ['docs/guide', './docs/guide/', '/docs//guide']) {
      const plan = await planOf(files, directory);
      expect(outline(plan)).to.deep.equal(['A /a a.md', 'Up /up -']);
      expect(codesOf(plan)).to.deep.equal(['path-outside-project']);
    }
  });

  it('rejects a path that is not a directory of the repository', async () => {
    for (const directory of ['nowhere', 'docs/gui', 'docs/guide/a.md', '..', 'docs/../..', 'docs/../docs', 'a\0b']) {
      const failure = await planOf(files, directory).then(
        () => null,
        (error: unknown) => error,
      );
      expect(failure, directory).to.be.instanceOf(Invalid);
      expect((failure as Invalid).issues[0]?.path).to.equal('projectDirectory');
    }
  });

  it('accepts and reports an empty directory', async () => {
    expect(codesOf(await planOf({}))).to.deep.equal(['empty-project', 'no-summary']);
    expect(codesOf(await planOf({ 'SUMMARY.md': '' }))).to.deep.equal(['empty-project']);
  });

  it('leaves out links, submodules and paths that a checkout cannot have', async () => {
    const plan = await planOf({
      'SUMMARY.md': '* [L](link.md)\n* [A](a.md)',
      'a.md': '![x](img.png)',
      'link.md': { kind: 'symlink' },
      'img.png': { kind: 'symlink' },
      sub: { kind: 'submodule' },
      '../x.md': '',
      'a/../b.md': '',
      '.git/config': '',
      'x/.GIT/hooks/y.md': '',
      'n\0l.md': '',
    });
    expect(outline(plan)).to.deep.equal(['L /link -', 'A /a a.md']);
    expect(plan.files).to.deep.equal([]);
    const count = (code: string): number => plan.report.filter((entry) => entry.code === code).length;
    expect([
      count('symlink-skipped'),
      count('submodule-skipped'),
      count('path-refused'),
      count('missing-file'),
    ]).to.deep.equal([2, 1, 5, 1]);
  });
});
