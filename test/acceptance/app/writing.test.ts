import { expect } from 'chai';
import { onPostgres } from '../../support/backends.ts';
import { AppBrowser, PHONE } from '../../support/app-screens.ts';
import { PNG } from '../../support/sites/published-site.ts';
import { until } from '../../support/until.ts';
import { must, World, type Person } from '../../support/world.ts';

/** Pastes formatted text into the editor, with the picture of it that spreadsheets offer besides. */
const pasteInto = ({ page }: AppBrowser, html: string, text: string, withPicture = false): Promise<void> =>
  page.evaluate(`(() => {
    const element = document.querySelector('.editor-host').shadowRoot.querySelector('.cm-content');
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', ${JSON.stringify(html)});
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    if (${withPicture}) clipboardData.items.add(new File(['?'], 'cells.png', { type: 'image/png' }));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  })()`);

onPostgres('the app for a writer', (backend) => {
  let world: World;
  let writer: Person;
  before(async () => {
    world = await World.create(await backend.instance());
    writer = await world.member('create');
  });

  it('creates a space and a page, and saves what is typed, by keyboard', async function () {
    this.timeout(300_000);
    const app = await AppBrowser.open(this, world, writer);
    const { page } = app;
    try {
      await app.goto('/app');
      // The only organization opens at once.
      await page.waitForURL(`**/app/orgs/${world.organizationId}`);
      await page.getByRole('button', { name: 'New space' }).waitFor();
      await page.getByText('You have no open change requests.').waitFor();
      await app.expectAccessible('organization');
      await page.getByRole('button', { name: 'New space' }).press('Enter');
      await page.getByRole('textbox', { name: 'Title' }).waitFor();
      await app.expectAccessible('create-space');
      await page.keyboard.type('Handbook');
      await page.keyboard.press('Enter');
      await page.getByText('This space has no pages yet.').waitFor();
      await app.expectAccessible('empty-space');
      const spaceId = app.path.split('/').at(-1)!;

      await page.getByRole('button', { name: 'New page' }).press('Enter');
      await page.getByRole('textbox', { name: 'Title' }).waitFor();
      await page.keyboard.type('Welcome');
      await page.keyboard.press('Enter');
      const editor = page.getByRole('textbox', { name: 'Text of the page, in Markdown' });
      await editor.waitFor();
      await editor.press('End');
      await page.keyboard.type('/hint: info');
      await page.getByRole('option', { name: 'Hint: information' }).waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.type('Read this first.');
      await page.getByRole('region', { name: 'Preview' }).getByText('Read this first.').waitFor();
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
      await app.expectAccessible('editor');
      await page.getByRole('link', { name: 'Done' }).press('Enter');
      await page.getByRole('article').getByText('Read this first.').waitFor();
      await page.locator('.s-content .q-hint').waitFor();
      await app.expectAccessible('page');

      const { pages } = must(await world.admin.api.get(`/v1/spaces/${spaceId}/content/pages`), 200);
      const { markdown } = must(await world.admin.api.get(`/v1/spaces/${spaceId}/content/page/${pages[0].id}`), 200);
      expect(markdown.trim()).to.equal('{% hint style="info" %}\nRead this first.\n{% endhint %}');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('shows the text of a save that ends after the editor is left', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Late' });
    const { changes } = must(
      await world.admin.api.post(`/v1/spaces/${space.id}/content`, {
        changes: [{ operation: 'insert_page', title: 'Notes', document: { markdown: 'Before.' } }],
      }),
      200,
    );
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    try {
      let release = (): void => {};
      const isHeld = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/content', async (route) => {
        if (route.request().method() === 'POST') await isHeld;
        return route.continue();
      });
      await app.goto(`/app/spaces/${space.id}/pages/${changes[0].page.id}/edit`);
      await page.getByRole('textbox', { name: 'Text of the page, in Markdown' }).press('Control+End');
      await page.keyboard.type(' After.');
      await page.getByRole('link', { name: 'Done' }).click();
      await page.getByRole('article').getByText('Before.', { exact: true }).waitFor();
      release();
      await page.getByRole('article').getByText('Before. After.').waitFor();
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('moves pages in the tree by keyboard', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Tree' });
    const insert = (title: string) => ({ operation: 'insert_page', title, document: { markdown: `About ${title}.` } });
    must(
      await world.admin.api.post(`/v1/spaces/${space.id}/content`, { changes: ['One', 'Two', 'Three'].map(insert) }),
      200,
    );
    const titles = async () => {
      const { pages } = must(await world.admin.api.get(`/v1/spaces/${space.id}/content/pages`), 200);
      return pages.map((one: any) => [one.title, ...one.pages.map(({ title }: any) => `>${title}`)].join(' '));
    };
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    try {
      await app.goto(`/app/spaces/${space.id}`);
      const item = (name: string) => page.getByRole('treeitem', { name });
      await item('Three').focus();
      await page.keyboard.press('Alt+ArrowUp');
      await until(async () => (await titles()).join() === 'One,Three,Two');
      await until(async () => (await page.getByRole('treeitem').allTextContents()).join() === 'One,Three,Two');
      await item('Two').focus();
      await page.keyboard.press('Alt+ArrowRight');
      await until(async () => (await titles()).join() === 'One,Three >Two');
      await page.getByRole('treeitem', { name: 'Two' }).waitFor();
      await item('Two').focus();
      await page.keyboard.press('Enter');
      await page.getByRole('article').getByText('About Two.').waitFor();
      await item('One').dragTo(item('Three'), { targetPosition: { x: 60, y: 14 } });
      await until(async () => (await titles()).join() === 'Three >Two >One');
      await app.expectAccessible('tree');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('reaches the tree by keyboard whatever is folded, and stays on the screen at its edges', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Folded' });
    const content = `/v1/spaces/${space.id}/content`;
    const insert = (title: string, into?: string) => ({
      operation: 'insert_page',
      title,
      document: { markdown: '' },
      ...(into && { into }),
    });
    const titles = Array.from({ length: 14 }, (_, number) => `Chapter ${number + 1}`);
    const { changes } = must(
      await world.admin.api.post(content, { changes: titles.map((title) => insert(title)) }),
      200,
    );
    must(await world.admin.api.post(content, { changes: [insert('Section', changes[0].page.id)] }), 200);
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    try {
      await app.goto(`/app/spaces/${space.id}`);
      await page.getByRole('treeitem', { name: 'Section' }).press('Enter');
      await page.getByRole('main').getByRole('heading', { name: 'Section' }).waitFor();
      await page.getByRole('treeitem', { name: 'Chapter 3' }).getByRole('link').click();
      await page.getByRole('treeitem', { name: 'Section' }).waitFor({ state: 'detached' });
      expect(await page.locator('[role=treeitem][tabindex="0"]').allTextContents()).to.deep.equal(['Chapter 3']);
      const { path } = app;
      await page.getByRole('treeitem', { name: 'Chapter 3' }).press('Alt+ArrowLeft');
      expect(app.path).to.equal(path);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('shows moves at once, sends them in order, and takes back what is refused', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Quick' });
    const insert = (title: string) => ({ operation: 'insert_page', title, document: { markdown: '' } });
    must(
      await world.admin.api.post(`/v1/spaces/${space.id}/content`, {
        changes: ['One', 'Two', 'Three', 'Four'].map(insert),
      }),
      200,
    );
    const stored = async () => {
      const { pages } = must(await world.admin.api.get(`/v1/spaces/${space.id}/content/pages`), 200);
      return pages.map(({ title }: { title: string }) => title).join();
    };
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    const shown = async () => (await page.getByRole('treeitem').allTextContents()).join();
    try {
      let release = (): void => {};
      const isHeld = new Promise<void>((resolve) => (release = resolve));
      let isRefusing = false;
      await page.route('**/content', async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        if (isRefusing)
          return route.fulfill({ status: 409, json: { error: { code: 409, message: 'the page is locked' } } });
        await isHeld;
        return route.continue();
      });
      await app.goto(`/app/spaces/${space.id}`);
      await page.getByRole('treeitem', { name: 'Four' }).focus();
      await page.keyboard.press('Alt+ArrowUp');
      await page.keyboard.press('Alt+ArrowUp');
      await page.keyboard.press('Alt+ArrowUp');
      await until(async () => (await shown()) === 'Four,One,Two,Three');
      expect(await stored()).to.equal('One,Two,Three,Four');
      release();
      await until(async () => (await stored()) === 'Four,One,Two,Three');
      await page.getByText('The page is moved.').waitFor();

      isRefusing = true;
      await page.getByRole('treeitem', { name: 'Four' }).focus();
      await page.keyboard.press('Alt+ArrowDown');
      await page.getByRole('alert').getByText('The page is locked.').waitFor();
      await until(async () => (await shown()) === 'Four,One,Two,Three');
      await app.expectAccessible('refused-move');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('moves a page by its menu, on a phone', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Moved' });
    const insert = (title: string) => ({ operation: 'insert_page', title, document: { markdown: '' } });
    const { changes } = must(
      await world.admin.api.post(`/v1/spaces/${space.id}/content`, { changes: ['One', 'Two', 'Three'].map(insert) }),
      200,
    );
    const three = `/app/spaces/${space.id}/pages/${changes[2].page.id}`;
    const titles = (pages: readonly any[]): readonly any[] =>
      pages.map((one) => (one.pages.length === 0 ? one.title : [one.title, ...titles(one.pages)]));
    const stored = async () =>
      titles(must(await world.admin.api.get(`/v1/spaces/${space.id}/content/pages`), 200).pages);
    const app = await AppBrowser.open(this, world, await world.member('create'), PHONE);
    const { page } = app;
    const move = async () => {
      await page.getByRole('button', { name: 'More about this page' }).click();
      await page.getByRole('menuitem', { name: 'Move' }).click();
    };
    try {
      await app.goto(three);
      await move();
      await page.getByRole('combobox', { name: 'Position' }).selectOption({ label: 'Before Two' });
      await app.expectAccessible('move-page-phone');
      await page.getByRole('button', { name: 'Move here' }).click();
      await page.getByText('The page is moved.').waitFor();
      expect(await stored()).to.deep.equal(['One', 'Three', 'Two']);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await move();
      await page.getByRole('combobox', { name: 'Into' }).selectOption({ label: '\u00a0\u00a0One' });
      await page.getByRole('button', { name: 'Move here' }).click();
      await until(async () => JSON.stringify(await stored()) === '[["One","Three"],"Two"]');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('edits a table cell by cell, and the variables of a page, by keyboard', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Tables' });
    const markdown = 'Prices:\n\n| Plan | Price |\n| --- | ---: |\n| Free | 0 |\n';
    const edit = must(
      await world.admin.api.post(`/v1/spaces/${space.id}/content`, {
        changes: [{ operation: 'insert_page', title: 'Plans', document: { markdown } }],
      }),
      200,
    );
    const address = `/v1/spaces/${space.id}/content/page/${edit.changes[0].page.id}`;
    const stored = async () => must(await world.admin.api.get(address), 200);
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    try {
      await app.goto(`/app/spaces/${space.id}/pages/${edit.changes[0].page.id}/edit`);
      const editor = page.getByRole('textbox', { name: 'Text of the page, in Markdown' });
      await editor.press('Control+Home');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.getByRole('button', { name: 'Table', exact: true }).press('Enter');
      await page.getByLabel('Column 2, row 1').fill('0 €');
      await page.getByRole('button', { name: 'Add a row' }).press('Enter');
      await page.getByLabel('Column 2, row 1').press('ArrowDown');
      await page.keyboard.type('9 | 12 €');
      await page.getByLabel('Column 1, row 2').fill('Team');
      await page.getByLabel('Alignment of column 1').selectOption('left');
      await app.expectAccessible('table-dialog');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter');
      const expected = '| Plan | Price |\n| :--- | ---: |\n| Free | 0 € |\n| Team | 9 \\| 12 € |';
      await until(async () => (await stored()).markdown.includes(expected));

      await page.getByRole('button', { name: 'Page settings' }).press('Enter');
      await page.getByRole('button', { name: 'Add a variable' }).press('Enter');
      await page.getByLabel('Name of variable 1').fill('currency');
      await page.getByLabel('Value of variable 1').fill('Euro');
      await page.getByLabel('Hidden from the table of contents').press('Space');
      await app.expectAccessible('page-settings');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter');
      await until(async () => (await stored()).variables?.currency === 'Euro' && (await stored()).hidden === true);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('keeps both changes of two writers of one page, also after an undo, and asks where they meet', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Together' });
    const markdown = 'First line.\n\nSecond line.\n';
    const edit = must(
      await world.admin.api.post(`/v1/spaces/${space.id}/content`, {
        changes: [{ operation: 'insert_page', title: 'Shared', document: { markdown } }],
      }),
      200,
    );
    const pageId = edit.changes[0].page.id;
    const other = async (text: string) =>
      must(
        await world.admin.api.post(`/v1/spaces/${space.id}/content`, {
          changes: [{ operation: 'update_page', page: pageId, document: { markdown: text } }],
        }),
        200,
      );
    const stored = async () =>
      must(await world.admin.api.get(`/v1/spaces/${space.id}/content/page/${pageId}`), 200).markdown as string;
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    try {
      await app.goto(`/app/spaces/${space.id}/pages/${pageId}/edit`);
      const editor = page.getByRole('textbox', { name: 'Text of the page, in Markdown' });
      await editor.waitFor();
      await other('First line, by another.\n\nSecond line.\n');
      await editor.press('Control+End');
      await page.keyboard.type('Third line.');
      await until(async () => (await stored()) === 'First line, by another.\n\nSecond line.\nThird line.');
      await page.getByText('Saved, merged with other changes').waitFor();
      await app.expectAccessible('merged');
      await editor.press('Control+z');
      await until(async () => (await stored()) === 'First line, by another.\n\nSecond line.\n');
      await editor.press('Control+y');
      await until(async () => (await stored()) === 'First line, by another.\n\nSecond line.\nThird line.');

      await other('First line, by another.\n\nTheir line.\nThird line.');
      await editor.press('Control+End');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('End');
      await page.keyboard.type(' Mine.');
      await page
        .getByRole('heading', { name: 'The same lines were changed in another tab or by another user' })
        .waitFor();
      expect(await stored()).to.equal('First line, by another.\n\nTheir line.\nThird line.');
      await app.expectAccessible('conflict');
      await page.getByLabel('Both, the saved version first').check();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await until(async () => (await stored()).includes('Mine.') && (await stored()).includes('Their line.'));
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  /** Creates a space with one page. */
  async function makePage(markdown: string) {
    const space = await world.space({ title: 'Pages' });
    const content = `/v1/spaces/${space.id}/content`;
    const insert = { operation: 'insert_page', title: 'Notes', document: { markdown } };
    const { changes } = must(await world.admin.api.post(content, { changes: [insert] }), 200);
    const pageId = changes[0].page.id as string;
    return {
      path: `/app/spaces/${space.id}/pages/${pageId}`,
      stored: async () => must(await world.admin.api.get(`${content}/page/${pageId}`), 200),
      change: async (text: string) => {
        const update = { operation: 'update_page', page: pageId, document: { markdown: text } };
        must(await world.admin.api.post(content, { changes: [update] }), 200);
      },
    };
  }
  const textOf = (app: AppBrowser) => app.page.getByRole('textbox', { name: 'Text of the page, in Markdown' });

  it('keeps what is typed while a conflict is open, and the focus on its choices', async function () {
    this.timeout(300_000);
    const { path, stored, change } = await makePage('First.\n\nSecond.\n');
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    try {
      await app.goto(`${path}/edit`);
      await textOf(app).waitFor();
      await change('First, theirs.\n\nSecond.\n');
      await textOf(app).press('Control+Home');
      await page.keyboard.press('End');
      await page.keyboard.type(' Mine.');
      await page
        .getByRole('heading', { name: 'The same lines were changed in another tab or by another user' })
        .waitFor();
      const mine = page.getByRole('radio', { name: 'Your version' });
      await page.getByRole('radio', { name: 'Both, the saved version first' }).press('ArrowUp');
      await mine.waitFor();
      expect(await mine.isChecked()).to.equal(true);
      expect(await mine.evaluate((radio) => radio === radio.ownerDocument.activeElement)).to.equal(true);

      await textOf(app).press('Control+End');
      await page.keyboard.type('Typed while deciding.');
      await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
      await until(async () => (await stored()).markdown === 'First. Mine.\n\nSecond.\nTyped while deciding.');
      await page.keyboard.type(' And after.');
      await until(async () => (await stored()).markdown.endsWith('Typed while deciding. And after.'));
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('saves text under the last title while the title is empty', async function () {
    this.timeout(300_000);
    const { path, stored } = await makePage('Start.\n');
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    try {
      await app.goto(`${path}/edit`);
      await page.getByLabel('Title of the page').fill('');
      await textOf(app).press('Control+End');
      await page.keyboard.type('More.');
      await page.getByRole('link', { name: 'Done' }).press('Enter');
      await page.getByRole('article').getByText('More.').waitFor();
      const { title, markdown } = await stored();
      expect({ title, markdown }).to.deep.equal({ title: 'Notes', markdown: 'Start.\nMore.' });
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('renames, changes and deletes groups and links of the tree, by keyboard', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Entries' });
    const content = `/v1/spaces/${space.id}/content`;
    const changes = [
      { operation: 'insert_page', title: 'Start', document: { markdown: 'Welcome.' } },
      { operation: 'insert_page', type: 'group', title: 'Giudes' },
      { operation: 'insert_page', type: 'link', title: 'Shop', target: { kind: 'url', url: 'https://old.example/' } },
    ];
    must(await world.admin.api.post(content, { changes }), 200);
    const pages = async (): Promise<any[]> => must(await world.admin.api.get(`${content}/pages`), 200).pages;
    const app = await AppBrowser.open(this, world, await world.member('edit'));
    const { page } = app;
    const choose = async (entry: string, item: string): Promise<void> => {
      await page.getByRole('treeitem', { name: entry }).press('Enter');
      await page.getByRole('main').getByRole('heading', { name: entry }).waitFor();
      await page.getByRole('button', { name: 'More about this page' }).press('Enter');
      await page.getByRole('menuitem', { name: item }).press('Enter');
    };
    const save = async (): Promise<void> => {
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    try {
      await app.goto(`/app/spaces/${space.id}`);
      await choose('Giudes', 'Settings');
      await page.getByRole('dialog').getByLabel('Title').fill('Guides');
      await app.expectAccessible('entry-settings');
      await save();
      await page.getByRole('treeitem', { name: 'Guides' }).waitFor();
      await choose('Shop', 'Settings');
      await page.getByRole('dialog').getByLabel('Address').fill('javascript:alert(1)');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter');
      await page.getByRole('alert').getByText('Address: must be an http, https, mailto or tel URL.').waitFor();
      await page.getByRole('dialog').getByLabel('Address').fill('https://new.example/');
      await save();
      await page.getByRole('main').getByRole('link', { name: 'https://new.example/' }).waitFor();
      expect((await pages()).map(({ title, target }) => target?.url ?? title)).to.deep.equal([
        'Start',
        'Guides',
        'https://new.example/',
      ]);
      await choose('Guides', 'Delete');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).press('Enter');
      await page.getByRole('treeitem', { name: 'Guides' }).waitFor({ state: 'detached' });
      await page.getByRole('article').getByText('Welcome.').waitFor();
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('changes the table at the cursor where another one is equal', async function () {
    this.timeout(300_000);
    const table = '| Plan | Price |\n| --- | --- |\n| Free | 0 |\n';
    const { path, stored } = await makePage(`${table}\nBetween.\n\n${table}`);
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    try {
      await app.goto(`${path}/edit`);
      await textOf(app).press('Control+End');
      await page.keyboard.press('ArrowUp');
      await page.getByRole('button', { name: 'Table', exact: true }).press('Enter');
      await page.getByLabel('Column 2, row 1').fill('0 €');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter');
      await until(async () => (await stored()).markdown.includes('€'));
      expect((await stored()).markdown).to.equal(`${table}\nBetween.\n\n${table.replace('| 0 |', '| 0 € |')}`);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('adds a new table on lines of its own, and keeps the selected text and the lines around it', async function () {
    this.timeout(300_000);
    const { path, stored } = await makePage('One line.\nAnother line.\n');
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    try {
      await app.goto(`${path}/edit`);
      await textOf(app).press('Control+Home');
      await page.keyboard.press('Shift+ArrowRight');
      await page.getByRole('button', { name: 'Table', exact: true }).press('Enter');
      await page.getByLabel('Column 1, row 1').fill('${a} {% x %}');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter');
      await until(async () => (await stored()).markdown.includes('{% x %}'));
      expect((await stored()).markdown).to.match(
        /^One line\.\n\n(?:\|.*\|\n)+\| \$\{a\} \{% x %\} \|.*\n(?:\|.*\|\n)*\nAnother line\.\n$/,
      );
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('shows the settings of a page as they were saved before, in the same editor', async function () {
    this.timeout(300_000);
    const { path, stored } = await makePage('Start.\n');
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    const description = page.getByLabel('Description');
    const save = async (): Promise<void> => {
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    try {
      await app.goto(`${path}/edit`);
      await textOf(app).waitFor();
      await page.getByRole('button', { name: 'Page settings' }).press('Enter');
      await description.fill('In short.');
      const reads = page.waitForResponse((response) => /content\/page\/\w+\?/.test(response.url()));
      await save();
      await (await reads).finished();
      await page.getByRole('button', { name: 'Page settings' }).press('Enter');
      expect(await description.inputValue()).to.equal('In short.');
      await description.fill('');
      await save();
      await until(async () => !(await stored()).description);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('reports text that is not saved after its editor was left', async function () {
    this.timeout(300_000);
    const { path } = await makePage('Start.\n');
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    try {
      await page.route('**/content', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 403, json: { error: { code: 403, message: 'the space is closed' } } })
          : route.continue(),
      );
      await app.goto(`${path}/edit`);
      await textOf(app).press('Control+End');
      await page.keyboard.type('More.');
      await page.getByRole('link', { name: 'Done' }).press('Enter');
      await page
        .getByRole('alert')
        .getByText('“Notes” is not saved. The space is closed. Your text is kept in this browser.')
        .waitFor();
      await page.unroute('**/content');
      await page.getByRole('link', { name: 'Edit', exact: true }).press('Enter');
      await page.getByRole('button', { name: 'Restore it' }).press('Enter');
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('adds files that are chosen or dropped, small and large, for all who may edit', async function () {
    this.timeout(300_000);
    const { path, stored } = await makePage('Start.\n');
    // Uploads to the organization are for levels above this one.
    const app = await AppBrowser.open(this, world, await world.member('edit'));
    const { page } = app;
    const isStored = (text: RegExp) => until(async () => text.test((await stored()).markdown));
    try {
      await app.goto(`${path}/edit`);
      await textOf(app).waitFor();
      const choose = page.locator('input[type=file]');
      await choose.setInputFiles({ name: 'small-pump.png', mimeType: 'image/png', buffer: PNG });
      await isStored(/!\[small pump\]\(\/files\/\w+\)/);
      const large = Buffer.concat([PNG, Buffer.alloc(900_000)]);
      await choose.setInputFiles({ name: 'large_pump.png', mimeType: 'image/png', buffer: large });
      await isStored(/!\[large pump\]\(\/files\/\w+\)/);
      const dataTransfer = await page.evaluateHandle(
        `(() => { const data = new DataTransfer(); data.items.add(new File(['?'], 'dropped.unknown')); return data; })()`,
      );
      await textOf(app).dispatchEvent('drop', { dataTransfer });
      await isStored(/\{% file src="\/files\/\w+" %\}/);
      await app.goto(`${path.replace(/\/pages\/.*/, '')}/files`);
      await page.getByRole('link', { name: 'dropped.unknown' }).waitFor();
      await choose.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes.') });
      await page.getByRole('link', { name: 'notes.txt' }).waitFor();
      expect(await page.getByRole('alert').count()).to.equal(0);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('adds a dropped picture where it was dropped', async function () {
    this.timeout(300_000);
    const { path, stored } = await makePage('First.\n\nSecond.\n');
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    try {
      await app.goto(`${path}/edit`);
      await textOf(app).press('Control+Home');
      const line = page.locator('.cm-line').filter({ hasText: 'Second.' });
      const { x, y, width, height } = (await line.boundingBox())!;
      const dataTransfer = await page.evaluateHandle(
        `(() => { const data = new DataTransfer(); data.items.add(new File(['?'], 'drop.png', { type: 'image/png' })); return data; })()`,
      );
      await line.dispatchEvent('drop', { dataTransfer, clientX: x + width - 2, clientY: y + height / 2 });
      await until(async () => /^First\.\n\nSecond\.!\[drop\]\(\/files\/\w+\)\n$/.test((await stored()).markdown));
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('finds and replaces text by keyboard, in dark colors', async function () {
    this.timeout(300_000);
    const { path, stored } = await makePage('One pump.\n\nTwo pumps.\n');
    const app = await AppBrowser.open(this, world, writer);
    const { page } = app;
    try {
      await page.emulateMedia({ colorScheme: 'dark' });
      await app.goto(`${path}/edit`);
      await textOf(app).press('Control+f');
      await page.keyboard.type('pump');
      await page.getByRole('textbox', { name: 'Replace' }).fill('valve');
      await app.expectAccessible('find-dark');
      await page.getByRole('button', { name: 'Replace all' }).press('Enter');
      await until(async () => (await stored()).markdown === 'One valve.\n\nTwo valves.\n');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('draws the diagrams of the preview in one frame, however often the text changes', async function () {
    this.timeout(300_000);
    const { path } = await makePage('```mermaid\ngraph LR\n  A --> B\n```\n\nText.');
    const app = await AppBrowser.open(this, world, writer);
    const { page } = app;
    const preview = page.getByRole('region', { name: 'Preview' });
    try {
      await app.goto(`${path}/edit`);
      await preview.getByRole('img', { name: /A --> B/ }).waitFor();
      await textOf(app).press('Control+End');
      for (const word of ['one', 'two', 'three']) {
        await page.keyboard.type(` ${word}`);
        await preview.getByText(word).waitFor();
        await preview.getByRole('img', { name: /A --> B/ }).waitFor();
      }
      expect(await page.locator('iframe.q-drawing-frame').count()).to.equal(1);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('keeps the line breaks of the text', async function () {
    this.timeout(300_000);
    const { path, stored, change } = await makePage('One.\r\n\r\nTwo.\r\n\r\nThree.\r\n');
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    try {
      await app.goto(`${path}/edit`);
      await textOf(app).press('Control+End');
      await change('One, by another user.\r\n\r\nTwo.\r\n\r\nThree.\r\n');
      await page.keyboard.type('Four.');
      await page.keyboard.press('Enter');
      const both = 'One, by another user.\r\n\r\nTwo.\r\n\r\nThree.\r\nFour.\r\n';
      await until(async () => (await stored()).markdown === both);
      await page.keyboard.type('Five.');
      await until(async () => (await stored()).markdown === `${both}Five.`);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('begins a change request in the list of those of a space, by keyboard', async function () {
    this.timeout(300_000);
    const { path } = await makePage('Start.\n');
    const requests = path.replace(/pages\/.*/, 'change-requests');
    const app = await AppBrowser.open(this, world, await world.member('edit'), PHONE);
    const { page } = app;
    const create = page.getByRole('button', { name: 'New change request' });
    try {
      await app.goto(requests);
      await page.getByText('No change request matches these filters.').waitFor();
      await app.expectAccessible('space-requests-phone');
      await create.press('Enter');
      await page.getByRole('textbox', { name: 'Subject' }).waitFor();
      await page.keyboard.type('Shorter sentences');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Shorter sentences' }).waitFor();
      await page.getByRole('link', { name: 'Edit pages' }).press('Enter');
      await textOf(app).waitFor();

      await app.signIn(world, await world.member('comment'));
      await app.goto(`${requests}?status=archived`);
      await page.getByText('No change request matches these filters.').waitFor();
      expect(await create.count()).to.equal(0);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('tells readers that they may not edit', async function () {
    this.timeout(300_000);
    const { path } = await makePage('Start.\n');
    const app = await AppBrowser.open(this, world, await world.member('read'));
    try {
      await app.goto(`${path}/edit`);
      await app.page.getByText('You may not edit this space.').waitFor();
      await app.page.getByRole('heading', { level: 1, name: 'Editing Notes' }).waitFor();
      await app.expectAccessible('edit-refused');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('sees the current tab, on a phone', async function () {
    this.timeout(300_000);
    const { path } = await makePage('Start.\n');
    const app = await AppBrowser.open(this, world, await world.member('admin'), PHONE);
    try {
      await app.goto(path.replace(/pages\/.*/, 'settings'));
      const tab = app.page
        .getByRole('navigation', { name: 'Parts of the space' })
        .getByRole('link', { name: 'Settings' });
      await tab.waitFor();
      const { x, width } = (await tab.boundingBox())!;
      expect(x).to.be.greaterThan(0);
      expect(x + width).to.be.at.most(PHONE.width);
      await app.expectAccessible('tabs-phone');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('adds pictures where the cursor was when they were chosen, whatever is written and selected until they are sent', async function () {
    this.timeout(300_000);
    const { path, stored } = await makePage('Start.\n');
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    try {
      let release = (): void => {};
      const isHeld = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/content', async (route) => {
        if (route.request().postData()?.includes('insert_files')) await isHeld;
        return route.continue();
      });
      await app.goto(`${path}/edit`);
      await textOf(app).press('Control+End');
      const pictures = ['one.png', 'two.png'].map((name) => ({ name, mimeType: 'image/png', buffer: PNG }));
      await page.locator('input[type=file]').setInputFiles(pictures);
      await page.getByText('Uploading 2 files').waitFor();
      await page.keyboard.type(' Written since.');
      await page.keyboard.press('Control+Shift+ArrowLeft');
      await page.keyboard.press('Control+Shift+ArrowLeft');
      const title = page.getByRole('textbox', { name: 'Title' });
      await title.focus();
      release();
      const expected = /^Start\.\n!\[one\]\(\/files\/\w+\)!\[two\]\(\/files\/\w+\) Written since\.$/;
      await until(async () => expected.test((await stored()).markdown.trimEnd()));
      expect(await title.evaluate((field) => field === field.ownerDocument.activeElement)).to.equal(true);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('adds a picture at the end when its editor was left while it was sent', async function () {
    this.timeout(300_000);
    const { path, stored } = await makePage('Start.\n');
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    try {
      let release = (): void => {};
      const isHeld = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/content', async (route) => {
        if (route.request().postData()?.includes('insert_files')) await isHeld;
        return route.continue();
      });
      await app.goto(`${path}/edit`);
      await textOf(app).press('Control+End');
      await page.keyboard.type('More.');
      await page.locator('input[type=file]').setInputFiles({ name: 'pump.png', mimeType: 'image/png', buffer: PNG });
      await page.getByText('Uploading 1 file').waitFor();
      await page.getByRole('link', { name: 'Done' }).press('Enter');
      await page.getByRole('link', { name: 'Edit', exact: true }).waitFor();
      release();
      await page.getByText('pump.png is added at the end of “Notes”.').waitFor();
      await until(async () => /^Start\.\nMore\.\n\n!\[pump\]\(\/files\/\w+\)\n$/.test((await stored()).markdown));
      await page.getByRole('article').getByRole('img', { name: 'pump' }).waitFor();
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('pastes formatted text as Markdown, and plain text into code', async function () {
    this.timeout(300_000);
    const { path, stored } = await makePage('```\nx\n```\n\n');
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    const paste = (html: string, text: string, withPicture = false) => pasteInto(app, html, text, withPicture);
    const isStored = (text: string) => until(async () => (await stored()).markdown.includes(text));
    try {
      await app.goto(`${path}/edit`);
      await textOf(app).press('Control+End');
      const document =
        '<meta charset="utf-8"><b style="font-weight:normal;"><h2><span style="font-weight:700">Pumps</span></h2>' +
        '<p>See <a href="https://example.com/a">the <span style="font-style:italic">list</span></a>.</p>' +
        '<ul><li>One</li><li><span style="font-weight:700">Two</span></li></ul><img src="data:image/png;base64,AA"></b>';
      await paste(document, 'Pumps See the list.');
      await isStored('## Pumps\n\nSee [the _list_](https://example.com/a).\n\n* One\n* **Two**');
      await page.keyboard.press('Control+z');
      await until(async () => !(await stored()).markdown.includes('Pumps'));

      const item = (level: number, mark: string, text: string): string =>
        `<p class="MsoListParagraph" style="text-indent:-18.0pt;mso-list:l0 level${level} lfo1"><![if !supportLists]>` +
        `<span><span style="mso-list:Ignore">${mark}<span>&nbsp; </span></span></span><![endif]>${text}</p>`;
      const wordList = item(1, '·', 'Hose') + item(2, 'o', 'blue') + item(1, '·', 'Valve');
      await paste(
        `<head><style>p { color: red }</style></head><p>Parts:</p>${wordList}<p>Then:</p>${item(1, '1.', '<b>Stop</b>')}`,
        'Parts',
      );
      await isStored('Parts:\n\n* Hose\n  * blue\n* Valve\n\nThen:\n\n1. **Stop**');
      const besides =
        '<b style="font-weight:normal"><ul><li><p>One</p></li><ul><li><p>Nested</p></li></ul><li><p>Two</p></li></ul>' +
        '<br><p>It is <span style="text-decoration:line-through">gone</span>.</p></b>';
      await textOf(app).press('Enter');
      await paste(besides, 'One');
      await isStored('* One\n  * Nested\n* Two\n\nIt is ~~gone~~.');

      await textOf(app).press('Control+End');
      await page.keyboard.type(' Beside:');
      await paste('<ul><li>First</li><li>Second, <code>beta</code></li></ul>', 'First');
      await isStored(' Beside:\n\n* First\n* Second, `beta`');
      await textOf(app).press('Enter');
      await textOf(app).press('Enter');

      const cells = '<table><tr><th>Pump</th><th>Price</th></tr><tr><td>A</td><td>7</td></tr></table>';
      await paste(cells, 'Pump\tPrice', true);
      await until(async () => /\| Pump +\| Price +\|/.test((await stored()).markdown));
      expect((await stored()).markdown).not.to.include('/files/');

      await textOf(app).press('Control+Home');
      await page.keyboard.press('ArrowDown');
      await paste('<b>bold</b>', 'plain');
      await isStored('```\nplainx\n```');
      await paste('<div><span style="color: red">colored</span></div>', '# colored');
      await isStored('plain# coloredx');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('adds pictures that formatted text of the clipboard contains, also when its editor is left before they are sent', async function () {
    this.timeout(300_000);
    const { path, stored } = await makePage('Start.\n');
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    const picture = `<img alt="Pump" src="data:image/png;base64,${PNG.toString('base64')}">`;
    try {
      let release = (): void => {};
      let isHeld = Promise.resolve();
      await page.route('**/content', async (route) => {
        if (route.request().postData()?.includes('insert_files')) await isHeld;
        return route.continue();
      });
      await app.goto(`${path}/edit`);
      await textOf(app).press('Control+End');
      const others =
        '<img src="file:///home/pump.png"><img src="data:image/png;base64,?"><img src="data:image/png;base64,A">';
      await pasteInto(app, `<h2>Parts</h2><p>See ${picture} and${others} more: ${picture}</p>`, 'Parts');
      const shown = /^Start\.\n+## Parts\n\nSee !\[Pump\]\((\/files\/\w+)\) and more: !\[Pump\]\(\1\)\n*$/;
      await until(async () => shown.test((await stored()).markdown));
      await page.getByRole('region', { name: 'Preview' }).getByRole('img', { name: 'Pump' }).first().waitFor();

      isHeld = new Promise<void>((resolve) => (release = resolve));
      await pasteInto(app, `<p>, <b>1 bar</b> ${picture}</p>`, '1 bar');
      await page.getByText('Uploading 1 file').waitFor();
      await page.keyboard.press('Control+a');
      release();
      await until(async () =>
        /^Start\.[^]+ and more: \S+, \*\*1 bar\*\* !\[Pump\]\S+$/.test((await stored()).markdown),
      );
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();

      isHeld = new Promise<void>((resolve) => (release = resolve));
      await pasteInto(app, `<p>Later: ${picture} <b>2 bar</b></p>`, 'Later');
      await page.getByText('Uploading 1 file').waitFor();
      await page.getByRole('link', { name: 'Done' }).press('Enter');
      await page.getByRole('link', { name: 'Edit', exact: true }).waitFor();
      release();
      await page.getByText('The text that was pasted is added at the end of “Notes”.').waitFor();
      await until(async () =>
        /1 bar\*\* \S+\n\nLater: !\[Pump\]\(\/files\/\w+\) \*\*2 bar\*\*\n$/.test((await stored()).markdown),
      );
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('keeps what another user saved before a file is added', async function () {
    this.timeout(300_000);
    const { path, stored, change } = await makePage('First.\n\nSecond.\n');
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    try {
      await app.goto(`${path}/edit`);
      await textOf(app).press('Control+End');
      await change('First, by another user.\n\nSecond.\n');
      await page.locator('input[type=file]').setInputFiles({ name: 'pump.png', mimeType: 'image/png', buffer: PNG });
      await until(async () => (await stored()).markdown.includes('![pump](/files/'));
      expect((await stored()).markdown).to.include('First, by another user.');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('keeps a draft until it is restored or discarded, whatever is written first', async function () {
    this.timeout(300_000);
    const { path, stored } = await makePage('First.\n\nSecond.\n\nThird.\n');
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    const saved = page.getByRole('status').getByText(/^Saved/);
    try {
      await page.route('**/content', (route) =>
        route.request().method() === 'POST' ? route.fulfill({ status: 403, json: {} }) : route.continue(),
      );
      await app.goto(`${path}/edit`);
      await textOf(app).press('Control+End');
      await page.keyboard.type('Drafted.');
      await page.getByRole('link', { name: 'Done' }).press('Enter');
      await page.getByRole('alert').getByText('Your text is kept in this browser.').waitFor();
      await page.unroute('**/content');

      await page.getByRole('link', { name: 'Edit', exact: true }).press('Enter');
      await textOf(app).press('Control+Home');
      await page.keyboard.type('Now. ');
      await until(async () => (await stored()).markdown.startsWith('Now. First.'));
      await page.getByRole('link', { name: 'Done' }).press('Enter');

      await page.getByRole('link', { name: 'Edit', exact: true }).press('Enter');
      await page.getByRole('button', { name: 'Restore it' }).press('Enter');
      await until(async () => (await stored()).markdown.endsWith('Drafted.'));
      expect((await stored()).markdown).to.equal('Now. First.\n\nSecond.\n\nThird.\nDrafted.');
      await saved.waitFor();
      await page.reload();
      await textOf(app).waitFor();
      expect(await page.getByRole('button', { name: 'Restore it' }).count()).to.equal(0);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('stays with text that is not saved and that a full browser cannot keep', async function () {
    this.timeout(300_000);
    const { path, stored } = await makePage('First.\n');
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    try {
      await page.route('**/content', (route) =>
        route.request().method() === 'POST' ? route.fulfill({ status: 403, json: {} }) : route.continue(),
      );
      await app.goto(`${path}/edit`);
      await textOf(app).waitFor();
      await page.evaluate(`{
        for (let size = 2 ** 20; size >= 1; size /= 2)
          try {
            for (let i = 0; i < 100; i++) localStorage.setItem('fill ' + size + ' ' + i, 'x'.repeat(size));
          } catch {}
      }`);
      await textOf(app).press('Control+End');
      await page.keyboard.type('Without room.');
      await page.getByText('This browser cannot keep your text').waitFor();
      await page.getByRole('link', { name: 'Done' }).press('Enter');
      await page.getByText('Your text is not saved yet, and this browser cannot keep it.').waitFor();
      expect(app.path).to.equal(`${path}/edit`);
      const question = page.waitForEvent('dialog');
      await page.evaluate('setTimeout(() => location.reload())');
      await (await question).dismiss();
      expect(await textOf(app).textContent()).to.equal('First.Without room.');

      await page.unroute('**/content');
      await page.getByRole('button', { name: 'Try again' }).press('Enter');
      await page
        .getByRole('status')
        .getByText(/^Saved/)
        .waitFor();
      await page.getByRole('link', { name: 'Done' }).press('Enter');
      await until(() => app.path === path);
      expect((await stored()).markdown).to.equal('First.\nWithout room.');
    } finally {
      await app.close();
    }
  });

  it('keeps the drafts of two tabs with one page, and offers one after the other', async function () {
    this.timeout(300_000);
    const { path, stored } = await makePage('First.\n');
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page, context } = app;
    const other = await context.newPage();
    try {
      await context.route('**/content', (route) =>
        route.request().method() === 'POST' ? route.fulfill({ status: 403, json: {} }) : route.continue(),
      );
      for (const tab of [page, other]) await tab.goto(`${app.instance.url}${path}/edit`);
      for (const [tab, text] of [
        [page, 'Of one tab.'],
        [other, 'Of another tab.'],
      ] as const) {
        await tab.getByRole('textbox', { name: 'Text of the page, in Markdown' }).press('Control+End');
        await tab.keyboard.type(text);
      }
      for (const tab of [page, other]) {
        await tab.getByRole('link', { name: 'Done' }).press('Enter');
        await tab.getByRole('alert').getByText('Your text is kept in this browser.').waitFor();
      }
      await other.close();
      await context.unroute('**/content');

      await page.getByRole('link', { name: 'Edit', exact: true }).press('Enter');
      await page.getByRole('button', { name: 'Discard it' }).press('Enter');
      await page.getByRole('button', { name: 'Restore it' }).press('Enter');
      await until(async () => (await stored()).markdown.endsWith('Of one tab.'));
      expect((await stored()).markdown).not.to.include('another');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('shows a draft to its writer only, also after another user has signed in in the same browser', async function () {
    this.timeout(300_000);
    const { path, stored } = await makePage('First.\n');
    const [author, other] = [await world.member('create'), await world.member('create')];
    const app = await AppBrowser.open(this, world, author);
    const { page } = app;
    const restore = page.getByRole('button', { name: 'Restore it', exact: true });
    // An editor that is left first sends nothing when its tab goes, which no route of this test could refuse.
    const leave = async (): Promise<void> => {
      await page.getByRole('link', { name: 'Done' }).press('Enter');
      await page.getByRole('alert').getByText('Your text is kept in this browser.').waitFor();
      await page.goto('about:blank');
    };
    try {
      await page.route('**/content', (route) =>
        route.request().method() === 'POST' ? route.fulfill({ status: 403, json: {} }) : route.continue(),
      );
      await app.goto(`${path}/edit`);
      await textOf(app).press('Control+End');
      await page.keyboard.type('Secret plan.');
      await leave();

      await app.signIn(world, other);
      await app.goto(`${path}/edit`);
      await textOf(app).waitFor();
      expect(await restore.count()).to.equal(0);
      expect(await page.getByText('Secret').count()).to.equal(0);
      await textOf(app).press('Control+End');
      await page.keyboard.type('Of the other.');
      await leave();
      await page.unroute('**/content');

      await app.signIn(world, author);
      await app.goto(`${path}/edit`);
      await restore.press('Enter');
      await until(async () => (await stored()).markdown.endsWith('Secret plan.'));
      expect((await stored()).markdown).not.to.include('Of the other.');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('keeps unsaved text over a lost connection, an ended session and a closed tab', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Kept' });
    const edit = must(
      await world.admin.api.post(`/v1/spaces/${space.id}/content`, {
        changes: [{ operation: 'insert_page', title: 'Draft', document: { markdown: 'Start.\n' } }],
      }),
      200,
    );
    const pageId = edit.changes[0].page.id;
    const stored = async () =>
      must(await world.admin.api.get(`/v1/spaces/${space.id}/content/page/${pageId}`), 200).markdown as string;
    const app = await AppBrowser.open(this, world, await world.member('create'));
    try {
      await app.goto(`/app/spaces/${space.id}/pages/${pageId}/edit`);
      const textbox = (page = app.page) => page.getByRole('textbox', { name: 'Text of the page, in Markdown' });
      await textbox().waitFor();
      await app.context.setOffline(true);
      await textbox().press('Control+End');
      await app.page.keyboard.type('Offline.');
      await app.page.getByText('Your text is kept in this browser.').waitFor();
      expect(await stored()).to.equal('Start.\n');
      await app.context.setOffline(false);
      await until(async () => (await stored()) === 'Start.\nOffline.');

      const [cookie] = await app.context.cookies();
      await app.context.clearCookies();
      await app.page.keyboard.type(' Signed out.');
      await app.page.getByRole('region', { name: 'Your session has ended' }).waitFor();
      await app.expectAccessible('session-over');
      // Without a connection no repeated request finds the session before the click.
      await app.context.setOffline(true);
      await app.context.addCookies([cookie!]);
      await app.page.getByRole('button', { name: 'Continue' }).click();
      await app.page.getByRole('region', { name: 'Your session has ended' }).waitFor({ state: 'hidden' });
      await app.context.setOffline(false);
      await until(async () => (await stored()) === 'Start.\nOffline. Signed out.');

      await app.context.setOffline(true);
      await textbox().press('Control+End');
      await app.page.keyboard.type(' Closed.');
      await app.page.getByText('Your text is kept in this browser.').waitFor();
      await app.page.close();
      await app.context.setOffline(false);
      const next = await app.context.newPage();
      await next.goto(`${world.instance.url}/app/spaces/${space.id}/pages/${pageId}/edit`);
      // A browser may still send the text of a tab that it closes.
      const restore = next.getByRole('button', { name: 'Restore it' });
      await until(async () => (await restore.isVisible()) || (await stored()).endsWith('Closed.'));
      if (await restore.isVisible()) await restore.click();
      await until(async () => (await stored()) === 'Start.\nOffline. Signed out. Closed.');
    } finally {
      await app.close();
    }
  });

  it('shows text that could not be saved where its page or its change request has gone', async function () {
    this.timeout(300_000);
    const { path, change } = await makePage('First.\n');
    const [spaceId, pageId] = [path.split('/')[3]!, path.split('/')[5]!];
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    const kept = page.getByRole('region', { name: /^Text of “.*” that was not saved$/ });
    const text = kept.getByRole('textbox');
    const notSaved = page.getByRole('status').getByText('Your text is kept in this browser.');
    try {
      const requests = `/v1/spaces/${spaceId}/change-requests`;
      const { id } = must(await world.admin.api.post(requests, { subject: 'Second thoughts' }), 201);
      const inRequest = `/app/spaces/${spaceId}/change-requests/${id}/pages/${pageId}`;
      await app.goto(`${inRequest}/edit`);
      await textOf(app).press('Control+End');
      must(await world.admin.api.post(`${requests}/${id}/merge`, {}), 200);
      await page.keyboard.type('In the request.');
      await notSaved.waitFor();
      await page.getByRole('link', { name: 'Done' }).press('Enter');
      await kept.waitFor();
      expect(await text.inputValue()).to.equal('First.\nIn the request.');

      await app.goto(`${path}/edit`);
      await textOf(app).press('Control+End');
      await change('Changed.\n');
      const remove = { operation: 'delete_page', page: pageId };
      must(await world.admin.api.post(`/v1/spaces/${spaceId}/content`, { changes: [remove] }), 200);
      await page.keyboard.type('In the space.');
      await notSaved.waitFor();
      await page.getByRole('link', { name: 'Done' }).press('Enter');
      await kept.waitFor();
      await page.goBack();
      await page.waitForURL('**/edit');
      await kept.waitFor();
      expect(await text.inputValue()).to.equal('First.\nIn the space.');
      await app.expectAccessible('kept-draft');
      await kept.getByRole('button', { name: 'Discard it' }).press('Enter');
      await kept.waitFor({ state: 'detached' });
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('marks the words of a selection, without the spaces and the marks of its lines', async function () {
    this.timeout(300_000);
    const { path, stored } = await makePage('First word here.\n\n- Item');
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    const isStored = (text: string) => until(async () => (await stored()).markdown === text);
    try {
      await app.goto(`${path}/edit`);
      await textOf(app).press('Control+Home');
      for (let count = 0; count < 'First '.length; count++) await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('Control+b');
      await isStored('**First** word here.\n\n- Item');
      await page.keyboard.press('Control+b');
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+i');
      await isStored('_First word here._\n\n- _Item_');
      await page.keyboard.press('Control+i');
      await isStored('First word here.\n\n- Item');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('moves items of a list in and out by Tab, as far as their marks need', async function () {
    this.timeout(300_000);
    const { path, stored } = await makePage('1. One');
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    const isStored = (text: string) => until(async () => (await stored()).markdown === text);
    try {
      await app.goto(`${path}/edit`);
      await textOf(app).press('Control+End');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.type('Sub');
      await isStored('1. One\n   1. Sub');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.type('Two');
      await isStored('1. One\n   1. Sub\n2. Two');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('links to pages by their titles, whatever characters these have', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Links' });
    const title = 'Map<String> of *all* `keys` [1] {% x %} &amp; $5$';
    const edit = must(
      await world.admin.api.post(`/v1/spaces/${space.id}/content`, {
        changes: [
          { operation: 'insert_page', title: 'From', document: { markdown: '' } },
          { operation: 'insert_page', title, document: { markdown: 'Text.\n' } },
        ],
      }),
      200,
    );
    const app = await AppBrowser.open(this, world, writer);
    const { page } = app;
    try {
      await app.goto(`/app/spaces/${space.id}/pages/${edit.changes[0].page.id}/edit`);
      await page.getByRole('textbox', { name: 'Text of the page, in Markdown' }).press('Control+k');
      await page.getByRole('dialog').getByRole('textbox').fill('map<');
      await page.keyboard.press('Enter');
      const link = page.getByRole('region', { name: 'Preview' }).getByRole('link');
      await link.waitFor();
      await until(async () => (await link.textContent()) === title);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('ends a list with Enter in an empty item', async function () {
    this.timeout(300_000);
    const { path, stored } = await makePage('Parts:\n\n- Hose');
    const app = await AppBrowser.open(this, world, await world.member('create'));
    try {
      await app.goto(`${path}/edit`);
      await textOf(app).press('Control+End');
      await app.page.keyboard.press('Enter');
      await app.page.keyboard.press('Enter');
      await app.page.keyboard.type('Then stop.');
      await until(async () => (await stored()).markdown.includes('Then stop.'));
      expect((await stored()).markdown).not.to.match(/^- *$|- Then/m);
      await textOf(app).press('Control+End');
      await app.page.keyboard.press('Enter');
      await app.page.keyboard.type('1. One');
      await app.page.keyboard.press('Enter');
      await app.page.keyboard.type('Two');
      await until(async () => (await stored()).markdown.includes('2. Two'));
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('gives a long title of a page a line of its own', async function () {
    this.timeout(300_000);
    const { path } = await makePage('Text.');
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    const width = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((one) => one.clientWidth);
    try {
      await app.goto(`${path}/edit`);
      await page.getByRole('textbox', { name: 'Title' }).fill('How pumps and valves are cleaned before each winter');
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'Done' }).press('Enter');
      await page.getByRole('heading', { name: /^How pumps/ }).waitFor();
      expect(await width('h2.page-title')).to.be.greaterThan((await width('.page-head')) * 0.9);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });
});
