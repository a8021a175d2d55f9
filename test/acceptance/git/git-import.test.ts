import { expect } from 'chai';
import { join } from 'node:path';
import { onEveryBackend } from '../../support/backends.ts';
import { waitForOperations, gitImports, HOME, MAIN } from '../../support/git/git-imports.ts';
import type { CommitFile } from '../../support/git/git-project.ts';
import { must, type Api, type World } from '../../support/world.ts';

onEveryBackend('Git import', (backend) => {
  const git = gitImports(backend);
  const { plant, urlOf, start, run, spaceNow } = git;
  let world: World;
  let api: Api;
  let root: string;
  before(() => void ({ world, api, root } = git));

  describe('importGitRepository', () => {
    it('imports a branch into the space as one revision, through the official client', async () => {
      const { repository, commit } = plant(HOME);
      const space = await world.space();
      const { client } = world.admin;
      expect(await client.spaces.getSpaceGitInfo(space.id).catch(({ code }: any) => code)).to.equal(404);
      expect(space).to.not.have.property('gitSync');

      const started = await client.spaces.importGitRepository(space.id, {
        url: urlOf(repository),
        ref: MAIN,
        repoCommitURL: 'https://git.example/docs/commit/',
        gitInfo: { provider: 'github', url: 'https://github.com/acme/docs' },
      });
      expect(started.status).to.equal(204);
      const info = await waitForOperations(api, space.id);
      const { state, lastOperation, synced, ...facts } = info;
      expect(state).to.equal('idle');
      expect(lastOperation).to.deep.include({
        kind: 'import',
        url: urlOf(repository),
        ref: MAIN,
        commit,
        outcome: 'replaced',
        pages: 2,
        files: 0,
        report: [],
      });
      expect(synced).to.deep.equal({
        url: urlOf(repository),
        ref: MAIN,
        directory: '',
        commit,
        revision: lastOperation.revision,
      });
      expect(Date.parse(lastOperation.finishedAt)).to.be.at.least(Date.parse(lastOperation.startedAt));
      expect(facts).to.deep.include({
        repoName: 'acme/docs',
        installationProvider: 'github',
        url: 'https://github.com/acme/docs',
      });

      const now = await spaceNow(space.id);
      expect(now.gitSync).to.deep.equal(facts);
      expect(now.revision).to.equal(lastOperation.revision).and.not.equal(space.revision);
      expect((await client.spaces.getSpaceById(space.id)).data.gitSync).to.deep.equal(facts);
      const listed = must(await api.get(`/v1/orgs/${world.organizationId}/spaces`), 200).items.find(
        ({ id }: any) => id === space.id,
      );
      expect(listed.gitSync).to.deep.equal(facts);
    });

    it('makes pages with the same text byte for byte, their Git paths and references', async () => {
      const png = Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEElEQVR42mNk+M9QzwAFAAkPAQH6Yh3zAAAAAElFTkSuQmCC',
        'base64',
      );
      const { repository, commit } = plant({
        'README.md':
          '---\ndescription: "Where to start"\nunknown: 1\n---\r\n\r\n# Home\r\n\r\n![](.gitbook/assets/a%20b.png) [Usage](guide/usage.md)\r\n',
        'guide/usage.md': '# Usage\n',
        '.gitbook/assets/a b.png': png,
        '.gitbook/vars.yaml': 'version: 3\n',
        '.gitbook/includes/note.md': '---\ntitle: A note\n---\n\nMind.\n',
        'SUMMARY.md':
          '# T\n\n* [Home](README.md)\n\n## Guide\n\n* [Usage](guide/usage.md "Use")\n* [Elsewhere](https://example.org/)\n',
      });
      const space = await world.space();
      const { lastOperation } = await run(space.id, repository, { repoCommitURL: 'https://git.example/docs/commit/' });
      expect(lastOperation).to.include({ pages: 4, files: 1 });

      const { client } = world.admin;
      const { data: revision } = await client.spaces.getCurrentRevision(space.id);
      expect(revision).to.deep.include({
        id: lastOperation.revision,
        type: 'edits',
        parents: [space.revision],
        variables: { version: 3 },
        git: {
          oid: commit,
          message: 'Write',
          createdByService: false,
          createdByGitBook: false,
          url: `https://git.example/docs/commit/${commit}`,
          ref: MAIN,
        },
      });
      expect(revision.reusableContents).to.have.length(1);
      const [home, group] = revision.pages;
      expect(home).to.deep.include({ title: 'Home', path: 'readme', description: 'Where to start' });
      expect(home.git.path).to.equal('README.md');
      expect(group.pages.map(({ title, type, path }: any) => [title, type, path])).to.deep.equal([
        ['Usage', 'document', 'guide/usage'],
        ['Elsewhere', 'link', undefined],
      ]);
      const { data: page } = await client.spaces.getPageById(space.id, home.id, { format: 'markdown' });
      expect(page.markdown).to.equal('\r\n# Home\r\n\r\n![](.gitbook/assets/a%20b.png) [Usage](guide/usage.md)\r\n');
      const [file] = (await client.spaces.listFiles(space.id)).data.items;
      expect(file).to.deep.include({
        name: 'a b.png',
        contentType: 'image/png',
        size: png.length,
        dimensions: { width: 3, height: 2 },
      });
      expect(file.git.path).to.equal('.gitbook/assets/a b.png');
      expect(Buffer.from(await (await fetch(file.downloadURL)).arrayBuffer()).equals(png)).to.equal(true);
    });

    it('keeps the ids of pages, so that links and open change requests survive the next import', async () => {
      const { repository } = plant(HOME);
      const space = await world.space();
      await run(space.id, repository);
      const pagesNow = async () => must(await api.get(`/v1/spaces/${space.id}/content/pages`), 200).pages;
      const [home, usage] = await pagesNow();
      const { number: request } = must(
        await api.post(`/v1/spaces/${space.id}/change-requests`, { subject: 'Usage' }),
        201,
      );
      must(
        await api.post(`/v1/spaces/${space.id}/change-requests/${request}/content`, {
          changes: [{ operation: 'update_page', page: usage.id, icon: 'book' }],
        }),
        200,
      );

      plant(
        {
          'README.md': '# Home\n',
          'SUMMARY.md': '* [Start](README.md)\n* [New](new.md)\n* [Usage](how/usage.md)\n',
          'how/usage.md': HOME['usage.md'],
          'new.md': '# New\n',
        },
        repository,
      );
      await run(space.id, repository);
      expect(
        (await pagesNow())
          .map(({ id, title, path }: any) => [id, title, path])
          .filter(([, title]: any) => title !== 'New'),
      ).to.deep.equal([
        [home.id, 'Start', 'readme'],
        [usage.id, 'Usage', 'usage'],
      ]);
      const merged = must(await api.post(`/v1/spaces/${space.id}/change-requests/${request}/merge`), 200);
      expect(merged.result).to.equal('merge');
      expect((await pagesNow())[2]).to.include({ id: usage.id, icon: 'book', title: 'Usage' });
    });

    it('adds a revision for a new commit, and none for a commit that was imported', async () => {
      const { repository } = plant(HOME);
      const space = await world.space();
      const first = await run(space.id, repository);
      const again = await run(space.id, repository);
      expect(again.lastOperation.revision).to.equal(first.lastOperation.revision);
      expect((await spaceNow(space.id)).revision).to.equal(first.lastOperation.revision);
      const { commit } = plant({ ...HOME, 'usage.md': '# Usage\n\nmore\n' }, repository);
      const third = await run(space.id, repository, { repoCacheID: 'cache' });
      expect(third.lastOperation.commit).to.equal(commit);
      expect((await spaceNow(space.id)).revision)
        .to.equal(third.lastOperation.revision)
        .and.not.equal(first.lastOperation.revision);
    });

    it('reads the project directory alone', async () => {
      const { repository } = plant({
        'README.md': '# Outer\n',
        'docs/en/README.md': '# Inner\n',
        'docs/en/SUMMARY.md': '* [Inner](README.md)\n',
      });
      const space = await world.space();
      expect((await run(space.id, repository, { repoProjectDirectory: './docs/en/' })).lastOperation).to.include({
        pages: 1,
      });
      const failed = await run(space.id, repository, { repoProjectDirectory: 'docs/fr' });
      expect(failed).to.include({ state: 'failed' });
      expect(failed.lastOperation.error).to.include('docs/fr');
      for (const repoProjectDirectory of ['../docs', 'docs/../..', 'a\nb', 'docs/.git', 'a\\b']) {
        const refused = must(await start(space.id, repository, { repoProjectDirectory }), 400);
        expect(refused.error.issues[0].path).to.equal('repoProjectDirectory');
      }
    });

    it('reads local folders that the operator opened, and no others', async () => {
      const { repository } = plant(HOME);
      const space = await world.space();
      must(await start(space.id, '', { url: `file://${join(root, repository)}` }), 204);
      expect(await waitForOperations(api, space.id)).to.include({
        state: 'idle',
        repoName: repository.replace('.git', ''),
      });
      for (const url of [
        'file:///etc',
        'file:///',
        'file:///nonexistent',
        `file://${root}/../../../etc`,
        'file://host/etc',
      ]) {
        const refused = must(await api.post(`/v1/spaces/${space.id}/git/import`, { url, ref: MAIN }), 400);
        expect(refused.error.issues[0].path, url).to.equal('url');
      }
    });

    it('makes a standalone revision beside the primary content', async () => {
      const { repository, commit } = plant(HOME);
      const space = await world.space();
      const info = await run(space.id, repository, { standalone: true });
      expect(info.lastOperation).to.include({ commit });
      expect(info.lastOperation.revision).to.be.a('string').and.not.equal(space.revision);
      expect(await spaceNow(space.id))
        .to.include({ revision: space.revision })
        .and.not.have.property('gitSync');
    });

    it('imports what it can of broken projects', async () => {
      const space = await world.space();
      const broken: Record<string, Record<string, CommitFile>> = {
        nothing: { LICENSE: 'x' },
        'no summary': { 'README.md': '# A\n', 'b/c.md': '# C\n' },
        'an empty summary': { 'README.md': '# A\n', 'SUMMARY.md': '' },
        'a summary of nonsense': {
          'README.md': '# A\n',
          'SUMMARY.md': Buffer.concat([
            Buffer.from(
              '\ufeff# T\r\n\r\n* [A](README.md\r\n      * [B](nope.md)\r\n* [](x.md)\r\n```yaml\r\n: : :\r\n',
            ),
            Buffer.from([0xff, 0xfe, 0]),
          ]),
        },
        'two pages of one slug': {
          'README.md': '# A\n',
          'a.md': '# A\n',
          'A/README.md': '# A\n',
          'SUMMARY.md': '* [A](README.md)\n* [A](a.md)\n* [A](A/README.md)\n',
        },
        'broken front matter': { 'README.md': '---\nicon: [\n---\n# A\n', 'SUMMARY.md': '* [A](README.md)\n' },
        'broken settings': { '.gitbook.yaml': 'root: ../..\nstructure: 3\n', 'README.md': '# A\n' },
        'deep nesting': {
          'README.md': '# A\n',
          'a.md': '',
          'SUMMARY.md': Array.from({ length: 200 }, (_, i) => `${' '.repeat(2 * i)}* [L${i}](x${i}.md)`).join('\n'),
        },
      };
      for (const [what, files] of Object.entries(broken)) {
        const info = await run(space.id, plant(files).repository);
        expect(info.state, `${what}: ${info.lastOperation.error}`).to.equal('idle');
        expect(info.lastOperation.report, what).to.not.deep.equal([]);
      }
    });
  });
});
