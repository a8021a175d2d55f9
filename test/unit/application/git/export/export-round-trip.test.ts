import { expect } from 'chai';
import type { Change } from '../../../../../src/domain/content/edits/changes.ts';
import { SpaceInRepository } from '../space-in-repository.ts';
import { titled } from '../space-under-import.ts';
import type { Content } from '../../../adapters/git-format/repository-of.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const FILES: Record<string, Content> = {
  'README.md': '# Home\n\nSee [usage](guide/usage.md).\n',
  'SUMMARY.md':
    '# Table of contents\n\n* [Home](README.md)\n* [Guide](guide/README.md)\n  * [Usage](guide/usage.md)\n  * [Options](guide/options.md "Opts")\n\n## Reference\n\n* [API](reference/api.md)\n* [Site](https://example.org/)\n',
  'guide/README.md': '# Guide\n',
  'guide/usage.md': '---\ndescription: "How"   # words\nunknown: [1, 2]\nicon: \'book\'\n---\n\n# Usage\n\ntext\n',
  'guide/options.md': '# Options\n',
  'reference/api.md': '# API',
  LICENSE: 'free\n',
};
const GROUP = '000000000000000000bb';
const LINK = '000000000000000000cc';
const space = (files: Record<string, Content> = FILES) => SpaceInRepository.of(files);

const ODDITIES: Record<string, Record<string, Content>> = {
  'a plain project': FILES,
  'lines that end in CRLF': Object.fromEntries(
    Object.entries(FILES).map(([path, text]) => [path, (text as string).replaceAll('\n', '\r\n')]),
  ),
  'byte order marks': {
    'README.md': '\ufeff---\nicon: x\n---\n# Home\n',
    'SUMMARY.md': '\ufeff# T\n\n* [Home](README.md)\n* [A](a.md)\n',
    'a.md': '\ufeff# A\n',
  },
  'no line break at the end': {
    'README.md': '# Home',
    'SUMMARY.md': '* [Home](README.md)\n* [A](a.md)',
    'a.md': '---\nicon: x\n---',
  },
  'odd bullets and indents': {
    'README.md': '',
    'SUMMARY.md': '- [Home](README.md)\n\t- [A](a.md)\n\t\t+ [B](b.md)\n\n   * [C](c.md)\n1. [D](<d e.md>)\n',
    'a.md': '',
    'b.md': '',
    'c.md': '',
    'd e.md': '',
  },
  'duplicates, broken entries, missing files and text': {
    'README.md': '# H\n',
    'SUMMARY.md':
      '* [Home](README.md)\n  * [Home again](README.md)\n* [Gone](gone.md)\n* only text\n* [](x.md)\n* [A](a.md#part)\n* [A](a.md)\n{% endif %}\n<!-- a comment -->\n* [Broken](/broken/pages/abc)\n  * [Below](x.md)\n',
    'a.md': '# A\n',
    'x.md': '',
  },
  'bytes that are no UTF-8': {
    'README.md': new Uint8Array([0x23, 0x20, 0xff, 0xfe, 0x0a]),
    'SUMMARY.md': Buffer.concat([utf8('* [H'), new Uint8Array([0xff]), utf8('](README.md)\n')]),
  },
  'front matter that cannot be read': { 'README.md': '---\nicon: [\n---\n# A\n', 'SUMMARY.md': '* [A](README.md)\n' },
  'texts that look like numbers': {
    'README.md': '---\ntitle: 1.10\ndescription: 2.0\nicon: 007\n---\n\ntext\n',
    'a.md': '---\ntitle: 1.20\n---\n',
  },
  'odd front matter': {
    'README.md': '---\n# only a comment\n---\n\nx',
    'SUMMARY.md': '* [A](README.md)\n* [B](b.md)\n* [C](c.md)\n',
    'b.md':
      '---\nhidden: maybe\nhidden: true\ndescription: >-\n  long\n  words\nlayout: { width: wide, outline: { visible: false } }\n---\nb',
    'c.md': '---\n---\n---\nicon: a\n---\n',
  },
  'includes, variables and files': {
    'README.md': '![](.gitbook/assets/a%20b.png) {% include ".gitbook/includes/note.md" %}',
    'SUMMARY.md': '* [A](README.md)\n',
    '.gitbook/assets/a b.png': 'png',
    '.gitbook/vars.yaml': '# vars\nversion: "3"\nodd: [1]\n',
    '.gitbook/includes/note.md': '---\ntitle: A note\n---\n\nMind.\n',
    '.gitbook.yaml': 'root: ./\n',
  },
  'no summary': { 'README.md': '# Home\n', 'a/b.md': '# B\n', 'a/c.md': '# C\n' },
  'a root folder': {
    '.gitbook.yaml': 'root: docs\nstructure:\n  summary: toc.md\n',
    'docs/toc.md': '* [Home](README.md)\n',
    'docs/README.md': '# Home\n',
    'README.md': 'outside',
  },
  'a computed page': {
    'README.md': '',
    'SUMMARY.md':
      '* [Home](README.md)\n* ```yaml\n  type: builtin:openapi\n  props:\n    models: true\n  dependencies:\n    spec:\n      ref:\n        kind: openapi\n        spec: petstore\n  ```\n',
  },
  'group slugs and rules': {
    'README.md': '',
    'a.md': '',
    'b.md': '',
    'SUMMARY.md':
      '# T\n\n## One <a href="#uno" id="uno"></a>\n\n* [H](README.md)\n\n***\n\n* [A](a.md)\n\nTwo\n---\n* [B](b.md)\n',
  },
};

