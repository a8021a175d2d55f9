import { expect } from 'chai';
import type { JobContext } from '../../../src/application/kernel/job.ts';
import type { ServiceName } from '../../../src/application/kernel/services.ts';
import { retrying } from '../../../src/application/kernel/retry.ts';
import {
  MAX_INLINE_CHANGES,
  REBUILD_PROJECTIONS,
  buildProjections,
} from '../../../src/application/content/projections/build-projections.ts';
import { updateProjections } from '../../../src/application/content/projections/update-projections.ts';
import { buildContent, type PageSeed } from '../../../src/domain/content/edits/build-content.ts';
import { StaleWrite, TransactionAborted } from '../../../src/domain/kernel/errors.ts';
import type { Id, SpaceId } from '../../../src/domain/kernel/id.ts';
import { strictPlan } from '../../../src/domain/search/search-plan.ts';
import { parseSearchQuery } from '../../../src/domain/search/search-query.ts';
import type { Projections } from '../../../src/ports/content/projections.ts';
import type { Work } from '../../../src/ports/kernel/unit-of-work.ts';
import { makeStates } from '../persistence/aggregates.ts';
import type { Persistence } from '../persistence/persistence.ts';
import { createSpaceWithPages } from '../persistence/space-with-pages.ts';
import { casesToTry } from '../properties.ts';

const AT = '2030-01-01T00:00:00.000Z';
const WORDS = ['walrus', 'otter', 'seal', 'manatee', 'dugong'];
class Killed extends Error {}

