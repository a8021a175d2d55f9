import { expect } from 'chai';
import fc from 'fast-check';
import { read } from '../../../../../src/application/content/reading.ts';
import type { RemoteContent } from '../../../../../src/application/git/import/remote-content.ts';
import { readContent } from '../../../../../src/domain/content/content.ts';
import {
  listFiles,
  listReusableContents,
  pagesInOrder,
  readVariables,
} from '../../../../../src/domain/content/content-reads.ts';
import type { Hash } from '../../../../../src/domain/content/objects/content-object.ts';
import { entries } from '../../../../../src/domain/content/objects/map-read.ts';
import type { Page, Redirect } from '../../../../../src/domain/content/page.ts';
import { ReadScene, type Files } from './read-scene.ts';
import { checkProperty } from '../../../../support/properties.ts';

const LATER = '2026-02-02T00:00:00.000Z';

const TEXTS = [
  'README.md',
  'a.md',
  'b.md',
  'guide/README.md',
  'guide/use.md',
  'guide/more.md',
  'far/away/x.md',
  '.gitbook/includes/note.md',
  '.gitbook/includes/other.md',
];
const FILES = [
  '.gitbook/assets/a.png',
  '.gitbook/assets/b c.png',
  'shot.png',
  'guide/pic.png',
  'odd%20name.png',
  'odd name.png',
  'table.csv',
  'tool.js',
  'guide/odd.mdx',
];
const TITLES = ['Home', 'Use', 'More', 'A', 'Other words'];

const oneOf = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const named = fc.oneof(
  { weight: 4, arbitrary: oneOf(...FILES) },
  { weight: 1, arbitrary: oneOf('none.png', ...TEXTS) },
);
const frontMatter = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  oneOf(
    '---\ndescription: How\n---\n',
    '---\nicon: [\n---\n',
    '---\nhidden: true\nicon: [\n---\n',
    'version https://git-lfs.github.com/spec/v1\n',
    '---\nhidden: maybe\nfoo: 1\n---\n',
    '---\ntitle: Stated\n---\n\n',
    '---\nif: visitor.claims.beta\n---\n',
  ),
  named.map((path) => `---\ncover: /${path}\n---\n`),
);
const text = fc
  .tuple(
    frontMatter,
    oneOf('', ...TITLES.map((title) => `# ${title}\n\n`)),
    fc.array(
      named.map((path) => `![](</${path}>) words\n`),
      { maxLength: 2 },
    ),
    oneOf('', 'Same.\n', 'Long enough to be known again.\nOf two lines.\n'),
  )
  .map(([head, heading, references, more]) => head + heading + references.join('') + more);

interface Entry {
  readonly title: string;
  readonly to: string;
  readonly depth: number;
}
const entry: fc.Arbitrary<Entry> = fc.record({
  title: fc.oneof({ weight: 8, arbitrary: oneOf(...TITLES) }, { weight: 1, arbitrary: fc.constant('') }),
  to: fc.oneof(
    { weight: 9, arbitrary: oneOf(...TEXTS.slice(0, 7)) },
    { weight: 1, arbitrary: oneOf('table.csv', 'shot.png', 'https://example.org', 'gone.md') },
  ),
  depth: oneOf(0, 0, 1, 2),
});
const lineOf = ({ title, to, depth }: Entry): string => `${'  '.repeat(depth)}* [${title}](<${to}>)\n`;
const summary = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.array(entry, { minLength: 1, maxLength: 7 }), fc.nat(9))
      .map(([entries, at]) =>
        entries.map((each, i) => (i === at ? `\n## Group\n\n${lineOf(each)}` : lineOf(each))).join(''),
      ),
  },
  { weight: 1, arbitrary: fc.constant(undefined) },
);

const redirects = fc
  .array(
    fc.tuple(
      oneOf('old', 'a', 'guide/use', 'x/y'),
      oneOf(
        ...TEXTS,
        ...FILES.slice(0, 4),
        'table.csv',
        'tool.js',
        'gone.md',
        'guide/',
        'a',
        'moved.png',
        'more',
        'https://example.org/',
      ),
    ),
    { maxLength: 4 },
  )
  .map((stated) => `redirects:\n${[...new Map(stated)].map(([from, to]) => `  ${from}: ${to}\n`).join('')}`);

