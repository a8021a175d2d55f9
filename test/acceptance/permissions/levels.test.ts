import { expect } from 'chai';
import { partsOf, type Route } from '../../../src/adapters/http/kernel/route.ts';
import { ROUTES } from '../../../src/adapters/http/routes.ts';
import { LEVELS, type Level, type Role } from '../../../src/domain/permissions/level.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { MIN_ACCESS, type MinAccess } from '../../support/routes/least-levels.ts';
import { SECRETS } from '../../support/routes/secrets.ts';
import { bodyAt, makePlace, pathAt, CROSS_ORGANIZATION_OPERATIONS, type Place } from '../../support/routes/places.ts';
import { waitForProjections } from '../../support/persistence/projected.ts';
import { apiOf, must, World, type Answer, type Api, type Person } from '../../support/world.ts';

/** Somebody who calls every operation. */
interface Caller {
  readonly api: Api;
  readonly person?: Person;
  /** True when the token is valid. */
  readonly known: boolean;
  /** The role in the organization, `undefined` outside of it. */
  readonly role?: Role;
  readonly operator?: true;
  readonly readOnly?: true;
  /** True for an owner of the team of each place. */
  readonly owner?: true;
}

const CALLERS = [
  'nobody',
  'strangers',
  'guests',
  ...LEVELS,
  'team owners',
  'removed members',
  'disabled users',
  'read-only tokens',
  'the operator',
] as const;

const is = (route: Route, ...methods: string[]): boolean => methods.includes(partsOf(route).method);
const least = (route: Route): MinAccess => MIN_ACCESS[route.useCase.name]!;
const rankOf = (role: Role): number => LEVELS.indexOf(role as Level);

/** Operations that only read though they are sent with a body. */
const QUESTIONS: ReadonlySet<string> = new Set([
  'aggregateSiteEvents',
  'askInOrganization',
  'streamAskInSite',
  'getComputedDocument',
  'getComputedRevision',
  'prewarmSiteSearch',
  'renderPage',
  'renderReusableContent',
  'resolvePublishedContentByUrl',
  'searchSiteContent',
]);

/** Reads whose responses change by themselves: tokens that depend on the time, and deliveries that are retried. */
const CHANGING_READS: ReadonlySet<string> = new Set([
  'getOrganizationKeys',
  'getPublishedContentByUrl',
  'getWebhook',
  'getWebhookDelivery',
  'listApiTokens',
  'listWebhookDeliveries',
  'listWebhooks',
]);

/** Status that a caller gets; 200 stands for every success. */
function verdict(
  route: Route,
  { known, person, role, operator, readOnly, owner }: Caller,
): 200 | 204 | 401 | 403 | 404 {
  const requirement = least(route);
  // To delete what is not there for one is no error.
  const unseen = /^DELETE \/v1\/(?:spaces|collections|custom-hostnames)\/:\w+(?:\/git\/[\w-]+)?$/.test(route.endpoint)
    ? 204
    : 404;
  // An invalid token is refused where it is optional.
  if (requirement === 'open')
    return !known && person !== undefined && route.useCase.identifiesCaller === true ? 401 : 200;
  if (!known) return 401;
  if (readOnly && ((!is(route, 'GET') && !QUESTIONS.has(route.useCase.name)) || SECRETS.has(route.useCase.name)))
    return 403;
  if (requirement === 'anyone' || requirement === 'self') return 200;
  if (requirement === 'operator') return operator ? 200 : 403;
  if ((requirement === 'acquainted' || requirement === 'colleague') && operator) return 200;
  if (requirement === 'colleague') return role == null ? 404 : 200;
  if (role === undefined) return unseen;
  if (requirement === 'member' || requirement === 'acquainted' || (requirement === 'owner' && owner)) return 200;
  if (rankOf(role) >= rankOf(requirement === 'owner' ? 'admin' : requirement)) return 200;
  return role === null &&
    /^\/v1\/(spaces|collections|custom-hostnames|urls|org|orgs\/:organizationId\/sites\/:siteId)(\/|$)/.test(
      partsOf(route).path,
    )
    ? unseen
    : 403;
}

