import { expect } from 'chai';
import { RATE_LIMITS } from '../../../src/application/sessions/rate-limits.ts';
import { readConfig } from '../../../src/config/read-config.ts';
import { startInstance, type Instance } from '../../../src/instance.ts';
import { onEveryBackend, QUICK_START, testEnvironment } from '../../support/backends.ts';
import { isError } from '../../support/http-errors.ts';
import { must, World } from '../../support/world.ts';

onEveryBackend('quotas', (backend) => {
  let instance: Instance;
  let world: World;
  const start = async (settings: Record<string, string>): Promise<void> => {
    const url = await backend.database();
    const persistence: Record<string, string> = url === undefined ? { PERSISTENCE: 'memory' } : { DATABASE_URL: url };
    const env = testEnvironment({ ...persistence, ...settings });
    instance = await startInstance(readConfig(env), { welcome: false, drainMs: 100, ...QUICK_START });
    world = await World.create(instance);
  };
  afterEach(() => instance.stop());
  const create = (api = world.admin.api) => api.post('/v1/orgs', { title: 'Another' });

  describe('createOrganization', () => {
    it('[A89] lets a user administer as many organizations as the setting allows, and create no more', async () => {
      await start({ ORGANIZATIONS_PER_USER: '3' });
      for (let n = 2; n <= 3; n++) must(await create(), 201);
      const refused = await create();
      isError(refused, 409);
      expect(refused.body.error.message).to.include('you administer 3 organizations');
      const other = await world.member('admin');
      for (let n = 2; n <= 3; n++) must(await create(other.api), 201);
      isError(await create(other.api), 409);
      for (let n = 0; n < 4; n++) must(await create(world.operator), 201);
    });

    it('[A89] keeps to the limit when several organizations are created at once', async () => {
      await start({ ORGANIZATIONS_PER_USER: '3' });
      const statuses = (await Promise.all(Array.from({ length: 6 }, () => create()))).map(({ status }) => status);
      expect(statuses.sort()).to.deep.equal([201, 201, 409, 409, 409, 409]);
    });

    it('[A89] limits how fast a user creates organizations', async () => {
      await start({ ORGANIZATIONS_PER_USER: '0' });
      for (let n = 2; n <= RATE_LIMITS.organization.burst; n++) must(await create(), 201);
      const refused = await create();
      isError(refused, 429);
      expect(Number(refused.headers.get('retry-after'))).to.be.within(1, RATE_LIMITS.organization.refillMs / 1000);
    });
  });

  describe('generateStorageUploadURL', () => {
    it('[A89] lets an organization store exactly as many bytes of files as the setting allows', async () => {
      const LIMIT = 100;
      await start({ ORGANIZATION_STORAGE_BYTES: String(LIMIT) });
      const space = await world.space();
      const insert = (content: string) => {
        const file = { name: 'a.txt', contentType: 'text/plain', base64: Buffer.from(content).toString('base64') };
        return world.admin.api.post(`/v1/spaces/${space.id}/content`, {
          changes: [{ operation: 'insert_files', files: [file] }],
        });
      };
      const announce = (size: number) => {
        const file = { name: 'b.txt', type: 'text/plain', size };
        return world.admin.api.post(`/v1/orgs/${world.organizationId}/storage/upload`, {
          kind: 'organization_file',
          file,
        });
      };
      // The same bytes count once.
      for (let n = 0; n < 2; n++) must(await insert('x'.repeat(20)), 200);
      must(await insert('y'.repeat(40)), 200);
      for (const refused of [await insert('v'.repeat(41)), await announce(41)]) {
        isError(refused, 413);
        expect(refused.body.error.message).to.equal(
          'the organization stores 60 bytes of files; 41 more exceed its limit of 100 bytes',
        );
      }
      const upload = must(await announce(40), 201);
      const other = must(await announce(40), 201);
      const put = (url: string, content: string) =>
        fetch(url, { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: content });
      expect((await put(upload.url, 'z'.repeat(40))).status).to.equal(200);
      expect((await put(other.url, 'w'.repeat(40))).status).to.equal(413);
      isError(await insert('v'), 413);
      const otherOrganization = must(await create(), 201);
      const theirs = must(
        await world.admin.api.post(`/v1/orgs/${otherOrganization.id}/spaces`, { title: 'Theirs' }),
        201,
      );
      const file = {
        name: 'c.txt',
        contentType: 'text/plain',
        base64: Buffer.from('x'.repeat(LIMIT)).toString('base64'),
      };
      must(
        await world.admin.api.post(`/v1/spaces/${theirs.id}/content`, {
          changes: [{ operation: 'insert_files', files: [file] }],
        }),
        200,
      );
    });
  });
});
