import { expect } from 'chai';
import { partsOf, type Route } from '../../../src/adapters/http/kernel/route.ts';
import { ROUTES } from '../../../src/adapters/http/routes.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { bodyAt, makePlace, pathAt, type Place } from '../../support/routes/places.ts';
import { OTHER_QUERIES, SECRETS } from '../../support/routes/secrets.ts';
import { World, type Api } from '../../support/world.ts';

const queries = ROUTES.filter(({ useCase }) => useCase.kind === 'query');

describe('the table of secrets', () => {
  it('[A86] names every query, either among those that hand out a secret or among the others', () => {
    expect([...SECRETS, ...OTHER_QUERIES].sort()).to.deep.equal(queries.map(({ useCase }) => useCase.name).sort());
  });

  it('[A86] agrees with what each query declares', () => {
    const declared = queries
      .filter(({ useCase }) => useCase.kind === 'query' && useCase.returnsSecret === true)
      .map(({ useCase }) => useCase.name);
    expect(declared.sort()).to.deep.equal([...SECRETS].sort());
  });
});

onEveryBackend('read-only tokens', (backend) => {
  let world: World;
  let place: Place;
  let readOnly: Api;
  before(async function () {
    world = await World.create(await backend.instance());
    place = await makePlace(world);
    readOnly = await world.readOnly(world.admin);
  });
  const call = (api: Api, route: Route) => api(partsOf(route).method, pathAt(route, place), bodyAt(route, place));

  for (const route of queries.filter(({ useCase }) => SECRETS.has(useCase.name)))
    describe(route.useCase.name, () => {
      it('[A86] refuses the secret to a read-only token of an administrator', async () => {
        const { status, body } = await call(readOnly, route);
        expect([status, body.error.message]).to.deep.equal([
          403,
          'requires the permission secrets: the API token is read-only',
        ]);
        expect((await call(world.admin.api, route)).status).to.equal(200);
      });
    });
});
