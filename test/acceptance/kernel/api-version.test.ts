import { expect } from 'chai';
import { partsOf } from '../../../src/adapters/http/kernel/route.ts';
import { ROUTES } from '../../../src/adapters/http/routes.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { makePlace, pathAt, type Place } from '../../support/routes/places.ts';
import { must, World } from '../../support/world.ts';

const NEWEST = { 'quire-version': '2' };

onEveryBackend('Quire-Version', (backend) => {
  let world: World;
  let place: Place;
  before(async () => {
    world = await World.create(await backend.instance());
    place = await makePlace(world);
  });

  it('refuses an unknown version, naming the header', async () => {
    for (const version of ['0', '3', '1.5', 'two'])
      expect(must(await world.admin.api.get('/v1/user', { 'quire-version': version }), 400).error.issues).to.deep.equal(
        [{ path: 'Quire-Version', message: 'must be 1 or 2' }],
      );
    must(await world.admin.api.get('/v1/user', { 'quire-version': '1' }), 200);
  });

  it('varies what caches keep', async () => {
    const { headers } = await world.admin.api.get('/v1/user');
    expect(headers.get('vary')).to.match(/\bQuire-Version\b/);
  });

  // Every answer that a test fetches is checked: with version 2 against the types of the newest client.
  for (const route of ROUTES.filter((each) => partsOf(each).method === 'GET'))
    it(`answers ${route.useCase.name} in the form of the newest client with version 2`, async () => {
      const { api } = route.useCase.requires === 'instance:operate' ? { api: world.operator } : world.admin;
      const { status, body } = await api.get(pathAt(route, place), NEWEST);
      expect(status, JSON.stringify(body)).to.be.lessThan(300);
    });
});
