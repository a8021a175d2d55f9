import { expect } from 'chai';
import type { PageNode } from '../../../../src/domain/content/content-reads.ts';
import type { File, Page } from '../../../../src/domain/content/page.ts';
import { resolveContentTarget, documentPath } from '../../../../src/domain/sites/content/content-target.ts';
import { FileIndex } from '../../../../src/domain/sites/content/file-index.ts';
import { SpaceOutline } from '../../../../src/domain/sites/content/space-outline.ts';

type Plant = Partial<Page> & { readonly title: string; readonly below?: readonly Plant[] };
/** Builds the page tree of a space; ids are titles. */
function tree(plants: readonly Plant[], prefix = ''): PageNode[] {
  return plants.map(({ below = [], ...fields }) => {
    const slug = fields.slug ?? fields.title.toLowerCase();
    const isLink = fields.type === 'link';
    const page = {
      id: fields.title,
      type: 'document',
      parent: null,
      rank: '',
      slug,
      createdAt: '',
      updatedAt: '',
      ...fields,
    } as Page;
    const path = isLink ? undefined : prefix + slug;
    return { page, path, pages: tree(below, isLink ? prefix : `${path}/`) };
  });
}
const at = (path: string) => ({ oid: '', path });

const FILE_ID = 'f2'.padEnd(20, '0');

describe('SpaceOutline', () => {
  const outline = new SpaceOutline(
    tree([
      { title: 'Staff', condition: 'x', below: [{ title: 'Under' }] },
      { title: 'Hid', hidden: true, below: [{ title: 'Inner' }] },
      {
        title: 'G',
        type: 'group',
        below: [
          { title: 'L', type: 'link' },
          { title: 'A', linkTitle: 'Short' },
          { title: 'B', noRobotsIndex: true },
        ],
      },
      { title: 'C' },
    ]),
  );

  it('removes pages with a condition, with their descendants', () => {
    expect(outline.entries.map(({ id }) => id)).to.deep.equal(['Hid', 'Inner', 'G', 'L', 'A', 'B', 'C']);
    expect(outline.byId('Under')).to.equal(undefined);
    expect(outline.byPath('staff/under')).to.equal(undefined);
    expect(outline.byPathIgnoringCase('STAFF')).to.equal(undefined);
  });
  it('finds a page by a path with decomposed letters, as of a page with the composed ones', () => {
    const menu = new SpaceOutline(tree([{ title: 'Caf\u00e9' }]));
    expect(menu.byPath('cafe\u0301')).to.equal(undefined);
    expect(menu.byPathIgnoringCase('cafe\u0301')?.id).to.equal('Caf\u00e9');
  });
  it('returns the pages of navigation in order, and those that search engines may index', () => {
    expect([...outline.documents()].map(({ id }) => id)).to.deep.equal(['A', 'B', 'C']);
    expect(outline.home?.id).to.equal('A');
    expect(outline.byPath('')?.id).to.equal('A');
    expect(outline.byPath('hid/inner')?.listed).to.equal(false);
    expect(outline.entries.filter(({ indexed }) => indexed).map(({ id }) => id)).to.deep.equal(['G', 'L', 'A', 'C']);
    expect(outline.byId('A')?.label).to.equal('Short');
  });
  it('returns neighbors and the first document of a group', () => {
    const b = outline.byId('B')!;
    expect([outline.neighbors(b).previous?.id, outline.neighbors(b).next?.id]).to.deep.equal(['A', 'C']);
    expect(outline.neighbors(outline.byId('Hid')!)).to.deep.equal({});
    expect(outline.firstDocumentIn(outline.byId('G')!)?.id).to.equal('A');
  });
  it('uses a hidden page as the home page if there is no other, and none without documents', () => {
    expect(new SpaceOutline(tree([{ title: 'H', hidden: true }])).home?.id).to.equal('H');
    expect(
      new SpaceOutline(
        tree([
          { title: 'S', condition: 'x' },
          { title: 'L', type: 'link' },
        ]),
      ).home,
    ).to.equal(undefined);
  });
  it('accepts trees of any depth', () => {
    let node: PageNode = tree([{ title: 'bottom' }])[0]!;
    for (let i = 0; i < 20_000; i++) node = { page: { ...node.page, id: String(i) }, path: String(i), pages: [node] };
    expect(new SpaceOutline([node]).entries).to.have.length(20_001);
  });
});

