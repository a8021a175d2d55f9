import { expect } from 'chai';
import { partsOf, type Route } from '../../../src/adapters/http/kernel/route.ts';
import { ROUTES } from '../../../src/adapters/http/routes.ts';
import { isAllowed, POLICY, type Permission } from '../../../src/domain/permissions/policy.ts';
import { Member } from '../../../src/domain/members.ts';
import { ApiToken, type ApiTokenState } from '../../../src/domain/sessions/api-token.ts';
import { Tokens } from '../../../src/composition/tokens.ts';
import type { Work } from '../../../src/ports/kernel/unit-of-work.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { GatedServer } from '../../support/routes/gated-server.ts';
import { bodyAt, makePlace, pathAt, type Place } from '../../support/routes/places.ts';
import { selfSigned } from '../../support/servers/self-signed.ts';
import { until } from '../../support/until.ts';
import { apiOf, must, World, type Api, type Person } from '../../support/world.ts';

const COMMANDS = ROUTES.filter(({ useCase }) => useCase.kind === 'command' && useCase.requires !== 'nothing');
const areaOf = ({ useCase }: Route) => POLICY[useCase.requires as Permission].scope;
const isOperators = (route: Route): boolean => areaOf(route) === 'instance';
const isInOrganization = (route: Route): boolean => !['instance', 'user'].includes(areaOf(route));
/** The permission is gone for a guest; members of any role keep it otherwise. */
const needsRole = (route: Route): boolean =>
  isInOrganization(route) &&
  !isAllowed(route.useCase.requires as Permission, { level: undefined, member: true, operator: false });

/** A way in which the right to an operation ends, how it is given back, and the operations that it is the end for. */
interface End {
  readonly title: string;
  readonly applies: (route: Route) => boolean;
  readonly end: () => Promise<unknown>;
  readonly restore: () => Promise<unknown>;
}

