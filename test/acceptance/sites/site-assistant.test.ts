import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { accessibilityViolations } from '../../support/accessibility.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { openContext } from '../../support/browser.ts';
import { ChatServer, type Chat } from '../../support/chat-server.ts';
import { waitForProjections } from '../../support/persistence/projected.ts';
import { parseEvents } from '../../support/routes/server-sent-events.ts';
import { CUSTOMIZATION } from '../../support/sites/customizations.ts';
import { publish, type PublishedSite } from '../../support/sites/published-site.ts';
import { instanceWith } from '../../support/translation-world.ts';
import { must, World } from '../../support/world.ts';

const MANUAL = {
  pages: [
    { title: 'Welcome', markdown: 'Start here.' },
    { title: 'Backups', markdown: '## Schedule\n\nQuandongs are saved each night.' },
    {
      title: 'Restore',
      markdown:
        'To restore quandongs, open the console.\n\n{% if visitor.claims.unsigned.staff %}\nThe password is hunter2.\n{% endif %}',
    },
    {
      title: 'Buttons',
      markdown: [
        '<button type="button" class="button primary" data-action="ask" data-query="Which schedule?">First</button>',
        '<button type="button" class="button secondary" data-action="search" data-query="console">Second</button>',
      ].join(' '),
    },
    { title: 'Internal', hidden: true, markdown: 'Hidden quandongs are at the warehouse.' },
    { title: 'Staff', condition: 'visitor.claims.unsigned.staff', markdown: 'Staff quandongs are upstairs.' },
  ],
};
const QUESTION = 'When are quandongs saved?';
const ASSISTANT = {
  mode: 'assistant',
  greeting: 'Ask me about quandongs.',
  suggestions: [QUESTION],
  instructions: 'Be terse.',
};

