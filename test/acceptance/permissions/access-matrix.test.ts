import { isDeepStrictEqual } from 'node:util';
import { expect } from 'chai';
import { partsOf, type Route } from '../../../src/adapters/http/kernel/route.ts';
import { ROUTES } from '../../../src/adapters/http/routes.ts';
import { POLICY, type Permission } from '../../../src/domain/permissions/policy.ts';
import { onEveryBackend } from '../../support/backends.ts';
import {
  bodyAt,
  makePlace,
  parametersOf,
  pathAt,
  CROSS_ORGANIZATION_OPERATIONS,
  type Place,
} from '../../support/routes/places.ts';
import { waitForProjections } from '../../support/persistence/projected.ts';
import { apiOf, must, World, type Answer, type Api } from '../../support/world.ts';
import { poll } from '../../support/until.ts';

const UNKNOWN = '0'.repeat(20);
/** Time in which nothing has changed when the jobs of a place have ended, in milliseconds. */
const SETTLING_MS = 500;
const DELETIONS_LAST = ['GET', 'PATCH', 'PUT', 'POST', 'DELETE'];
const guarded = ROUTES.filter(({ useCase }) => useCase.requires !== 'nothing').sort(
  (a, b) => DELETIONS_LAST.indexOf(partsOf(a).method) - DELETIONS_LAST.indexOf(partsOf(b).method),
);
const areaOf = ({ useCase }: Route) => POLICY[useCase.requires as Permission].scope;

const call = (api: Api, route: Route, place: Place): Promise<Answer> =>
  api(partsOf(route).method, pathAt(route, place), bodyAt(route, place));
const withoutRequestId = ({ status, body }: Answer) => ({
  status,
  body: body?.error === undefined ? body : { error: { ...body.error, requestId: '' } },
});

/** Everything of an organization that its administrator can read. */
async function readAll(world: World, place: Place): Promise<readonly (readonly unknown[])[]> {
  const seen: (readonly unknown[])[] = [];
  for (const route of guarded)
    if (
      partsOf(route).method === 'GET' &&
      areaOf(route) !== 'user' &&
      !CROSS_ORGANIZATION_OPERATIONS.has(route.useCase.name)
    ) {
      const { status, body } = await call(
        areaOf(route) === 'instance' ? world.operator : world.admin.api,
        route,
        place,
      );
      seen.push([route.useCase.name, status, body]);
    }
  return seen;
}

onEveryBackend('access to every route', (backend) => {
  let world: World;
  let place: Place;
  before(async () => {
    world = await World.create(await backend.instance());
    place = await makePlace(world);
  });

  it('requires a token that is valid now', async () => {
    const expired = must(
      await world.admin.api.post('/v1/user/tokens', {
        name: 'soon over',
        expiresAt: new Date(Date.now() + 1_000).toISOString(),
      }),
      201,
    ).token;
    const revoked = must(await world.admin.api.post('/v1/user/tokens', { name: 'revoked' }), 201);
    must(await world.admin.api.delete(`/v1/user/tokens/${revoked.id}`), 205);
    await poll(
      'the token expires',
      () => apiOf(world.instance, expired).get('/v1/user'),
      ({ status }) => status === 401,
      10_000,
    );
    for (const route of guarded) {
      for (const token of [undefined, 'wrong', world.admin.token.slice(0, -1), expired, revoked.token]) {
        const answer = await call(apiOf(world.instance, token), route, place);
        expect(answer.status, `${route.endpoint} with ${token}`).to.equal(401);
        expect(answer.headers.get('www-authenticate')).to.equal('Bearer realm="Quire"');
      }
    }
  });

  it('is open without a token only where the route declares it', async () => {
    for (const route of ROUTES)
      if (route.useCase.requires === 'nothing')
        expect((await call(apiOf(world.instance), route, place)).status, route.endpoint).to.be.lessThan(400);
  });

  describe('requests with ids of other organizations', () => {
    let foreign: Place;
    let theirs: World;
    let untouched: Awaited<ReturnType<typeof readAll>>;
    before(async () => {
      theirs = await World.create(world.instance);
      foreign = await makePlace(theirs);
      await waitForProjections(world.instance);
      // Jobs that were started by the creation change what they are about until they have ended.
      untouched = await readAll(theirs, foreign);
      await poll(
        'the end of the jobs',
        async () => {
          const before = untouched;
          await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
          untouched = await readAll(theirs, foreign);
          return isDeepStrictEqual(before, untouched);
        },
        (isSettled) => isSettled,
      );
    });
    after(async () => {
      const now = await readAll(theirs, foreign);
      for (const [i, [operation, ...answer]] of untouched.entries())
        expect(now[i], `what ${String(operation)} shows of theirs`).to.deep.equal([operation, ...answer]);
    });

    for (const route of guarded) {
      const names = parametersOf(route);
      // An e-mail domain is nobody's: those who have no address there are told of no organization.
      if (names.length === 0 || areaOf(route) === 'instance' || names[0] === 'emailDomain') continue;
      const last = names.at(-1)!;
      const { method } = partsOf(route);

      it(`[A1][A3] are answered like those with unknown ids: ${route.endpoint}`, async () => {
        // A name that is free in one's own organization is there for the taking, whoever else has it elsewhere.
        for (const name of route.useCase.name === 'createOrUpdateOpenAPISpecBySlug' ? names.slice(0, -1) : names) {
          const expected = name === last && method === 'DELETE' ? 204 : 404;
          // Bodies name what exists here, so that only the path is wrong.
          const at = (id: string) =>
            world.admin.api(method, pathAt(route, { ...place, [name]: id }), bodyAt(route, place));
          const [theirAnswer, unknown, misshapen] = [
            await at(foreign[name]!),
            await at(UNKNOWN),
            await at('no-such-id'),
          ];
          expect(theirAnswer.status, `${name} of another organization: ${JSON.stringify(theirAnswer.body)}`).to.equal(
            expected,
          );
          expect(withoutRequestId(theirAnswer))
            .to.deep.equal(withoutRequestId(unknown))
            .and.to.deep.equal(withoutRequestId(misshapen));
        }
        // All of it is theirs; to come in from outside is what an invite is for.
        if (names[0] !== 'tokenId' && route.useCase.name !== 'joinOrganizationWithInvite')
          expect((await call(world.admin.api, route, foreign)).status).to.equal(
            names.length === 1 && method === 'DELETE' ? 204 : 404,
          );
      });
    }
  });

  describe('requests with a child of another parent of the same organization', () => {
    let sibling: Place;
    before(async () => {
      sibling = await makePlace(world);
    });
    for (const route of guarded) {
      const names = parametersOf(route);
      const [last, parent] = [names.at(-1)!, names.at(-2)];
      // People and teams are of the organization, not of a space; what is directly in the organization has no other parent there.
      if (
        parent === undefined ||
        parent === 'organizationId' ||
        ['userId', 'teamId'].includes(last) ||
        areaOf(route) === 'instance'
      )
        continue;
      it(`[A2] find nothing: ${route.endpoint}`, async () => {
        const expected = partsOf(route).method === 'DELETE' ? 204 : 404;
        expect((await call(world.admin.api, route, { ...place, [last]: sibling[last]! })).status).to.equal(expected);
      });
    }
  });
});
