import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect } from 'chai';
import { MAX_MESSAGES } from '../../src/adapters/http/mcp/mcp-server.ts';
import { MCP_TOOLS, PAGES_PER_CALL } from '../../src/adapters/http/mcp/mcp-tools.ts';
import { ROUTES } from '../../src/adapters/http/routes.ts';
import { onEveryBackend } from '../support/backends.ts';
import { Draft, insert as insertPage } from '../support/content/api-content.ts';
import { GUIDE, publish } from '../support/sites/published-site.ts';
import { until } from '../support/until.ts';
import { apiOf, must, World } from '../support/world.ts';

const insert = (title: string, markdown: string) => insertPage(title, { document: { markdown } });

onEveryBackend('the MCP server', (backend) => {
  let world: World;
  const clients: Client[] = [];
  before(async () => {
    world = await World.create(await backend.instance());
  });
  after(() => Promise.all(clients.map((client) => client.close())));

  /** Connects the protocol's own client with a token. */
  const connect = async (token: string): Promise<Client> => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const headers = { authorization: `Bearer ${token}` };
    const url = new URL('/v1/mcp', world.instance.url);
    const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } });
    await client.connect(transport as Parameters<Client['connect']>[0]);
    clients.push(client);
    return client;
  };
  /** Calls a tool and returns its text, and whether it is an error. */
  const attempt = async (client: Client, name: string, input: object): Promise<{ text: string; isError: boolean }> => {
    const result: any = await client.callTool({ name, arguments: { ...input } });
    return { text: result.content[0].text, isError: result.isError === true };
  };
  /** Calls a tool that must succeed, and returns its result. */
  const call = async (client: Client, name: string, input: object = {}): Promise<any> => {
    const { text, isError } = await attempt(client, name, input);
    expect(isError, text).to.equal(false);
    return JSON.parse(text);
  };
  const message = (method: string, params: object = {}, id = 1) => ({ jsonrpc: '2.0', id, method, params });
  const accept = { accept: 'application/json, text/event-stream' };

  it('names every tool with a schema, and only operations that exist', async () => {
    const { tools } = await (await connect(world.admin.token)).listTools();
    expect(tools.map(({ name }) => name)).to.deep.equal(MCP_TOOLS.map(({ name }) => name));
    for (const { description, inputSchema } of tools) {
      expect(description).to.match(/\.$/);
      expect(inputSchema.type).to.equal('object');
    }
    const operations = ROUTES.map(({ useCase }) => useCase.name);
    for (const tool of MCP_TOOLS)
      for (const input of [{ changes: [] }, { changes: [], spaceId: '1', changeRequestId: '1', pageId: '1' }])
        expect(operations).to.include(tool.request(input).operationId);
  });

  it('finds organizations, spaces and pages, and reads a page by ID and by path', async () => {
    const draft = await Draft.merged(world, insert('Install', 'Run the installer.'), insert('Use', 'Type words.'));
    const client = await connect(world.admin.token);
    const { organizations } = await call(client, 'list_organizations');
    expect(organizations.map((each: any) => each.organizationId)).to.include(world.organizationId);
    const { spaces } = await call(client, 'list_spaces', { organizationId: world.organizationId });
    expect(spaces.map((each: any) => each.spaceId)).to.include(draft.spaceId);
    const { pages, total } = await call(client, 'list_pages', { spaceId: draft.spaceId });
    expect([pages.map((page: any) => [page.title, page.path, page.depth]), total]).to.deep.equal([
      [
        ['Install', 'install', 0],
        ['Use', 'use', 0],
      ],
      2,
    ]);
    const byId = await call(client, 'read_page', { spaceId: draft.spaceId, pageId: pages[0].pageId });
    expect(byId.markdown).to.include('Run the installer.');
    expect(await call(client, 'read_page', { spaceId: draft.spaceId, path: 'install' })).to.deep.equal(byId);
  });

  it('searches one space and all spaces of an organization', async () => {
    const draft = await Draft.merged(world, insert('Lemurs', 'A lemur eats quandongs.'));
    const client = await connect(world.admin.token);
    const search = { query: 'quandongs', spaceId: draft.spaceId };
    await until(async () => (await call(client, 'search', search)).results.length === 1);
    const [hit] = (await call(client, 'search', search)).results;
    expect([hit.title, hit.path]).to.deep.equal(['Lemurs', 'lemurs']);
    const everywhere = await call(client, 'search', { query: 'quandongs', organizationId: world.organizationId });
    expect(everywhere.results.map((each: any) => [each.spaceId, each.pages[0].title])).to.deep.equal([
      [draft.spaceId, 'Lemurs'],
    ]);
  });

  it('lists the pages of a large space in parts', async () => {
    const draft = await Draft.open(world);
    const titles = Array.from({ length: PAGES_PER_CALL + 1 }, (_, i) => `Page ${i}`);
    for (let i = 0; i < titles.length; i += 50)
      await draft.edit(...titles.slice(i, i + 50).map((title) => insert(title, 'text')));
    const client = await connect(world.admin.token);
    const place = { spaceId: draft.spaceId, changeRequestId: draft.id };
    const first = await call(client, 'list_pages', place);
    expect([first.pages.length, first.nextOffset, first.total]).to.deep.equal([PAGES_PER_CALL, PAGES_PER_CALL, 501]);
    const rest = await call(client, 'list_pages', { ...place, offset: first.nextOffset });
    expect([rest.pages.map(({ title }: any) => title), rest.nextOffset]).to.deep.equal([['Page 500'], undefined]);
  });

  it('proposes an edit that a person can merge', async () => {
    const draft = await Draft.merged(world, insert('Install', 'Run the installer.'), insert('Old', 'Outdated.'));
    const { spaceId } = draft;
    const client = await connect(world.admin.token);
    const { pages } = await call(client, 'list_pages', { spaceId });
    const { changeRequestId } = await call(client, 'create_change_request', { spaceId, subject: 'Describe upgrades' });
    const edited = await call(client, 'edit_change_request', {
      spaceId,
      changeRequestId,
      changes: [
        { operation: 'update_page', page: pages[0].pageId, markdown: 'Run the new installer.' },
        {
          operation: 'insert_page',
          title: 'Upgrade',
          markdown: 'Stop it first.',
          parent: pages[0].pageId,
          position: 0,
        },
        { operation: 'delete_page', page: pages[1].pageId },
      ],
    });
    expect(edited.changeRequestId).to.equal(changeRequestId);
    const { changes } = await call(client, 'list_changes', { spaceId, changeRequestId });
    expect(changes.map(({ type }: any) => type).sort()).to.deep.equal(['page_created', 'page_deleted', 'page_edited']);
    const open = await call(client, 'list_change_requests', { spaceId });
    expect(open.changeRequests.map(({ subject }: any) => subject)).to.deep.equal(['Describe upgrades']);
    expect((await call(client, 'list_pages', { spaceId })).total, 'published').to.equal(2);
    must(await world.admin.api.post(`/v1/spaces/${spaceId}/change-requests/${changeRequestId}/merge`), 200);
    expect((await call(client, 'read_page', { spaceId, path: 'install/upgrade' })).markdown).to.include('Stop it');
    const merged = await call(client, 'list_pages', { spaceId });
    expect(merged.pages.map(({ title, depth }: any) => [title, depth])).to.deep.equal([
      ['Install', 0],
      ['Upgrade', 1],
    ]);
  });

  it('[A93] names the wrong argument, or an unknown one that restricts access, and changes nothing', async () => {
    const draft = await Draft.open(world);
    const client = await connect(world.admin.token);
    const place = { spaceId: draft.spaceId, changeRequestId: draft.id };
    for (const [name, input, field] of [
      ['list_pages', {}, 'spaceId'],
      ['search', { query: 'x' }, 'organizationId'],
      ['edit_change_request', { ...place, changes: [] }, 'changes'],
      ['edit_change_request', { ...place, changes: [{ operation: 'insert_page', title: 'A' }] }, 'changes.0.markdown'],
      ['list_spaces', { organizationId: world.organizationId, cursor: 'x' }, 'page'],
      [
        'edit_change_request',
        { ...place, changes: [{ operation: 'insert_page', title: 'A', markdown: 'x', hidden: true }] },
        'changes.0.hidden',
      ],
      ['create_change_request', { spaceId: draft.spaceId, subject: 'A', draft: true }, 'draft'],
    ] as const) {
      const { text, isError } = await attempt(client, name, input);
      expect([isError, text.includes(field)], `${name}: ${text}`).to.deep.equal([true, true]);
    }
    expect((await draft.get('/content/pages')).pages).to.deep.equal([]);
    await client.callTool({ name: 'delete_everything', arguments: {} }).then(
      () => expect.fail('the tool does not exist'),
      (error: { code: number }) => expect(error.code).to.equal(-32602),
    );
  });

  it('[A57] allows exactly what the token allows over the API', async () => {
    const draft = await Draft.merged(world, insert('Secret', 'Nobody else reads this.'));
    const { spaceId } = draft;
    const another = { spaceId, changeRequestId: (await draft.another()).id };
    const change = { changes: [{ operation: 'insert_page', title: 'Mine', markdown: 'text' }] };

    const stranger = await connect((await world.stranger()).token);
    for (const [name, input] of [
      ['list_pages', { spaceId }],
      ['read_page', { spaceId, path: 'secret' }],
      ['search', { spaceId, query: 'nobody' }],
      ['create_change_request', { spaceId, subject: 'x' }],
      ['edit_change_request', { ...another, ...change }],
      ['list_changes', another],
    ] as const) {
      const { text, isError } = await attempt(stranger, name, input);
      expect([isError, /not found/.test(text)], `${name}: ${text}`).to.deep.equal([true, true]);
      expect(text).not.to.include('Secret');
    }
    const reader = await connect((await world.member('read')).token);
    expect((await call(reader, 'read_page', { spaceId, path: 'secret' })).markdown).to.include('Nobody else');
    expect((await attempt(reader, 'edit_change_request', { ...another, ...change })).isError).to.equal(true);

    const { token } = must(await world.admin.api.post('/v1/user/tokens', { name: 'agent', readOnly: true }), 201);
    const agent = await connect(token);
    expect((await call(agent, 'list_pages', { spaceId })).total).to.equal(1);
    const refused = await attempt(agent, 'create_change_request', { spaceId, subject: 'x' });
    expect(refused.isError).to.equal(true);
    expect(refused.text).to.match(/read-only/);
  });

  it('[A57] refuses the content tokens of visitors, which are for reading content over the API', async () => {
    const { site } = await publish(world, [GUIDE]);
    const { apiToken } = must(
      await apiOf(world.instance).post('/v1/urls/published', { url: site.urls.published, visitor: {} }),
      200,
    );
    must(await apiOf(world.instance, apiToken).post('/v1/mcp', message('tools/list'), accept), 403);
  });

  it('refuses requests without a valid token, other methods and large batches', async () => {
    const { instance, admin } = world;
    const list = message('tools/list');
    must(await apiOf(instance).post('/v1/mcp', list, accept), 401);
    must(await apiOf(instance, 'qr_wrong').post('/v1/mcp', list, accept), 401);
    const unsupported = await admin.api.get('/v1/mcp', accept);
    expect([unsupported.status, unsupported.headers.get('allow')]).to.deep.equal([405, 'POST']);
    must(await admin.api.post('/v1/mcp', '{', accept), 400);
    must(await admin.api.post('/v1/mcp', { hello: 1 }, accept), 400);
    must(await admin.api.post('/v1/mcp', list, { accept: 'text/html' }), 406);
    const batch = (length: number) => Array.from({ length }, (_, i) => message('tools/list', {}, i));
    expect(must(await admin.api.post('/v1/mcp', batch(MAX_MESSAGES), accept), 200)).to.have.length(MAX_MESSAGES);
    expect(must(await admin.api.post('/v1/mcp', batch(MAX_MESSAGES + 1), accept), 400).error.message).to.include('20');
  });
});