/** Depth of a resource; the deepest are deleted first, so that each exists when its deletion is called. */
const depth = (route: Route): number => partsOf(route).path.split(':').length;
const DELETIONS = ROUTES.filter((route) => is(route, 'DELETE')).sort((a, b) => depth(b) - depth(a));
/** Joining makes members of those who were none: after all else. */
const JOIN = ROUTES.filter(({ useCase }) => useCase.name === 'joinOrganizationWithInvite');
const WRITES = [
  ...ROUTES.filter((route) => !is(route, 'GET', 'DELETE') && !JOIN.includes(route)),
  ...JOIN,
  ...DELETIONS,
];
const READS = ROUTES.filter((route) => is(route, 'GET'));

/**
 * Statuses of permitted calls besides success: the sources of imports cannot be fetched, nothing was uploaded, runs of
 * imports have ended, and a site may be unpublished by then. Callers without permission get no 409 either.
 */
const OTHER_STATUSES: Readonly<Record<string, number>> = {
  importContent: 400,
  importContentInPageById: 400,
  importContentInChangeRequest: 400,
  importContentInChangeRequestPageById: 400,
  importSpaceArchive: 400,
  createCustomFont: 400,
  createOrganizationImage: 400,
  cancelImportRun: 409,
  resolvePublishedContentByUrl: 404,
  getPublishedContentByUrl: 404,
};

/** A few at a time. */
async function each<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await act(item);
    }),
  );
}

describe('the table of least levels', () => {
  it('names every operation of the API and no other', () => {
    expect(Object.keys(MIN_ACCESS).sort()).to.deep.equal(ROUTES.map(({ useCase }) => useCase.name).sort());
  });
});

