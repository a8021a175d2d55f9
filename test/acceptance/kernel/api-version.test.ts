import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { must, World } from '../../support/world.ts';

onEveryBackend('Quire-Version', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
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
});
