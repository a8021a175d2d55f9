import { expect } from 'chai';
import fc from 'fast-check';
import { codesOf, documentsOf, outline, planOf, reported, textOf } from './repository-of.ts';
import type { FrontMatterFields, PlannedDocument } from '../../../../src/ports/git/repository-format.ts';
import { checkProperty } from '../../../support/properties.ts';

const pageOf = async (
  text: string | Uint8Array,
  more: Record<string, string> = {},
): Promise<{ page: PlannedDocument; messages: readonly string[]; codes: readonly string[] }> => {
  const plan = await planOf({ 'SUMMARY.md': '* [A](x/a.md)', 'x/a.md': text, ...more });
  const page = documentsOf(plan).get('x/a.md');
  if (!page) throw new Error('the page is missing');
  const about = plan.report.filter(({ path }) => path === 'x/a.md');
  return { page, messages: about.map(({ message }) => message), codes: about.map(({ code }) => code) };
};
const fieldsOf = async (yaml: string): Promise<FrontMatterFields> => (await pageOf(`---\n${yaml}\n---\n`)).page.fields;

describe('GitRepositoryFormat.read for front matter', () => {
  it('reads page fields', async () => {
    const { page, messages } = await pageOf(
      [
        '---',
        'description: >-',
        '  One line',
        '  of text.',
        'icon: gear',
        "emoji: '👋'",
        'hidden: true',
        'noIndex: true',
        'noRobotsIndex: false',
        'if: visitor.claims.a == "b"',
        'cover: ../.gitbook/assets/a b.png',
        'coverDark: https://example.com/d.png',
        'coverY: -12.5',
        'coverHeight: 200',
        'vars:',
        '  n: 1',
        '  t: x',
        '  b: false',
        'tags:',
        '  - one',
        '  - tag: two',
        'metaLinks:',
        '  alternates:',
        '    - https://example.com/fr',
        'layout:',
        '  width: wide',
        '  cover:',
        '    visible: true',
        '    size: hero',
        '    mask: radial',
        '  title:',
        '    visible: false',
        '  tableOfContents:',
        '    visible: true',
        '  tags:',
        '    visible: true',
        'keywords: [a]',
        '---',
        '',
        'Text',
      ].join('\n'),
      { '.gitbook/assets/a b.png': 'png' },
    );
    expect(messages).to.deep.equal([]);
    expect(page.fields).to.deep.equal({
      description: 'One line of text.',
      icon: 'gear',
      emoji: '👋',
      hidden: true,
      noIndex: true,
      noRobotsIndex: false,
      condition: 'visitor.claims.a == "b"',
      layout: { width: 'wide', coverSize: 'hero', cover: true, title: false, tableOfContents: true },
      cover: {
        ref: { kind: 'file', path: '.gitbook/assets/a b.png' },
        refDark: { kind: 'url', url: 'https://example.com/d.png' },
        yPos: -12.5,
      },
      variables: { n: 1, t: 'x', b: false },
      tags: ['one', 'two'],
      alternates: ['https://example.com/fr'],
    });
    expect(textOf(page.markdown)).to.equal('\nText');
  });

  it('returns no fields when it is empty or has only unknown keys', async () => {
    for (const yaml of ['', 'foo: bar', '# comment', 'description:\nicon: null'])
      expect(await fieldsOf(yaml), yaml).to.deep.equal({});
  });

  it('ignores each key with a value of the wrong type', async () => {
    const wrong = [
      'description: [a]',
      'icon: {a: b}',
      'layout: landing',
      'coverY: top',
      'vars: [a]',
      'tags: x',
      'metaLinks: x',
    ];
    for (const yaml of wrong) {
      const { page, codes } = await pageOf(`---\n${yaml}\ncover: https://x.y/z\nnoRobotsIndex: true\n---\n`);
      expect(page.fields, yaml).to.deep.equal({
        noRobotsIndex: true,
        cover: { ref: { kind: 'url', url: 'https://x.y/z' }, yPos: 0 },
      });
      expect(codes, yaml).to.deep.equal(['front-matter-invalid-value']);
    }
    expect(
      await fieldsOf('layout:\n  width: huge\n  cover:\n    size: x\n    visible: maybe\n  title: no'),
    ).to.deep.equal({});
  });

  it('reads texts that look like numbers as they are written', async () => {
    expect(await fieldsOf('description: 1.10\nicon: 007\nemoji: !!str 1e3 # no number')).to.deep.equal({
      description: '1.10',
      icon: '007',
      emoji: '1e3',
    });
    expect(await fieldsOf('vars:\n  version: 1.5\ndescription: 0x1F')).to.deep.equal({
      description: '0x1F',
      variables: { version: 1.5 },
    });
  });

  it('[A93] hides pages and closes conditions whose values have the wrong type', async () => {
    for (const [yaml, fields] of [
      ['hidden: yes', { hidden: true }],
      ['hidden: On', { hidden: true }],
      ['hidden: "true"', { hidden: true }],
      ['hidden: maybe', { hidden: true }],
      ['hidden: 1', { hidden: true }],
      ['hidden: [false]', { hidden: true }],
      ['hidden: no', { hidden: false }],
      ['hidden: "false"', { hidden: false }],
      ['noIndex: 1', { noIndex: true }],
      ['noRobotsIndex: yes', { noRobotsIndex: true }],
      ['if: [visitor.claims.unsigned.beta]', { condition: 'false' }],
      ['if: {a: b}', { condition: 'false' }],
      ['layout:\n  outline:\n    visible: no', { layout: { outline: false } }],
    ] as const) {
      const { page, codes } = await pageOf(`---\n${yaml}\n---\n`);
      expect(page.fields, yaml).to.deep.equal(fields);
      expect(codes, yaml).to.deep.equal(['front-matter-invalid-value']);
    }
  });

  it('[A93] hides pages whose unreadable front matter restricts them', async () => {
    for (const yaml of [
      'hidden: true\ndescription: a: b',
      'description: a: b\n"if": visitor.claims.beta',
      '- hidden: true',
      '{ hidden: true, a: [ }',
      `hidden: true\na: ${'x'.repeat(65_536)}`,
    ]) {
      const { page, codes, messages } = await pageOf(`---\n${yaml}\n---\n`);
      const isList = yaml.startsWith('-');
      expect(page.fields, yaml.slice(0, 40)).to.deep.equal(isList ? {} : { hidden: true });
      expect(codes).to.deep.equal(['front-matter-unreadable']);
      expect(messages[0]!.endsWith('the page is hidden'), messages[0]).to.equal(!isList);
    }
  });

  it('applies limits at their exact edges', async () => {
    expect(await fieldsOf(`icon: ${'i'.repeat(50)}\nvars:\n  v: ${'😀'.repeat(256)}`)).to.deep.equal({
      icon: 'i'.repeat(50),
      variables: { v: '😀'.repeat(256) },
    });
    expect(
      await fieldsOf(`icon: ${'i'.repeat(51)}\nvars:\n  v: ${'v'.repeat(257)}\n  inf: .inf\n  l: []\n  __proto__: x`),
    ).to.deep.equal({ variables: {} });
  });

  it('reports a missing cover and keeps it in the source', async () => {
    const { page, codes } = await pageOf('---\ncover: ../.gitbook/assets/gone.png\n---\n');
    expect([page.fields, codes, textOf(page.frontMatterSource)]).to.deep.equal([
      {},
      ['cover-missing'],
      '---\ncover: ../.gitbook/assets/gone.png\n---\n',
    ]);
  });

  it('rejects covers that are neither a web address nor a file of the project', async () => {
    for (const cover of ['javascript:alert(1)', '../../../../etc/passwd', 'file:///etc/passwd'])
      expect((await pageOf(`---\ncover: ${cover}\n---\n`)).codes, cover).to.deep.equal(['cover-missing']);
  });

  it('leaves front matter in the body when it is not a mapping, unreadable or too long', async () => {
    for (const text of [
      '---\na: [\n---\n# T',
      '---\njust text\n---\n',
      '---\n- a\n---\n',
      `---\na: ${'x'.repeat(65_536)}\n---\n`,
      `---\n${'['.repeat(60_000)}\n---\n`,
    ]) {
      const { page, codes } = await pageOf(text);
      expect(codes, text.slice(0, 20)).to.deep.equal(['front-matter-unreadable']);
      expect([page.frontMatterSource, textOf(page.markdown)]).to.deep.equal([null, text]);
    }
    expect((await pageOf(`---\na: ${'x'.repeat(65_533)}\n---\n`)).codes).to.deep.equal([]);
  });

  it('names the line of a syntax error', async () => {
    const { report } = await planOf({ 'a.md': '---\na: 1\nb: [\n---\n' });
    expect(report.find(({ code }) => code === 'front-matter-unreadable')?.line).to.be.within(3, 4);
  });
});

