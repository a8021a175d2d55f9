import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect } from 'chai';
import { MAX_MESSAGES } from '../../../src/adapters/http/mcp/mcp-server.ts';
import { SITE_TOOLS } from '../../../src/adapters/http/sites/site-mcp.ts';
import { AGENT_PAGES, AGENT_RESULTS, AGENT_TEXT } from '../../../src/application/sites/reader/agent-tools.ts';
import { Tokens } from '../../../src/composition/tokens.ts';
import type { Instance } from '../../../src/instance.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { audienceSite, shareLink, visitorToken } from '../../support/sites/audience.ts';
import { CUSTOMIZATION } from '../../support/sites/customizations.ts';
import { GUIDE, htmlAt, publish } from '../../support/sites/published-site.ts';
import { apiOf, must, World } from '../../support/world.ts';

onEveryBackend('the MCP server of a site', (backend) => {
  let instance: Instance;
  let world: World;
  const clients: Client[] = [];
  before(async () => {
    instance = await backend.instance();
    world = await World.create(instance);
  });
  after(() => Promise.all(clients.map((client) => client.close())));

  /** Connects the protocol's own client to the server of a site at a path that ends with a slash. */
  const connect = async (root: string, headers: Record<string, string> = {}, query = ''): Promise<Client> => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const url = new URL(`${root}~quire/mcp${query}`, instance.url);
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
  /** Returns everything that the tools show of a site, as one text. */
  const everything = async (client: Client, words: readonly string[], pages: readonly string[]): Promise<string> => {
    const texts = [JSON.stringify(await call(client, 'list_pages'))];
    for (const query of words) texts.push(JSON.stringify(await call(client, 'search', { query })));
    for (const page of pages) texts.push((await attempt(client, 'read_page', { page })).text);
    return texts.join('\n');
  };
  const message = (method: string, params: object = {}, id = 1) => ({ jsonrpc: '2.0', id, method, params });
  const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${instance.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify(body),
    });

  it('lists, finds and reads the pages of a public site for the client of the protocol', async () => {
    const { at } = await publish(world, [GUIDE]);
    const home = `${instance.publicUrl}${at}/`;
    const client = await connect(`${at}/`);
    expect(client.getServerVersion()).to.include({ name: 'docs', title: 'Docs' });
    expect(client.getInstructions()).to.include('"Docs"');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).to.deep.equal(SITE_TOOLS.map(({ name }) => name));
    for (const { annotations } of tools) expect(annotations).to.include({ readOnlyHint: true });

    const list = await call(client, 'list_pages');
    expect(list).to.deep.equal({
      pages: [
        { title: 'Welcome', url: home, description: 'Start here' },
        { title: 'Install', url: `${home}guides/install` },
        { title: 'Deep', url: `${home}guides/install/deep` },
      ],
      total: 3,
    });
    const { results, total } = await call(client, 'search', { query: 'Steps' });
    expect([results[0].title, results[0].url, total]).to.deep.equal(['Steps', `${home}guides/install#steps`, 1]);
    const page = await call(client, 'read_page', { page: results[0].url });
    expect(page).to.include({ title: 'Install', url: `${home}guides/install` });
    expect(page.markdown).to.equal(must(await apiOf(instance).get(`${at}/guides/install.md`), 200));
    expect(page.length).to.equal(page.markdown.length);
    for (const same of [
      `${home}guides/install.md`,
      `${at}/guides/install`,
      '/guides/install/',
      'guides/Install',
      'guides',
    ])
      expect(await call(client, 'read_page', { page: same }), same).to.deep.equal(page);
    for (const same of ['', home, 'welcome', '/', 'index.md', `${home}index.md`])
      expect((await call(client, 'read_page', { page: same })).title, same).to.equal('Welcome');
  });

  it('answers in parts of bounded size', async () => {
    const long = `${'Lorem 😀 ipsum. '.repeat(6_000)}`;
    const { at } = await publish(world, [
      {
        pages: [
          { title: 'Long', markdown: long },
          ...Array.from({ length: AGENT_PAGES }, (_, i) => ({ title: `Page ${i}`, markdown: `A word, number${i}.` })),
        ],
      },
    ]);
    const client = await connect(`${at}/`);
    const first = await call(client, 'list_pages');
    expect([first.pages.length, first.total, first.nextOffset]).to.deep.equal([AGENT_PAGES, 501, AGENT_PAGES]);
    const rest = await call(client, 'list_pages', { offset: first.nextOffset });
    expect([rest.pages.map(({ title }: any) => title), rest.nextOffset]).to.deep.equal([['Page 499'], undefined]);
    let text = '';
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const part: any = await call(client, 'read_page', { page: 'long', offset });
      expect(part.markdown.length).to.be.at.most(AGENT_TEXT + 1);
      expect(part.markdown.isWellFormed()).to.equal(true);
      text += part.markdown;
      offset = part.nextOffset;
    }
    expect(text).to.equal(must(await apiOf(instance).get(`${at}/long.md`), 200));
    const found = await call(client, 'search', { query: 'word' });
    expect([found.results.length, found.nextPage]).to.deep.equal([AGENT_RESULTS, 2]);
    const second = await call(client, 'search', { query: 'word', page: 2 });
    expect(second.results[0].url).not.to.equal(found.results[0].url);
  });

  it('[A14] [A57] hides what the site does not list', async () => {
    const { at, api } = await publish(world, [
      GUIDE,
      { pages: [{ title: 'Second', markdown: 'of the second quandong' }] },
      { pages: [{ title: 'Unseen', markdown: 'unseen quandong' }] },
    ]);
    const spaces = must(await world.admin.api.get(`${api}/site-spaces`), 200).items;
    must(await world.admin.api.patch(`${api}/site-spaces/${spaces[2].id}`, { hidden: true }), 200);
    const client = await connect(`${at}/`);
    const shown = await everything(
      client,
      ['table', 'staff', 'secret', 'quandong', 'hidden'],
      ['hidden', 'hidden/below-hidden', 'guides/secret', 'guides/secret/below-secret', `${spaces[2].path}/unseen`],
    );
    expect(shown).to.include('of the second');
    expect(shown).not.to.match(/Hidden|Secret|not in the table|staff only|[Uu]nseen/);
    const unknown = await attempt(client, 'read_page', { page: 'nothing-here' });
    expect(unknown.isError).to.equal(true);
    for (const page of ['hidden', 'guides/secret', '%ff', '../../x', 'https://example.com/', '~quire/mcp'])
      expect(await attempt(client, 'read_page', { page }), page).to.deep.equal(unknown);
  });

  it('[A22] shows each visitor what adaptive content is for', async () => {
    const { at, key } = await audienceSite(world, 'public');
    const words = ['words', 'knows', 'new'];
    const pages = ['home', 'insider', 'beta', 'hidden', 'inner/variant', 'staff'];
    const token = await visitorToken(key, { staff: true });
    const anybody = await everything(await connect(`${at}/`), words, pages);
    expect(anybody)
      .to.include('Words for all')
      .and.not.match(/Words for staff|Insider|Bonjour|What is new|Variant|Not in/);
    for (const client of [
      await connect(`${at}/`, { authorization: `Bearer ${token}` }),
      await connect(`${at}/`, {}, `?jwt_token=${token}`),
      await connect(`${at}/`, { cookie: `quire-visitor=${token}` }),
    ])
      expect(await everything(client, words, pages))
        .to.include('Words for staff')
        .and.include('Insider')
        .and.include('What staff knows')
        .and.include('Variant')
        .and.not.match(/Bonjour|What is new|Not in the table/);
    const french = await everything(
      await connect(`${at}/`, {}, '?visitor.language=fr&visitor.beta=true'),
      words,
      pages,
    );
    expect(french)
      .to.include('Bonjour')
      .and.include('What is new')
      .and.not.match(/Words for staff|Insider/);
    const again = await everything(await connect(`${at}/`), words, pages);
    expect(again).to.equal(anybody);
  });

  it('[A17] [A18] opens to the visitors of the site alone', async () => {
    const hello = message('tools/list');
    const shared = await publish(world, [GUIDE], { visibility: 'share-link' });
    const { at: root } = await shareLink(world, shared);
    expect((await send(`${shared.at}/~quire/mcp`, hello)).status).to.equal(404);
    expect((await send(`${root.replace(/\/s\/./, '/s/x')}~quire/mcp`, hello)).status).to.equal(404);
    const client = await connect(root);
    const { pages } = await call(client, 'list_pages');
    expect(pages[0].url).to.equal(`${instance.publicUrl}${root}`);
    expect((await call(client, 'read_page', { page: pages[1].url })).title).to.equal('Install');
    const secret = await send(`${root}~quire/mcp`, hello);
    expect(secret.headers.get('referrer-policy')).to.equal('no-referrer');

    const closed = await audienceSite(world, 'visitor-auth');
    expect((await send(`${closed.at}/~quire/mcp`, hello)).status).to.equal(404);
    must(
      await world.admin.api.patch(`${closed.api}/publishing/auth`, { fallbackURL: 'https://example.com/login' }),
      200,
    );
    const refused = await send(`${closed.at}/~quire/mcp`, hello);
    expect([refused.status, refused.headers.get('www-authenticate')]).to.deep.equal([401, 'Bearer']);
    expect(((await refused.json()) as any).error.message).to.include('visitor token');
    for (const wrong of [
      await visitorToken('another key of thirty-two characters'),
      await visitorToken(closed.key, {}, { exp: 1 }),
    ])
      expect((await send(`${closed.at}/~quire/mcp`, hello, { authorization: `Bearer ${wrong}` })).status).to.equal(401);
    const token = await visitorToken(closed.key);
    const visitor = await connect(`${closed.at}/`, { authorization: `Bearer ${token}` });
    expect((await call(visitor, 'list_pages')).pages.map(({ title }: any) => title)).to.deep.equal(['Home']);
    must(await world.admin.api.post(`${closed.api}/unpublish`), 200);
    expect((await send(`${closed.at}/~quire/mcp`, hello, { authorization: `Bearer ${token}` })).status).to.equal(404);
    for (const path of ['/sites/nothing-here/~quire/mcp', `${shared.at}/x/~quire/mcp`, `${root}x/~quire/mcp`])
      expect((await send(path, hello)).status, path).to.equal(404);
  });

  it('takes no requests of pages of other websites, no streams and no large messages', async () => {
    const { at } = await publish(world, [GUIDE]);
    const path = `${at}/~quire/mcp`;
    for (const [name, value] of [
      ['origin', 'https://evil.example'],
      ['sec-fetch-site', 'cross-site'],
    ] as const)
      expect((await send(path, message('tools/list'), { [name]: value })).status).to.equal(403);
    const stream = await fetch(`${instance.url}${path}`, { headers: { accept: 'text/event-stream' } });
    expect([stream.status, stream.headers.get('allow')]).to.deep.equal([405, 'POST']);
    const described = await fetch(`${instance.url}${path}`);
    expect([described.status, described.headers.get('x-robots-tag')]).to.deep.equal([200, 'noindex']);
    expect(await described.text()).to.include(`"url": "${instance.publicUrl}${path}"`);
    expect((await send(path, message('tools/list', { x: 'x'.repeat(70_000) }))).status).to.equal(413);
    const batch = Array.from({ length: MAX_MESSAGES + 1 }, (_, i) => message('tools/list', {}, i + 1));
    expect((await send(path, batch)).status).to.equal(400);
    const listed = await send(path, message('tools/list'));
    expect([listed.status, listed.headers.get('cache-control'), listed.headers.get('set-cookie')]).to.deep.equal([
      200,
      'no-store',
      null,
    ]);
    const client = await connect(`${at}/`);
    for (const [name, input, field] of [
      ['search', { query: '' }, 'query'],
      ['search', { query: 'x'.repeat(513) }, 'query'],
      ['list_pages', { offset: -1 }, 'offset'],
      ['read_page', {}, 'page'],
      ['read_page', { page: 'welcome', offset: 0.5 }, 'offset'],
    ] as const) {
      const { isError, text } = await attempt(client, name, input);
      expect(isError, name).to.equal(true);
      expect(text).to.include(`${field}: `);
    }
  });

  it('counts calls of tools among the events of the site', async () => {
    const { at, api } = await publish(world, [GUIDE]);
    const headers = { 'user-agent': 'assistant/1.0' };
    const client = await connect(`${at}/`, headers);
    await call(client, 'list_pages');
    await call(client, 'search', { query: 'Steps' });
    await instance.container.get(Tokens.ReadingFigures).flush();
    const counted = must(
      await world.admin.api.post(`${api}/insights/events/aggregate`, {
        range: 'last24Hours',
        select: [{ column: 'eventsCount' }],
        where: [{ column: 'eventType', values: ['mcp_request'] }],
      }),
      200,
    );
    expect(counted.columns).to.deep.equal([{ column: 'eventsCount', values: [2] }]);
  });

  it('has the actions of pages that the customization enables', async () => {
    const { at, api } = await publish(world, [GUIDE]);
    const look = { ...CUSTOMIZATION, internationalization: { locale: 'en' } };
    const set = (pageActions: object) => world.admin.api.put(`${api}/customization`, { ...look, pageActions });
    const flags = { externalAI: false, markdown: false, mcp: true };
    const actions = async (): Promise<string> =>
      /<div class="s-page-actions"[^]*?<\/div>/.exec(await htmlAt(apiOf(instance), `${at}/`))?.[0] ?? '';
    must(await set(flags), 200);
    const url = `${instance.publicUrl}${at}/~quire/mcp`;
    const all = await actions();
    expect(all).to.include(`href="${url}"`).and.include('Install MCP in Cursor').and.include('Install MCP in VS Code');
    const [, config] = /href="cursor:[^"]*config=([^"&]+)"/.exec(all)!;
    expect(JSON.parse(atob(decodeURIComponent(config!)))).to.deep.equal({ url });
    const [, settings] = /href="vscode:mcp\/install\?([^"]+)"/.exec(all)!;
    expect(JSON.parse(decodeURIComponent(settings!))).to.deep.equal({ name: 'docs', type: 'http', url });

    must(await set({ ...flags, mcpClients: ['vscode'] }), 200);
    expect(await actions())
      .to.include('VS Code')
      .and.not.include('Cursor');
    must(await set({ ...flags, mcpClients: [] }), 200);
    expect(await actions())
      .to.include(`href="${url}"`)
      .and.not.include('VS Code');
    const wrong = await set({ ...flags, mcpClients: ['vscode', 'vscode'] });
    expect(must(wrong, 400).error.message).to.include('pageActions.mcpClients');
  });
});
