import { expect } from 'chai';
import { MAX_SITE_MCP_SERVERS } from '../../../src/domain/sites/site-mcp-server.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { GUIDE, publish } from '../../support/sites/published-site.ts';
import { must, World, type Api } from '../../support/world.ts';

const UNKNOWN = 'A'.repeat(20);
const SERVER = { name: 'Tools', url: 'https://tools.example.com/mcp?key=1', headers: { Authorization: 'Bearer word' } };

onEveryBackend('MCP servers of sites', (backend) => {
  let world: World;
  let servers: string;
  let api: Api;
  beforeEach(async () => {
    world = await World.create(await backend.instance());
    ({ api } = world.admin);
    servers = `${(await publish(world, [GUIDE])).api}/mcp-servers`;
  });
  const create = async (body: object = {}): Promise<any> => must(await api.post(servers, { ...SERVER, ...body }), 201);
  const problem = async (body: object): Promise<string> =>
    must(await api.post(servers, { ...SERVER, ...body }), 400).error.issues[0].path;

  describe('createSiteMcpServer', () => {
    it('adds a server, by server-sent events for everybody unless it says otherwise', async () => {
      const { id, urls, ...server } = await create();
      expect(server).to.deep.equal({ object: 'site-mcp-server', ...SERVER, transport: 'sse' });
      expect(urls.location).to.equal(`${world.instance.publicUrl}${servers}/${id}`);
      const other = await create({ transport: 'http', condition: 'visitor.claims.staff' });
      expect(other).to.include({ transport: 'http', condition: 'visitor.claims.staff' });
    });
    it('keeps headers and the path of the URL out of the audit log', async () => {
      await create();
      const log = must(
        await api.get(`/v1/orgs/${world.organizationId}/audit-events?action=site-mcp-server.added`),
        200,
      );
      expect(log.items[0].payload.origin).to.equal('https://tools.example.com');
      expect(JSON.stringify(log)).to.not.match(/Bearer word|key=1/);
    });
    it('refuses other schemes, credentials, broken conditions and headers, naming the field', async () => {
      expect(await problem({ url: 'ftp://example.com/' })).to.equal('url');
      expect(await problem({ url: 'https://user:word@example.com/' })).to.equal('url');
      expect(await problem({ condition: 'process.exit()' })).to.equal('condition');
      expect(await problem({ name: '' })).to.equal('name');
      expect(await problem({ transport: 'stdio' })).to.equal('transport');
      for (const headers of [{ 'a b': 'x' }, { Host: 'x' }, { 'x-a': 'a\r\nb: c' }, { 'x-a': 'é' }])
        expect(await problem({ headers }), JSON.stringify(headers)).to.equal(`headers.${Object.keys(headers)[0]}`);
      expect(await problem({ headers: { 'x-a': '1', 'X-A': '2' } })).to.equal('headers.X-A');
    });
    it('[A38] refuses addresses of private networks', async () => {
      for (const url of ['http://169.254.169.254/mcp', 'http://[::ffff:10.1.2.3]/'])
        expect(await problem({ url }), url).to.equal('url');
    });
    it(`allows ${MAX_SITE_MCP_SERVERS} servers per site`, async () => {
      for (let n = 0; n < MAX_SITE_MCP_SERVERS; n++) await create();
      must(await api.post(servers, SERVER), 409);
    });
  });

  describe('listSiteMcpServers', () => {
    it('lists the servers of the site in pages', async () => {
      const [first, second] = [await create(), await create({ name: 'Others' })];
      const page = must(await api.get(`${servers}?limit=1`), 200);
      expect([page.count, page.items]).to.deep.equal([2, [first]]);
      expect(must(await api.get(`${servers}?limit=1&page=${page.next.page}`), 200).items).to.deep.equal([second]);
    });
    it('is refused to read-only tokens, since headers often contain credentials', async () => {
      must(await (await world.readOnly(world.admin)).get(servers), 403);
    });
  });

  describe('getSiteMcpServerById', () => {
    it('finds no server of another site', async () => {
      const { id } = await create();
      expect(must(await api.get(`${servers}/${id}`), 200).headers).to.deep.equal(SERVER.headers);
      const other = await publish(world, [GUIDE]);
      must(await api.get(`${other.api}/mcp-servers/${id}`), 404);
      must(await api.get(`${servers}/${UNKNOWN}`), 404);
    });
  });

  describe('updateSiteMcpServerById', () => {
    it('changes the fields that it is given, and removes a condition', async () => {
      const { id, ...before } = await create({ condition: 'visitor.claims.staff' });
      expect(must(await api.patch(`${servers}/${id}`, { name: 'Others' }), 200)).to.deep.equal({
        ...before,
        id,
        name: 'Others',
      });
      const changed = must(await api.patch(`${servers}/${id}`, { headers: { 'X-A': '1' }, condition: null }), 200);
      expect(changed.headers).to.deep.equal({ 'X-A': '1' });
      expect(changed).to.not.have.property('condition');
      must(await api.patch(`${servers}/${id}`, { url: 'http://10.1.2.3/' }), 400);
    });
  });

  describe('deleteSiteMcpServerById', () => {
    it('deletes the server, and succeeds again', async () => {
      const { id } = await create();
      must(await api.delete(`${servers}/${id}`), 205);
      must(await api.delete(`${servers}/${id}`), 204);
      must(await api.get(`${servers}/${id}`), 404);
    });
  });
});