onEveryBackend('answers on published sites', (backend) => {
  let chats: ChatServer;
  let world: World;
  let published: PublishedSite;
  before(async () => {
    chats = await ChatServer.start();
    const instance = await instanceWith(backend, { ASK_MODEL: 'model-1', ASK_URL: chats.url });
    world = await World.create(instance);
    published = await publish(world, [MANUAL]);
    await waitForProjections(instance);
  });
  beforeEach(async () => {
    chats.requests.length = 0;
    chats.reply = (chat) => chat.answer('They are saved ', '**each night**.\n\n', '## Schedule');
    await customize(ASSISTANT);
  });
  const customize = async (ai: object, more: object = {}): Promise<void> =>
    void must(
      await world.admin.api.put(`${published.api}/customization`, {
        ...CUSTOMIZATION,
        internationalization: { locale: 'en' },
        themes: { default: 'system', toggeable: true },
        styling: { ...CUSTOMIZATION.styling, primaryColor: { light: '#2456c7', dark: '#8ab0ff' } },
        insights: { trackingCookie: false, enabled: true },
        ai,
        ...more,
      }),
      200,
    );
  const ask = (fields: Record<string, string> | [string, string][], headers: Record<string, string> = {}) =>
    fetch(`${world.instance.url}${published.at}/~quire/ask`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers,
    });
  const states = async (response: Response): Promise<any[]> =>
    parseEvents(await response.text()).map(({ data }: any) => data);

  it('answers from what the reader may see, in the style that the site asks for, with links to its sources', async () => {
    const response = await ask([
      ['question', QUESTION],
      ['previous', 'What is a quandong?'],
    ]);
    expect(response.status).to.equal(200);
    expect(response.headers.get('content-type')).to.equal('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).to.include('no-store');
    const last = (await states(response)).at(-2);
    expect(last.html).to.include('They are saved <strong>each night</strong>.');
    expect(last.sources.map(({ title, href }: any) => [title, href])).to.have.deep.members([
      ['Backups', `${published.at}/backups`],
      ['Restore', `${published.at}/restore`],
    ]);
    const [{ material, system }] = chats.requests as [any];
    expect(system).to.include('Be terse.');
    expect(material.previousQuestions).to.deep.equal(['What is a quandong?']);
    expect(JSON.stringify(material)).to.not.match(/hunter2|warehouse|upstairs/);
  });

  it('[A56] shows no links, pictures and HTML of an answer', async () => {
    chats.reply = (chat) =>
      chat.answer('![x](https://evil.example/?q=1) [y](https://evil.example/) <img src=x onerror=a>');
    const last = (await states(await ask({ question: QUESTION }))).at(-2);
    expect(last.html).to.not.match(/<img|<a |evil\.example/);
  });

  it('refuses questions without words, overlong ones, and those of pages of other websites', async () => {
    expect((await ask({ question: ' ' })).status).to.equal(400);
    expect((await ask({ question: 'x'.repeat(513) })).status).to.equal(400);
    expect((await ask({ question: QUESTION }, { 'sec-fetch-site': 'cross-site' })).status).to.equal(403);
    const read = await fetch(`${world.instance.url}${published.at}/~quire/ask`, { method: 'PUT' });
    expect([read.status, read.headers.get('allow')]).to.deep.equal([405, 'POST']);
    expect(chats.requests).to.deep.equal([]);
  });

  it('answers nothing and offers nothing where the customization has no mode', async () => {
    await customize({ mode: 'none' });
    expect((await ask({ question: QUESTION })).status).to.equal(404);
    const html = await (await fetch(`${world.instance.url}${published.at}/`)).text();
    expect(html).to.not.match(/data-answers|data-open-assistant/);
  });

  it('is refused in the customization of an instance without an engine, and beside a mode without an assistant', async () => {
    const plain = await World.create(await backend.instance());
    const other = await publish(plain, [MANUAL]);
    for (const mode of ['search', 'assistant']) {
      const refused = must(
        await plain.admin.api.put(`${other.api}/customization`, { ...CUSTOMIZATION, ai: { mode } }),
        400,
      );
      expect(refused.error.issues).to.deep.equal([
        { path: 'ai.mode', message: 'must be `none`: this instance answers no questions, as ASK_MODEL is not set' },
      ]);
    }
    const [{ id }] = must(await plain.admin.api.get(`${other.api}/site-spaces`), 200).items;
    must(await plain.admin.api.patch(`${other.api}/site-spaces/${id}/customization`, { ai: { mode: 'search' } }), 400);
    const listed = must(
      await world.admin.api.put(`${published.api}/customization`, {
        ...CUSTOMIZATION,
        ai: { mode: 'search' },
        pageActions: { items: ['assistant'] },
      }),
      400,
    );
    expect(listed.error.issues[0].path).to.equal('pageActions.items');
  });

  /** Opens a page, and fails when it reports an error. */
  async function visit(test: Mocha.Context, path: string, options: object, use: (page: Page) => Promise<void>) {
    const context = await openContext(test, { viewport: { width: 1440, height: 800 }, ...options });
    const errors: string[] = [];
    try {
      const page = await context.newPage();
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      page.on('pageerror', (error) => !/Transition was/.test(String(error)) && errors.push(String(error)));
      await page.goto(world.instance.url + published.at + path);
      await use(page);
      expect(errors).to.deep.equal([]);
    } finally {
      await context.close();
    }
  }

  it('are asked for in the search dialog by keyboard, and streamed with their sources', async function () {
    let finish: () => void = () => {};
    const rest = new Promise<void>((resolve) => (finish = resolve));
    chats.reply = async (chat: Chat) => {
      chat.begin();
      chat.piece('They are saved ');
      await rest;
      chat.piece('each night.');
      chat.end();
    };
    await visit(this, '/', {}, async (page) => {
      await page.keyboard.press('/');
      await page.keyboard.insertText('quandongs');
      await page.waitForSelector('.s-hits mark');
      const options = page.locator('.s-hits [role=option]');
      expect(await options.first().textContent()).to.equal('Ask: quandongs');
      expect(await options.nth(1).getAttribute('aria-selected')).to.equal('true');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await page.getByText('They are saved').waitFor();
      expect(await page.locator('.s-answers article').getAttribute('aria-busy')).to.equal('true');
      finish();
      await page.getByText('They are saved each night.').waitFor();
      await page.getByText('Written by a machine. Check the sources.').waitFor();
      chats.reply = (chat) => chat.answer('Every night.');
      await page.keyboard.type('How often are quandongs saved?');
      await page.keyboard.press('Enter');
      await page.getByText('Every night.').waitFor();
      expect(chats.requests.at(-1)!.material.previousQuestions).to.deep.equal(['quandongs']);
      await page.locator('.s-answers article').last().getByRole('link', { name: 'Backups' }).click();
      await page.waitForURL('**/backups');
    });
  });

  it('begin with the greeting and the suggestions of the assistant', async function () {
    await visit(this, '/', {}, async (page) => {
      await page.getByRole('button', { name: 'Ask a question' }).click();
      await page.getByText('Ask me about quandongs.').waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByText('each night').waitFor();
      expect(chats.requests[0]!.material.question).to.equal(QUESTION);
      await page.keyboard.press('Escape');
      await page.locator('.s-dialog').waitFor({ state: 'detached' });
    });
  });

  it('are asked for by buttons of pages, beside those that search', async function () {
    await visit(this, '/buttons', {}, async (page) => {
      await page.getByRole('link', { name: 'First' }).click();
      await page.getByText('each night').waitFor();
      expect(chats.requests[0]!.material.question).to.equal('Which schedule?');
      await page.keyboard.press('Escape');
      await page.locator('.s-dialog').waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Second' }).click();
      await page.waitForSelector('.s-hits mark');
      expect(await page.locator('.s-dialog input[type=search]').inputValue()).to.equal('console');
      expect(chats.requests).to.have.length(1);
    });
  });

  it('are searched for by buttons without an assistant, and without scripts on the results page', async function () {
    await customize({ mode: 'none' });
    await visit(this, '/buttons', {}, async (page) => {
      await page.getByRole('link', { name: 'First' }).click();
      await page.waitForSelector('.s-hits mark');
      expect(chats.requests).to.deep.equal([]);
    });
    await visit(this, '/buttons', { javaScriptEnabled: false }, async (page) => {
      await page.getByRole('link', { name: 'First' }).click();
      expect(await page.locator('.s-search-page input[type=search]').inputValue()).to.equal('Which schedule?');
    });
  });

  it('say so when the engine fails, and when no page has words of the question', async function () {
    await visit(this, '/', {}, async (page) => {
      await page.getByRole('button', { name: 'Ask a question' }).click();
      await page.keyboard.type('Xylophones?');
      await page.keyboard.press('Enter');
      await page.getByText('No page answers this question.').waitFor();
      chats.reply = ({ response }) => void response.writeHead(500).end('no');
      await page.keyboard.type(QUESTION);
      await page.keyboard.press('Enter');
      await page.getByText('No answer is available right now.').waitFor();
    });
  });

  it('offer nothing that needs a script where there is none', async function () {
    await visit(this, '/', { javaScriptEnabled: false }, async (page) => {
      expect(await page.locator('[data-open-assistant]').isVisible()).to.equal(false);
    });
  });

  for (const width of [1440, 390])
    for (const colorScheme of ['light', 'dark'] as const)
      it(`have no accessibility violations, ${width} pixels wide and ${colorScheme}`, async function () {
        await visit(this, '/', { viewport: { width, height: 800 }, colorScheme, bypassCSP: true }, async (page) => {
          await page.getByRole('button', { name: 'Ask a question' }).click();
          await page.keyboard.type(QUESTION);
          await page.keyboard.press('Enter');
          await page.getByText('Written by a machine. Check the sources.').waitFor();
          expect(await accessibilityViolations(page)).to.deep.equal([]);
          expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).to.be.at.most(0);
        });
      });
});
