import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { accessibilityViolations } from '../../support/accessibility.ts';
import { onPostgres } from '../../support/backends.ts';
import { openContext } from '../../support/browser.ts';
import { waitForSpec } from '../../support/openapi-specs.ts';
import { paymentsSpec } from '../../support/payments-spec.ts';
import { publish } from '../../support/sites/published-site.ts';
import { must, World } from '../../support/world.ts';

interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** API on loopback that notes each request, and allows those of pages from other origins where told. */
class ObservedApi {
  readonly requests: SentRequest[] = [];
  allowsOthers = true;
  readonly #server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (this.allowsOthers)
        response
          .setHeader('Access-Control-Allow-Origin', '*')
          .setHeader('Access-Control-Allow-Methods', '*')
          .setHeader('Access-Control-Allow-Headers', '*, authorization');
      if (request.method !== 'OPTIONS')
        this.requests.push({
          method: request.method!,
          url: request.url!,
          headers: request.headers,
          body: Buffer.concat(chunks).toString(),
        });
      response.setHeader('Content-Type', 'application/json').writeHead(request.method === 'OPTIONS' ? 204 : 201);
      response.end(request.method === 'OPTIONS' ? '' : '{"id":"ch_7"}');
    });
  });

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** Specification with files and with parameters of several styles. */
const filesSpec = (server: string): object => {
  const file = { type: 'string', format: 'binary' };
  const parameter = (name: string, style: string, example: unknown): object => ({
    name,
    in: 'query',
    style,
    required: true,
    example,
    schema: { type: Array.isArray(example) ? 'array' : 'object' },
  });
  return {
    openapi: '3.0.3',
    info: { title: 'Files', version: '1' },
    servers: [{ url: server }],
    paths: {
      '/files': {
        get: {
          parameters: [
            parameter('ids', 'form', [1, 2]),
            parameter('pipe', 'pipeDelimited', ['a', 'b']),
            parameter('filter', 'deepObject', { a: 'x', b: 2 }),
            parameter('obj', 'form', { r: 1, g: 2 }),
          ],
          responses: {},
        },
        post: {
          requestBody: {
            content: {
              'multipart/form-data': {
                schema: { type: 'object', properties: { file, more: { type: 'array', items: file } } },
              },
            },
          },
          responses: {},
        },
        put: { requestBody: { content: { 'application/octet-stream': { schema: file } } }, responses: {} },
        patch: {
          requestBody: {
            content: {
              'application/x-www-form-urlencoded': {
                example: { list: ['a', 'b c'], card: { number: 'x&y' }, note: '{"n": 1}' },
                encoding: { card: { style: 'deepObject' } },
              },
            },
          },
          responses: {},
        },
      },
      '/relative': { servers: [{ url: '/v1' }], get: { responses: {} } },
    },
  };
};

