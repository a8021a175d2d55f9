import { expect } from 'chai';
import fc from 'fast-check';
import { onEveryBackend } from '../../support/backends.ts';
import { DAY_MS, TimeTravel } from '../../support/time-travel.ts';
import { must, World, type Person } from '../../support/world.ts';
import { checkProperty } from '../../support/properties.ts';

type Kind = 'space' | 'collection';
/** Model of the spaces and collections, as simple as possible. */
interface LibraryItem {
  readonly kind: Kind;
  readonly id: string;
  organization: number;
  parent: string | null;
  deletedAt: number | null;
}

const DEFAULTS = ['inherit', 'inherit', 'read', 'edit', null];
const ACTS = [
  'newSpace',
  'newCollection',
  'move',
  'move',
  'move',
  'deleteCollection',
  'deleteSpace',
  'restore',
  'transfer',
  'wait',
] as const;
const anAct = fc.record({
  act: fc.constantFrom(...ACTS),
  which: fc.nat(99),
  to: fc.nat(99),
  beside: fc.option(fc.nat(99)),
  before: fc.boolean(),
  level: fc.constantFrom(...DEFAULTS),
  role: fc.option(fc.constantFrom('comment', 'edit', 'create')),
});
type Act = typeof anAct extends fc.Arbitrary<infer T> ? T : never;

class Model {
  readonly #places = new Map<string, LibraryItem[]>();
  now = 0;

