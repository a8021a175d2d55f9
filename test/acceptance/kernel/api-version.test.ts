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

  it('has the defaults of the newest client for what a request leaves out', async () => {
    const { api } = world.admin;
    const space = `/v1/spaces/${(await world.space()).id}/change-requests`;
    const [first, second] = [must(await api.post(space), 201), must(await api.post(space), 201)];
    must(await api.patch(`${space}/${first.id}`, { subject: 'Later' }), 200);
    const ids = async (headers = {}) => must(await api.get(space, headers), 200).items.map(({ id }: any) => id);
    expect(await ids()).to.deep.equal([second.id, first.id]);
    expect(await ids(NEWEST)).to.deep.equal([first.id, second.id]);

    const redirects = `/v1/orgs/${world.organizationId}/sites/${place.siteId}/redirects`;
    const destination = { kind: 'external', url: 'https://example.com/' };
    const create = async (source: string, headers = {}) =>
      must(await api.post(redirects, { source, destination, draft: true }, headers), 201);
    expect((await create('/lasting')).permanent).to.equal(true);
    expect((await create('/passing', NEWEST)).permanent).to.equal(false);
    const isDraft = async (headers = {}) =>
      must(await api.get(redirects, headers), 200).items.map(({ draft }: any) => draft);
    expect(await isDraft()).to.include(true);
    expect(await isDraft(NEWEST)).not.to.include(true);
  });

  // Every answer that a test fetches is checked: with version 2 against the types of the newest client.
  for (const route of ROUTES.filter((each) => partsOf(each).method === 'GET'))
    it(`answers ${route.useCase.name} in the form of the newest client with version 2`, async () => {
      const { api } = route.useCase.requires === 'instance:operate' ? { api: world.operator } : world.admin;
      const { status, body } = await api.get(pathAt(route, place), NEWEST);
      expect(status, JSON.stringify(body)).to.be.lessThan(300);
    });
});
