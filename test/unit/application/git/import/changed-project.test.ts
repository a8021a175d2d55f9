import { expect } from 'chai';
import type { RemoteContent } from '../../../../../src/application/git/import/remote-content.ts';
import { ReadScene, type Files } from './read-scene.ts';

const FILES: Files = {
  'README.md': '# Home\n',
  'SUMMARY.md': '* [Home](README.md)\n* [Usage](usage.md)\n* [Odd Path](Odd%20Path.md)\n',
  'usage.md': '# Usage\n\n![](shot.png)\n',
  'Odd Path.md': '# Odd\n',
  'shot.png': 'png',
  'other.png': 'png',
};

describe('readChangedProject', () => {
  it('reads only the changed texts when the text of pages changed', async () => {
    const scene = new ReadScene();
    const changes = { 'usage.md': '# Usage\n\nNew. ![](shot.png)\n', 'Odd Path.md': '# Odd\n\nNew.\n' };
    const { base, changed } = await scene.after(FILES, { ...FILES, ...changes });
    expect(changed).to.include({ pages: 3, files: 1 });
    expect(changed!.content).to.not.equal(base);
    expect(scene.listed).to.equal(0);
    expect([...scene.read].sort()).to.deep.equal(
      [FILES['usage.md'], FILES['Odd Path.md'], ...Object.values(changes)].sort(),
    );
  });

  it('reads nothing when the changed files belong to no page', async () => {
    const scene = new ReadScene();
    const { base, changed } = await scene.after(
      { ...FILES, 'src/a.js': '1', 'unlisted.md': 'x' },
      { ...FILES, 'src/b.js': '2', 'unlisted.md': 'y' },
    );
    expect(changed).to.include({ content: base, pages: 3 });
    expect([scene.listed, scene.read]).to.deep.equal([0, []]);
  });

  const BIT = { 'README.md': FILES['README.md']!, 'usage.md': FILES['usage.md']!, 'shot.png': 'png' };
  for (const [what, { before = FILES, after, read }] of Object.entries<{
    before?: Files;
    after: Record<string, string | undefined>;
    read: readonly string[];
  }>({
    'a page that came': {
      after: { ...FILES, 'new.md': '# New\n', 'SUMMARY.md': `${FILES['SUMMARY.md']}* [New](new.md)\n` },
      read: ['new.md'],
    },
    'a page that is gone': { after: { ...FILES, 'Odd Path.md': undefined }, read: ['SUMMARY.md'] },
    'a page that moved': {
      after: {
        ...FILES,
        'Odd Path.md': undefined,
        'even.md': '# Odd\n',
        'SUMMARY.md': FILES['SUMMARY.md']!.replace('Odd%20Path', 'even'),
      },
      read: ['even.md'],
    },
    'pages in another order': {
      after: { ...FILES, 'SUMMARY.md': FILES['SUMMARY.md']!.split('\n').reverse().join('\n') },
      read: [],
    },
    'a page with another title': {
      after: { ...FILES, 'SUMMARY.md': FILES['SUMMARY.md']!.replace('[Usage]', '[How]') },
      read: ['usage.md'],
    },
    'an image that came with a page that names it': {
      after: { ...FILES, 'usage.md': '# Usage\n\n![](shot.png) ![](new.png)\n', 'new.png': 'new' },
      read: ['usage.md', 'new.png'],
    },
    'a page, where the folders say which there are': {
      before: BIT,
      after: { ...BIT, 'new.md': '# New\n' },
      read: ['new.md'],
    },
  })) {
    it(`reads only the necessary texts for ${what}`, async () => {
      const scene = new ReadScene();
      const files = Object.fromEntries(
        Object.entries(after).flatMap(([path, text]) => (text === undefined ? [] : [[path, text]])),
      );
      const { changed } = await scene.after(before, files);
      const seen = [...scene.read];
      for (const path of read) expect(seen, path).to.include(files[path]);
      const others = Object.keys(files).filter(
        (path) => path !== 'SUMMARY.md' && !read.includes(path) && before[path] === files[path],
      );
      for (const path of others) expect(seen, path).to.not.include(files[path]);
      expect(changed).to.deep.include({ pages: (await scene.whole(files)).pages });
    });
  }

  for (const [what, files] of Object.entries<Files>({
    settings: { ...FILES, '.gitbook.yaml': 'root: ./\n' },
    'an image that came and that no changed page names': { ...FILES, 'new.png': 'new' },
    'an image that no changed page names any more': { ...FILES, 'usage.md': '# Usage\n' },
    'an image that is spelt like another one': {
      ...FILES,
      'usage.md': '# Usage\n\n![](shot.png) ![](a%20b.png)\n',
      'a%20b.png': 'x',
    },
  })) {
    it(`requires a full read for ${what}`, async () => {
      const { changed } = await new ReadScene().after(FILES, files);
      expect(changed).to.equal(undefined);
    });
  }

  /** Project in which the headings of the first pages differ from the summary. */
  const headings = (pages: number, differing: number): Files => ({
    'SUMMARY.md': Array.from({ length: pages }, (_, i) => `* [Page ${i}](p${i}.md)\n`).join(''),
    ...Object.fromEntries(
      Array.from({ length: pages }, (_, i) => [`p${i}.md`, `# ${i < differing ? 'Another' : `Page ${i}`}\n`]),
    ),
  });

  it('updates the list of differing headings while the list is complete', async () => {
    const titleDifferences = (report: RemoteContent['report']) =>
      report.filter(({ code }) => code === 'title-differs').map(({ message, paths = [] }) => [message, paths]);
    for (const [before, after] of [
      [0, 1],
      [1, 0],
      [5, 3],
      [3, 9],
      [199, 203],
      [199, 150],
    ] as const) {
      const scene = new ReadScene();
      const { changed } = await scene.after(headings(210, before), headings(210, after));
      expect(scene.listed, `${before} ${after}`).to.equal(0);
      expect(titleDifferences(changed!.report)).to.deep.equal(
        titleDifferences((await scene.whole(headings(210, after))).report),
      );
    }
    for (const after of [199, 201])
      expect((await new ReadScene().after(headings(210, 200), headings(210, after))).changed).to.equal(undefined);
  });

  it('requires a full read when the earlier commit is missing', async () => {
    const { changed } = await new ReadScene().after(FILES, FILES, 'collected');
    expect(changed).to.equal(undefined);
  });
});