describe('resolveContentTarget', () => {
  const outline = new SpaceOutline(
    tree([
      { title: 'Home', slug: 'readme', git: at('docs/README.md') },
      {
        title: 'Guides',
        git: at('docs/guides/README.md'),
        below: [{ title: 'One', git: at('docs/guides/page one.md') }, { title: 'Api' }],
      },
      { title: 'Staff', condition: 'x', git: at('docs/staff.md') },
      { title: 'Out', type: 'link' },
    ]),
  );
  const file = (id: string, path?: string): File => ({
    id,
    name: id,
    contentType: '',
    size: 0,
    blob: '' as File['blob'],
    ...(path !== undefined && { git: at(path) }),
  });
  const files = new FileIndex([file('f1', '.gitbook/assets/a b.png'), file(FILE_ID)]);
  const meaning = (target: string, place = 'docs/guides/README.md') => {
    const found = resolveContentTarget(target, place, { outline, files });
    if (found.kind === 'page') return found.entry.id + (found.anchor === undefined ? '' : `#${found.anchor}`);
    return found.kind === 'file' ? found.file.id : found.kind === 'url' ? found.url : undefined;
  };

  it('finds a page by its id or path', () => {
    expect(
      [
        '/pages/One',
        '/pages/One#x',
        '/pages/guides/one',
        '/pages/guides/one.md',
        '/pages/guides/README.md',
        '/pages/Guides/',
      ].map((target) => meaning(target)),
    ).to.deep.equal(['One', 'One#x', 'One', 'One', 'Guides', 'Guides']);
  });
  it('finds a Markdown file relative to the document or to the root', () => {
    expect(
      [
        'page one.md',
        'page%20one.md',
        './page one.md#a',
        '../README.md',
        '..',
        './',
        '/docs/guides/',
        '/docs/README.md',
        '../guides',
        'page one',
      ].map((target) => meaning(target)),
    ).to.deep.equal(['One', 'One', 'One#a', 'Home', 'Home', 'Guides', 'Guides', 'Home', 'Guides', 'One']);
  });
  it('finds a page by its own path, ignoring case, outside of repositories', () => {
    const place = documentPath({ path: 'guides/api' });
    expect(place).to.equal('guides/api.md');
    expect(
      ['one.md', '../readme.md', '/guides/one', '/Guides/API', '/', './one?x=1#y'].map((target) =>
        meaning(target, place),
      ),
    ).to.deep.equal(['One', 'Home', 'One', 'Api', 'Home', 'One#y']);
  });
  it('finds a file by its id or path', () => {
    expect(
      [
        `/files/${FILE_ID}`,
        '../../.gitbook/assets/a b.png',
        '../../.gitbook/assets/a%20b.png',
        '/.gitbook/assets/a b.png',
      ].map((target) => meaning(target)),
    ).to.deep.equal([FILE_ID, 'f1', 'f1', 'f1']);
  });
  it('returns URLs unchanged', () => {
    for (const url of ['https://example.com/a#b', 'HTTP://example.com', '//example.com/x'])
      expect(meaning(url)).to.equal(url);
  });
  it('returns a broken target for content that readers cannot access', () => {
    for (const target of [
      '../staff.md',
      '/pages/Staff',
      '/pages/Out',
      '/files/none',
      'none.md',
      '../../../etc/passwd',
      'broken-reference',
      '../broken-reference/',
      '/broken/pages/One',
      '/pages/',
      '%ff.md',
      '',
    ]) {
      expect(meaning(target, 'docs/none/x.md'), target).to.equal(undefined);
    }
  });
});
