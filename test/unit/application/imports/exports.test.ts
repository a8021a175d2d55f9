import { expect } from 'chai';
import fc from 'fast-check';
import { describeBrokenTargets } from '../../../../src/application/imports/runs/broken-targets.ts';
import { buildConfluenceSummary } from '../../../../src/application/imports/runs/confluence-export.ts';
import { runToCompletion } from '../../../../src/domain/kernel/pausable.ts';
import { relativePath } from '../../../../src/domain/links/relative-link.ts';
import { databaseMarkdown, parseCsv } from '../../../../src/application/imports/runs/notion-database.ts';
import { convertNotionMarkdown, notionPaths } from '../../../../src/application/imports/runs/notion-export.ts';
import { cpuTimeOf, RETRIES_OF_MEASUREMENTS } from '../../../support/cpu-time.ts';
import { joinPath } from '../../../../src/domain/links/link-target.ts';
import { checkProperty } from '../../../support/properties.ts';

const ID = '0123456789abcdef0123456789abcdef';
const OTHER = 'fedcba9876543210fedcba9876543210';

describe('describeBrokenTargets', () => {
  it('names each target once, by what tells it from the others', () => {
    const folder = 'Workspace%20of%20a%20team/Engineering%20and%20more/Runbooks';
    expect(describeBrokenTargets([`../${folder}/Deploy%20it.md#a`, `../${folder}/Deploy%20it.md#b`])).to.equal(
      'the link to "Deploy it.md" leads to nothing that is imported',
    );
    expect(describeBrokenTargets([`${folder}/one/x.png`, `${folder}/two/x.png`, 'x.png', '/broken/pages/x'])).to.equal(
      '4 links lead to nothing that is imported: "one/x.png", "two/x.png", "x.png" and "/broken/pages/x"',
    );
  });

  it('counts targets beyond the first five', () => {
    expect(describeBrokenTargets(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `deep/${name}.md`))).to.equal(
      '7 links lead to nothing that is imported: "a.md", "b.md", "c.md", "d.md", "e.md" and 2 more',
    );
  });
});

describe('notionPaths', () => {
  it('removes ids from pages and folders alike, and numbers equal names', () => {
    const paths = [`A ${ID}.md`, `A ${ID}/B ${ID}.md`, `A ${OTHER}.md`, `A ${OTHER}/i.png`];
    expect([...notionPaths(paths).values()]).to.deep.equal(['A.md', 'A/B.md', 'A 2.md', 'A 2/i.png']);
  });

  it('[A49] numbers many equal names in linear time', function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    const paths = Array.from(
      { length: 10_000 },
      (_, i) => `${i % 2 ? 'A' : 'a'} ${i.toString(16).padStart(32, '0')}.md`,
    );
    expect(cpuTimeOf(() => expect(notionPaths(paths).get(paths.at(-1)!)).to.equal('A 10000.md'))).to.be.below(250);
  });

  it('finds the page or database of a folder whose name has no id', () => {
    const [one, two, three] = ['1', '2', '3'].map((digit) => digit.repeat(32));
    const paths = [`A/B/C ${one}.md`, `A/B ${two}.csv`, `A/B ${two}_all.csv`, `A ${three}.md`, 'A/i.png', 'D/j.png'];
    expect([...notionPaths(paths).values()]).to.deep.equal(['A/B/C.md', 'A/B.csv', 'A.md', 'A/i.png', 'D/j.png']);
  });

  it('leaves out a view of a database beside the file with all of its rows', () => {
    const paths = [`T ${ID}.csv`, `T ${ID}_all.csv`, `T ${ID}/R ${OTHER}.md`];
    expect([...notionPaths(paths)]).to.deep.equal([
      [paths[1], 'T.csv'],
      [paths[2], 'T/R.md'],
    ]);
  });
});

describe('parseCsv', () => {
  it('reads back what was written with quotes', () => {
    const cells = fc.array(fc.array(fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ') }), { minLength: 2 }), {
      minLength: 1,
    });
    checkProperty(
      fc.property(cells, (rows) => {
        const text = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n');
        expect(parseCsv(text)).to.deep.equal(rows);
      }),
    );
  });
});