/** Generates the same numbers for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Contract of heads that move too far to be projected at once. */
export function projectionsContract(open: () => Promise<Persistence>): void {
  let persistence: Persistence;
  let states: Awaited<ReturnType<typeof makeStates>>;
  before(async () => {
    persistence = await open();
    states = await makeStates(persistence);
  });

  const page = (id: Id, i: number, text: string, more: Partial<PageSeed> = {}): PageSeed => ({
    id,
    type: 'document',
    parent: null,
    slug: `p${i}`,
    title: `Page ${i}`,
    document: Buffer.from(text),
    createdAt: AT,
    updatedAt: AT,
    git: { oid: 'a', path: `p${i}.md` },
    ...more,
  });
  const pages = (count: number, text: string): PageSeed[] =>
    Array.from({ length: count }, (_, i) => page(persistence.next(), i, text));
  const begun = (seeds: readonly PageSeed[]): Promise<Id> => createSpaceWithPages(persistence, states, seeds);
  /** @param far puts the move into the backlog, whatever its size */
  const move = (spaceId: SpaceId, seeds: readonly PageSeed[], far = false): Promise<void> => {
    const { contentHash, objects } = buildContent({ pages: seeds });
    return persistence.run(async (work) => {
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
      const primary: Projections = buildProjections(
        persistence,
        { before: head!.content, after: contentHash, objects },
        far ? 0 : MAX_INLINE_CHANGES,
      );
      await work.branches.advance({ primary, from: head!.revisionId, revision, objects });
    });
  };
  const found = async (spaceId: SpaceId, word: string): Promise<Id[]> =>
    (
      await persistence.reads.search.searchPages(spaceId, strictPlan(parseSearchQuery(word))!, {
        limit: 5_000,
        after: undefined,
      })
    ).items
      .map(({ pageId }) => pageId)
      .sort();
  const counted = async (spaceId: SpaceId, word: string): Promise<number> =>
    (
      await persistence.reads.search.searchPages(spaceId, strictPlan(parseSearchQuery(word))!, {
        limit: 1,
        after: undefined,
      })
    ).count;
  /** Reports whether a search is marked as incomplete, whatever it finds. */
  const isIncomplete = async (spaceId: SpaceId): Promise<boolean> => {
    const plan = strictPlan(parseSearchQuery('nothing'))!;
    const { isIncomplete } = await persistence.reads.search.searchPages(spaceId, plan, { limit: 0, after: undefined });
    const inSpaces = await persistence.reads.search.searchSpaces({ spaces: [spaceId] }, plan, {
      limit: 1,
      after: undefined,
      pagesEach: 1,
    });
    expect(inSpaces.isIncomplete).to.equal(isIncomplete);
    return isIncomplete;
  };
  const linked = async (spaceId: SpaceId) => {
    const { items, counts } = await persistence.reads.links.list(
      spaceId,
      { appUrlPrefix: 'http://x', limit: 5_000 },
      100,
    );
    return { items, counts };
  };
  const behind = (spaceId: SpaceId): Promise<boolean> =>
    persistence.run(
      async (work) => (
        await work.branches.lock(spaceId, spaceId),
        (await work.projectionBacklog.find(spaceId)) !== undefined
      ),
    );
  /** Creates the context of a job; `before` runs ahead of each unit of work. */
  const context = (before: () => void = () => {}): JobContext<ServiceName> =>
    ({
      content: persistence.content,
      read: persistence.reads,
      signal: new AbortController().signal,
      transact: <T>(_of: unknown, task: (work: Work) => Promise<T>) =>
        retrying(
          () => (before(), persistence.run(task)),
          (error) => error instanceof StaleWrite || error instanceof TransactionAborted,
        ),
    }) as unknown as JobContext<ServiceName>;
  const all = async (spaceId: SpaceId) => ({
    found: await Promise.all(WORDS.map((word) => found(spaceId, word))),
    links: await linked(spaceId),
  });

  it('projects a small move at once, and a larger one in the backlog, where deleted pages disappear at once', async function () {
    const few = pages(3, 'walrus [x](p1.md)');
    const spaceId = await begun(few);
    const jobs = await persistence.jobs();
    const most = [
      ...few,
      ...pages(MAX_INLINE_CHANGES, 'otter').map((one, i) => ({
        ...one,
        slug: `more-${i}`,
        git: { oid: 'a', path: `more-${i}.md` },
      })),
    ];
    await move(spaceId, most);
    expect([await counted(spaceId, 'otter'), await behind(spaceId), await persistence.jobs()]).to.deep.equal([
      MAX_INLINE_CHANGES,
      false,
      jobs,
    ]);

    // Two pages are deleted, one is hidden from search, and all others change.
    const [, kept, ...rest] = most;
    const changed = [
      kept!,
      { ...rest[0]!, noIndex: true },
      ...rest.slice(2).map((one) => ({ ...one, document: Buffer.from('seal [x](p1.md)') })),
    ];
    await move(spaceId, changed);
    expect([await behind(spaceId), await persistence.jobs()]).to.deep.equal([true, jobs + 1]);
    expect(await isIncomplete(spaceId)).to.equal(true);
    expect([
      await found(spaceId, 'walrus'),
      await counted(spaceId, 'otter'),
      await counted(spaceId, 'seal'),
    ]).to.deep.equal([[kept!.id], MAX_INLINE_CHANGES - 1, 0]);

    await updateProjections(context(), spaceId);
    expect([await behind(spaceId), await isIncomplete(spaceId)]).to.deep.equal([false, false]);
    expect([
      await found(spaceId, 'walrus'),
      await counted(spaceId, 'otter'),
      await counted(spaceId, 'seal'),
    ]).to.deep.equal([[kept!.id], 0, MAX_INLINE_CHANGES - 1]);
    const { items, counts } = await linked(spaceId);
    expect([items.length, items[0]!.target, counts.broken]).to.deep.equal([1, kept!.id, 0]);
    expect(
      (await persistence.reads.links.backlinks(spaceId, { target: kept!.id, excludedPages: [] }, { limit: 1 })).count,
    ).to.equal(MAX_INLINE_CHANGES + 1);
  });

  it('finds pages edited while the space is in the backlog, and none that are deleted in that time', async () => {
    const [a, b, c] = pages(3, 'walrus');
    const spaceId = await begun([a!, b!, c!]);
    const far = [a!, b!, c!].map((one) => ({ ...one, document: Buffer.from('otter') }));
    await move(spaceId, far, true);
    // One page is edited and one is deleted while the job runs.
    let units = 0;
    const edited = [far[0]!, { ...far[1]!, document: Buffer.from('seal') }];
    let moving: Promise<void> | undefined;
    const running = context();
    await updateProjections(
      {
        ...running,
        transact: async (of, task) => {
          if (++units === 4) await (moving = move(spaceId, edited));
          return running.transact(of, task);
        },
      },
      spaceId,
    );
    expect(moving).to.not.equal(undefined);
    expect([await found(spaceId, 'walrus'), await found(spaceId, 'otter'), await found(spaceId, 'seal')]).to.deep.equal(
      [[], [a!.id], [b!.id]],
    );
    expect(await behind(spaceId)).to.equal(false);

    await move(spaceId, far, true);
    await move(spaceId, edited);
    expect([await found(spaceId, 'seal'), await found(spaceId, 'walrus')]).to.deep.equal([[b!.id], []]);
    await updateProjections(context(), spaceId);
    expect([await found(spaceId, 'otter'), await found(spaceId, 'seal')]).to.deep.equal([[a!.id], [b!.id]]);
  });

  it('lists the spaces of the backlog in order, and forgets deleted ones', async () => {
    const spaces = [await begun(pages(1, 'x')), await begun(pages(1, 'x'))].sort();
    for (const spaceId of spaces) await move(spaceId, pages(1, 'otter'), true);
    const all = async (): Promise<Id[]> => {
      const named: Id[] = [];
      for (
        let id = await persistence.run((work) => work.projectionBacklog.next());
        id !== undefined;
        id = await persistence.run((work) => work.projectionBacklog.next(id))
      )
        named.push(id);
      return named;
    };
    expect(await all()).to.deep.equal(spaces);
    await persistence.run(async (work) => work.spaces.delete(await work.spaces.get({ id: spaces[0]! })));
    expect(await all()).to.deep.equal([spaces[1]]);
    await updateProjections(context(), spaces[1]!);
    expect(await all()).to.deep.equal([]);
  });

  it('arrives at the projection of a new space with the same content, with concurrent moves and repeated kills of the job', async function () {
    const rounds = casesToTry(4);
    this.timeout(200_000 * rounds);
    for (let seed = 1; seed <= rounds; seed++) {
      const random = numbers(seed * 7919);
      const ids = Array.from({ length: 250 }, () => persistence.next());
      const anyPage = (id: Id, i: number): PageSeed[] => {
        if (random(4) === 0) return [];
        const text = `# ${random(2) ? 'Head' : 'Other'}\n\n${WORDS[random(WORDS.length)]} [a](p${random(9)}.md#head) [b](/pages/${ids[random(9)]}) [c](../q${random(9)}.md) [d](p${random(250)})`;
        return [
          page(id, i, text, {
            ...(random(9) === 0 && { noIndex: true }),
            git: { oid: 'a', path: random(5) ? `p${i}.md` : `q${i % 9}.md` },
          }),
        ];
      };
      let present = new Map(ids.flatMap((id, i) => anyPage(id, i)).map((one) => [one.id, one]));
      const spaceId = await begun([...present.values()]);
      const past = [present];

      const movers = async (): Promise<void> => {
        for (let i = 0; i < 12; i++) {
          const next = new Map(random(8) === 0 ? [] : random(4) === 0 ? past[random(past.length)] : present);
          const changes = random(3) === 0 ? ids.length : random(6);
          for (let k = 0; k < changes; k++) {
            const at = changes === ids.length ? k : random(ids.length);
            const [made] = anyPage(ids[at]!, at);
            if (made === undefined) next.delete(ids[at]!);
            else next.set(made.id, made);
          }
          present = next;
          past.push(next);
          await move(spaceId, [...next.values()], changes === ids.length || random(4) === 0);
        }
      };
      /** Each unit of work may be the last one. */
      const worker = async (deadly: boolean): Promise<void> => {
        for (;;) {
          try {
            return await updateProjections(
              context(() => {
                if (deadly && random(6) === 0) throw new Killed();
              }),
              spaceId,
            );
          } catch (error) {
            if (!(error instanceof Killed)) throw error;
          }
        }
      };
      const moved = movers();
      await Promise.all([moved, worker(true), worker(true), moved.then(() => worker(true))]);
      await worker(false);
      expect(await behind(spaceId), `seed ${seed}`).to.equal(false);
      expect(await all(spaceId), `seed ${seed}`).to.deep.equal(await all(await begun([...present.values()])));
    }
  });

  for (const isBehind of [false, true])
    it(`projects everything added to an empty space that is ${isBehind ? 'in the backlog' : 'up to date'}, and everything removed before the job runs`, async () => {
      const spaceId = await begun(isBehind ? pages(3, 'seal [x](p1.md)') : []);
      if (isBehind) await move(spaceId, [], true);
      expect(await behind(spaceId)).to.equal(isBehind);
      const seeds = pages(5, 'walrus [x](p1.md)');
      await move(spaceId, seeds, true);
      const rest = [page(seeds[0]!.id, 0, 'otter'), ...seeds.slice(2)];
      await move(spaceId, rest);
      expect([await behind(spaceId), await found(spaceId, 'otter'), await isIncomplete(spaceId)]).to.deep.equal([
        true,
        [seeds[0]!.id],
        true,
      ]);
      await updateProjections(context(), spaceId);
      expect([await behind(spaceId), await isIncomplete(spaceId)]).to.deep.equal([false, false]);
      expect(await all(spaceId)).to.deep.equal(await all(await begun(rest)));
      expect([await counted(spaceId, 'walrus'), await counted(spaceId, 'seal')]).to.deep.equal([3, 0]);
    });

  it('leaves a large first content to the job, and returns the request of this job', async function () {
    const jobs = await persistence.jobs();
    const spaceId = await begun(pages(MAX_INLINE_CHANGES + 1, 'walrus [x](p1.md)'));
    expect([await counted(spaceId, 'walrus'), await behind(spaceId), await persistence.jobs()]).to.deep.equal([
      0,
      true,
      jobs + 1,
    ]);
    await updateProjections(context(), spaceId);
    expect([
      await counted(spaceId, 'walrus'),
      (await linked(spaceId)).counts.ok,
      REBUILD_PROJECTIONS.name,
    ]).to.deep.equal([MAX_INLINE_CHANGES + 1, 1, 'rebuild-projections']);
  });
}
