import { expect } from 'chai';
import { slugify } from '../../../../src/adapters/slugify.ts';
import { ComputedOutlines } from '../../../../src/application/sites/reader/computed-outlines.ts';
import { SpaceOutline } from '../../../../src/domain/sites/content/space-outline.ts';
import type { ComputedPage } from '../../../../src/ports/content/computed-pages.ts';
import type { Page } from '../../../../src/domain/content/page.ts';

const NOW = '2026-01-01T00:00:00.000Z';
const TAGS = 30;
const OPERATIONS = 100;

const idOf = (text: string): string => text.padEnd(20, '-');
const generated = (name: string, pages: readonly ComputedPage[] = []): ComputedPage => ({
  id: idOf(name),
  type: 'document',
  title: `Title ${name}`,
  slug: name,
  markdown: 'Text.',
  pages,
});

describe('ComputedOutlines.expand', () => {
  const pages = Array.from({ length: TAGS }, (_, tag) =>
    generated(
      `tag${tag}`,
      Array.from({ length: OPERATIONS }, (__, i) => generated(`op${tag}x${i}`)),
    ),
  );
  const source: Page = {
    id: idOf('source'),
    type: 'computed',
    title: 'Reference',
    parent: null,
    rank: 'a0',
    createdAt: NOW,
    updatedAt: NOW,
    computed: { type: 'x' },
  };
  const outline = new SpaceOutline([{ page: source, path: undefined, pages: [] }]);
  const outlines = new ComputedOutlines({ pagesOf: async () => pages, titleOf: async () => undefined }, slugify);
  const expand = () => outlines.expand('organization', 'space', outline);

  it('lets others run between the thousands of pages of a source, and lists them in order', async () => {
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns++;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const expanded = await expand();
    isDone = true;
    expect(turns).to.be.greaterThan(1);
    expect(expanded.generated).to.have.length(TAGS * (OPERATIONS + 1));
    expect(expanded.generated.slice(0, 2).map(({ page: { id } }) => id)).to.deep.equal([idOf('tag0'), idOf('op0x0')]);
    expect(expanded.outline.byPath('reference/tag29/op29x99')?.id).to.equal(idOf('op29x99'));
    expect([...expanded.outline.documents()].map(({ id }) => id)).to.deep.equal(
      expanded.generated.map(({ page: { id } }) => id),
    );
  });

  it('computes an outline once for concurrent readers', async () => {
    const [one, other] = await Promise.all([expand(), expand()]);
    expect(one).to.equal(other);
    expect(await expand()).to.equal(one);
  });
});
