import { expect } from 'chai';
import { onEveryBackend } from '../support/backends.ts';
import { apiOf, must, World } from '../support/world.ts';

onEveryBackend('getApiInformation', (backend) => {
  it('returns version and build of the instance', async () => {
    const world = await World.create(await backend.instance());
    const information = must(await world.admin.api.get('/v1/'), 200);
    expect(information).to.have.all.keys('version', 'build');
    expect(information.version).to.match(/^\d+\.\d+\.\d+/);
  });

  it('answers 405 to other methods', async () => {
    const api = apiOf(await backend.instance());
    must(await api.post('/v1/', {}), 405);
  });
});
