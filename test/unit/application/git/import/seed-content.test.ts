import { expect } from 'chai';
import fc from 'fast-check';
import { idsByTitle, SpaceUnderImport, titled } from '../space-under-import.ts';
import { checkProperty } from '../../../../support/properties.ts';

const PNG = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEElEQVR42mNk+M9QzwAFAAkPAQH6Yh3zAAAAAElFTkSuQmCC',
    'base64',
  ),
);
const summary = (...lines: string[]) => `# Table of contents\n\n${lines.join('\n')}\n`;
const SIMPLE = {
  'README.md': '# Home\n',
  'guide/README.md': '# Guide\n',
  'guide/install.md': '# Install\n\nRun it.\n',
  'SUMMARY.md': summary('* [Home](README.md)', '* [Guide](guide/README.md)', '  * [Install](guide/install.md)'),
};

describe('seedContent in a first import', () => {
  it('imports the pages of the summary in order with file, slug and text', async () => {
    const space = new SpaceUnderImport();
    const { pages } = await space.import(SIMPLE);
    expect(pages.map(({ page, path }) => [page.title, page.type, path, page.git?.path])).to.deep.equal([
      ['Home', 'document', 'readme', 'README.md'],
      ['Guide', 'document', 'guide', 'guide/README.md'],
      ['Install', 'document', 'guide/install', 'guide/install.md'],
    ]);
    expect(await space.text(pages[2]!.page)).to.equal('# Install\n\nRun it.\n');
    expect(pages[2]!.page.git).to.deep.equal({ oid: 'oid:guide/install.md', path: 'guide/install.md' });
    expect(pages[2]!.page.parent).to.equal(pages[1]!.page.id);
  });

  it('reads fields from front matter and keeps its bytes', async () => {
    const frontMatter =
      '\ufeff---\ndescription: >-\n  What\n  it is\nicon: book\nhidden: true\nif: visitor.claims.beta\nlayout:\n  width: wide\n  outline:\n    visible: false\ncover: .gitbook/assets/c.png\ncoverY: 12\nvars:\n  a: 1\nunknown: {kept: yes}\n---\n';
    const { pages, files } = await new SpaceUnderImport().import({
      'README.md': `${frontMatter}# Home\n`,
      '.gitbook/assets/c.png': PNG,
      'SUMMARY.md': summary('* [Home](README.md)'),
    });
    const { page } = pages[0]!;
    expect(page).to.deep.include({
      description: 'What it is',
      icon: 'book',
      hidden: true,
      condition: 'visitor.claims.beta',
      layout: { width: 'wide', outline: false },
      cover: { ref: { kind: 'file', file: files[0]!.id }, yPos: 12 },
      variables: { a: 1 },
      frontMatter: { source: frontMatter },
    });
    expect(page).to.not.have.any.keys('noIndex', 'emoji');
  });

  it('keeps front matter that is not UTF-8 byte for byte', async () => {
    const bytes = Buffer.from('---\ndescription: caf\xe9\n---\n', 'latin1');
    const space = new SpaceUnderImport();
    const { pages } = await space.import({
      'README.md': Uint8Array.from(Buffer.concat([bytes, Buffer.from('# Home\n')])),
      'SUMMARY.md': summary('* [Home](README.md)'),
    });
    expect(pages[0]!.page.frontMatter).to.deep.equal({ base64: bytes.toString('base64') });
    expect(await space.text(pages[0]!.page)).to.equal('# Home\n');
  });

  it('imports files with type, size, name and path', async () => {
    const { files } = await new SpaceUnderImport().import({
      'README.md': '![](.gitbook/assets/a%20b.png)',
      '.gitbook/assets/a b.png': PNG,
      '.gitbook/assets/note.txt': 'hello',
    });
    expect(
      files.map(({ name, contentType, size, dimensions, git }) => ({
        name,
        contentType,
        size,
        dimensions,
        path: git?.path,
      })),
    ).to.deep.equal([
      {
        name: 'a b.png',
        contentType: 'image/png',
        size: PNG.length,
        dimensions: { width: 3, height: 2 },
        path: '.gitbook/assets/a b.png',
      },
      { name: 'note.txt', contentType: 'text/plain', size: 5, dimensions: undefined, path: '.gitbook/assets/note.txt' },
    ]);
  });

  it('turns links in the summary into content references', async () => {
    const content = await new SpaceUnderImport().import({
      'README.md': '# Home\n',
      '.gitbook/assets/x.pdf': '%PDF-',
      'SUMMARY.md': summary(
        '* [Home](README.md)',
        '* [Part](README.md#part)',
        '* [Site](https://example.org/)',
        '* [Paper](.gitbook/assets/x.pdf)',
        '* [There](https://app.gitbook.com/s/abc/page)',
      ),
    });
    const home = titled(content, 'Home').id;
    expect(titled(content, 'Part').target).to.deep.equal({ kind: 'anchor', anchor: 'part', page: home });
    expect(titled(content, 'Site')).to.deep.include({
      target: { kind: 'url', url: 'https://example.org/' },
      href: 'https://example.org/',
    });
    expect(titled(content, 'Paper').target).to.deep.equal({ kind: 'file', file: content.files[0]!.id });
    expect(titled(content, 'There').target).to.deep.equal({ kind: 'space', space: 'abc' });
  });

  it('imports reusable contents with front matter and keeps their ids', async () => {
    const space = new SpaceUnderImport();
    const files = {
      'README.md': '# Home\n',
      '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nMind.\n',
      '.gitbook/vars.yaml': 'version: 2\n',
    };
    const first = await space.import(files);
    expect(first.reusableContents).to.have.length(1);
    expect(first.reusableContents[0]).to.deep.include({
      title: 'Note',
      frontMatter: { source: '---\ntitle: Note\n---\n' },
      git: { oid: 'oid:.gitbook/includes/note.md', path: '.gitbook/includes/note.md' },
    });
    const second = await space.import({
      ...files,
      '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nMind more.\n',
    });
    expect(second.reusableContents[0]!.id).to.equal(first.reusableContents[0]!.id);
    expect(second.reusableContents[0]!.document).to.not.equal(first.reusableContents[0]!.document);
  });
});