  all(kind?: Kind): LibraryItem[] {
    return [...this.#places.values()].flat().filter((one) => kind === undefined || one.kind === kind);
  }
  inside(organization: number, parent: string | null): LibraryItem[] {
    const key = parent ?? `root ${organization}`;
    if (!this.#places.has(key)) this.#places.set(key, []);
    return this.#places.get(key)!;
  }
  put(item: LibraryItem, organization: number, parent: string | null, place = Infinity): void {
    this.take(item);
    this.inside(organization, parent).splice(place, 0, item);
    Object.assign(item, { organization, parent });
    if (item.kind === 'collection')
      for (const one of this.inside(organization, item.id)) this.#follow(one, organization);
  }
  take(item: LibraryItem): void {
    const among = this.inside(item.organization, item.parent);
    if (among.includes(item)) among.splice(among.indexOf(item), 1);
  }
  #follow(item: LibraryItem, organization: number): void {
    item.organization = organization;
    if (item.kind === 'collection')
      for (const one of this.inside(organization, item.id)) this.#follow(one, organization);
  }
  isWithin(parent: string | null, id: string): boolean {
    for (let at = parent; at !== null; at = this.all('collection').find((one) => one.id === at)!.parent)
      if (at === id) return true;
    return false;
  }
  dissolve(collection: LibraryItem): void {
    const { organization, parent } = collection;
    const place = this.inside(organization, parent).indexOf(collection);
    const inner = [...this.inside(organization, collection.id)];
    this.take(collection);
    inner.forEach((one, i) => this.put(one, organization, parent, place + i));
  }
}

onEveryBackend('spaces and collections after random operations', (backend) => {
  let travel: TimeTravel;
  before(async () => {
    travel = await TimeTravel.start(backend);
  });

  /** Does one thing to the library and to the model. */
  async function perform(
    model: Model,
    worlds: readonly World[],
    watchers: readonly Person[],
    { act, which, to, beside, before: isBefore, level, role }: Act,
  ): Promise<void> {
    const { api } = worlds[0]!.admin;
    travel.to(travel.now, 1_000);
    model.now += 1_000;
    const pick = <T>(from: readonly T[], n: number): T | undefined => from[n % Math.max(from.length, 1)];
    const goal = pick(
      [
        { organization: 0, parent: null },
        { organization: 1, parent: null },
        ...model.all('collection').map(({ organization, id }) => ({ organization, parent: id })),
      ] as { organization: number; parent: string | null }[],
      to,
    )!;
    const pathOf = ({ kind, id }: LibraryItem): string => `/v1/${kind}s/${id}`;

    if (act === 'newSpace' || act === 'newCollection') {
      const kind = act === 'newSpace' ? ('space' as const) : ('collection' as const);
      const { id } = must(
        await api.post(`/v1/orgs/${worlds[goal.organization]!.organizationId}/${kind}s`, {
          title: 'New',
          ...(goal.parent !== null && { parent: goal.parent }),
        }),
        201,
      );
      must(await api.patch(`/v1/${kind}s/${id}`, { defaultLevel: level }), 200);
      if (role !== null)
        must(await api.post(`/v1/${kind}s/${id}/permissions`, { role, users: [pick(watchers, which)!.userId] }), 204);
      return model.put({ kind, id, deletedAt: null, ...goal }, goal.organization, goal.parent);
    }
    const living = model.all().filter(({ deletedAt }) => deletedAt === null);
    if (act === 'move') {
      const item = pick(living, which);
      if (item === undefined || goal.organization !== item.organization) return;
      const rest = model.inside(goal.organization, goal.parent).filter((one) => one !== item);
      const sibling =
        beside === null
          ? undefined
          : pick(
              rest.filter(({ deletedAt }) => deletedAt === null),
              beside,
            );
      const place = sibling === undefined ? rest.length : rest.indexOf(sibling) + (isBefore ? 0 : 1);
      const neighbor = (at: number) => rest.slice(0, at).findLast(({ deletedAt }) => deletedAt === null);
      const stays =
        goal.parent === item.parent &&
        (sibling === undefined ||
          neighbor(place) === neighbor(model.inside(item.organization, item.parent).indexOf(item)));
      const refused = stays || (item.kind === 'collection' && model.isWithin(goal.parent, item.id));
      const position = sibling && {
        [isBefore ? 'before' : 'after']: { type: sibling.kind, [sibling.kind]: sibling.id },
      };
      must(await api.post(`${pathOf(item)}/move`, { parent: goal.parent, position }), refused ? 409 : 200);
      if (!refused) model.put(item, goal.organization, goal.parent, place);
    } else if (act === 'transfer') {
      const item = pick(living, which);
      if (item === undefined) return;
      const refused =
        (goal.organization === item.organization && goal.parent === item.parent) ||
        (item.kind === 'collection' && model.isWithin(goal.parent, item.id));
      must(
        await api.post(`${pathOf(item)}/transfer`, {
          organization: worlds[goal.organization]!.organizationId,
          parent: goal.parent,
        }),
        refused ? 409 : 200,
      );
      if (!refused) model.put(item, goal.organization, goal.parent);
    } else if (act === 'deleteCollection') {
      const item = pick(model.all('collection'), which);
      if (item === undefined) return;
      const levels = await levelsOf(worlds, watchers, item.id);
      must(await api.delete(pathOf(item)), 205);
      model.dissolve(item);
      expect(await levelsOf(worlds, watchers, item.id), 'levels on what was in the collection').to.deep.equal(levels);
    } else if (act === 'deleteSpace') {
      const item = pick(
        living.filter(({ kind }) => kind === 'space'),
        which,
      );
      if (item === undefined) return;
      must(await api.delete(pathOf(item)), 205);
      item.deletedAt = model.now;
    } else if (act === 'restore') {
      const item = pick(model.all('space'), which);
      if (item === undefined) return;
      const over = item.deletedAt !== null && model.now - item.deletedAt > 7 * DAY_MS;
      must(await api.post(`${pathOf(item)}/restore`), item.deletedAt === null ? 409 : over ? 404 : 200);
      if (over) model.take(item);
      else item.deletedAt = null;
    } else {
      travel.to(travel.now, (which % 4) * DAY_MS);
      model.now += (which % 4) * DAY_MS;
    }
  }

  /** Levels of the members on everything but one collection. */
  async function levelsOf(worlds: readonly World[], people: readonly Person[], but: string): Promise<unknown> {
    const seen: Record<string, unknown> = {};
    for (const [i, { api }] of people.entries())
      for (const { organizationId } of worlds)
        for (const kind of ['spaces', 'collections'])
          for (const { id, permissions } of must(await api.get(`/v1/orgs/${organizationId}/${kind}?limit=1000`), 200)
            .items)
            if (id !== but) seen[`${i} ${id}`] = permissions;
    return seen;
  }

  /** Every list against the model. */
  async function compare(model: Model, worlds: readonly World[]): Promise<void> {
    const { api } = worlds[0]!.admin;
    for (const [organization, { organizationId }] of worlds.entries()) {
      for (const kind of ['space', 'collection'] as const) {
        const { items, count } = must(await api.get(`/v1/orgs/${organizationId}/${kind}s?limit=1000`), 200);
        const parents = [
          null,
          ...model
            .all('collection')
            .filter((one) => one.organization === organization)
            .map(({ id }) => id),
        ];
        let total = 0;
        for (const parent of parents) {
          const expected = model
            .inside(organization, parent)
            .filter((one) => one.kind === kind && one.deletedAt === null)
            .map(({ id }) => id);
          expect(
            items.filter((one: any) => (one.parent ?? null) === parent).map(({ id }: any) => id),
            `${kind}s in ${parent}`,
          ).to.deep.equal(expected);
          total += expected.length;
        }
        expect([items.length, count]).to.deep.equal([total, total]);
      }
    }
  }

  it('match a naive model: none is lost or doubled, order is kept, and deleting a collection changes nobody’s level', async function () {
    await checkProperty(
      fc.asyncProperty(fc.array(anAct, { minLength: 5, maxLength: 30, size: 'max' }), async (acts) => {
        const worlds = [await World.create(travel.instance), await World.create(travel.instance)];
        must(
          await worlds[1]!.operator.put(
            `/v1/instance/orgs/${worlds[1]!.organizationId}/members/${worlds[0]!.admin.userId}`,
            { role: 'admin' },
          ),
          200,
        );
        const watchers = [await worlds[0]!.member('comment'), await worlds[0]!.member(null)];
        for (const [i, { userId }] of watchers.entries())
          must(
            await worlds[1]!.operator.put(`/v1/instance/orgs/${worlds[1]!.organizationId}/members/${userId}`, {
              role: i === 0 ? 'read' : null,
            }),
            200,
          );
        const model = new Model();
        for (const act of acts) {
          await perform(model, worlds, watchers, act);
          await compare(model, worlds);
        }
      }),
      { numRuns: backend.name === 'memory' ? 10 : 3 },
    );
  });
});
