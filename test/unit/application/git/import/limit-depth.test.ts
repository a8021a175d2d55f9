import { expect } from 'chai';
import { syncReport } from '../../../../../src/application/git/sync-report.ts';
import { MAX_PAGE_DEPTH } from '../../../../../src/domain/content/edits/page-depth.ts';
import type { PreviousContent } from '../../../../../src/application/git/import/previous-content.ts';
import { planOf } from '../../../adapters/git-format/repository-of.ts';
import { SpaceUnderImport, titled } from '../space-under-import.ts';

/** Project whose summary nests pages `levels` deep, followed by the given lines. */
const nested = (levels: number, ...more: string[]): Record<string, string> => {
  const numbers = Array.from({ length: levels }, (_, i) => i + 1);
  return {
    ...Object.fromEntries(numbers.map((n) => [`p${n}.md`, `# P${n}\n`])),
    'SUMMARY.md':
      ['# Table of contents', '', ...numbers.map((n) => `${'  '.repeat(n - 1)}* [P${n}](p${n}.md)`), ...more].join(
        '\n',
      ) + '\n',
  };
};
const levelOf = (content: PreviousContent, title: string): number => {
  const pages = new Map(content.pages.map(({ page }) => [page.id, page]));
  let level = 0;
  for (let id: string | null = titled(content, title).id; id !== null; id = pages.get(id)!.parent) level += 1;
  return level;
};

describe('limitDepth', () => {
  it('keeps the nesting of the summary up to the limit', async () => {
    const files = nested(MAX_PAGE_DEPTH);
    const content = await new SpaceUnderImport().import(files);
    expect(levelOf(content, `P${MAX_PAGE_DEPTH}`)).to.equal(MAX_PAGE_DEPTH);
    expect(syncReport([], await planOf(files)).map(({ code }) => code)).to.not.include('page-too-deep');
  });

  it('places deeper pages on the deepest level after their former parent and reports them', async () => {
    const files = nested(MAX_PAGE_DEPTH + 3, `${'  '.repeat(MAX_PAGE_DEPTH - 1)}* [Next](p1.md#next)`);
    const content = await new SpaceUnderImport().import(files);
    const deepest = content.pages
      .filter(({ page }) => page.parent === titled(content, `P${MAX_PAGE_DEPTH - 1}`).id)
      .map(({ page }) => page.title);
    expect(deepest).to.deep.equal([0, 1, 2, 3].map((n) => `P${MAX_PAGE_DEPTH + n}`).concat('Next'));
    for (const title of deepest) expect(levelOf(content, title), title).to.equal(MAX_PAGE_DEPTH);
    const warnings = syncReport([], await planOf(files)).filter(({ code }) => code === 'page-too-deep');
    expect(warnings.map(({ level, path, line }) => [level, path, line])).to.deep.equal(
      [1, 2, 3].map((n) => ['warning', `p${MAX_PAGE_DEPTH + n}.md`, MAX_PAGE_DEPTH + n + 2]),
    );
  });

  it('gives a raised page a unique slug that stays the same in the next import', async () => {
    const indent = (level: number) => '  '.repeat(level - 1);
    const files = {
      ...nested(
        MAX_PAGE_DEPTH,
        `${indent(MAX_PAGE_DEPTH + 1)}* [A](x/same.md)`,
        `${indent(MAX_PAGE_DEPTH + 2)}* [B](y/same.md)`,
        `${indent(MAX_PAGE_DEPTH)}* [C](z/same.md)`,
      ),
      'x/same.md': '# A\n',
      'y/same.md': '# B\n',
      'z/same.md': '# C\n',
    };
    const space = new SpaceUnderImport();
    const content = await space.import(files);
    expect(['A', 'B', 'C'].map((title) => titled(content, title).slug)).to.deep.equal(['same-1', 'same-2', 'same']);
    const before = space.head;
    await space.import(files);
    expect(space.head).to.equal(before);
  });
});
