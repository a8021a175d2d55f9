import { expect } from 'chai';
import { GeneratedPageSearch } from '../../../../src/application/sites/reader/generated-page-search.ts';
import type { ExpandedOutline, GeneratedPage } from '../../../../src/application/sites/reader/computed-outlines.ts';
import type { Page } from '../../../../src/domain/content/page.ts';
import { strictPlan } from '../../../../src/domain/search/search-plan.ts';
import { parseSearchQuery } from '../../../../src/domain/search/search-query.ts';
import { SpaceOutline } from '../../../../src/domain/sites/content/space-outline.ts';
import { longestTurnOf, RETRIES_OF_MEASUREMENTS } from '../../../support/cpu-time.ts';

const AT = '2026-01-01T00:00:00.000Z';
let editions = 0;

/** Generated pages with an outline that lists them except those whose titles begin with `Hidden`. */
function expandedOutline(texts: readonly (readonly [title: string, markdown: string])[]): ExpandedOutline {
  const pages = texts.map(([title, markdown], i): GeneratedPage => {
    const page: Page = {
      id: `page${i}`,
      type: 'document',
      title,
      slug: `page-${i}`,
      parent: null,
      rank: String(i).padStart(6, '0'),
      createdAt: AT,
      updatedAt: AT,
      ...(title.startsWith('Hidden') && { hidden: true }),
    };
    return { page, markdown };
  });
  return {
    outline: new SpaceOutline(pages.map(({ page }) => ({ page, path: page.slug, pages: [] }))),
    pages: new Map(pages.map((one) => [one.page.id, one])),
    generated: pages,
    edition: ++editions,
  };
}
const plan = (text: string) => strictPlan(parseSearchQuery(text))!;

describe('GeneratedPageSearch', () => {
  const entries = new GeneratedPageSearch();
  const found = async (expanded: ExpandedOutline, text: string): Promise<string[]> =>
    (await entries.find(expanded, expanded.outline, plan(text))).map(({ page }) => page.title);

  it('finds listed pages by their words and ranks titles above text', async () => {
    const expanded = expandedOutline([
      ['Walrus', 'Fish.'],
      ['Other', 'A walrus, and fish.'],
      ['Hidden walrus', 'Fish.'],
    ]);
    expect(await found(expanded, 'walrus')).to.deep.equal(['Walrus', 'Other']);
    const [first, second] = await entries.find(expanded, expanded.outline, plan('walrus'));
    expect(first!.score).to.be.above(second!.score);
    expect([first!.head > 0, second!.head]).to.deep.equal([true, 0]);
    expect(await found(expanded, '"fish walrus"')).to.deep.equal([]);
  });

  it('suggests similar words from listed pages for words that the pages lack', async () => {
    const expanded = expandedOutline([
      ['Walrus', 'Fish.'],
      ['Hidden', 'A walnut.'],
    ]);
    const alike = await entries.similarWords(expanded, expanded.outline, ['walras', 'wal', 'walrus', 'walnt']);
    expect([...alike.keys()]).to.deep.equal(['walras', 'walnt']);
    expect(alike.get('walras')).to.deep.equal(['walrus']);
    expect(alike.get('walnt')).not.to.include('walnut');
  });

  it('searches the texts of the given edition', async () => {
    const [before, after] = [expandedOutline([['Pets', 'A walrus.']]), expandedOutline([['Pets', 'A quokka.']])];
    expect([
      await found(before, 'walrus'),
      await found(after, 'walrus'),
      await found(after, 'quokka'),
      await found(before, 'walrus'),
    ]).to.deep.equal([['Pets'], [], ['Pets'], ['Pets']]);
  });

  it('searches the text of the first four million characters of a space and titles beyond', async () => {
    const long = (length: number): string => 'ab '.repeat(Math.ceil(length / 3)).slice(0, length);
    const expandedOfLength = (length: number): ExpandedOutline =>
      expandedOutline([
        ...[1, 2, 3].map((i) => [`Long ${i}`, long(1_000_000)] as const),
        ['Long 4', long(length)],
        ['Last walrus', 'A quokka.'],
      ]);
    expect(await found(expandedOfLength(999_999), 'quokka')).to.deep.equal(['Last walrus']);
    expect(await found(expandedOfLength(1_000_000), 'quokka')).to.deep.equal([]);
    expect(await found(expandedOfLength(1_000_000), 'walrus')).to.deep.equal(['Last walrus']);
  });

  it('yields to the event loop while it searches many pages', async function () {
    this.retries(RETRIES_OF_MEASUREMENTS);
    const words = Array.from({ length: 1_000 }, (_, i) => `field${i % 997}`).join(' ');
    const expanded = expandedOutline(Array.from({ length: 400 }, (_, i) => [`Operation ${i}`, words]));
    const longest = await longestTurnOf(
      async () => void expect(await found(expanded, 'field7 operation')).to.have.lengthOf(400),
    );
    expect(longest).to.be.below(60);
  });
});