describe('databaseMarkdown', () => {
  it('links rows of equal names to different pages', () => {
    const [third, fourth] = [ID.replace('0', 'a'), ID.replace('0', 'b')];
    const paths = notionPaths([
      `T ${ID}.csv`,
      `T ${ID}/Call ${OTHER}.md`,
      `T ${ID}/Call ${ID}.md`,
      `T ${ID}/Call 2 ${third}.md`,
      `T ${ID}/Call ${OTHER}/Call ${fourth}.md`,
    ]);
    const { markdown } = databaseMarkdown('Name\nCall\nCall 2\nCall\nCall\n', 'T', 'T.md', paths);
    expect(markdown.split('\n').slice(4, 8)).to.deep.equal([
      '| [Call](T/Call.md) |',
      '| [Call 2](T/Call%202%202.md) |',
      '| [Call](T/Call%202.md) |',
      '| Call |',
    ]);
  });

  it('converts 5,000 rows and reports that more were cut', () => {
    const csvOf = (rows: number): string => `Name,State\n${'x,y\n'.repeat(rows)}`;
    expect(databaseMarkdown(csvOf(5_000), 'T', 'T.md', new Map()).isCut).to.equal(false);
    const { isCut, markdown } = databaseMarkdown(csvOf(5_001), 'T', 'T.md', new Map());
    expect(isCut).to.equal(true);
    expect(markdown.split('\n').filter((line) => line === '| x | y |')).to.have.lengthOf(5_000);
  });
});

describe('databaseMarkdown for names and cells', () => {
  it('links rows whose names have signs that file names lack, or are cut there', () => {
    const long = 'A name that is longer than the names of files can be';
    const paths = notionPaths([`T ${ID}.csv`, `T ${ID}/a b ${OTHER}.md`, `T ${ID}/${long.slice(0, 45)} ${ID}.md`]);
    const { markdown } = databaseMarkdown(`Name\na | b?\n${long}\na\n`, 'T', 'T.md', paths);
    expect(markdown.split('\n').slice(4, 7)).to.deep.equal([
      '| [a \\| b?](T/a%20b.md) |',
      `| [${long}](T/${encodeURIComponent(long.slice(0, 45))}.md) |`,
      '| a |',
    ]);
  });

  it('links relations and files, and keeps lines', () => {
    const linkTo = (target: string): string | undefined => (target.startsWith('T/') ? `to/${target}` : undefined);
    const csv = 'A,B,C\n"One (T/1.md), Two (T/2.md)","T/a%20b.png, T/c.pdf","x (y)\nz, 1.5"\n';
    expect(databaseMarkdown(csv, 'T', 'T.md', new Map(), linkTo).markdown.split('\n')[4]).to.equal(
      '| [One](to/T/1.md), [Two](to/T/2.md) | ![a b.png](to/T/a%20b.png), [c.pdf](to/T/c.pdf) | x (y)<br>z, 1.5 |',
    );
  });
});

describe('convertNotionMarkdown', () => {
  const convert = (markdown: string): string =>
    runToCompletion(
      convertNotionMarkdown(markdown, 'Home.md', (path) => (path.endsWith('_all.csv') ? 'T.md' : undefined)),
    );

  it('keeps lines of properties apart', () => {
    expect(convert('# A\n\nOwner: B\nTags: c, d\n\nText: e\nf\n')).to.equal(
      '# A\n\nOwner: B\\\nTags: c, d\n\nText: e\nf\n',
    );
  });

  it('writes formulas between double dollar signs, and keeps prices and code', () => {
    expect(convert('a $x^2$, $5 and $6, `$y$` $$z$$ us$1$\n')).to.equal('a $$x^2$$, $5 and $6, `$y$` $$z$$ us$1$\n');
  });

  it('links views of a database to its page, and leaves out anchors of blocks', () => {
    expect(convert(`[T](T.csv) [b](T.csv#${ID}) [c](T.csv#c)\n`)).to.equal('[T](T.md) [b](T.md) [c](T.md#c)\n');
  });
});

describe('relativePath', () => {
  it('leads from the folder of one file to another', () => {
    const path = fc
      .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 5 })
      .map((segments) => segments.join('/'));
    checkProperty(
      fc.property(path, path, (from, to) => {
        const folder = from.slice(0, from.lastIndexOf('/') + 1);
        expect(joinPath(folder, relativePath(from, to))).to.equal(to);
      }),
    );
  });
});

describe('buildConfluenceSummary', () => {
  it('lists every page once, also where parents form a cycle', () => {
    const pages = [
      { path: 'a.md', title: 'A', parent: 'b.md' },
      { path: 'b.md', title: 'B', parent: 'a.md' },
      { path: 'c.md', title: 'C', parent: 'gone.md' },
      { path: 'd.md', title: 'D', parent: 'c.md' },
    ];
    const lines = buildConfluenceSummary(pages, ['c.md', 'a.md']).split('\n').slice(2, -1);
    expect(lines).to.deep.equal(['* [C](c.md)', '  * [D](d.md)', '* [A](a.md)', '  * [B](b.md)']);
  });

  it('[A49] indents pages by the depth that a space can have at most', () => {
    const pages = Array.from({ length: 5_000 }, (_, i) => ({ path: `${i}.md`, title: 'P', parent: `${i - 1}.md` }));
    const lines = buildConfluenceSummary(pages, []).split('\n').slice(2, -1);
    expect(lines).to.have.length(5_000);
    expect(lines.at(-1)).to.equal(`${'  '.repeat(100)}* [P](4999.md)`);
  });
});