const project: fc.Arbitrary<Files> = fc
  .tuple(
    fc.option(redirects),
    summary,
    fc.tuple(...TEXTS.map((path) => fc.option(text.map((content) => [path, content] as const)))),
    fc.tuple(
      ...FILES.map((path) => fc.option(oneOf('png', 'other').map((content) => [path, content + path] as const))),
    ),
    fc.option(oneOf('version: 3\n', 'version: 4\n')),
  )
  .map(([settings, navigation, texts, files, variables]) =>
    Object.fromEntries([
      ...(settings === null ? [] : [['.gitbook.yaml', settings]]),
      ...(navigation === undefined ? [] : [['SUMMARY.md', navigation]]),
      ...texts.flatMap((one) => (one ? [one] : [])),
      ...files.flatMap((one) => (one ? [one] : [])),
      ...(variables === null ? [] : [['.gitbook/vars.yaml', variables]]),
    ]),
  );

type Edit = (files: Files) => Files;
const put =
  (path: string, content: string | undefined): Edit =>
  ({ [path]: _was, ...others }) =>
    content === undefined ? others : { ...others, [path]: content };
const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(oneOf(...TEXTS), fc.option(text, { nil: undefined }))
      .map(([path, content]) => put(path, content)),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(oneOf(...FILES), fc.option(oneOf('png', 'new'), { nil: undefined }))
      .map(([path, content]) => put(path, content)),
  },
  { weight: 3, arbitrary: summary.map((navigation) => put('SUMMARY.md', navigation)) },
  {
    weight: 3,
    arbitrary: fc.tuple(entry, fc.nat(5)).map(([added, at]): Edit => (files) => {
      const lines = (files['SUMMARY.md'] ?? '').split('\n');
      return put('SUMMARY.md', [...lines.slice(0, at), lineOf(added).trimEnd(), ...lines.slice(at)].join('\n'))(files);
    }),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(oneOf(...TEXTS, ...FILES), oneOf('moved.md', 'guide/moved.md', 'moved.png')).map(
      ([from, to]): Edit =>
        (files) =>
          put(to, files[from])(put(from, undefined)(files)),
    ),
  },
  { weight: 1, arbitrary: oneOf('version: 5\n', undefined).map((content) => put('.gitbook/vars.yaml', content)) },
  {
    weight: 1,
    arbitrary: fc.oneof(oneOf('root: ./guide/\n'), redirects).map((content) => put('.gitbook.yaml', content)),
  },
);
/** Orders paths like Git. */
const listed = (files: Files): Files => Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Reads a content in a form that hides new ids. */
async function heldIn(scene: ReadScene, hash: Hash, known: ReadonlySet<string>): Promise<unknown> {
  const content = await read(scene.content, readContent(hash));
  const pages = await read(scene.content, pagesInOrder(content));
  const { items: files } = await read(scene.content, listFiles(content, undefined, 1_000));
  const paths = new Map<string, unknown>([
    ...pages.map(({ page, path }): [string, unknown] => [page.id, path ?? page.title]),
    ...files.map(({ id, git }): [string, unknown] => [id, git?.path]),
  ]);
  const id = (of: string): unknown => (known.has(of) ? of : ['new', paths.get(of)]);
  const within = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value ?? null), (_key, one: unknown) =>
      typeof one === 'string' && paths.has(one) ? id(one) : one,
    );
  const { items: reusable } = await read(scene.content, listReusableContents(content, undefined, 1_000));
  const bare = ({ rank: _rank, ...page }: Page): unknown => within(page);
  return {
    pages: pages.map(({ page, path }) => [path, bare(page)]),
    files: files.map((file) => within(file)).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    reusable: reusable
      .map(({ id: own, ...one }) => ({ ...one, id: known.has(own) ? own : 'new' }))
      .sort((a, b) => (a.git!.path < b.git!.path ? -1 : 1)),
    variables: [...(await read(scene.content, readVariables(content)))].sort(),
    redirects: (await read(scene.content, entries<Redirect>(content.redirects)))
      .map(({ key, value }) => [key, within(value)])
      .sort(),
  };
}

const summaryOf = ({ pages, files, layout, report }: RemoteContent): unknown => ({
  pages,
  files,
  layout,
  report: report.map((one) => JSON.stringify(one)).sort(),
});