onEveryBackend('least levels', (backend) => {
  let world: World;
  let place: Place;
  const callers = new Map<string, Caller>();
  const call = (route: Route, { api }: Pick<Caller, 'api'>, at: Place): Promise<Answer> =>
    api(partsOf(route).method, pathAt(route, at), bodyAt(route, at));
  const own = async (team: Place, { userId }: Person): Promise<void> =>
    void must(
      await world.admin.api.put(`/v1/orgs/${world.organizationId}/teams/${team['teamId']}/members`, {
        add: [userId],
        memberships: { [userId]: { role: 'owner' } },
      }),
      204,
    );

  /**
   * Reads everything in the organization with the operator's token, except answers about other organizations, answers
   * that change by themselves or when they are read, and tokens that depend on the time.
   */
  const everything = async (): Promise<Readonly<Record<string, unknown>>> => {
    const seen: Record<string, unknown> = {};
    await each(
      READS.filter(
        ({ useCase }) => !CROSS_ORGANIZATION_OPERATIONS.has(useCase.name) && !CHANGING_READS.has(useCase.name),
      ),
      async (route) => {
        const { status, body } = await call(
          route,
          least(route) === 'operator' ? { api: world.operator } : world.admin,
          place,
        );
        seen[route.useCase.name] = [status, body];
      },
    );
    return seen;
  };

  before(async function () {
    world = await World.create(await backend.instance());
    place = await makePlace(world);
    const member = async (role: Role, more: Partial<Caller> = {}): Promise<Caller> => {
      const person = await world.member(role);
      return { api: person.api, person, known: true, role, ...more };
    };
    const stranger = await world.stranger();
    const [owner, removed, disabled] = [
      await member('read', { owner: true }),
      await member('admin'),
      await member('admin'),
    ];
    // They had everything there is to have before they lost it.
    for (const { person } of [owner, removed, disabled]) await own(place, person!);
    for (const of of [`spaces/${place['spaceId']}`, `collections/${place['collectionId']}`])
      must(
        await world.admin.api.post(`/v1/${of}/permissions`, {
          role: 'create',
          users: [removed, disabled].map(({ person }) => person!.userId),
        }),
        204,
      );
    must(await world.admin.api.delete(`/v1/orgs/${world.organizationId}/members/${removed.person!.userId}`), 205);
    must(await world.operator.patch(`/v1/instance/users/${disabled.person!.userId}`, { disabled: true }), 200);
    for (const [name, caller] of Object.entries({
      nobody: { api: apiOf(world.instance), known: false },
      strangers: { api: stranger.api, person: stranger, known: true },
      guests: await member(null),
      'team owners': owner,
      'removed members': { api: removed.api, person: removed.person!, known: true },
      'disabled users': { api: disabled.api, person: disabled.person!, known: false },
      'read-only tokens': {
        api: await world.readOnly(world.admin),
        person: world.admin,
        known: true,
        role: 'admin',
        readOnly: true,
      },
      'the operator': { api: world.operator, known: true, operator: true },
    } satisfies Record<string, Caller>))
      callers.set(name, caller);
    for (const level of LEVELS) callers.set(level, await member(level));
  });

  describe('operations below the required level', () => {
    let untouched: Readonly<Record<string, unknown>>;
    before(async () => {
      await waitForProjections(world.instance);
      untouched = await everything();
    });
    after(async () => {
      const now = await everything();
      for (const name of Object.keys(untouched)) expect(now[name], name).to.deep.equal(untouched[name]);
      expect(now).to.have.all.keys(untouched);
    });
    for (const name of CALLERS)
      it(`[A5] refuse what is not for ${name}, without effect`, async () => {
        const caller = callers.get(name)!;
        await each(ROUTES, async (route) => {
          const expected = verdict(route, caller);
          if (expected === 200) return;
          const { status, body } = await call(route, caller, place);
          expect(status, `${route.endpoint}: ${JSON.stringify(body)}`).to.equal(expected);
          if (caller.readOnly && least(route) !== 'operator') expect(body.error.message).to.include('read-only');
        });
      });
    it('refuse to change what belongs to another user, without effect', async () => {
      for (const [name, caller] of callers)
        for (const route of caller.known && !caller.readOnly ? ROUTES.filter((each) => least(each) === 'self') : []) {
          const seen = caller.role != null || caller.operator;
          expect((await call(route, caller, place)).status, `${route.endpoint} as ${name}`).to.equal(
            is(route, 'DELETE') ? 204 : seen ? 403 : 404,
          );
        }
    });
  });

  // These change the place: in suites of their own, so that they come after the refusals.
  describe('operations at the required level', () => {
    for (const name of CALLERS)
      it(`let ${name} read what is for them`, async () => {
        const caller = callers.get(name)!;
        await each(READS, async (route) => {
          if (verdict(route, caller) === 200)
            expect((await call(route, caller, place)).status, route.endpoint).to.equal(200);
        });
      });

    for (const name of CALLERS.filter(
      (each) => each !== 'nobody' && each !== 'disabled users' && each !== 'read-only tokens',
    ))
      it(`let ${name} change what is for them`, async function () {
        const caller = callers.get(name)!;
        // Only these can delete anything that others need.
        const made = DELETIONS.some((route) => least(route) !== 'self' && verdict(route, caller) === 200)
          ? await makePlace(world)
          : place;
        if (caller.owner && made !== place) await own(made, caller.person!);
        const mine = {
          ...made,
          ...(caller.person && { userId: caller.person.userId }),
          tokenId: must(await caller.api.post('/v1/user/tokens', { name: 'own' }), 201).id,
        };
        for (const route of WRITES) {
          if (verdict(route, caller) !== 200 || (least(route) === 'self' && caller.operator)) continue;
          const { status, body } = await call(route, caller, least(route) === 'self' ? mine : made);
          expect(status, `${route.endpoint}: ${JSON.stringify(body)}`).to.satisfy(
            (got: number) => got < 300 || got === 409 || got === OTHER_STATUSES[route.useCase.name],
          );
        }
      });
  });
});