describe('GitRepositoryFormat.read for the bytes of a page', () => {
  it('leaves out a page and reusable content that Git LFS stores elsewhere', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12345\n`;
    const include = '.gitbook/includes/note.md';
    const plan = await planOf({ 'SUMMARY.md': '* [A](a.md)\n', 'a.md': pointer, [include]: pointer });
    expect(plan.pages.map((page) => 'path' in page && [page.path, textOf(page.markdown)])).to.deep.equal([[null, '']]);
    expect(plan.reusableContents).to.deep.equal([]);
    expect(reported(plan, 'file-elsewhere')).to.deep.equal(['a.md', include]);
  });

  it('keeps CRLF, a byte order mark and invalid UTF-8', async () => {
    const odd = Uint8Array.from([
      0xef, 0xbb, 0xbf, 0x2d, 0x2d, 0x2d, 0x0d, 0x0a, 0x69, 0x63, 0x6f, 0x6e, 0x3a, 0x20, 0x78, 0x0d, 0x0a, 0x2d, 0x2d,
      0x2d, 0x0d, 0x0a, 0x23, 0x20, 0xff, 0xfe,
    ]);
    const { page, codes } = await pageOf(odd);
    expect(page.fields).to.deep.equal({ icon: 'x' });
    expect(
      Buffer.concat([page.frontMatterSource ?? new Uint8Array(), page.markdown]).equals(Buffer.from(odd)),
    ).to.equal(true);
    expect(codes).to.deep.equal(['invalid-utf-8']);
  });

  it('keeps any bytes', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 100 }),
      fc
        .array(fc.constantFrom('---\n', 'a: 1\n', '\uFEFF', '# T\n', '\r\n', 'b: [\n'), { maxLength: 8 })
        .map((all) => new TextEncoder().encode(all.join(''))),
    );
    await checkProperty(
      fc.asyncProperty(bytes, async (content) => {
        const { page } = await pageOf(content);
        expect(
          Buffer.concat([page.frontMatterSource ?? new Uint8Array(), page.markdown]).equals(Buffer.from(content)),
        ).to.equal(true);
      }),
      { numRuns: 200 },
    );
  });

  it('keeps the leading heading even when it is the title', async () => {
    expect(textOf((await pageOf('# A\n\nText')).page.markdown)).to.equal('# A\n\nText');
  });
});

describe('GitRepositoryFormat.read for a page without a title in navigation', () => {
  const titles: readonly (readonly [string, string])[] = [
    ['# Heading\n', 'Heading'],
    ['\n\n   # Heading ##\n', 'Heading'],
    ['\uFEFF# Heading', 'Heading'],
    ['# Heading <a href="#x" id="x"></a>\r\ntext', 'Heading'],
    ['# 1. *Set* `up` \\#3', '1. Set up #3'],
    ['Under\n===\n', 'Under'],
    ['---\ntitle: Front\n---\n# Heading', 'Front'],
    ['---\ntitle: 1.10\n---\n# Heading', '1.10'],
    ['---\ntitle: 007 # agent\n---\n# Heading', '007'],
    ['---\ntitle: null\n---\n# Heading', 'Heading'],
    ['---\ntitle: [x]\n---\n# Heading', 'Heading'],
    ['## Second\n# First', 'My page'],
    ['Text\n# Later', 'My page'],
    ['    # code', 'My page'],
    ['#no-space', 'My page'],
    ['', 'My page'],
    ['#\n', 'My page'],
    ['- a\n===', 'My page'],
  ];
  for (const [text, title] of titles) {
    it(`uses the title ${title} for a page that starts with ${JSON.stringify(text)}`, async () =>
      expect((await planOf({ 'my-page.md': text })).pages[0]?.title).to.equal(title));
  }
});

describe('GitRepositoryFormat.read for slugs', () => {
  it('makes slugs unique among siblings, the first keeping its own', async () => {
    const plan = await planOf({
      'SUMMARY.md':
        '* [One](x.md)\n* [Two](x/README.md)\n* [Three](y/x.md)\n* [Four](x-1.md)\n* [P](p.md)\n  * [X](p/x.md)',
      'x.md': '',
      'x/README.md': '',
      'y/x.md': '',
      'x-1.md': '',
      'p.md': '',
      'p/x.md': '',
    });
    expect(outline(plan)).to.deep.equal([
      'One /x x.md',
      'Two /x-2 x/README.md',
      'Three /x-3 y/x.md',
      'Four /x-1 x-1.md',
      'P /p p.md',
      '  X /x p/x.md',
    ]);
    expect(plan.report.find(({ code }) => code === 'page-path-differs')?.paths).to.deep.equal([
      'x/README.md',
      'y/x.md',
    ]);
  });

  it('uses the file name, transliterated if it is invalid in a URL, with at most 100 characters', async () => {
    const long = 'l'.repeat(100);
    const plan = await planOf({
      'Über uns.md': '',
      '36.13.-Column_x.md': '',
      [`${long}.md`]: '',
      [`${long}a.md`]: '',
      '👋.md': '# Hello',
      '…/…/…/x.md': '',
      'a.md.md': '',
    });
    expect(
      plan.pages.filter(({ type }) => type === 'document').map((page) => page.type === 'document' && page.slug),
    ).to.have.members([
      'ueber-uns',
      '36.13.-column_x',
      long,
      `${'l'.repeat(98)}-1`,
      'hello',
      'page',
      'page',
      'x',
      'a-md',
    ]);
  });

  it('uses the stated slug of a group, else the folder of its pages, else its title', async () => {
    const files = { 'pay/README.md': '', 'pay/one.md': '', 'a.md': '' };
    const path = async (summary: string): Promise<readonly string[]> =>
      outline(await planOf({ ...files, 'SUMMARY.md': summary }));
    expect(await path('## Payments\n* [Overview](pay/README.md)\n* [One](pay/one.md)')).to.deep.equal([
      '## Payments /pay',
      '  Overview /overview pay/README.md',
      '  One /one pay/one.md',
    ]);
    expect(await path('## Payments <a href="#P" id="P"></a>\n* [One](pay/one.md)')).to.deep.equal([
      '## Payments /p',
      '  One /one pay/one.md',
    ]);
    expect(await path('## Payments\n* [Overview](pay/README.md)')).to.deep.equal([
      '## Payments /payments',
      '  Overview /pay pay/README.md',
    ]);
    expect(await path('## 👋\n* [A](a.md)\n## 👋\n* [One](https://x.y)')).to.deep.equal([
      '## 👋 /group',
      '  A /a a.md',
      '## 👋 /group-1',
      '  link One https://x.y',
    ]);
  });

  it('uses readme for the home page, so that its subpages keep the paths to which they are exported', async () => {
    const plan = await planOf({
      'SUMMARY.md': '* [Home](README.md)\n  * [X](readme/x.md)',
      'README.md': '',
      'readme/x.md': '',
    });
    expect(outline(plan)).to.deep.equal(['Home /readme README.md', '  X /x readme/x.md']);
    expect(codesOf(plan)).to.deep.equal([]);
  });
});
