import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'chai';
import { AppBrowser, PHONE } from '../../support/app-screens.ts';
import { onPostgres } from '../../support/backends.ts';
import { gitImports, HOME } from '../../support/git/git-imports.ts';
import { until } from '../../support/until.ts';
import { must } from '../../support/world.ts';

onPostgres('Git and imports in the app', (backend) => {
  const git = gitImports(backend);
  const { plant, urlOf } = git;
  const read = async (path: string): Promise<any> => must(await git.api.get(path), 200);
  const titlesOf = async (spaceId: string): Promise<string[]> =>
    (await read(`/v1/spaces/${spaceId}/content/pages`)).pages.map(({ title }: any) => title);

  it('imports a branch, follows it, and stops following it', async function () {
    this.timeout(300_000);
    const { world } = git;
    const { repository, commit } = plant({ ...HOME, 'draft.md': '# Draft\n' });
    const space = await world.space({ title: 'From Git' });
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    const section = page.getByRole('region', { name: 'Git' });
    try {
      await app.goto(`/app/spaces/${space.id}/settings`);
      await section.getByText('This space is not connected to a repository.').waitFor();
      await section.getByRole('button', { name: 'Import' }).press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Address' }).fill(urlOf(repository));
      await app.expectAccessible('git-import');
      await dialog.getByRole('button', { name: 'Import' }).press('Enter');
      await section.getByText(commit.slice(0, 12)).waitFor();
      await section.getByText('Up to date').waitFor();
      expect(await titlesOf(space.id)).to.deep.equal(['Home', 'Usage']);
      await section.getByText('1 remark about the content').click();
      await section.getByText('1 file', { exact: true }).click();
      await section.getByText('draft.md').waitFor();
      await app.expectAccessible('git-report');

      await section.getByRole('button', { name: 'Follow a branch' }).press('Enter');
      expect(await dialog.getByRole('textbox', { name: 'Address' }).inputValue()).to.equal(urlOf(repository));
      await dialog.getByLabel('Minutes between checks').fill('10');
      await dialog.getByRole('button', { name: 'Follow', exact: true }).press('Enter');
      await page.getByRole('dialog', { name: 'Secret of the webhook' }).waitFor();
      await app.expectAccessible('git-secret');
      await page.keyboard.press('Escape');
      await section.getByText('Every 10 minutes').waitFor();
      expect((await read(`/v1/spaces/${space.id}/git/follow`)).interval).to.equal(600);
      await app.expectAccessible('git-followed');

      await section.getByRole('button', { name: 'Stop following' }).press('Enter');
      await dialog.getByRole('button', { name: 'Stop', exact: true }).press('Enter');
      await section.getByRole('button', { name: 'Follow a branch' }).waitFor();
      expect((await git.api.get(`/v1/spaces/${space.id}/git/follow`)).status).to.equal(404);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('shows the last operation, its outcome, and which one a report is about', async function () {
    this.timeout(300_000);
    const { world } = git;
    const { repository } = plant({ ...HOME, 'draft.md': '# Draft\n' });
    execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', join(git.root, 'blank.git')]);
    const space = await world.space({ title: 'Both ways' });
    const app = await AppBrowser.open(this, world, await world.member('admin'), PHONE);
    const { page } = app;
    const section = page.getByRole('region', { name: 'Git' });
    const run = async (operation: 'Import' | 'Export', from: string, outcome: RegExp): Promise<void> => {
      await section.getByRole('button', { name: operation }).press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Address' }).fill(urlOf(from));
      await dialog.getByRole('button', { name: operation }).press('Enter');
      await section.getByText(`Last ${operation.toLowerCase()}`, { exact: true }).waitFor();
      await section.getByRole('definition').filter({ hasText: outcome }).waitFor();
    };
    const report = section.getByText('about the content', { exact: false });
    try {
      await app.goto(`/app/spaces/${space.id}/settings`);
      await run('Import', repository, /replaced the content of this space/);
      expect(await report.textContent()).to.equal('1 remark about the content, by the last import');
      await run('Import', repository, /nothing had changed/);
      expect(await report.textContent()).to.equal('1 remark about the content, by an earlier import');

      const changes = [{ operation: 'insert_page', title: 'First', document: { markdown: 'Words.\n' } }];
      must(await git.api.post(`/v1/spaces/${space.id}/content`, { changes }), 200);
      await run('Export', repository, /created a commit/);
      expect(await section.getByText('Last import', { exact: true }).count()).to.equal(0);
      expect(await report.count()).to.equal(0);
      const { commit } = (await read(`/v1/spaces/${space.id}/git/info`)).lastOperation;
      await section.getByText(commit.slice(0, 12)).waitFor();

      await run('Import', 'blank.git', /the repository is empty and has no such branch · .*blank\.git/);
      await app.expectAccessible('git-operation');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('shows the reason why a repository cannot be imported', async function () {
    this.timeout(300_000);
    const { world } = git;
    const space = await world.space({ title: 'Nowhere' });
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    const section = page.getByRole('region', { name: 'Git' });
    try {
      await app.goto(`/app/spaces/${space.id}/settings`);
      await section.getByRole('button', { name: 'Import' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Address' }).fill('file:///etc/passwd');
      await dialog.getByRole('button', { name: 'Import' }).click();
      await dialog.getByRole('alert').getByText('Address:').waitFor();
      await dialog.getByRole('textbox', { name: 'Address' }).fill(urlOf('missing.git'));
      await dialog.getByRole('button', { name: 'Import' }).click();
      await section.getByText('Failed').waitFor();
      expect(await section.getByRole('definition').last().textContent()).to.match(/ago|now|second/);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('cancels a long import', async function () {
    this.timeout(300_000);
    const { world } = git;
    const { repository } = plant(HOME);
    const space = await world.space({ title: 'Slow' });
    const { held } = git.hold();
    must(await git.start(space.id, repository), 204);
    await held;
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const section = app.page.getByRole('region', { name: 'Git' });
    try {
      await app.goto(`/app/spaces/${space.id}/settings`);
      await section.getByRole('button', { name: 'Cancel the import' }).waitFor();
      await app.expectAccessible('git-importing');
      await section.getByRole('button', { name: 'Cancel the import' }).press('Enter');
      await section.getByText('Cancelled', { exact: true }).waitFor();
      await section.getByText('the import was cancelled').waitFor();
      expect(await section.getByRole('button', { name: 'Cancel the import' }).count()).to.equal(0);
      expect((await git.spaceNow(space.id)).revision).to.equal(space.revision);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('overwrites a branch that the space was never synced with when forced', async function () {
    this.timeout(300_000);
    const { world } = git;
    const { repository } = plant(HOME);
    const space = await world.space({ title: 'Other' });
    const changes = [{ operation: 'insert_page', title: 'First', document: { markdown: 'Words.\n' } }];
    must(await git.api.post(`/v1/spaces/${space.id}/content`, { changes }), 200);
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    const section = page.getByRole('region', { name: 'Git' });
    const exportIt = async (isForced: boolean): Promise<void> => {
      await section.getByRole('button', { name: 'Export' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Address' }).fill(urlOf(repository));
      if (isForced) await dialog.getByLabel('overwrite the files of the branch').check();
      await app.expectAccessible('git-export');
      await dialog.getByRole('button', { name: 'Export' }).click();
    };
    try {
      await app.goto(`/app/spaces/${space.id}/settings`);
      await exportIt(false);
      await section.getByText('never been synced with this branch').waitFor();
      await exportIt(true);
      await section.getByText('Up to date').waitFor();
      expect((await read(`/v1/spaces/${space.id}/git/info`)).lastOperation.outcome).to.equal('exported');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('adds pages of files to a space, with a report', async function () {
    this.timeout(300_000);
    const { world } = git;
    const space = await world.space({ title: 'From files' });
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    const section = page.getByRole('region', { name: 'Imports' });
    try {
      await app.goto(`/app/spaces/${space.id}/settings`);
      await section.getByText('Nothing was imported into this space.').waitFor();
      await section.getByRole('button', { name: 'Import pages' }).press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: 'Files' }).check();
      await dialog
        .getByLabel('Files', { exact: true })
        .setInputFiles({ name: 'hello.md', mimeType: 'text/markdown', buffer: Buffer.from('# Hello\n\nThere.\n') });
      await app.expectAccessible('import-dialog');
      await dialog.getByRole('button', { name: 'Import', exact: true }).press('Enter');
      await section.getByText('Completed').waitFor();
      await section.getByText('1 item imported').waitFor();
      await until(async () => (await titlesOf(space.id)).includes('Hello'));
      await section.getByRole('button', { name: 'Report' }).press('Enter');
      await dialog.getByText('hello.md').waitFor();
      await app.expectAccessible('import-report');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });
});