describe('exporting an imported space', () => {
  for (const [what, files] of Object.entries(ODDITIES)) {
    it(`writes identical bytes: ${what}`, async () => {
      const one = await space(files);
      expect(await one.export()).to.deep.equal({});
      if (files['SUMMARY.md'] !== undefined) expect(await one.export({ all: true }), 'all of it').to.deep.equal({});
      expect(await one.isSameAfterImport()).to.equal(true);
    });
  }

  it('changes one line of one file when one field of a page changed', async () => {
    const one = await (
      await space()
    ).edit((id) => [{ operation: 'update_page', page: id('Usage'), description: 'Why: and how', hidden: true }]);
    expect(await one.export()).to.deep.equal({
      'guide/usage.md':
        '---\ndescription: "Why: and how"   # words\nunknown: [1, 2]\nicon: \'book\'\nhidden: true\n---\n\n# Usage\n\ntext\n',
    });
    expect(await one.isSameAfterImport()).to.equal(true);
  });

  it('renames a page in the summary and in a heading with the same text', async () => {
    const one = await (
      await space()
    ).edit((id) => [
      { operation: 'update_page', page: id('Usage'), title: 'How to *use*' },
      { operation: 'update_page', page: id('Options'), linkTitle: 'O "x"' },
    ]);
    const files = await one.export();
    expect(Object.keys(files)).to.have.members(['guide/usage.md', 'SUMMARY.md']);
    expect(files['SUMMARY.md']).to.equal(
      (FILES['SUMMARY.md'] as string).replace('[Usage]', '[How to \\*use\\*]').replace('"Opts"', '"O \\"x\\""'),
    );
    expect(files['guide/usage.md']).to.equal(
      (FILES['guide/usage.md'] as string).replace('# Usage', '# How to \\*use\\*'),
    );
    expect(await one.isSameAfterImport()).to.equal(true);
  });

  it('writes new pages next to their siblings, named by title, with links by path', async () => {
    const one = await space();
    const installing = '000000000000000000aa';
    await one.edit((id) => [
      {
        operation: 'insert_page',
        id: installing,
        title: 'Installing it',
        into: id('Guide'),
        at: 1,
        document: utf8(`See [usage](/pages/${id('Usage')}#x).\n`),
        description: 'First',
      },
      { operation: 'insert_page', title: 'On Linux', into: installing, document: utf8(`[up](/pages/${installing})`) },
      { operation: 'insert_page', title: 'Types', into: id('Reference'), at: 0, document: utf8('# Kinds\n') },
      { operation: 'insert_page', title: 'FAQ', at: 1, document: utf8('') },
    ]);
    const files = await one.export();
    expect(files).to.deep.equal({
      'SUMMARY.md':
        '# Table of contents\n\n* [Home](README.md)\n* [FAQ](faq.md)\n* [Guide](guide/README.md)\n  * [Usage](guide/usage.md)\n  * [Installing it](guide/installing-it/README.md)\n    * [On Linux](guide/installing-it/on-linux.md)\n  * [Options](guide/options.md "Opts")\n\n## Reference\n\n* [Types](reference/types.md)\n* [API](reference/api.md)\n* [Site](https://example.org/)\n',
      'faq.md': '# FAQ\n',
      'guide/installing-it/README.md':
        '---\ndescription: First\n---\n\n# Installing it\n\nSee [usage](../usage.md#x).\n',
      'guide/installing-it/on-linux.md': '# On Linux\n\n[up](README.md)',
      'reference/types.md': '# Kinds\n',
    });
    expect(await one.isSameAfterImport()).to.equal(true);
    expect(await one.export()).to.deep.equal({});
  });

  describe('into a repository whose lines end in CRLF', () => {
    const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
    const files = { 'README.md': crlf('# Home\n\ntext\n'), 'a.md': crlf('# A\n') };
    const summary = { 'SUMMARY.md': crlf('* [Home](README.md)\n* [A](a.md)\n') };
    const additions: readonly Change[] = [
      {
        operation: 'insert_page',
        title: 'B',
        document: utf8('One\n\n```\ntwo\n```\n'),
        description: 'Second',
        at: 2,
      },
      { operation: 'insert_page', title: 'Empty', document: utf8(''), at: 3 },
      { operation: 'insert_reusable_content', title: 'Note', document: utf8('Mind.\n') },
      { operation: 'set_variables', variables: { version: '3', notes: 'a\nb\n' } },
    ];
    const written = {
      'b.md': crlf('---\ndescription: Second\n---\n\n# B\n\nOne\n\n```\ntwo\n```\n'),
      'empty.md': crlf('# Empty\n'),
      '.gitbook/includes/note.md': crlf('---\ntitle: Note\n---\n\nMind.\n'),
      '.gitbook/vars.yaml': crlf('notes: |\n  a\n  b\nversion: "3"\n'),
    };

    it('writes new texts with the line ending of the summary', async () => {
      const one = await (await space({ ...files, ...summary, 'a.md': '# A\n' })).edit(() => additions);
      expect(await one.export()).to.deep.equal({
        ...written,
        'SUMMARY.md': `${summary['SUMMARY.md']}${crlf('* [B](b.md)\n* [Empty](empty.md)\n')}`,
      });
      expect(one.files['a.md']).to.equal('# A\n');
      expect(await one.isSameAfterImport()).to.equal(true);
      expect(await one.export()).to.deep.equal({});
    });

    it('writes new texts, also the summary, with the line ending of most pages when there is no summary', async () => {
      const one = await (await space(files)).edit(() => additions);
      expect(await one.export()).to.deep.equal({
        ...written,
        'SUMMARY.md': crlf(
          '# Table of contents\n\n* [Home](README.md)\n* [A](a.md)\n* [B](b.md)\n* [Empty](empty.md)\n',
        ),
      });
      expect(await one.isSameAfterImport()).to.equal(true);
    });

    it('begins existing pages with front matter whose lines end as theirs', async () => {
      const one = await space({ ...files, ...summary, 'a.md': '# A\n' });
      await one.edit((id) => [
        { operation: 'update_page', page: id('Home'), icon: 'star' },
        { operation: 'update_page', page: id('A'), icon: 'star' },
      ]);
      expect(await one.export()).to.deep.equal({
        'README.md': crlf('---\nicon: star\n---\n\n# Home\n\ntext\n'),
        'a.md': '---\nicon: star\n---\n\n# A\n',
      });
      expect(await one.isSameAfterImport()).to.equal(true);
    });
  });

  it('writes texts with lines that end in CRLF into other repositories with their line ending', async () => {
    const one = await space();
    await one.edit(() => [{ operation: 'insert_page', title: 'B', document: utf8('One\r\ntwo\r\n') }]);
    expect((await one.export())['b.md']).to.equal('# B\n\nOne\ntwo\n');
    const bare = await space({ 'README.md': '# Home' });
    await bare.edit(() => [{ operation: 'insert_page', title: 'B', document: utf8('# B\r\n\r\ntext\r\n') }]);
    expect((await bare.export())['b.md']).to.equal('# B\r\n\r\ntext\r\n');
  });

  it('writes subpages into the closest folder where a file has the name of their own', async () => {
    const one = await SpaceInRepository.of({
      'README.md': '# Home\n',
      'SUMMARY.md': '* [Home](README.md)\n* [Guide](docs/guide.md)\n',
      'docs/guide.md': '# Guide\n',
      'docs/guide': 'A file.',
    });
    await one.edit((id) => [
      { operation: 'insert_page', title: 'Usage', into: id('Guide'), document: utf8('Words.\n') },
    ]);
    expect(await one.export()).to.deep.equal({
      'SUMMARY.md': '* [Home](README.md)\n* [Guide](docs/guide.md)\n  * [Usage](docs/usage.md)\n',
      'docs/usage.md': '# Usage\n\nWords.\n',
    });
    expect(await one.isSameAfterImport()).to.equal(true);
  });

  it('refuses to write reusable content and files where a file has the name of their folder', async () => {
    const one = await SpaceInRepository.of({
      'README.md': '# Home\n',
      'SUMMARY.md': '* [Home](README.md)\n',
      '.gitbook': 'A file.',
    });
    await one.edit(() => [{ operation: 'insert_reusable_content', title: 'Note', document: utf8('Words.\n') }]);
    const failure = await one.export().catch((error: unknown) => error);
    expect(failure).to.include({ code: 'GIT_REFUSED' }).and.property('message').to.include('.gitbook/includes');
  });

  it('keeps the file of a page whose slug or parent changed', async () => {
    const one = await (await space()).edit((id) => [{ operation: 'update_page', page: id('Usage'), slug: 'how-to' }]);
    expect(await one.export()).to.deep.equal({});
    expect(await one.isSameAfterImport()).to.equal(true);
  });

  it('moves the summary lines of moved pages only and removes the files of deleted pages', async () => {
    const one = await (
      await space()
    ).edit((id) => [
      { operation: 'update_page', page: id('Usage'), into: id('Reference'), at: 0 },
      { operation: 'delete_page', page: id('Options') },
    ]);
    expect(await one.export()).to.deep.equal({
      'SUMMARY.md':
        '# Table of contents\n\n* [Home](README.md)\n* [Guide](guide/README.md)\n\n## Reference\n\n* [Usage](guide/usage.md)\n* [API](reference/api.md)\n* [Site](https://example.org/)\n',
      'guide/options.md': null,
    });
    expect(await one.isSameAfterImport()).to.equal(true);
  });

  it('writes groups, followed by pages at the top level', async () => {
    const one = await (
      await space()
    ).edit((id) => [
      { operation: 'delete_page', page: id('Reference') },
      { operation: 'insert_page', type: 'group', title: 'More & more', id: GROUP, at: 1 },
      { operation: 'update_page', page: id('Guide'), into: GROUP },
      { operation: 'insert_page', title: 'Last', document: utf8('# Last\n') },
      {
        operation: 'insert_page',
        type: 'link',
        title: 'Elsewhere',
        target: { kind: 'url', url: 'https://example.org/a (b)' },
      },
    ]);
    const files = await one.export();
    expect(files['SUMMARY.md']).to.equal(
      '# Table of contents\n\n* [Home](README.md)\n\n## More & more\n\n* [Guide](guide/README.md)\n  * [Usage](guide/usage.md)\n  * [Options](guide/options.md "Opts")\n\n***\n\n* [Last](last.md)\n* [Elsewhere](<https://example.org/a (b)>)\n',
    );
    expect(await one.isSameAfterImport()).to.equal(true);
  });

  it('lists a group below another page like a page without a file, and keeps it a group', async () => {
    const [below, deeper] = [GROUP, '000000000000000000dd'];
    const one = await (
      await space()
    ).edit((id) => [
      {
        operation: 'insert_page',
        type: 'group',
        title: 'See [a](b.md)',
        id: below,
        into: id('Guide'),
        at: 1,
        hidden: true,
      },
      { operation: 'insert_page', type: 'group', title: 'Deeper', id: deeper, into: id('Reference'), slug: 'own' },
      { operation: 'update_page', page: id('Options'), into: below },
    ]);
    const added = '  * See \\[a\\](b.md)\n    * [Options](guide/options.md "Opts")\n';
    expect(await one.export()).to.deep.equal({
      'SUMMARY.md': (FILES['SUMMARY.md'] as string)
        .replace('  * [Options](guide/options.md "Opts")\n', added)
        .replace(/$/, '* Deeper\n'),
    });
    expect(await one.isSameAfterImport()).to.equal(true);
    await one.edit(() => [{ operation: 'update_page', page: below, title: 'Pieces' }]);
    expect(Object.keys(await one.export())).to.deep.equal(['SUMMARY.md']);
    expect(await one.isSameAfterImport()).to.equal(true);
  });

  it('writes a space that was never in a repository', async () => {
    const one = await space({});
    const file = '000000000000000000ff';
    await one.space.edit([
      {
        operation: 'insert_files',
        files: [
          {
            id: file,
            name: 'a/b c.png',
            contentType: 'image/png',
            size: 3,
            blob: (await one.space.blobs.put(utf8('png'))).hash as any,
          },
        ],
      },
      { operation: 'insert_reusable_content', id: '000000000000000000ee', title: 'A note', document: utf8('Mind.') },
      { operation: 'set_variables', variables: { version: '3', count: 2 } },
      {
        operation: 'insert_page',
        title: 'Welcome',
        document: utf8(
          `![](/files/${file}#gh-dark-mode-only)\n\n{% include "/reusable-content/000000000000000000ee" %}\n`,
        ),
        cover: { ref: { kind: 'file', file }, yPos: -3 },
      },
      { operation: 'insert_page', type: 'group', title: 'Guide', id: GROUP },
      { operation: 'insert_page', title: 'Über uns', into: GROUP, document: utf8('---\na: 1\n---\n') },
    ]);
    expect(await one.export({ all: true })).to.deep.equal({
      '.gitbook/assets/a b c.png': 'png',
      '.gitbook/includes/a-note.md': '---\ntitle: A note\n---\n\nMind.',
      '.gitbook/vars.yaml': 'count: 2\nversion: "3"\n',
      'README.md':
        '---\ncover: .gitbook/assets/a b c.png\ncoverY: -3\n---\n\n# Welcome\n\n![](.gitbook/assets/a%20b%20c.png#gh-dark-mode-only)\n\n{% include ".gitbook/includes/a-note.md" %}\n',
      'SUMMARY.md': '# Table of contents\n\n* [Welcome](README.md)\n\n## Guide\n\n* [Über uns](guide/ueber-uns.md)\n',
      'guide/ueber-uns.md': '# Über uns\n\n---\na: 1\n---\n',
    });
    await one.isSameAfterImport();
    expect(await one.export()).to.deep.equal({});
  });

  it('names the first file of a page that the summary lists without one', async () => {
    const summary = '* [Home](README.md)\n* Guides\n  * [A](a.md)\n* [Gone](x.y/gone.md)\n* Icon\n';
    const one = await space({ 'README.md': '# Home\n', 'a.md': '# A\n', 'x.y': '', 'SUMMARY.md': summary });
    await one.edit((id) => [
      { operation: 'update_page', page: id('Guides'), document: utf8('All our guides.\n') },
      { operation: 'update_page', page: id('Gone'), document: utf8('Found.\n') },
      { operation: 'update_page', page: id('Icon'), icon: 'star' },
    ]);
    const files = await one.export();
    expect(files['SUMMARY.md']).to.equal(
      '* [Home](README.md)\n* [Guides](guides/README.md)\n  * [A](a.md)\n* [Gone](gone.md)\n* [Icon](icon.md)\n',
    );
    expect(files['guides/README.md']).to.equal('# Guides\n\nAll our guides.\n');
    expect(await one.isSameAfterImport()).to.equal(true);
  });

  for (const [what, eol] of [
    ['LF', '\n'],
    ['CRLF', '\r\n'],
  ] as const)
    it(`ends front matter without a line break before it writes the first text (${what})`, async () => {
      const frontMatter = ['---', 'icon: rocket', 'hidden: true', '---'].join(eol);
      const include = '.gitbook/includes/note.md';
      const one = await space({
        ...FILES,
        'guide/options.md': frontMatter,
        [include]: ['---', 'title: Note', '---'].join(eol),
      });
      const [note] = (await one.space.content()).reusableContents;
      await one.edit((id) => [
        { operation: 'update_page', page: id('Options'), document: utf8(`Hello${eol}`) },
        { operation: 'update_reusable_content', reusableContent: note!.id, document: utf8(`Mind${eol}`) },
      ]);
      expect(await one.export()).to.deep.equal({
        'guide/options.md': `${frontMatter}${eol}Hello${eol}`,
        [include]: ['---', 'title: Note', '---', 'Mind', ''].join(eol),
      });
      expect(await one.isSameAfterImport()).to.equal(true);
    });

  describe('with a page that unreadable front matter hides', () => {
    const unreadable = '---\nhidden: true\ndescription: a: b\n---\n\nSecret\n';
    const files = { 'README.md': '# Home\n', 'SUMMARY.md': '* [Home](README.md)\n* [A](a.md)\n', 'a.md': unreadable };
    const isHidden = async (one: SpaceInRepository) => {
      await one.space.import(one.files);
      return (await one.space.content()).pages.some(({ page }) => page.hidden === true);
    };

    it('writes identical bytes', async () => {
      const one = await space(files);
      expect(await one.export({ all: true })).to.deep.equal({});
      await one.edit((id) => [{ operation: 'update_page', page: id('A'), document: utf8(`${unreadable}More\n`) }]);
      expect(await one.export()).to.deep.equal({ 'a.md': `${unreadable}More\n` });
      expect(await isHidden(one)).to.equal(true);
    });

    it('keeps the page hidden when it gets another field', async () => {
      const one = await (await space(files)).edit((id) => [{ operation: 'update_page', page: id('A'), icon: 'star' }]);
      await one.export();
      expect(await isHidden(one)).to.equal(true);
    });

    it('shows the page when somebody decides so', async () => {
      const one = await (await space(files)).edit((id) => [{ operation: 'update_page', page: id('A'), hidden: false }]);
      expect(await one.export()).to.deep.equal({ 'a.md': `---\nhidden: false\n---\n\n${unreadable}` });
      expect(await isHidden(one)).to.equal(false);
    });
  });

  it('keeps the title of a page without a heading when no summary states it', async () => {
    const one = await space({ 'README.md': '# Home\n', 'install.md': '# Installing the product\n\nold\n' });
    await one.edit((id) => [
      { operation: 'update_page', page: id('Installing the product'), document: utf8('New text.\n') },
      { operation: 'update_page', page: id('Home'), icon: 'star' },
    ]);
    expect(await one.export()).to.deep.equal({
      'README.md': '---\nicon: star\n---\n\n# Home\n',
      'install.md': '---\ntitle: Installing the product\n---\n\nNew text.\n',
    });
    expect(await one.isSameAfterImport()).to.equal(true);
  });

  it('renames an underlined heading so that it stays a heading', async () => {
    const one = await space({
      'SUMMARY.md': '* [Home](README.md)\n* [D](d.md)\n* [E](e.md)\n',
      'README.md': 'Home\n====\n\ntext\n',
      'd.md': 'D\r\n===\r\n\r\ntext\r\n',
      'e.md': 'E\n=',
    });
    await one.edit((id) => [
      { operation: 'update_page', page: id('Home'), title: 'Start' },
      { operation: 'update_page', page: id('D'), title: '- D2' },
      { operation: 'update_page', page: id('E'), title: '1. E' },
    ]);
    const { 'SUMMARY.md': _, ...files } = await one.export();
    expect(files).to.deep.equal({
      'README.md': 'Start\n====\n\ntext\n',
      'd.md': '# - D2\r\n\r\ntext\r\n',
      'e.md': '# 1. E',
    });
  });

  it('keeps a link before its target a link', async () => {
    const files = {
      'README.md': '# Home\n',
      'guide.md': '# Guide\n',
      'faq.md': '# Faq\n',
      'SUMMARY.md': '* [Home](README.md)\n* [Guide](guide.md)\n* [Faq](faq.md)\n* [See guide](guide.md)\n',
    };
    const one = await space(files);
    await one.edit((id) => [
      {
        operation: 'insert_page',
        id: LINK,
        type: 'link',
        title: 'Popular: FAQ',
        at: 1,
        target: { kind: 'page', page: id('Faq') },
      },
      { operation: 'update_page', page: id('Guide'), at: 5 },
    ]);
    const { pages } = await one.space.content();
    expect(await one.export()).to.deep.equal({
      'SUMMARY.md':
        '* [Home](README.md)\n* [Popular: FAQ](faq.md#)\n* [Faq](faq.md)\n* [See guide](guide.md#)\n* [Guide](guide.md)\n',
    });
    expect(await one.isSameAfterImport()).to.equal(true);
    expect((await one.space.content()).pages.map(({ page }) => [page.id, page.title])).to.deep.equal(
      pages.map(({ page }) => [page.id, page.title]),
    );
  });

  it('keeps a link to a page of another space, or to a group, a link', async () => {
    const [otherSpace, otherPage] = ['000000000000000000aa', '0000000000000000000p'];
    const link = (id: string, target: Extract<Change, { operation: 'insert_page' }>['target']): Change => ({
      operation: 'insert_page',
      type: 'link',
      title: id.slice(0, 4),
      id,
      target,
    });
    const one = await (
      await space()
    ).edit((id) => [
      link('1000000000000000000x', { kind: 'page', page: otherPage, space: otherSpace }),
      link('2000000000000000000x', { kind: 'anchor', anchor: 'a b', page: otherPage, space: otherSpace }),
      link('3000000000000000000x', { kind: 'page', page: id('Reference') }),
    ]);
    const group = titled(await one.space.content(), 'Reference').id;
    const before = (await one.space.content()).pages.map(({ page: { id, type, target } }) => ({ id, type, target }));
    const { 'SUMMARY.md': summary } = await one.export();
    expect(summary).to.equal(
      `${FILES['SUMMARY.md'] as string}\n***\n\n* [1000](/spaces/${otherSpace}/pages/${otherPage})\n` +
        `* [2000](</spaces/${otherSpace}/pages/${otherPage}#a b>)\n* [3000](/pages/${group})\n`,
    );
    expect(await one.isSameAfterImport()).to.equal(true);
    expect(
      (await one.space.content()).pages.map(({ page: { id, type, target } }) => ({ id, type, target })),
    ).to.deep.equal(before);
  });

  it('keeps a link whose page or file was deleted a link', async () => {
    const one = await space({
      'README.md': '# Home\n',
      'f.md': '# F\n',
      'm.pdf': 'pdf',
      'SUMMARY.md': '* [Home](README.md)\n* [F](f.md)\n* [See F](f.md)\n* [Part](f.md#a%20b)\n* [Manual](m.pdf)\n',
    });
    const { files, pages } = await one.space.content();
    const page = pages.find((each) => each.page.title === 'F')!.page.id;
    await one.space.edit([
      { operation: 'delete_page', page },
      { operation: 'delete_file', file: files[0]!.id },
    ]);
    expect(await one.export()).to.deep.equal({
      'f.md': null,
      'm.pdf': null,
      'SUMMARY.md': `* [Home](README.md)\n* [See F](/broken/pages/${page})\n* [Part](/broken/pages/${page}#a%20b)\n* [Manual](/broken/files/${files[0]!.id})\n`,
    });
    expect(await one.isSameAfterImport()).to.equal(true);
  });

  for (const [what, files] of Object.entries<Record<string, Content>>({
    'reusable content': { 'docs/.gitbook/includes/inc.md': '---\ntitle: Inc\n---\n\nMind.\n' },
    'an uploaded file': { 'docs/.gitbook/assets/unused.png': 'png' },
    'pages only': {},
  }))
    it(`writes a space with a root folder to a new repository so that it reads the same: ${what}`, async () => {
      const written: Record<string, Content> = {
        '.gitbook.yaml': 'root: ./docs/\nredirects:\n  old: a.md\n  shared: ../shared.png\n',
        'docs/README.md': '# Home\n\n![](../shared.png)\n',
        'docs/SUMMARY.md': '# Table of contents\n\n* [Home](README.md)\n* [A](a.md)\n',
        'docs/a.md': '# A\n',
        'shared.png': 'png',
        ...files,
      };
      const one = await space(written);
      const outline = async () => (await one.space.content()).pages.map(({ page, path }) => [page.id, path]);
      const before = await outline();
      for (const path of Object.keys(one.files)) delete one.files[path];
      const exported = await one.export({ all: true });
      expect(exported).to.deep.equal(written);
      expect(await one.isSameAfterImport()).to.equal(true);
      expect(await outline()).to.deep.equal(before);
      await one.edit(() => [{ operation: 'set_variables', variables: { version: '3' } }]);
      expect(Object.keys(await one.export())).to.deep.equal(['docs/.gitbook/vars.yaml']);
    });

  it('adds no settings to a repository whose book.json states the root folder and the readme', async () => {
    const one = await space({
      'book.json': '{ "root": "./docs", "structure": { "readme": "start.md" } }',
      'docs/start.md': '# Home\n',
      'docs/SUMMARY.md': '# Table of contents\n\n* [Home](start.md)\n',
    });
    expect(await one.export({ all: true })).to.deep.equal({});
  });

  it('keeps the root folder of a project whose home page is in a folder below it', async () => {
    const written = {
      '.gitbook.yaml': 'root: ./docs/\nstructure:\n  readme: intro/start.md\n',
      'docs/SUMMARY.md': '# Table of contents\n\n* [Home](intro/start.md)\n* [A](a.md)\n',
      'docs/a.md': '# A\n',
      'docs/intro/start.md': '# Home\n',
    };
    const one = await space(written);
    for (const path of Object.keys(one.files)) delete one.files[path];
    expect(await one.export({ all: true })).to.deep.equal(written);
    expect(await one.isSameAfterImport()).to.equal(true);
  });

  it('does not take the folder of pages for a root folder', async () => {
    const one = await space({
      'SUMMARY.md': '# Table of contents\n\n* [Home](docs/README.md)\n* [A](docs/a.md)\n',
      'docs/README.md': '# Home\n',
      'docs/a.md': '# A\n',
    });
    for (const path of Object.keys(one.files)) delete one.files[path];
    expect(Object.keys(await one.export({ all: true }))).to.have.members(['SUMMARY.md', 'docs/README.md', 'docs/a.md']);
  });

  it('keeps the fields of front matter with an alias when the value that it names changes', async () => {
    const page =
      '---\ndescription: &d The product\nicon: rocket\nhidden: true\nseo:\n  description: *d\n---\n\n# Home\n';
    const one = await space({ 'SUMMARY.md': '* [Home](README.md)\n', 'README.md': page });
    await one.edit((id) => [{ operation: 'update_page', page: id('Home'), description: 'Other' }]);
    expect(await one.export()).to.deep.equal({
      'README.md':
        '---\ndescription: Other\nicon: rocket\nhidden: true\nseo:\n  description: The product\n---\n\n# Home\n',
    });
    expect(await one.isSameAfterImport()).to.equal(true);
  });
});