describe('seedContent in a second import', () => {
  it('changes nothing when the repository did not change', async () => {
    const space = new SpaceUnderImport();
    await space.import(SIMPLE);
    const before = space.head;
    await space.import(SIMPLE);
    expect(space.head).to.equal(before);
  });

  it('changes only the page whose file changed', async () => {
    const space = new SpaceUnderImport();
    const before = await space.import(SIMPLE);
    const after = await space.import({ ...SIMPLE, 'guide/install.md': '# Install\n\nRun it twice.\n' });
    expect(idsByTitle(after)).to.deep.equal(idsByTitle(before));
    expect(titled(after, 'Home')).to.deep.equal(titled(before, 'Home'));
    expect(titled(after, 'Guide')).to.deep.equal(titled(before, 'Guide'));
    expect(titled(after, 'Install')).to.deep.include({
      createdAt: titled(before, 'Install').createdAt,
      updatedAt: '2026-01-02T00:00:00.000Z',
    });
  });

  it('matches a page by its file whatever its title and position', async () => {
    const space = new SpaceUnderImport();
    const before = await space.import(SIMPLE);
    const after = await space.import({
      ...SIMPLE,
      'SUMMARY.md': summary('* [Set up](guide/install.md)', '* [Guide](guide/README.md)', '* [Home](README.md)'),
    });
    expect(titled(after, 'Set up').id).to.equal(titled(before, 'Install').id);
    expect(after.pages.map(({ page }) => page.title)).to.deep.equal(['Set up', 'Guide', 'Home']);
  });

  it('matches a page with a renamed file by page path, bytes or title', async () => {
    const space = new SpaceUnderImport();
    const files = {
      'README.md': '# Home\n',
      'a.md': '# A\n',
      'b.md': '# B\n',
      'c.md': '# C\n',
      'SUMMARY.md': summary('* [Home](README.md)', '* [A](a.md)', '* [B](b.md)', '* [C](c.md)'),
    };
    const before = await space.import(files);
    const after = await space.import({
      'README.md': '# Home\n',
      'a/README.md': '# A\n\nmore\n',
      'elsewhere/c.md': '# C\n\nmore\n',
      'new.md': '# New\n',
      'd/b.md': '# B\n\nmore\n',
      'SUMMARY.md': summary(
        '* [Home](README.md)',
        '* [New](new.md)',
        '  * [C](elsewhere/c.md)',
        '* [A](a/README.md)',
        '* [B](d/b.md)',
      ),
    });
    const { New: fresh, ...kept } = idsByTitle(after);
    expect(kept).to.deep.equal(idsByTitle(before));
    expect(Object.values(idsByTitle(before))).to.not.include(fresh);
  });

  it('matches each page at most once when titles repeat', async () => {
    const space = new SpaceUnderImport();
    const twice = (...names: string[]) =>
      Object.fromEntries([
        ...names.map((name) => [`${name}.md`, '# Same\n']),
        ['SUMMARY.md', summary(...names.map((name) => `* [Same](${name}.md)`))],
      ]);
    const before = await space.import(twice('a', 'b'));
    const after = await space.import(twice('x', 'b', 'y', 'a'));
    const idOf = ({ pages }: typeof before, path: string) => pages.find(({ page }) => page.git?.path === path)!.page.id;
    expect(idOf(after, 'a.md')).to.equal(idOf(before, 'a.md'));
    expect(idOf(after, 'b.md')).to.equal(idOf(before, 'b.md'));
    expect(new Set(after.pages.map(({ page }) => page.id)).size).to.equal(4);
  });

  it('moves the moved pages and keeps the ranks of the others', async () => {
    const space = new SpaceUnderImport();
    const names = ['a', 'b', 'c', 'd', 'e'];
    const files = (order: readonly string[]) => ({
      ...Object.fromEntries(names.map((name) => [`${name}.md`, `# ${name}\n`])),
      'SUMMARY.md': summary(...order.map((name) => `* [${name}](${name}.md)`)),
    });
    const before = await space.import(files(names));
    const after = await space.import(files(['b', 'c', 'd', 'e', 'a']));
    expect(after.pages.map(({ page }) => page.title)).to.deep.equal(['b', 'c', 'd', 'e', 'a']);
    for (const name of ['b', 'c', 'd', 'e']) expect(titled(after, name)).to.deep.equal(titled(before, name));
  });

  it('replaces edited pages by those of the repository and adopts pages created in the space', async () => {
    const space = new SpaceUnderImport();
    const before = await space.import(SIMPLE);
    const written = space.newId();
    await space.edit([
      {
        operation: 'update_page',
        page: titled(before, 'Install').id,
        document: new TextEncoder().encode('edited'),
        icon: 'gear',
      },
      {
        operation: 'insert_page',
        id: written,
        title: 'Usage',
        slug: 'usage',
        into: titled(before, 'Guide').id,
        document: new TextEncoder().encode('# Usage\n'),
      },
    ]);
    const after = await space.import({
      ...SIMPLE,
      'guide/usage.md': '# Usage\n\nmore\n',
      'SUMMARY.md': `${SIMPLE['SUMMARY.md']}  * [Using it](guide/usage.md)\n`,
    });
    expect(await space.text(titled(after, 'Install'))).to.equal('# Install\n\nRun it.\n');
    expect(titled(after, 'Install').icon).to.equal(undefined);
    expect(titled(after, 'Using it').id).to.equal(written);
  });

  it('keeps the fields of groups and links that a summary cannot express', async () => {
    const space = new SpaceUnderImport();
    const files = {
      'a.md': '# A\n',
      'SUMMARY.md': summary('## Group', '', '* [A](a.md)', '* [Site](https://example.org/)'),
    };
    const before = await space.import(files);
    await space.edit([
      { operation: 'update_page', page: titled(before, 'Group').id, emoji: '📦' },
      { operation: 'update_page', page: titled(before, 'Site').id, icon: 'globe' },
    ]);
    const after = await space.import({ ...files, 'a.md': '# A\n\nmore\n' });
    expect(titled(after, 'Group')).to.include({ emoji: '📦', id: titled(before, 'Group').id });
    expect(titled(after, 'Site')).to.include({ icon: 'globe', id: titled(before, 'Site').id });
  });

  it('matches files by path, or by name and bytes at another path', async () => {
    const space = new SpaceUnderImport();
    const before = await space.import({
      'README.md': '',
      '.gitbook/assets/a.png': PNG,
      '.gitbook/assets/t.txt': 'one',
    });
    const after = await space.import({
      'README.md': '',
      '.gitbook/assets/img/a.png': PNG,
      '.gitbook/assets/t.txt': 'two',
      '.gitbook/assets/u.txt': 'one',
    });
    const ids = (content: typeof before) => Object.fromEntries(content.files.map(({ name, id }) => [name, id]));
    expect(ids(after)).to.include(ids(before));
    expect(new Set(after.files.map(({ id }) => id)).size).to.equal(3);
  });

  it('yields the same content for any previous content except for ids, times and ranks', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const project = fc
      .record({
        order: fc.shuffledSubarray(names, { minLength: 1 }),
        indents: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
        texts: fc.array(fc.constantFrom('x', 'y'), { minLength: 4, maxLength: 4 }),
        titles: fc.array(fc.constantFrom('One', 'Two'), { minLength: 4, maxLength: 4 }),
      })
      .map(({ order, indents, texts, titles }) => ({
        ...Object.fromEntries(order.map((name, i) => [`${name}.md`, `# ${texts[i]}\n`])),
        'SUMMARY.md': summary(
          ...order.map((name, i) => `${i > 0 && indents[i] ? '  ' : ''}* [${titles[i]}](${name}.md)`),
        ),
      }));
    await checkProperty(
      fc.asyncProperty(fc.array(project, { minLength: 1, maxLength: 4 }), project, async (history, last) => {
        const space = new SpaceUnderImport();
        for (const each of history) await space.import(each);
        const outline = async (of: SpaceUnderImport) =>
          Promise.all(
            (await of.content()).pages.map(async ({ page, path }) => [page.title, path, page.git, await of.text(page)]),
          );
        await space.import(last);
        const fresh = new SpaceUnderImport();
        await fresh.import(last);
        expect(await outline(space)).to.deep.equal(await outline(fresh));
        const ids = (await space.content()).pages.map(({ page }) => page.id);
        expect(new Set(ids).size).to.equal(ids.length);
        const settled = space.head;
        await space.import(last);
        expect(space.head).to.equal(settled);
      }),
      { numRuns: 150 },
    );
  });
});
