import { expect } from 'chai';
import { buildProjections } from '../../../src/application/content/projections/build-projections.ts';
import { buildContent, type PageSeed } from '../../../src/domain/content/edits/build-content.ts';
import {
  MAX_COMPARED_PAGES,
  partialTitlePlan,
  strictPlan,
  type SearchPlan,
} from '../../../src/domain/search/search-plan.ts';
import { parseSearchQuery } from '../../../src/domain/search/search-query.ts';
import type { Id, SpaceId } from '../../../src/domain/kernel/id.ts';
import type { SearchCursor } from '../../../src/ports/search.ts';
import { makeStates, put } from '../persistence/aggregates.ts';
import type { Persistence } from '../persistence/persistence.ts';
import { createSpaceWithPages } from '../persistence/space-with-pages.ts';

const AT = '2030-01-01T00:00:00.000Z';
const planOf = (query: string) => strictPlan(parseSearchQuery(query))!;

/** Contract of the page index. */
export function searchContract(open: () => Promise<Persistence>): void {
  let persistence: Persistence;
  let states: Awaited<ReturnType<typeof makeStates>>;
  before(async () => {
    persistence = await open();
    states = await makeStates(persistence);
  });
  const seeds = (texts: readonly string[]): PageSeed[] =>
    texts.map((text, i) => ({
      id: persistence.next(),
      type: 'document',
      parent: null,
      slug: `p${i}`,
      title: `Page ${i}`,
      document: Buffer.from(text),
      createdAt: AT,
      updatedAt: AT,
    }));
  const made = (pages: readonly PageSeed[]): Promise<Id> => createSpaceWithPages(persistence, states, pages, Infinity);
  const search = (spaceId: SpaceId, plan: SearchPlan, limit = 5, after?: SearchCursor) =>
    persistence.reads.search.searchPages(spaceId, plan, { limit, after });
  const searchSpaces = (spaces: readonly SpaceId[], plan: SearchPlan, pagesEach: number, excludedPages?: string[]) =>
    persistence.reads.search.searchSpaces({ spaces, ...(excludedPages && { excludedPages }) }, plan, {
      limit: spaces.length,
      after: undefined,
      pagesEach,
    });
  const count = async (spaceId: SpaceId, query: string): Promise<number> =>
    (await search(spaceId, planOf(query))).count;
  const move = async (spaceId: SpaceId, pages: readonly PageSeed[], fail = false): Promise<void> => {
    const { contentHash, objects } = buildContent({ pages });
    await persistence.run(async (work) => {
      const [head] = await work.branches.lock(spaceId, spaceId);
      const revision = {
        id: persistence.next(),
        spaceId,
        parents: [head!.revisionId],
        content: contentHash,
        type: 'edits' as const,
        createdAt: AT,
        createdBy: null,
      };
      await work.branches.advance({
        primary: buildProjections(persistence, { before: head!.content, after: contentHash, objects }, Infinity),
        from: head!.revisionId,
        revision,
        objects,
      });
      if (fail) throw new Error('given up');
    });
  };

  it('follows the head of the space', async () => {
    const [kept, changed, removed] = seeds(['walrus', 'walrus', 'walrus']);
    const spaceId = await made([kept!, changed!, removed!]);
    const after = [kept!, { ...changed!, document: Buffer.from('otter') }];
    await move(spaceId, after, true).catch(() => {});
    expect([await count(spaceId, 'walrus'), await count(spaceId, 'otter')]).to.deep.equal([3, 0]);
    await move(spaceId, after);
    expect([await count(spaceId, 'walrus'), await count(spaceId, 'otter')]).to.deep.equal([1, 1]);
  });

  it('is updated in parts for large changes, and returns all pages in one order with any page size', async () => {
    const pages = 450;
    const spaceId = await made(
      seeds(Array.from({ length: pages }, (_, i) => (i % 3 === 0 ? 'seal seal' : 'seal and other words'))),
    );
    const plan = planOf('seal');
    const found: Id[] = [];
    for (let after: SearchCursor | undefined; ;) {
      const part = await search(spaceId, plan, 90, after);
      expect(part.count).to.equal(pages);
      found.push(...part.items.slice(0, 90).map(({ pageId }) => pageId));
      if (part.items.length <= 90) break;
      const last = part.items[89]!;
      after = { score: last.score, id: last.pageId };
    }
    expect(found).to.deep.equal((await search(spaceId, plan, pages)).items.map(({ pageId }) => pageId));
    expect(new Set(found).size).to.equal(pages);
  });

  it('ranks common and rare words alike, and counts both exactly as pages change', async function () {
    const texts = Array.from(
      { length: 3_050 },
      (_, i) =>
        `walrus ${i % 3 === 0 ? 'walrus ' : ''}${i === 7 ? '' : 'otter'}${i % 40 === 0 ? '\n\n## Some otters\n' : ''}${i % 100 === 0 ? ' walrusses' : ''}${i === 9 ? ' ottery' : ''}`,
    );
    const pages = seeds(texts).map((one, i) => (i === 2_000 ? { ...one, title: 'Walrus' } : one));
    const spaceId = await made(pages);
    const agree = async (): Promise<void> => {
      const anyOf = (...words: readonly string[]): SearchPlan => ({
        ...planOf(words[0]!),
        match: { any: words.map((word) => planOf(word).match) },
      });
      for (const word of ['walrus', 'page'])
        expect(await search(spaceId, anyOf(word, 'axolotl'), 30)).to.deep.equal(
          await search(spaceId, planOf(word), 30),
        );
      for (const query of [
        'walrus',
        'otter',
        'walr',
        '"walrus"',
        '"otter" walrus',
        'walrus otter',
        '"walrus otter"',
        'page',
        'page otter',
        'walrusses',
        'seal',
      ]) {
        const [first, many] = [await search(spaceId, planOf(query), 199), await search(spaceId, planOf(query), 300)];
        expect([first.items, first.count, first.isIncomplete], query).to.deep.equal([
          many.items.slice(0, 200),
          many.count,
          false,
        ]);
      }
      expect((await search(spaceId, planOf('walrus'))).items[0]!.pageId).to.equal(pages[2_000]!.id);
    };
    await agree();
    expect([
      await count(spaceId, 'walrus'),
      await count(spaceId, '"otter"'),
      await count(spaceId, 'walrus otter'),
    ]).to.deep.equal([3_050, 3_049, 3_049]);
    await move(
      spaceId,
      pages
        .slice(3)
        .map((one, i) =>
          i < 20 ? { ...one, document: Buffer.from('seal') } : i < 30 ? { ...one, noIndex: true } : one,
        ),
    );
    await agree();
    expect([await count(spaceId, 'walrus'), await count(spaceId, 'page'), await count(spaceId, 'seal')]).to.deep.equal([
      3_017, 3_036, 20,
    ]);
  });

  describe('of a space with more pages than are compared', () => {
    const pages = MAX_COMPARED_PAGES + 50;
    const late = MAX_COMPARED_PAGES + 10;
    const titles: Readonly<Record<number, string>> = {
      0: 'Walrus in the guide',
      [MAX_COMPARED_PAGES - 1]: 'Manatee',
      [late]: 'Walrus seal',
      [late + 2]: 'Reference',
      [late + 3]: 'Reference guide',
      [late + 6]: 'Reference',
    };
    let space: readonly PageSeed[];
    let spaceId: SpaceId;
    before(async function () {
      space = seeds(
        Array.from(
          { length: pages },
          (_, i) =>
            `${i < MAX_COMPARED_PAGES ? 'manatee ' : ''}${i <= MAX_COMPARED_PAGES ? 'dugong ' : ''}${i % 2 === 0 ? 'walrus seal' : 'seal, walrus'}${i === late + 1 ? '\n\n## Walrus seal\n\nHere.' : ''}${i === late + 4 ? ' axolotl' : ''}`,
        ),
      ).map((one, i) => ({ ...one, title: titles[i] ?? `Reference guide endpoint ${i}` }));
      spaceId = await made(space);
    });
    const ids = (...indexes: readonly number[]): Id[] => indexes.map((i) => space[i]!.id);
    const found = async (plan: SearchPlan, limit = 3) => {
      const { items, ...part } = await search(spaceId, plan, limit);
      return {
        ids: items.slice(0, limit).map(({ pageId }) => pageId),
        count: part.count,
        isIncomplete: part.isIncomplete,
      };
    };

    it('finds equal titles anywhere, and titles and headings with a word that few of them have', async () => {
      expect((await found(planOf('reference'), 2)).ids).to.deep.equal(ids(late + 2, late + 6));
      expect((await found(planOf('reference guide'), 1)).ids).to.deep.equal(ids(late + 3));
      expect((await found(planOf('seal walrus'), 3)).ids).to.have.members(ids(late, late + 1, 0));
    });

    it('counts exactly up to the limit', async () => {
      expect(await found(planOf('manatee'), 1)).to.deep.equal({
        ids: ids(MAX_COMPARED_PAGES - 1),
        count: MAX_COMPARED_PAGES,
        isIncomplete: false,
      });
    });

    it('counts exactly or tells that the result is incomplete', async () => {
      for (const [query, matches] of [
        ['walrus', pages],
        ['walrus seal', pages],
        ['dugong', MAX_COMPARED_PAGES + 1],
        ['refer', pages - 3],
        ['axolotl', 1],
        ['walrus axolotl', 1],
      ] as const) {
        const part = await found(planOf(query));
        if (part.isIncomplete)
          expect(part.count, query)
            .to.be.above(MAX_COMPARED_PAGES / 2)
            .and.at.most(matches);
        else expect(part.count, query).to.equal(matches);
      }
    });

    it('pages through all that it counts, each page once', async () => {
      const { count: total } = await found(planOf('walrus'));
      const { items } = await search(spaceId, planOf('walrus'), pages);
      expect([items.length, new Set(items.map(({ pageId }) => pageId)).size]).to.deep.equal([total, total]);
      const { items: first } = await search(spaceId, planOf('walrus'), 199);
      expect(first).to.deep.equal(items.slice(0, 200));
    });

    it('finds phrases of common words among the first pages, in headings and in whole titles', async () => {
      const part = await found(planOf('"walrus seal"'));
      expect(part.ids).to.deep.equal(ids(late, 0, late + 1));
      if (!part.isIncomplete) expect(part.count).to.equal(pages / 2 + 1);
      expect(await found(planOf('walrus-seal'))).to.deep.include({
        count: part.count,
        isIncomplete: part.isIncomplete,
      });
    });

    it('finds a phrase with a rare word, which determines the pages that are compared', async () => {
      expect(await found(planOf('"walrus seal" axolotl'))).to.deep.equal({
        ids: ids(late + 4),
        count: 1,
        isIncomplete: false,
      });
    });

    it('finds phrases beside those of a smaller space', async () => {
      const small = await made(seeds(['walrus seal']));
      const { items, isIncomplete } = await searchSpaces([spaceId, small], planOf('"walrus seal"'), 3);
      expect(items.map((one) => [one.spaceId, one.pages.length])).to.deep.equal([
        [spaceId, 3],
        [small, 1],
      ]);
      expect(items[0]!.pages.map(({ pageId }) => pageId)).to.deep.equal(ids(late, 0, late + 1));
      expect(isIncomplete).to.equal((await found(planOf('"walrus seal"'))).isIncomplete);
      expect((await searchSpaces([small], planOf('"walrus seal"'), 2)).isIncomplete).to.equal(false);
    });

    it('finds an equal title where several spaces share the number of compared pages', async () => {
      const other = await made(seeds(Array.from({ length: 201 }, () => 'manatee')));
      const { items, isIncomplete } = await searchSpaces([spaceId, other], planOf('manatee'), 3);
      expect(items.map((one) => [one.spaceId, one.pages.length])).to.deep.equal([
        [spaceId, 3],
        [other, 3],
      ]);
      expect([items[0]!.pages[0]!.pageId, isIncomplete]).to.deep.equal([...ids(MAX_COMPARED_PAGES - 1), false]);
    });

    it('finds no title by all words but one if most titles have these words', async () => {
      const plan = partialTitlePlan(parseSearchQuery('reference guide endpoint axolotl'))!;
      expect(await found(plan)).to.deep.equal({ ids: ids(late + 4), count: 1, isIncomplete: false });
    });
  });

  it('returns the same results across all spaces of an organization, whether or not a word is common in some', async function () {
    const userId = persistence.next();
    const { organizationId } = states.spaces;
    await persistence.run((work) =>
      put(work, 'users', { ...states.users, id: userId, email: `${userId}@example.org`, disabled: false }),
    );
    await persistence.run((work) =>
      put(work, 'members', { ...states.members, id: persistence.next(), userId, role: 'admin', sso: true }),
    );
    const viewer = { organizationId, userId };
    const pages = seeds(
      Array.from(
        { length: 3_050 },
        (_, i) =>
          `pelican ${i % 3 === 0 ? 'pelican ' : ''}${i === 7 ? '' : 'toucan'}${i % 40 === 0 ? '\n\n## Some toucans\n' : ''}`,
      ),
    ).map((one, i) => (i === 3_000 ? { ...one, title: 'Page' } : one));
    const common = await made(pages);
    const found = (query: string, match = planOf(query).match) =>
      persistence.reads.search.searchSpaces(
        { viewer },
        { ...planOf(query), match },
        { limit: 50, after: undefined, pagesEach: 10 },
      );
    for (let others = 0; others <= 9; others += 3) {
      for (const query of ['pelican', 'peli', 'toucan', 'pelican toucan', 'toucan pelican', '"pelican toucan"']) {
        const outcome = await found(query);
        expect(outcome, query).to.deep.equal(await found(query, { any: [planOf(query).match, { term: 'axolotl' }] }));
        expect(
          [outcome.count, outcome.items.find(({ spaceId }) => spaceId === common)?.pages.length],
          query,
        ).to.deep.equal([1 + others, 10]);
      }
      for (let i = 0; i < 3; i++) await made(seeds(['pelican toucan', '# Pelican\n\ntoucan']));
    }
    // Most titles of that space contain the word.
    const most = (await found('page')).items.find(({ spaceId }) => spaceId === common)!;
    expect([most.pages[0]!.pageId, most.pages.length]).to.deep.equal([pages[3_000]!.id, 10]);
  });

  it('finds pages whose title contains all words but one, each once, but not by headings or texts', async () => {
    const titled = [
      'Download the registry with seals',
      'Download the registry with walrus',
      'Otter',
      'Download',
      'Registry',
    ];
    const texts = [
      'all about the registry',
      'all about seals',
      'download registry walrus seals',
      '## Download registry walrus',
      'download walrus registry',
    ];
    const pages = seeds(texts).map((one, i) => ({ ...one, title: titled[i]! }));
    const spaceId = await made(pages);
    const plan = partialTitlePlan(parseSearchQuery('download registry walrus seals'))!;
    const { items, count, isIncomplete } = await search(spaceId, plan, 10);
    expect([
      items.map(({ pageId }) => titled[pages.findIndex(({ id }) => id === pageId)]),
      count,
      isIncomplete,
    ]).to.deep.equal([titled.slice(0, 3), 3, false]);
    const first = await search(spaceId, plan, 1);
    const after = { score: first.items[0]!.score, id: first.items[0]!.pageId };
    expect((await search(spaceId, plan, 1, after)).items).to.deep.equal(items.slice(1));
    expect((await searchSpaces([spaceId], plan, 10)).items[0]!.pages).to.deep.equal(items);
    expect((await searchSpaces([spaceId], plan, 10, [spaceId + items[0]!.pageId])).items[0]!.pages).to.deep.equal(
      items.slice(1),
    );
  });

  it('contains the words of its own space only', async () => {
    const spaceId = await made(seeds(['hippopotamus']));
    const other = await made(seeds(['rhinoceros']));
    const similar = await persistence.reads.search.similarWords({ spaces: [spaceId] }, [
      'hipopotamus',
      'hippo',
      'rhinocerus',
    ]);
    expect([...similar]).to.deep.equal([
      ['hipopotamus', ['hippopotamus']],
      ['rhinocerus', []],
    ]);
    expect(
      (await persistence.reads.search.similarWords({ spaces: [other] }, ['rhinocerus'])).get('rhinocerus'),
    ).to.deep.equal(['rhinoceros']);
  });

  it('is deleted with its space', async () => {
    const spaceId = await made(seeds(['manatee']));
    await persistence.run(async (work) => work.spaces.delete(await work.spaces.get({ id: spaceId })));
    expect([...(await persistence.reads.search.similarWords({ spaces: [spaceId] }, ['manatea']))]).to.deep.equal([
      ['manatea', []],
    ]);
  });
}