onPostgres('API reference in a browser', (backend) => {
  const api = new ObservedApi();
  let world: World;
  let site: string;
  before(async () => {
    world = await World.create(await backend.instance());
    const specs = `/v1/orgs/${world.organizationId}/openapi`;
    const server = `${await api.listen()}/v1`;
    const documents = {
      payments: paymentsSpec(server),
      namesake: paymentsSpec('https://namesake.example.com'),
      files: filesSpec(server),
    };
    for (const [slug, document] of Object.entries(documents)) {
      must(await world.admin.api.post(specs, { slug, source: { text: JSON.stringify(document) } }), 201);
      await waitForSpec(world.admin.api, `${specs}/${slug}`);
      must(await world.admin.api.patch(`${specs}/${slug}`, { visibility: 'public' }), 200);
    }
    const block = (spec: string, path: string, method = 'post'): string =>
      `{% openapi-operation spec="${spec}" path="${path}" method="${method}" %}\n{% endopenapi-operation %}`;
    const { at, spaces } = await publish(world, [
      {
        pages: [
          { title: 'Start' },
          { title: 'Written', markdown: block('payments', '/charges') },
          {
            title: 'Both',
            markdown: [
              block('payments', '/charges', 'get'),
              block('payments', '/charges'),
              block('namesake', '/charges', 'get'),
            ].join('\n\n'),
          },
          { title: 'Find', markdown: block('files', '/files', 'get') },
          { title: 'Upload', markdown: block('files', '/files') },
          { title: 'Replace', markdown: block('files', '/files', 'put') },
          { title: 'Form', markdown: block('files', '/files', 'patch') },
          { title: 'Relative', markdown: block('files', '/relative', 'get') },
        ],
      },
    ]);
    const dependencies = { spec: { ref: { kind: 'openapi', spec: 'payments' } } };
    const computed = (title: string, props: object): object => ({
      operation: 'insert_page',
      type: 'computed',
      title,
      computed: { type: 'builtin:openapi', props, dependencies },
    });
    const changes = [computed('Reference', { grouping: 'by-operation', models: true }), computed('Tags', {})];
    must(await world.admin.api.post(`/v1/spaces/${spaces[0].id}/content`, { changes }), 200);
    site = world.instance.url + at;
  });
  after(() => api.close());
  beforeEach(() => {
    api.requests.length = 0;
    api.allowsOthers = true;
  });

  const CREATE = '/reference/charges/create-a-charge';
  async function onPage(
    test: Mocha.Context,
    path: string,
    look: (page: Page) => Promise<void>,
    options: BrowserContextOptions = {},
  ): Promise<void> {
    const context = await openContext(test, options);
    try {
      const page = await context.newPage();
      await page.goto(site + path);
      await look(page);
    } finally {
      await context.close();
    }
  }

  it('shows everything without scripts: tabs, folds and linked fields', async function () {
    await onPage(
      this,
      `${CREATE}#create-a-charge-400-message`,
      async (page) => {
        expect(await page.locator('.a-try').isVisible()).to.equal(false);
        expect(await page.locator('[id="create-a-charge-400-message"]').isVisible()).to.equal(true);
        await page.goto(`${site}${CREATE}`);
        expect(await page.locator('[id="create-a-charge-400-message"]').isVisible()).to.equal(false);
        await page.locator('.a-statuses .a-list label', { hasText: '400' }).first().click();
        expect(await page.locator('[id="create-a-charge-400-message"]').isVisible()).to.equal(true);
        await page.locator('.a-samples label', { hasText: 'Python' }).click();
        expect(await page.locator('.a-samples').innerText()).to.include('import requests');
        const card = page.locator('[id="create-a-charge-body-source-card-number"]');
        expect(await card.isVisible()).to.equal(false);
        await page.locator('[id="create-a-charge-body-source"] summary').first().click();
        expect(await card.isVisible()).to.equal(true);
      },
      { javaScriptEnabled: false },
    );
  });

  it('names the method of each operation in the table of contents, on phones too', async function () {
    await onPage(
      this,
      CREATE,
      async (page) => {
        await page.locator('.s-menu').click();
        const contents = page.locator('.s-contents');
        for (const name of ['GET List charges', 'POST Create a charge', 'Webhook Charge settled'])
          await contents.getByRole('link', { name, exact: true }).waitFor({ state: 'visible' });
        const deprecated = contents.getByRole('link', { name: 'DELETE Cancel a charge', exact: true });
        expect(await deprecated.locator('s').innerText()).to.equal('Cancel a charge');
        const added = await page.evaluate(() => {
          const { document } = globalThis as any;
          const [title, method] = [document.querySelector('.s-contents s'), document.querySelector('.s-method')];
          title.textContent = `${'long'.repeat(20)} ${'title '.repeat(9)}`;
          method.textContent = 'VERSION-CONTROL'.repeat(5);
          const drawer = document.querySelector('#quire-menu');
          return drawer.scrollWidth - drawer.clientWidth;
        });
        expect(added).to.equal(0);
        expect(await accessibilityViolations(page, { within: '.s-contents', without: ['region'] })).to.deep.equal([]);
      },
      { viewport: { width: 390, height: 800 } },
    );
  });

  it('shows the media type of a body as text without a frame', async function () {
    await onPage(this, CREATE, async (page) => {
      const border = await page
        .locator('.a-media-types code')
        .first()
        .evaluate((code) => (globalThis as any).getComputedStyle(code).borderTopWidth);
      expect(border).to.equal('0px');
    });
  });

  it('opens the folds around a linked field', async function () {
    await onPage(this, `${CREATE}#create-a-charge-body-source-transfer-iban`, async (page) => {
      await page.locator('[id="create-a-charge-body-source-transfer-iban"]').waitFor({ state: 'visible' });
    });
  });

  it('keeps the language of samples in step across operations and pages', async function () {
    await onPage(this, '/tags/charges', async (page) => {
      await page.locator('.a-try').first().waitFor({ state: 'visible' });
      await page.locator('.a-samples label', { hasText: 'Go' }).first().click();
      expect(await page.locator('.a-samples input[data-key="Go"]:checked').count()).to.equal(4);
      await page.goto(site + CREATE);
      await page.locator('.a-samples input[data-key="Go"]:checked').waitFor({ state: 'attached' });
    });
  });

  it('sends the request of the form to the declared server, and only there', async function () {
    await onPage(this, CREATE, async (page) => {
      const toUs: string[] = [];
      page.on('request', (request) => request.url().startsWith(world.instance.url) && toUs.push(request.method()));
      await page.locator('.a-try').click();
      const dialog = page.locator('dialog');
      await dialog.getByLabel('Token').fill('secret-token');
      await dialog.getByLabel('Idempotency-Key').fill('abc');
      await dialog.getByLabel('Body', { exact: true }).fill('{"amount": 50}');
      expect(await dialog.innerText()).not.to.include('secret-token');
      await dialog.getByRole('button', { name: 'Send request' }).click();
      await dialog.locator('.a-result').waitFor();
      expect(await dialog.locator('.a-result').innerText()).to.match(/^201 Created\s+\d+ ms$/);
      expect(await dialog.locator('pre').first().innerText()).to.equal('{\n  "id": "ch_7"\n}');
      const [sent, ...others] = api.requests;
      expect(others).to.deep.equal([]);
      expect(sent).to.deep.include({ method: 'POST', url: '/v1/charges', body: '{"amount": 50}' });
      expect(sent!.headers).to.deep.include({
        authorization: 'Bearer secret-token',
        'idempotency-key': 'abc',
        'content-type': 'application/json',
      });
      expect(sent!.headers).not.to.have.any.keys('cookie', 'referer');
      expect(toUs.filter((method) => method !== 'GET')).to.deep.equal([]);
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
      expect(
        await page.evaluate(() => {
          const { localStorage: kept, sessionStorage: session } = globalThis as any;
          return JSON.stringify([{ ...kept }, { ...session }]);
        }),
      ).not.to.include('secret-token');
      await page.reload();
      await page.locator('.a-try').click();
      expect(await page.locator('dialog').getByLabel('Token').inputValue()).to.equal('');
    });
  });

  it('remembers a token for the servers of its API alone, also where another API names a scheme alike', async function () {
    await onPage(this, '/both', async (page) => {
      const dialog = page.locator('dialog');
      const tokens: string[] = [];
      const tryIt = async (index: number, look: () => Promise<void>): Promise<void> => {
        await page.locator('.a-try').nth(index).click();
        tokens.push(await dialog.getByLabel('Token').inputValue());
        await look();
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
      };
      await tryIt(0, () => dialog.getByLabel('Token').fill('secret-token'));
      await tryIt(1, async () => undefined);
      await tryIt(2, async () => undefined);
      expect(tokens).to.deep.equal(['', 'secret-token', '']);
    });
  });

  it('writes parameters by their style', async function () {
    await onPage(this, '/find', async (page) => {
      await page.locator('.a-try').click();
      const dialog = page.locator('dialog');
      const QUERY = 'ids=1&ids=2&pipe=a%7Cb&filter%5Ba%5D=x&filter%5Bb%5D=2&r=1&g=2';
      expect(await dialog.locator('.a-url').innerText()).to.include(`/files?${QUERY}`);
      await dialog.getByRole('button', { name: 'Send request' }).click();
      await dialog.locator('.a-result').waitFor();
      expect(api.requests.map(({ url }) => url)).to.deep.equal([`/v1/files?${QUERY}`]);
    });
  });

  it('writes fields of a form by their style, and each item of a list by itself', async function () {
    await onPage(this, '/form', async (page) => {
      await page.locator('.a-try').click();
      await page.getByLabel('list', { exact: true }).fill('a,b c,d');
      await page.getByRole('button', { name: 'Send request' }).click();
      await page.locator('dialog .a-result').waitFor();
    });
    expect(api.requests.map(({ body }) => body)).to.deep.equal([
      'list=a&list=b+c&list=d&card%5Bnumber%5D=x%26y&note=%7B%22n%22%3A+1%7D',
    ]);
  });

  it('sends files of a form and files that are the whole body', async function () {
    const send = async (path: string, choose: (page: Page) => Promise<void>): Promise<void> =>
      onPage(this, path, async (page) => {
        await page.locator('.a-try').click();
        await choose(page);
        await page.getByRole('button', { name: 'Send request' }).click();
        await page.locator('dialog .a-result').waitFor();
      });
    const file = (name: string): { name: string; mimeType: string; buffer: Buffer } => ({
      name,
      mimeType: 'image/png',
      buffer: Buffer.from(`content of ${name}`),
    });
    await send('/upload', async (page) => {
      await page.getByLabel('file', { exact: true }).setInputFiles(file('a.png'));
      await page.getByLabel('more', { exact: true }).setInputFiles([file('b.png'), file('c.png')]);
    });
    await send('/replace', (page) => page.getByLabel('File', { exact: true }).setInputFiles(file('d.png')));
    const [form, whole] = api.requests;
    expect(form!.headers['content-type']).to.match(/^multipart\/form-data; boundary=/);
    for (const [name, filename] of Object.entries({ file: 'a.png', more: 'b.png' }))
      expect(form!.body).to.include(`name="${name}"; filename="${filename}"`).and.include(`content of ${filename}`);
    expect(form!.body).to.include('name="more"; filename="c.png"');
    expect(whole).to.deep.include({ method: 'PUT', body: 'content of d.png' });
    expect(whole!.headers['content-type']).to.equal('application/octet-stream');
  });

  it('is not offered without an absolute server', async () => {
    const html = await (await fetch(`${site}/relative`)).text();
    expect(html).to.include('https://example.com/v1/relative').and.not.include('a-try');
  });

  it('explains an answer that the browser may not read', async function () {
    api.allowsOthers = false;
    await onPage(this, CREATE, async (page) => {
      await page.locator('.a-try').click();
      await page.getByRole('button', { name: 'Send request' }).click();
      await page.locator('dialog .a-error').waitFor();
      expect(await page.locator('dialog .a-error').innerText()).to.include('CORS');
    });
  });

  it('allows requests to the declared servers of a page, and to no others', async () => {
    const policyOf = async (path: string): Promise<string> =>
      /connect-src ([^;]*)/.exec((await fetch(site + path)).headers.get('content-security-policy')!)![1]!;
    const server = await policyOf(CREATE);
    expect(server.split(' ')).to.have.members([
      "'self'",
      /http:\/\/127[^ ]*/.exec(server)![0],
      'https://eu.sandbox.example.com',
      'https://us.sandbox.example.com',
    ]);
    expect(await policyOf('/')).to.equal("'self'");
    expect(await policyOf('/reference/models')).to.equal("'self'");
    const sheet = /href="[^"]*\/api-[0-9a-f]{16}\.css"/;
    expect(await (await fetch(site + CREATE)).text()).to.match(sheet);
    expect(await (await fetch(`${site}/`)).text()).not.to.match(sheet);
  });

  it('has no accessibility violations in both themes, on phones, and in the form', async function () {
    const expectAccessible = async (page: Page, name: string): Promise<void> => {
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [390, 1440]) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 800 });
          // The language of the page is that of the site, which has none here.
          const found = await accessibilityViolations(page, { without: ['html-has-lang'] });
          expect(found, `${name} ${colorScheme} ${width}`).to.deep.equal([]);
        }
    };
    for (const path of [CREATE, '/tags/charges', '/reference/models', '/written'])
      await onPage(
        this,
        path,
        async (page) => {
          await expectAccessible(page, path);
          if (path !== CREATE) return;
          await page.locator('.a-try').click();
          await page.locator('dialog').waitFor();
          await expectAccessible(page, `${path} with the form`);
        },
        { bypassCSP: true },
      );
  });
});