describe('incremental import', () => {
  it('yields the same content as a full import for random edits', async function () {
    let handled = 0;
    let restructured = 0;
    let all = 0;
    const property = fc.asyncProperty(
      project,
      fc.array(edit, { minLength: 1, maxLength: 4 }),
      async (before, edits) => {
        all++;
        const scene = new ReadScene();
        const first = listed(before);
        const second = listed(edits.reduce((files, change) => change(files), first));
        const later = () => void Object.assign(scene.context, { now: LATER });
        const { base, changed } = await scene.after(first, second, 'old', later);
        if (changed === undefined) return;
        handled++;
        if (scene.listed > 0) restructured++;
        const whole = await scene.whole(second, base);
        const content = await read(scene.content, readContent(base));
        const known = new Set([
          ...(await read(scene.content, pagesInOrder(content))).map(({ page }) => page.id),
          ...(await read(scene.content, listFiles(content, undefined, 1_000))).items.map(({ id }) => id),
          ...(await read(scene.content, listReusableContents(content, undefined, 1_000))).items.map(({ id }) => id),
        ]);
        expect(await heldIn(scene, changed.content, known), JSON.stringify(second)).to.deep.equal(
          await heldIn(scene, whole.content, known),
        );
        expect(summaryOf(changed)).to.deep.equal(summaryOf(whole));
      },
    );
    await checkProperty(property, { numRuns: 150 });
    // Where most of it had to be read whole, nothing would be shown.
    expect(handled / all).to.be.greaterThan(0.4);
    expect(restructured / all).to.be.greaterThan(0.2);
  });

  it('warns of a cover that is a text, and once of a Git LFS pointer that such a cover names', async () => {
    const before = {
      'SUMMARY.md': '* [Use](use.md)\n* [Home](README.md)\n',
      'README.md': '---\ncover: /use.md\n---\n',
      'use.md': 'version https://git-lfs.github.com/spec/v1\n',
    };
    const scene = new ReadScene();
    const after = { ...before, 'SUMMARY.md': '* [Home](README.md)\n* [Use](use.md)\n' };
    const { base, changed } = await scene.after(before, after);
    for (const { report } of [changed!, await scene.whole(after, base)]) {
      expect(report.flatMap(({ code, path }) => (code === 'file-elsewhere' ? [path] : []))).to.deep.equal(['use.md']);
      expect(report.find(({ code }) => code === 'cover-missing')).to.include({
        path: 'README.md',
        message: 'cover: "/use.md" is a text',
      });
    }
  });

  it('imports a newly referenced file whose name equals the escaped name of another file', async () => {
    const files = {
      'SUMMARY.md': '* [A](a.md)\n',
      'a.md': '![](<odd name.png>)\n',
      'odd name.png': 'one',
      'odd%20name.png': 'other',
    };
    const changedTo = async (text: string) =>
      (await new ReadScene().after(listed(files), listed({ ...files, 'a.md': text }))).changed;
    expect(await changedTo('![](<odd name.png>) ![](odd%20name.png)\n'), 'it comes').to.include({ files: 2 });
    expect(await changedTo('![](<odd name.png>) and words\n')).to.include({ files: 1 });
    const plain = { ...files, 'a.md': '![](odd%20name.png)\n' };
    delete (plain as Record<string, string | undefined>)['odd%20name.png'];
    expect(
      (await new ReadScene().after(listed(plain), listed({ ...plain, 'a.md': '![](odd%20name.png) and words\n' })))
        .changed,
    ).to.include({ files: 1 });
  });

  it('removes a file of another kind that only a cover named once a link names it instead', async () => {
    const before = {
      'SUMMARY.md': '* [Home](README.md)\n* [Use](use.md)\n',
      'README.md': '---\ncover: /odd.mdx\n---\n',
      'odd.mdx': 'png',
      'use.md': '',
    };
    const after = { ...before, 'README.md': '![](odd.mdx) words\n' };
    const scene = new ReadScene();
    const { base, changed } = await scene.after(before, after);
    expect(changed ?? (await scene.whole(after, base))).to.include({ files: 0 });
  });

  it('keeps the warning about a file that is a pointer only, to which a text that is not read refers', async () => {
    const files = {
      'SUMMARY.md': '* [Home](README.md)\n',
      'README.md': '---\ncover: /guide/pic.png\n---\n![](shot.png)\n',
      'guide/pic.png': 'version https://git-lfs.github.com/spec/v1\n',
      'shot.png': 'version https://git-lfs.github.com/spec/v1\n',
    };
    const { changed } = await new ReadScene().after(
      listed(files),
      listed({ ...files, '.gitbook/vars.yaml': 'version: 5\n' }),
    );
    const warned = changed?.report.flatMap(({ code, path }) => (code === 'file-elsewhere' ? [path] : []));
    expect(warned?.sort()).to.deep.equal(['guide/pic.png', 'shot.png']);
  });
});
