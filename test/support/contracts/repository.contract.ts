import { expect } from 'chai';
import { TYPES } from '../../../src/adapters/persistence/memory/types.ts';
import { Conflict, Invalid, NotFound, StaleWrite } from '../../../src/domain/kernel/errors.ts';
import type { Finder } from '../../../src/ports/kernel/repository.ts';
import type { Work } from '../../../src/ports/kernel/unit-of-work.ts';
import { makeStates, PARENTS, put, stored, type Name, type StateOf } from '../persistence/aggregates.ts';
import type { Persistence } from '../persistence/persistence.ts';

const failure = async (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => expect.fail('it did not fail'),
    (error: Error) => error,
  );

/** Contract of every repository of aggregates, inside a unit of work and outside. */
export function repositoryContract(open: () => Promise<Persistence>): void {
  let persistence: Persistence;
  let states: { readonly [K in Name]: StateOf<K> };
  before(async () => {
    persistence = await open();
    states = await makeStates(persistence);
    await persistence.run(async (work) => {
      for (const name of Object.keys(states) as Name[])
        if (!PARENTS.includes(name)) await put(work, name, states[name]);
    });
  });
  /** Checks both the reads outside and the repositories inside of a unit of work. */
  const everywhere = async (check: (of: Reads) => Promise<unknown>): Promise<void> => {
    await check(persistence.reads as never);
    await persistence.run((work) => check(work as never));
  };
  type Reads = Readonly<Record<Name, Finder<any, any>>>;

  for (const name of Object.keys(TYPES) as Name[])
    it(`returns a ${TYPES[name].kind} with every field as stored`, async () => {
      const state = states[name];
      await everywhere(async (of) => {
        expect((await of[name].get({ id: state.id })).snapshot()).to.deep.equal(state);
        expect((await of[name].list({ id: state.id }, { limit: 10 })).items[0].snapshot()).to.deep.equal(state);
        for (const [field, value] of Object.entries(state)) {
          if (value !== null && typeof value === 'object') continue;
          expect((await of[name].find({ id: state.id, [field]: value }))?.id, field).to.equal(state.id);
        }
      });
    });

  it('returns null for absent values', async () => {
    const id = persistence.next();
    const bare = { ...states.users, id, email: `${id.toLowerCase()}@example.com`, photoURL: null, operator: false };
    const sync = { ...states.gitSyncs, id: persistence.next(), repoName: null, lastOperation: null };
    await persistence.run(async (work) => {
      await put(work, 'users', bare);
      await put(work, 'spaces', { ...states.spaces, id: sync.id, deletedAt: null });
      await put(work, 'gitSyncs', sync);
    });
    await everywhere(async (of) => {
      expect((await of.users.get({ id })).snapshot()).to.deep.equal(bare);
      expect((await of.gitSyncs.get({ id: sync.id })).snapshot()).to.deep.equal(sync);
      expect((await of.users.find({ id, photoURL: null }))?.id).to.equal(id);
      expect(await of.users.find({ id: states.users.id, photoURL: null })).to.equal(undefined);
      expect(await of.users.find({ id, photoURL: 'null' })).to.equal(undefined);
    });
  });

  it('finds nothing under another parent or by an invalid id', async () => {
    const { id } = states.grants;
    await everywhere(async (of) => {
      expect(await of.grants.find({ id, spaceId: persistence.next() })).to.equal(undefined);
      for (const where of [
        { id, organizationId: persistence.next() },
        { id: persistence.next() },
        { id: 'x' },
        { id: '' },
        { id: "' OR 1=1" },
      ]) {
        const error = await failure(of.grants.get(where));
        expect(error).to.be.instanceOf(NotFound);
        expect(error.message).to.equal('permission not found');
      }
    });
  });

  it('distinguishes ids by the case of letters', async () => {
    const id = 'aaaaaaaaaaaaaaaaaaaZ';
    await persistence.run((work) => put(work, 'organizations', { ...states.organizations, id, hostname: null }));
    await everywhere(async (of) => {
      expect(await of.organizations.find({ id: id.toLowerCase() })).to.equal(undefined);
      expect(await of.organizations.find({ id: id.toUpperCase() })).to.equal(undefined);
      expect((await of.organizations.find({ id }))?.id).to.equal(id);
    });
  });

  it('matches any value of a list, and none of an empty list', async () => {
    const { id } = states.users;
    await everywhere(async (of) => {
      expect(
        (await of.users.list({ id: [persistence.next(), id] }, { limit: 5 })).items.map((user) => user.id),
      ).to.deep.equal([id]);
      expect(await of.users.list({ id: [] }, { limit: 5 })).to.deep.equal({ items: [], count: 0 });
    });
  });

  it('rejects a lookup by undefined', async () => {
    await everywhere(async (of) => {
      for (const look of [
        () => of.users.find({ id: undefined }),
        () => of.users.list({ email: undefined }, { limit: 1 }),
        () => of.users.count({ id: states.users.id, email: undefined }),
      ])
        expect((await failure((async () => look())())).message).to.include('undefined');
    });
  });

  describe('list pages', () => {
    let ids: string[];
    let organizationId: string;
    before(async () => {
      organizationId = persistence.next();
      // Sorts bytewise, not by language.
      ids = ['0', '9', 'A', 'Z', 'a', 'z'].map((first) => `${first}${persistence.next().slice(1)}`);
      await persistence.run(async (work) => {
        await put(work, 'organizations', { ...states.organizations, id: organizationId, hostname: null });
        for (const id of [...ids].reverse())
          await put(work, 'collections', { ...states.collections, id, organizationId });
      });
    });
    for (const order of ['asc', 'desc'] as const)
      for (const limit of [1, 2, 4, 6, 7])
        it(`of ${limit} return every item once in ${order}ending order, with the total`, async () => {
          await everywhere(async (of) => {
            const seen: string[] = [];
            let after: string | undefined;
            do {
              const page = await of.collections.list({ organizationId }, { limit, order, after });
              expect(page.count).to.equal(6);
              expect(page.items.length).to.be.at.most(limit);
              seen.push(...page.items.map(({ id }) => id));
              expect(page.next).to.equal(seen.length < 6 ? seen.at(-1) : undefined);
              after = page.next;
            } while (after !== undefined);
            expect(seen).to.deep.equal(order === 'asc' ? ids : [...ids].reverse());
          });
        });
    it('of nothing return the total only', () =>
      everywhere(async (of) =>
        expect(await of.collections.list({ organizationId }, { limit: 0 })).to.deep.equal({ items: [], count: 6 }),
      ));
    it('continue after a deleted key', async () => {
      await everywhere(async (of) =>
        expect(
          (await of.collections.list({ organizationId }, { limit: 9, after: `${ids[2]!.slice(0, -1)}~` })).items.map(
            ({ id }) => id,
          ),
        ).to.deep.equal(ids.slice(3)),
      );
    });
    it('return the number of matches', () =>
      everywhere(async (of) =>
        expect([
          await of.collections.count({ organizationId }),
          await of.collections.count({ organizationId, title: 'none' }),
        ]).to.deep.equal([6, 0]),
      ));
  });

  describe('states', () => {
    it('do not share objects with the caller', async () => {
      const emailDomains = ['one.example'];
      const id = persistence.next();
      await persistence.run(async (work) => {
        await put(work, 'organizations', { ...states.organizations, id, hostname: null, emailDomains });
        emailDomains.push('two.example');
      });
      await everywhere(async (of) => {
        const { emailDomains: domains } = (await of.organizations.get({ id })).snapshot();
        expect(domains).to.deep.equal(['one.example']);
        domains.push('three.example');
        expect((await of.organizations.get({ id })).snapshot().emailDomains).to.deep.equal(['one.example']);
      });
    });
  });

  for (const [what, harmful] of [
    ['a NUL', 'a\0b'],
    ['half a surrogate pair', 'a\ud800'],
  ] as const)
    it(`rejects text with ${what} in any field`, async () => {
      const id = persistence.next();
      const bad: ((work: Work) => Promise<void>)[] = [
        (work) => put(work, 'organizations', { ...states.organizations, id, hostname: null, title: harmful }),
        (work) => put(work, 'organizations', { ...states.organizations, id, hostname: null, emailDomains: [harmful] }),
        (work) =>
          put(work, 'gitSyncs', {
            ...states.gitSyncs,
            lastOperation: {
              ...states.gitSyncs.lastOperation!,
              report: [{ level: 'info', code: '', path: '', message: harmful }],
            },
          }),
      ];
      for (const write of bad) expect(await failure(persistence.run(write))).to.be.instanceOf(Invalid);
      expect(await stored(persistence, 'organizations', id)).to.equal(undefined);
    });

  describe('saveAll', () => {
    const newSpaces = async (): Promise<readonly StateOf<'spaces'>[]> => {
      const made = [1, 2, 3].map((n) => ({ ...states.spaces, id: persistence.next(), rank: `g${n}`, deletedAt: null }));
      await persistence.run(async (work) => {
        for (const state of made) await put(work, 'spaces', state);
      });
      return made;
    };

    it('stores each state, null and what did not change included, and leaves it writable in the same unit of work', async () => {
      const [first, second, third] = await newSpaces();
      const changed = { ...first!, mergeRules: null, title: `${TYPES.spaces.kind} "1"` };
      await persistence.run(async (work) => {
        const spaces = await Promise.all([first!, second!].map(({ id }) => work.spaces.get({ id })));
        spaces[0]!.change({ title: changed.title, mergeRules: null }, changed.updatedAt);
        spaces[1]!.move({ parentId: null, rank: 'h' }, second!.updatedAt);
        await work.spaces.saveAll(spaces);
        spaces[1]!.rerank('i');
        await work.spaces.saveAll([spaces[1]!]);
        await work.spaces.saveAll([]);
      });
      const moved = { ...second!, parentId: null, rank: 'i' };
      for (const state of [changed, moved, third!])
        expect(await stored(persistence, 'spaces', state.id)).to.deep.equal(state);
    });

    it('stores nothing when one of the states was changed concurrently', async () => {
      const [first, second] = await newSpaces();
      const error = await failure(
        persistence.run(async (work) => {
          const spaces = await Promise.all([first!, second!].map(({ id }) => work.spaces.get({ id })));
          await persistence.run(async (other) => {
            const space = await other.spaces.get({ id: second!.id });
            space.rerank('z');
            await other.spaces.save(space);
          });
          for (const space of spaces) space.rerank('a');
          await work.spaces.saveAll(spaces);
        }),
      );
      expect(error).to.be.instanceOf(StaleWrite);
      expect((await stored(persistence, 'spaces', first!.id))!.rank).to.equal('g1');
      expect((await stored(persistence, 'spaces', second!.id))!.rank).to.equal('z');
    });
  });

  describe('uniqueness', () => {
    const clashes: readonly [Name, () => object, string][] = [
      ['users', () => ({ email: states.users.email }), 'a user with this e-mail address exists already'],
      ['apiTokens', () => ({ hash: states.apiTokens.hash }), 'this token exists already'],
      ['members', () => ({}), 'the user is a member already'],
      ['organizations', () => ({}), 'the hostname is taken'],
      ['organizationKeys', () => ({}), 'the organization has a key already'],
      ['teamMembers', () => ({ role: 'member' }), 'the user is in the team already'],
      ['grants', () => ({ level: 'read' }), 'there is a permission for this user or team here already'],
      ['reviewRequests', () => ({}), 'the team is asked for a review already'],
      ['changeRequests', () => ({}), 'the number is taken'],
      ['sites', () => ({}), 'the basename is taken'],
      ['siteSections', () => ({}), 'the path is taken by another section of the site'],
      ['siteSpaces', () => ({ path: 'other' }), 'the space is already part of the site'],
    ];
    for (const [name, change, message] of clashes)
      it(`of a ${TYPES[name].kind}, with the same error on every backend`, async () => {
        const clash = { ...states[name], id: persistence.next(), ...change() } as never;
        const error = await failure(persistence.run((work) => put(work, name, clash)));
        expect(error).to.be.instanceOf(Conflict);
        expect(error.message).to.equal(message);
      });

    it('of the path of a site space, on creation and on change', async () => {
      const { id: spaceId } = { id: persistence.next() };
      const other = { ...states.siteSpaces, id: persistence.next(), spaceId, path: 'other' };
      await persistence.run(async (work) => {
        await put(work, 'spaces', { ...states.spaces, id: spaceId });
        await put(work, 'siteSpaces', other);
      });
      const error = await failure(
        persistence.run(async (work) => {
          const siteSpace = await work.siteSpaces.get({ id: other.id });
          siteSpace.change({ path: states.siteSpaces.path });
          await work.siteSpaces.save(siteSpace);
        }),
      );
      expect(error)
        .to.be.instanceOf(Conflict)
        .with.property('message', 'the path is taken by another space of the site');
    });

    it('for concurrent writes', async () => {
      const email = `${persistence.next().toLowerCase()}@example.com`;
      const results = await Promise.allSettled(
        Array.from({ length: 10 }, () =>
          persistence.run((work) => put(work, 'users', { ...states.users, id: persistence.next(), email })),
        ),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).to.have.lengthOf(1);
      for (const result of results) if (result.status === 'rejected') expect(result.reason).to.be.instanceOf(Conflict);
      expect(await persistence.reads.users.count({ email })).to.equal(1);
    });

    it('of an id, reported as a lost race', async () => {
      for (const name of ['organizations', 'collections', 'sites'] as const)
        expect(
          await failure(
            persistence.run((work) =>
              put(work, name, { ...states[name], ...(name === 'sites' && { basename: 'free-again' }) } as never),
            ),
          ),
        ).to.be.instanceOf(StaleWrite);
    });

    it('of a permission, for every kind of object and holder', async () => {
      const { spaceId, collectionId, userId, teamId } = {
        spaceId: states.spaces.id,
        collectionId: states.collections.id,
        userId: states.users.id,
        teamId: states.teams.id,
      };
      for (const place of [
        { spaceId, collectionId: null },
        { spaceId: null, collectionId },
      ])
        for (const holder of [
          { userId, teamId: null },
          { userId: null, teamId },
        ]) {
          const one = () => ({ ...states.grants, ...place, ...holder, id: persistence.next() });
          if (place.collectionId === null || holder.teamId === null)
            await persistence.run((work) => put(work, 'grants', one()));
          expect(await failure(persistence.run((work) => put(work, 'grants', one()))))
            .to.be.instanceOf(Conflict)
            .with.property('message', 'there is a permission for this user or team here already');
        }
    });

    it('until the holder is deleted, also in the same unit of work', async () => {
      const [id, again] = [persistence.next(), persistence.next()];
      const grant = {
        ...states.grants,
        id,
        spaceId: persistence.next(),
        collectionId: null,
        userId: states.users.id,
        teamId: null,
      };
      await persistence.run(async (work) => {
        await put(work, 'spaces', { ...states.spaces, id: grant.spaceId });
        await put(work, 'grants', grant);
      });
      await persistence.run(async (work) => {
        await work.grants.delete(await work.grants.get({ id }));
        await put(work, 'grants', { ...grant, id: again });
      });
      expect(
        (await persistence.reads.grants.list({ spaceId: grant.spaceId }, { limit: 5 })).items.map((one) => one.id),
      ).to.deep.equal([again]);
    });
  });
}