onEveryBackend('commands whose caller loses access on the way', (backend) => {
  let world: World;
  let place: Place;
  let server: GatedServer;
  let victim: Person;
  let operator: Person;
  let other: World;

  before(async () => {
    world = await World.create(await backend.instance());
    other = await World.create(world.instance);
    place = await makePlace(world);
    server = await GatedServer.start(world.instance, COMMANDS);
    victim = await world.member('admin');
    operator = await world.stranger();
    await store(async (work) => change(await work.users.get({ id: operator.userId }), { operator: true }, work.users));
    const provider = {
      label: 'IdP',
      entityID: 'urn:idp',
      ssoURL: 'https://idp.example/sso',
      certificate: selfSigned().certificate,
    };
    must(await world.admin.api.post(`/v1/orgs/${world.organizationId}/saml`, provider), 201);
  });
  after(() => server.stop());

  const store = <T>(task: (work: Work) => Promise<T>): Promise<T> => {
    const at = new Date().toISOString();
    const context = { organizationId: null, spaceId: null, actorId: null, tokenId: null, requestId: null, at };
    return world.instance.container.get(Tokens.UnitOfWork).run(context, task);
  };
  /** Stores fields that no transition changes, as if they had been so. */
  const change = async (
    aggregate: any,
    fields: object,
    into: { save(aggregate: any): Promise<void> },
  ): Promise<void> => {
    aggregate.apply(fields, 'test.changed', {});
    await into.save(aggregate);
  };
  const changeToken = (fields: Partial<ApiTokenState>) => async () =>
    store(async (work) => {
      for (const { userId } of [victim, operator]) {
        for (const token of (await work.apiTokens.list({ userId }, { limit: 10 })).items)
          await change(token, fields, work.apiTokens);
      }
    });
  const memberOf = (work: Work) => work.members.find({ organizationId: world.organizationId, userId: victim.userId });
  const changeUsers = (disabled: boolean) => async () =>
    store(async (work) => {
      for (const { userId } of [victim, operator])
        await change(await work.users.get({ id: userId }), { disabled }, work.users);
    });
  const enforceSso = (sso: boolean) => async () =>
    store(async (work) =>
      change(await work.organizations.get({ id: world.organizationId }), { sso }, work.organizations),
    );
  const setRole = (role: 'admin' | null) => async () =>
    store(async (work) => {
      const member = await memberOf(work);
      member!.changeRole(role);
      await work.members.save(member!);
    });

  let kept: readonly ApiToken[] = [];
  const ENDS: readonly End[] = [
    {
      title: 'the member is removed',
      applies: isInOrganization,
      end: () => store(async (work) => work.members.delete((await memberOf(work))!)),
      restore: () =>
        store(async (work) => {
          const at = new Date().toISOString();
          const id = world.instance.container.get(Tokens.Services).ids.next();
          await work.members.save(
            Member.join({ id, organizationId: world.organizationId, userId: victim.userId, role: 'admin', at }),
          );
        }),
    },
    { title: 'the user is disabled', applies: () => true, end: changeUsers(true), restore: changeUsers(false) },
    { title: 'the member is demoted', applies: needsRole, end: setRole(null), restore: setRole('admin') },
    {
      title: 'the token is confined to another organization',
      // What a confined credential may do to the account itself is the account's.
      applies: (route) => route.useCase.requires !== 'self:within',
      end: () => changeToken({ organizationId: other.organizationId })(),
      restore: changeToken({ organizationId: null }),
    },
    {
      title: 'the token becomes read-only',
      applies: () => true,
      end: changeToken({ readOnly: true }),
      restore: changeToken({ readOnly: false }),
    },
    {
      title: 'the token expires',
      applies: () => true,
      end: changeToken({ expiresAt: '2020-01-01T00:00:00.000Z' }),
      restore: changeToken({ expiresAt: null }),
    },
    {
      title: 'the token is revoked',
      applies: () => true,
      end: () =>
        store(async (work) => {
          kept = [];
          for (const { userId } of [victim, operator]) {
            for (const token of (await work.apiTokens.list({ userId }, { limit: 10 })).items) {
              kept = [...kept, token];
              await work.apiTokens.delete(token);
            }
          }
        }),
      restore: () =>
        store(async (work) => {
          for (const token of kept)
            await work.apiTokens.save(ApiToken.issue({ ...token.snapshot(), at: token.snapshot().createdAt }));
        }),
    },
    { title: 'SSO is enforced', applies: isInOrganization, end: enforceSso(true), restore: enforceSso(false) },
  ];

  const apiFor = (route: Route): Api => apiOf(server, (isOperators(route) ? operator : victim).token);
  /** The operation names the caller's own things where they are a user's own. */
  const placeFor = (route: Route): Place =>
    route.useCase.name === 'updateUserById' ? { ...place, userId: victim.userId } : place;

  for (const { title, applies, end, restore } of ENDS)
    it(`[A77] store nothing when ${title} while they are prepared, whatever the operation`, async function () {
      const stored: string[] = [];
      const accepted: string[] = [];
      let held = 0;
      for (const route of COMMANDS.filter(applies)) {
        server.reached = 0;
        let isHeld = false;
        server.meanwhile = async () => {
          isHeld = true;
          await end();
        };
        try {
          const { method } = partsOf(route);
          const { status } = await apiFor(route)(method, pathAt(route, placeFor(route)), bodyAt(route, place));
          if (!isHeld) continue;
          held++;
          if (server.reached > 0) stored.push(route.useCase.name);
          // To delete what is not there for the caller is no error.
          if (![401, 403, 404, 409].includes(status) && !(method === 'DELETE' && status === 204))
            accepted.push(`${route.useCase.name}: ${status}`);
        } finally {
          if (isHeld) await restore();
        }
      }
      expect(held, 'operations that were under way').to.be.greaterThan(10);
      expect({ stored, accepted }).to.deep.equal({ stored: [], accepted: [] });
    });

  describe('while they wait for a lock', () => {
    const routeOf = (name: string): Route => COMMANDS.find(({ useCase }) => useCase.name === name)!;
    /** Sends a request that waits for a lock; makes a change meanwhile. */
    const answerAfter = async (
      name: string,
      kind: 'organizations' | 'sites',
      change: (work: Work) => Promise<void>,
      body: unknown = bodyAt(routeOf(name), place),
    ) => {
      server.meanwhile = async () => {};
      server.reached = 0;
      const route = routeOf(name);
      return store(async (work) => {
        await work.lock(kind, kind === 'sites' ? place.siteId! : world.organizationId);
        const answer = apiOf(server, victim.token)(partsOf(route).method, pathAt(route, place), body);
        await until(async () => server.reached > 0);
        await change(work);
        return { answer };
      }).then(({ answer }) => answer);
    };
    afterEach(() => ENDS[0]!.restore().catch(() => setRole('admin')()));

    for (const [name, kind] of [
      ['createOrganizationTeam', 'organizations'],
      ['inviteToSpace', 'organizations'],
      ['createSiteShareLink', 'sites'],
    ] as const)
      it(`[A6] ${name} stores nothing when the member is removed`, async () => {
        must(await answerAfter(name, kind, async (work) => work.members.delete((await memberOf(work))!)), 404);
      });

    it('[A80] inviteToSpace gives no level that the member has lost', async () => {
      const demote = async (work: Work) => {
        const member = await memberOf(work);
        member!.changeRole('create');
        await work.members.save(member!);
      };
      const body = { role: 'admin', users: [place.userId] };
      must(await answerAfter('inviteToSpace', 'organizations', demote, body), 403);
    });
  });

  it('[A77] include every command that needs a permission', async () => {
    const missed: string[] = [];
    server.meanwhile = async () => {
      throw new Error('held');
    };
    for (const route of COMMANDS) {
      const { status } = await apiFor(route)(
        partsOf(route).method,
        pathAt(route, placeFor(route)),
        bodyAt(route, place),
      );
      if (status !== 500) missed.push(`${route.useCase.name}: ${status}`);
    }
    expect(missed).to.deep.equal([]);
  });
});
