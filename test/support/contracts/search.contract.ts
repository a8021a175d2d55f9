import { expect } from 'chai';
import { buildProjections } from '../../../src/application/content/projections/build-projections.ts';
import { buildContent, type PageSeed } from '../../../src/domain/content/edits/build-content.ts';
import { MAX_SCANNED_PAGES } from '../../../src/domain/search/plan-bounds.ts';
import {
  partialTitlePlan,
  parseSearchQuery,
  strictPlan,
  type SearchPlan,
} from '../../../src/domain/search/search-query.ts';
import { MAX_BODY_SCORED } from '../../../src/domain/search/score.ts';
import type { Id, SpaceId } from '../../../src/domain/kernel/id.ts';
import { makeStates, put } from '../persistence/aggregates.ts';
import type { Persistence } from '../persistence/persistence.ts';

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
  const made = async (pages: readonly PageSeed[]): Promise<Id> => {
    const spaceId = persistence.next();
    await persistence.run((work) => put(work, 'spaces', { ...states.spaces, id: spaceId, deletedAt: null }));
    const { contentHash, objects } = buildContent({ pages });
    const revision = {
      id: persistence.next(),
      spaceId,
      parents: [],
      content: contentHash,
      type: 'edits' as const,
      createdAt: AT,
      createdBy: null,
    };
    await persistence.run((work) =>
      work.branches.create({
        primary: buildProjections(persistence, { before: null, after: contentHash, objects }, Infinity),
        revision,
        objects,
      }),
    );
    return spaceId;
  };
  const count = async (spaceId: SpaceId, query: string): Promise<number> =>
    (await persistence.reads.search.searchPages(spaceId, planOf(query), { limit: 5, after: undefined })).count;
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
    const spaceId = await made(
      seeds(
        Array.from({ length: MAX_BODY_SCORED + 250 }, (_, i) => (i % 3 === 0 ? 'seal seal' : 'seal and other words')),
      ),
    );
    const plan = planOf('seal');
    const seen: Id[] = [];
    for (let after: { score: number; id: Id; seen: number } | undefined; ;) {
      const part = await persistence.reads.search.searchPages(spaceId, plan, { limit: 90, after });
      expect(part.count).to.equal(MAX_BODY_SCORED + 250);
      seen.push(...part.items.slice(0, 90).map(({ pageId }) => pageId));
      if (part.items.length <= 90) break;
      const last = part.items[89]!;
      after = { score: last.score, id: last.pageId, seen: seen.length };
    }
    expect([seen.length, new Set(seen).size]).to.deep.equal([MAX_BODY_SCORED + 250, MAX_BODY_SCORED + 250]);
  });

  it('ranks common and rare words alike, and counts both exactly as pages change', async function () {
    this.timeout(120_000);
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
        expect(
          await persistence.reads.search.searchPages(spaceId, anyOf(word, 'axolotl'), { limit: 30, after: undefined }),
        ).to.deep.equal(
          await persistence.reads.search.searchPages(spaceId, planOf(word), { limit: 30, after: undefined }),
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
        const found = (limit: number) =>
          persistence.reads.search.searchPages(spaceId, planOf(query), { limit, after: undefined });
        const [first, many] = [await found(MAX_BODY_SCORED - 1), await found(MAX_BODY_SCORED + 100)];
        expect([first.items, first.count], query).to.deep.equal([many.items.slice(0, MAX_BODY_SCORED), many.count]);
      }
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

  it('compares the first pages with a common word in their headings, and those with an equal title anywhere', async function () {
    this.timeout(120_000);
    const pages = seeds(Array.from({ length: 3_050 }, (_, i) => (i % 2 === 0 ? 'walrus walrus' : 'walrus')));
    const titled = (from: readonly PageSeed[], titles: Readonly<Record<number, string>>): PageSeed[] =>
      from.map((one, i) => ({ ...one, title: titles[i] ?? one.title }));
    const spaceId = await made(
      titled(pages, {
        0: 'Walrus',
        150: 'Page of page after page',
        3_000: 'Page',
        3_001: 'Page page page page page',
        3_010: 'Page',
      }),
    );
    const found = async (limit: number) =>
      persistence.reads.search.searchPages(spaceId, planOf('page'), { limit, after: undefined });
    const [first, many] = [await found(MAX_BODY_SCORED - 1), await found(3_100)];
    expect([first.items, first.count]).to.deep.equal([many.items.slice(0, MAX_BODY_SCORED), many.count]);
    const ids = many.items.map(({ pageId }) => pageId);
    expect([ids.length, new Set(ids).size, many.count]).to.deep.equal([3_049, 3_049, 3_049]);
    const beginning = async (limit: number) =>
      persistence.reads.search.searchPages(
        spaceId,
        { match: { term: 'p', prefix: true }, title: 'p', terms: ['p'], prefixes: [] },
        { limit, after: undefined },
      );
    expect((await beginning(MAX_BODY_SCORED - 1)).items).to.deep.equal(
      (await beginning(3_100)).items.slice(0, MAX_BODY_SCORED),
    );
    // The page with five occurrences is no longer compared.
    expect(ids.slice(0, 3)).to.deep.equal([pages[3_000]!.id, pages[3_010]!.id, pages[150]!.id]);
    expect(ids.indexOf(pages[3_001]!.id)).to.equal(3_001);
  });

  it('returns the same results across all spaces of an organization, whether or not a word is common in some', async function () {
    this.timeout(120_000);
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
        viewer,
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
    // Most headings of that space contain the word.
    const most = (await found('page')).items.find(({ spaceId }) => spaceId === common)!;
    expect(most.pages.map(({ pageId }) => pageId)).to.deep.equal(
      [pages[3_000]!, ...pages.slice(0, 9)].map(({ id }) => id),
    );
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
    const { items, count, isIncomplete } = await persistence.reads.search.searchPages(spaceId, plan, {
      limit: 10,
      after: undefined,
    });
    expect([
      items.map(({ pageId }) => titled[pages.findIndex(({ id }) => id === pageId)]),
      count,
      isIncomplete,
    ]).to.deep.equal([titled.slice(0, 3), 3, false]);
    const first = await persistence.reads.search.searchPages(spaceId, plan, { limit: 1, after: undefined });
    const after = { score: first.items[0]!.score, id: first.items[0]!.pageId, seen: 1 };
    expect((await persistence.reads.search.searchPages(spaceId, plan, { limit: 1, after })).items).to.deep.equal(
      items.slice(1),
    );
    const [space] = (await persistence.reads.search.searchSpacesById([spaceId], [], plan, 10)).items;
    expect(space!.pages).to.deep.equal(items);
    expect(
      (await persistence.reads.search.searchSpacesById([spaceId], [spaceId + items[0]!.pageId], plan, 10)).items[0]!
        .pages,
    ).to.deep.equal(items.slice(1));
  });

  it('searches for phrases of common words in the first pages, in headings and in whole titles, and reports the limitation', async function () {
    this.timeout(120_000);
    const late = MAX_SCANNED_PAGES + 10;
    const pages = seeds(
      Array.from(
        { length: MAX_SCANNED_PAGES + 50 },
        (_, i) =>
          `${i % 2 === 0 ? 'walrus seal' : 'seal, walrus'}${i === late + 1 ? '\n\n## Walrus seal\n\nHere.' : ''}${i === late + 4 ? ' axolotl' : ''}`,
      ),
    );
    const named = pages.map((one, i) => ({
      ...one,
      title: i === late ? 'Walrus seal' : `Reference guide endpoint ${i}`,
    }));
    const spaceId = await made(named);
    const small = await made(seeds(['walrus seal']));
    const found = async (query: string, plan = planOf(query)) => {
      const { items, ...part } = await persistence.reads.search.searchPages(spaceId, plan, {
        limit: 3,
        after: undefined,
      });
      return { ids: items.map(({ pageId }) => pageId), count: part.count, isIncomplete: part.isIncomplete };
    };
    const phrase = await found('"walrus seal"');
    expect([phrase.ids.slice(0, 2), phrase.count, phrase.isIncomplete]).to.deep.equal([
      [named[late]!.id, named[late + 1]!.id],
      MAX_SCANNED_PAGES / 2 + 2,
      true,
    ]);
    expect(await found('walrus-seal')).to.deep.include({ count: phrase.count, isIncomplete: true });
    // The rarest word determines the candidate pages.
    expect(await found('"walrus seal" axolotl')).to.deep.equal({
      ids: [named[late + 4]!.id],
      count: 1,
      isIncomplete: false,
    });
    expect(await found('walrus seal')).to.deep.include({ count: named.length, isIncomplete: false });
    // Most titles contain the other three words, which therefore carry no information.
    expect(await found('', partialTitlePlan(parseSearchQuery('reference guide endpoint axolotl'))!)).to.deep.equal({
      ids: [named[late + 4]!.id],
      count: 1,
      isIncomplete: false,
    });
    const { items, isIncomplete } = await persistence.reads.search.searchSpacesById(
      [spaceId, small],
      [],
      planOf('"walrus seal"'),
      2,
    );
    expect([items.map((one) => [one.spaceId, one.pages.map(({ pageId }) => pageId)]), isIncomplete]).to.deep.equal([
      [
        [spaceId, phrase.ids.slice(0, 2)],
        [small, items[1]!.pages.map(({ pageId }) => pageId)],
      ],
      true,
    ]);
    expect(
      (await persistence.reads.search.searchSpacesById([small], [], planOf('"walrus seal"'), 2)).isIncomplete,
    ).to.equal(false);
  });

  it('contains the words of its own space only', async () => {
    const spaceId = await made(seeds(['hippopotamus']));
    const other = await made(seeds(['rhinoceros']));
    const alike = await persistence.reads.search.similarWords({ spaceId }, ['hipopotamus', 'hippo', 'rhinocerus']);
    expect([...alike]).to.deep.equal([
      ['hipopotamus', ['hippopotamus']],
      ['rhinocerus', []],
    ]);
    expect(
      (await persistence.reads.search.similarWords({ spaceId: other }, ['rhinocerus'])).get('rhinocerus'),
    ).to.deep.equal(['rhinoceros']);
  });

  it('is deleted with its space', async () => {
    const spaceId = await made(seeds(['manatee']));
    await persistence.run(async (work) => work.spaces.delete(await work.spaces.get({ id: spaceId })));
    expect([...(await persistence.reads.search.similarWords({ spaceId }, ['manatea']))]).to.deep.equal([
      ['manatea', []],
    ]);
  });
}
