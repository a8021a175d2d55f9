import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { onEveryBackend } from '../../support/backends.ts';
import { waitForOperations, gitImports, HOME, MAIN } from '../../support/git/git-imports.ts';
import { commitProject } from '../../support/git/git-project.ts';
import { must, type Api, type World } from '../../support/world.ts';

onEveryBackend('Git export', (backend) => {
  const git = gitImports(backend);
  const { plant, urlOf, run, spaceNow } = git;
  let world: World;
  let api: Api;
  before(() => void ({ world, api } = git));

  const inRepository = (repository: string, ...args: string[]) =>
    execFileSync('git', ['-C', join(git.root, repository), '-c', 'core.quotePath=false', ...args], {
      encoding: 'utf8',
    }).trimEnd();
  const tipOf = (repository: string, branch = 'main') => inRepository(repository, 'rev-parse', `refs/heads/${branch}`);
  const fileOf = (repository: string, path: string, branch = 'main') =>
    inRepository(repository, 'show', `refs/heads/${branch}:${path}`);
  const start = (spaceId: string, repository: string, body: object = {}) =>
    api.post(`/v1/spaces/${spaceId}/git/export`, {
      url: urlOf(repository),
      ref: MAIN,
      commitMessage: 'From the space',
      ...body,
    });
  const exported = async (spaceId: string, repository: string, body: object = {}) => {
    must(await start(spaceId, repository, body), 204);
    return waitForOperations(api, spaceId);
  };
  const edit = async (spaceId: string, changes: readonly object[]) =>
    must(await api.post(`/v1/spaces/${spaceId}/content`, { changes }), 200);
  const pagesOf = async (spaceId: string): Promise<any[]> =>
    must(await api.get(`/v1/spaces/${spaceId}/content/pages`), 200).pages;
  const imported = async (files: Record<string, string> = HOME) => {
    const { repository, commit } = plant(files);
    const space = await world.space();
    await run(space.id, repository);
    return { repository, commit, id: space.id as string };
  };

  describe('exportToGitRepository', () => {
    it('pushes nothing where nothing changed, and otherwise exactly the changes', async () => {
      const { repository, commit, id } = await imported({ ...HOME, LICENSE: 'free\n', 'unlisted.md': 'x' });
      const untouched = await exported(id, repository);
      expect(untouched).to.deep.include({ state: 'idle' });
      expect(untouched.lastOperation).to.include({ kind: 'export', outcome: 'nothing', commit });
      expect(tipOf(repository)).to.equal(commit);

      const [, usage] = await pagesOf(id);
      await edit(id, [{ operation: 'update_page', page: usage.id, description: 'Why' }]);
      const client = world.admin.client;
      const started = await client.spaces.exportToGitRepository(id, {
        url: urlOf(repository),
        ref: MAIN,
        commitMessage: 'Say why\n\nin detail',
        repoCommitURL: 'https://git.example/commit',
        gitInfo: { provider: 'gitlab', url: 'https://gitlab.com/acme/docs' },
      });
      expect(started.status).to.equal(204);
      const info = await waitForOperations(api, id);
      expect(info.lastOperation).to.include({
        kind: 'export',
        outcome: 'exported',
        commit: tipOf(repository),
        pages: 2,
        files: 0,
      });
      expect(inRepository(repository, 'diff', '--numstat', commit, tipOf(repository))).to.equal('1\t1\tusage.md');
      expect(fileOf(repository, 'usage.md')).to.equal('---\ndescription: Why\n---\n\n# Usage');
      expect(inRepository(repository, 'log', '-1', '--format=%B|%P|%ce')).to.equal(
        `Say why\n\nin detail|${commit}|noreply@${new URL(world.instance.publicUrl).hostname}`,
      );
      expect((await spaceNow(id)).gitSync).to.include({
        repoName: 'acme/docs',
        installationProvider: 'gitlab',
        url: 'https://gitlab.com/acme/docs',
      });
      const { data: revision } = await client.spaces.getCurrentRevision(id);
      expect(revision.git).to.deep.include({
        oid: tipOf(repository),
        createdByService: true,
        createdByGitBook: true,
        url: `https://git.example/commit/${tipOf(repository)}`,
      });

      const again = await run(id, repository);
      expect(again.lastOperation).to.include({ outcome: 'nothing' });
      expect((await spaceNow(id)).revision).to.equal(revision.id);
    });

    it('writes a new page beside its neighbors, and recognizes it in the next import', async () => {
      const { repository, id } = await imported();
      const [home] = await pagesOf(id);
      await edit(id, [
        { operation: 'insert_page', title: 'Set up', document: { markdown: `Back [home](/pages/${home.id}).\n` } },
      ]);
      await exported(id, repository);
      expect(fileOf(repository, 'SUMMARY.md')).to.equal(
        '* [Home](README.md)\n* [Usage](usage.md)\n* [Set up](set-up.md)',
      );
      expect(fileOf(repository, 'set-up.md')).to.equal('# Set up\n\nBack [home](README.md).');
      const page = (await pagesOf(id))[2];
      expect(page.git).to.deep.equal({
        path: 'set-up.md',
        oid: inRepository(repository, 'rev-parse', 'HEAD:set-up.md'),
      });
      plant(
        {
          ...HOME,
          'SUMMARY.md': '* [Home](README.md)\n* [Set up](set-up.md)\n* [Usage](usage.md)\n',
          'set-up.md': '# Set up\n\nOther.\n',
        },
        repository,
      );
      await run(id, repository);
      expect((await pagesOf(id)).map((one) => one.id)).to.deep.equal([home.id, page.id, (await pagesOf(id))[2].id]);
    });

    it('fills an empty repository, and creates a missing branch', async () => {
      const space = await world.space();
      const { repository } = plant({ x: '' });
      await edit(space.id, [{ operation: 'insert_page', title: 'First', document: { markdown: 'Words.\n' } }]);
      const info = await exported(space.id, repository, { ref: 'refs/heads/docs', repoProjectDirectory: 'docs/en' });
      expect(info.lastOperation).to.include({ outcome: 'exported' });
      expect(inRepository(repository, 'ls-tree', '-r', '--name-only', 'refs/heads/docs')).to.equal(
        'docs/en/README.md\ndocs/en/SUMMARY.md',
      );
      execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', join(git.root, 'empty.git')]);
      expect((await exported(space.id, 'empty.git')).lastOperation).to.include({ outcome: 'exported' });
      expect(fileOf('empty.git', 'README.md')).to.equal('# First\n\nWords.');
    });

    it('reports the files that the repository would store in Git LFS', async () => {
      const { repository, id } = await imported({ ...HOME, '.gitattributes': '*.png filter=lfs diff=lfs -text\n' });
      const files = ['b.png', 'a.png', 'c.txt'].map((name) => ({
        name,
        contentType: 'application/octet-stream',
        base64: Buffer.from(name).toString('base64'),
      }));
      await edit(id, [{ operation: 'insert_files', files }]);
      const { lastOperation } = await exported(id, repository);
      expect(lastOperation).to.include({ outcome: 'exported' });
      expect(lastOperation.report).to.have.length(1);
      expect(lastOperation.report[0]).to.deep.include({
        level: 'warning',
        code: 'file-not-in-lfs',
        paths: ['.gitbook/assets/a.png', '.gitbook/assets/b.png'],
      });
    });

    it('reports the groups and links whose restrictions the summary cannot state', async () => {
      const space = await world.space();
      const { repository } = plant({ x: '' });
      await edit(space.id, [
        { operation: 'insert_page', title: 'First', document: { markdown: 'Words.\n' } },
        { operation: 'insert_page', type: 'group', title: 'Internal', hidden: true },
        { operation: 'insert_page', type: 'link', title: 'Open', target: { kind: 'url', url: 'https://example.com/' } },
      ]);
      const reported = async () => (await exported(space.id, repository, { ref: 'refs/heads/docs' })).lastOperation;
      const first = await reported();
      expect(first.report).to.have.length(1);
      expect(first.report[0]).to.include({
        level: 'warning',
        code: 'restrictions-not-exported',
        path: 'SUMMARY.md',
      });
      expect(first.report[0].message).to.match(/: "Internal"$/);
      const link = (await pagesOf(space.id)).find(({ title }) => title === 'Open')!.id;
      await edit(space.id, [{ operation: 'update_page', page: link, condition: 'visitor.claims.staff' }]);
      const second = await reported();
      expect(second.outcome).to.equal('nothing');
      expect(second.report.map(({ message }: { message: string }) => message.split(': ').at(-1))).to.deep.equal([
        '"Internal", "Open"',
      ]);
    });

    it('reports on the commit of a push whose answer was lost once it finds the commit in the repository', async () => {
      const { repository, id } = await imported({ ...HOME, '.gitattributes': '*.png filter=lfs diff=lfs -text\n' });
      const files = [{ name: 'a.png', contentType: 'application/octet-stream', base64: 'AAAA' }];
      await edit(id, [{ operation: 'insert_files', files }]);
      git.server.intercept = (request, response) => {
        if (request.method !== 'POST' || !request.url!.endsWith('/git-receive-pack')) return false;
        response.write = (() => true) as typeof response.write;
        response.end = (() => response.destroy()) as typeof response.end;
        return false;
      };
      const { lastOperation } = await exported(id, repository);
      git.server.intercept = undefined;
      // The push was found in the repository by another attempt.
      expect(lastOperation).to.include({ outcome: 'exported', faults: 1, commit: tipOf(repository) });
      expect(lastOperation.report.map(({ code }: { code: string }) => code)).to.deep.equal(['file-not-in-lfs']);
    });

    it('is followed by imports that keep its files where Git LFS has pointers to them, but no file of another space', async () => {
      const { repository, id } = await imported({ ...HOME, '.gitattributes': '*.png filter=lfs diff=lfs -text\n' });
      const bytes = Buffer.from('picture');
      const files = [{ name: 'a.png', contentType: 'application/octet-stream', base64: bytes.toString('base64') }];
      await edit(id, [{ operation: 'insert_files', files }]);
      expect((await exported(id, repository)).lastOperation).to.include({ outcome: 'exported' });
      const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${createHash('sha256').update(bytes).digest('hex')}\nsize ${bytes.length}\n`;
      const project = {
        ...HOME,
        '.gitattributes': '*.png filter=lfs diff=lfs -text\n',
        '.gitbook/assets/a.png': pointer,
      };
      const filesOf = async (space: string): Promise<any[]> =>
        must(await api.get(`/v1/spaces/${space}/content/files`), 200).items;
      const [before] = await filesOf(id);
      // A changed file alone, then a changed structure.
      const additions: Record<string, string>[] = [
        {},
        { 'SUMMARY.md': `${HOME['SUMMARY.md']}* [Later](later.md)\n`, 'later.md': 'Later.' },
      ];
      for (const more of additions) {
        plant({ ...project, ...more }, repository);
        const { lastOperation } = await run(id, repository);
        expect(lastOperation.report.map(({ code }: { code: string }) => code)).not.to.include('file-elsewhere');
        const [file, ...others] = await filesOf(id);
        expect([others, file.id, file.size]).to.deep.equal([[], before.id, bytes.length]);
        expect(Buffer.from(await (await fetch(file.downloadURL)).arrayBuffer()).equals(bytes)).to.equal(true);
      }
      const other = await imported(project);
      expect(await filesOf(other.id)).to.deep.equal([]);
    });

    it('does not create a branch again that the space was synced with, unless forced', async () => {
      const { repository, id } = await imported();
      inRepository(repository, 'branch', '--move', 'main', 'trunk');
      await edit(id, [{ operation: 'update_page', page: (await pagesOf(id))[1].id, description: 'Ours' }]);
      const refused = await exported(id, repository);
      expect(refused).to.include({ state: 'failed' });
      expect(refused.lastOperation.error).to.include('the branch main').and.include('force');
      expect(inRepository(repository, 'branch', '--format=%(refname:short)')).to.equal('trunk');
      expect((await exported(id, repository, { ref: 'refs/heads/trunk', force: true })).state).to.equal('idle');
      expect(inRepository(repository, 'diff', '--name-only', 'trunk^', 'trunk')).to.equal('usage.md');
      expect((await exported(id, repository, { force: true })).lastOperation).to.include({ outcome: 'exported' });
      expect(fileOf(repository, 'usage.md')).to.include('Ours');
    });

    it('merges what others pushed into the space before it pushes both', async () => {
      const { repository, id } = await imported();
      plant({ ...HOME, 'README.md': '# Home\n\nTheirs.\n' }, repository);
      const theirs = tipOf(repository);
      await edit(id, [{ operation: 'update_page', page: (await pagesOf(id))[1].id, description: 'Ours' }]);
      expect((await exported(id, repository)).lastOperation).to.include({ outcome: 'exported' });
      expect(inRepository(repository, 'rev-parse', 'HEAD^')).to.equal(theirs);
      expect(inRepository(repository, 'diff', '--numstat', 'HEAD^', 'HEAD')).to.equal('1\t1\tusage.md');
      const { markdown } = must(
        await api.get(`/v1/spaces/${id}/content/page/${(await pagesOf(id))[0].id}?format=markdown`),
        200,
      );
      expect(markdown).to.include('Theirs.');
    });

    it('reports on the content of others that it merged before the push', async () => {
      const { repository, id } = await imported();
      plant({ ...HOME, 'SUMMARY.md': `${HOME['SUMMARY.md']}* [Later](later.md)\n` }, repository);
      await edit(id, [{ operation: 'update_page', page: (await pagesOf(id))[1].id, description: 'Ours' }]);
      const { lastOperation } = await exported(id, repository);
      expect(lastOperation).to.include({ kind: 'export', outcome: 'exported' });
      expect(lastOperation.report.map(({ code }: { code: string }) => code)).to.include('missing-file');
      await edit(id, [{ operation: 'update_page', page: (await pagesOf(id))[1].id, description: 'Ours again' }]);
      expect((await exported(id, repository)).lastOperation.report).to.deep.equal([]);
    });

    it('[A44] overwrites nothing that conflicts, and names the change request that holds the conflict', async () => {
      const { repository, id } = await imported();
      plant({ ...HOME, 'usage.md': '# Usage\n\nTheirs.\n' }, repository);
      const theirs = tipOf(repository);
      const usage = (await pagesOf(id))[1];
      await edit(id, [{ operation: 'update_page', page: usage.id, document: { markdown: '# Usage\n\nOurs.\n' } }]);
      const refused = await exported(id, repository);
      expect(refused.state).to.equal('failed');
      expect(refused.lastOperation).to.include({ outcome: 'conflicts' });
      expect(refused.lastOperation.error).to.include(`change request ${refused.lastOperation.changeRequest.number}`);
      expect(tipOf(repository)).to.equal(theirs);

      const forced = await exported(id, repository, { force: true });
      expect(forced.lastOperation).to.include({ outcome: 'exported' });
      expect(inRepository(repository, 'rev-parse', 'HEAD^')).to.equal(theirs);
      expect(fileOf(repository, 'usage.md')).to.include('Ours.');
    });

    it('[A44] refuses a branch it was never synced with, unless forced', async () => {
      const { repository, commit } = plant({
        'README.md': 'theirs\n',
        'SUMMARY.md': '* [Theirs](README.md)\n',
        'keep.txt': 'kept',
      });
      const space = await world.space();
      await edit(space.id, [{ operation: 'insert_page', title: 'First', document: { markdown: 'Words.\n' } }]);
      const refused = await exported(space.id, repository);
      expect(refused).to.include({ state: 'failed' });
      expect(refused.lastOperation.error).to.include('SUMMARY.md').and.include('force');
      expect(tipOf(repository)).to.equal(commit);
      await exported(space.id, repository, { force: true });
      expect(fileOf(repository, 'keep.txt')).to.equal('kept');
      expect(inRepository(repository, 'rev-parse', 'HEAD^')).to.equal(commit);
    });

    it('[A44] retries on top of what others push at the same moment', async () => {
      const { repository, id } = await imported();
      await edit(id, [{ operation: 'update_page', page: (await pagesOf(id))[1].id, description: 'Ours' }]);
      let pushed = false;
      git.server.intercept = (request) => {
        if (!pushed && request.url!.includes('git-receive-pack') && request.method === 'POST') {
          pushed = true;
          commitProject(join(git.root, repository), { ...HOME, 'README.md': '# Home\n\nTheirs.\n' });
        }
        return false;
      };
      expect((await exported(id, repository)).lastOperation).to.include({ outcome: 'exported' });
      expect(fileOf(repository, 'README.md')).to.include('Theirs.');
      expect(fileOf(repository, 'usage.md')).to.include('Ours');
    });

    it('recognizes its own commit where the answer to the push was lost', async () => {
      const { repository, commit, id } = await imported();
      await edit(id, [{ operation: 'update_page', page: (await pagesOf(id))[1].id, description: 'Ours' }]);
      let lost = false;
      git.server.intercept = (request, response) => {
        if (!lost && request.url!.includes('git-receive-pack') && request.method === 'POST') {
          lost = true;
          // Git serves it; nobody hears of it.
          response.write = (() => true) as typeof response.write;
          response.end = (() => response.destroy()) as typeof response.end;
        }
        return false;
      };
      const info = await exported(id, repository);
      expect(info.lastOperation).to.include({ outcome: 'exported', commit: tipOf(repository) });
      expect(inRepository(repository, 'rev-list', '--count', `${commit}..main`)).to.equal('1');
    });
  });

  describe('deleteLegacyGitInstallation', () => {
    it('[A43] forgets the repository, which exports refuse when they cannot write to it', async () => {
      const { repository, id } = await imported();
      const refused = must(await start(id, repository, { url: `file://${join(git.root, repository)}` }), 400);
      expect(refused.error.issues[0].path).to.equal('url');
      git.server.credentials = 'ann:s3cr3t';
      const failed = await exported(id, repository, { url: urlOf(repository, 'ann:wr0ng') });
      expect(failed).to.include({ state: 'failed' });
      expect(JSON.stringify(failed)).to.not.include('wr0ng').and.not.include('s3cr3t');

      const { client } = world.admin;
      expect((await client.spaces.deleteLegacyGitInstallation(id)).status).to.equal(205);
      must(await api.get(`/v1/spaces/${id}/git/info`), 404);
      expect(await spaceNow(id)).to.not.have.property('gitSync');
      expect((await client.spaces.deleteLegacyGitInstallation(id)).status).to.equal(204);
      expect(await pagesOf(id)).to.have.length(2);
    });
  });
});
