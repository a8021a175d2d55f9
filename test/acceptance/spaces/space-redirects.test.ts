import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { Uploads } from '../../support/files/uploads.ts';
import { zipOf } from '../../support/files/zip.ts';
import { codes, waitForOperations, gitImports } from '../../support/git/git-imports.ts';
import { VISITORS } from '../../support/sites/audience.ts';
import { redirects } from '../../support/sites/published-site.ts';
import { apiOf, must, World, type Api } from '../../support/world.ts';

type Files = Readonly<Record<string, string>>;

const PAGES: Files = {
  'README.md': '# Home\n',
  'SUMMARY.md':
    '* [Home](README.md)\n* [Install](install.md)\n* [Guides](guides/README.md)\n  * [Use](guides/use.md)\n* [Hidden](hidden.md)\n* [Staff](staff.md)\n',
  'install.md': '# Install\n',
  'guides/README.md': '# Guides\n',
  'guides/use.md': '# Use\n\n## Part\n',
  'hidden.md': '---\nhidden: true\n---\n\n# Hidden\n',
  'staff.md': '---\nif: visitor.claims.unsigned.beta\n---\n\n# Staff\n',
};
/** The project with these redirects. */
const leading = (lines: readonly string[], pages: Files = PAGES): Record<string, string> => ({
  ...pages,
  '.gitbook.yaml': `# kept as it is\nredirects:\n${lines.map((line) => `  ${line}\n`).join('')}`,
});

onEveryBackend('redirects of a repository on a site', (backend) => {
  const git = gitImports(backend);
  const { plant, run, spaceNow } = git;
  let world: World;
  let api: Api;
  let web: Api;
  before(() => {
    ({ world, api } = git);
    web = apiOf(world.instance);
  });

  /** A published site with these spaces, and the path that it is at. */
  const publish = async (
    spaces: readonly string[],
    visibility = 'public',
  ): Promise<{ at: string; api: string; site: any }> => {
    const site = must(
      await api.post(`/v1/orgs/${world.organizationId}/sites`, { title: 'Docs', visibility, spaces }),
      201,
    );
    const basename = `site-${randomBytes(6).toString('hex')}`;
    const path = `/v1/orgs/${world.organizationId}/sites/${site.id}`;
    must(await api.patch(path, { basename }), 200);
    return { at: `/sites/${basename}`, api: path, site: must(await api.post(`${path}/publish`), 200) };
  };
  const imported = async (files: Files): Promise<{ id: string; repository: string; info: any }> => {
    const { repository } = plant(files);
    const { id } = await world.space();
    return { id, repository, info: await run(id, repository) };
  };
  const pagesOf = async (id: string): Promise<any[]> =>
    must(await api.get(`/v1/spaces/${id}/content/pages`), 200).pages;
  const edit = async (id: string, changes: readonly object[]) =>
    must(await api.post(`/v1/spaces/${id}/content`, { changes }), 200);
  const nowhere = async (path: string): Promise<void> => void must(await web.get(path), 404);

  it('lead from a path without a page to the page that they name, even after that has moved', async () => {
    const { id, info } = await imported(leading(['old/install: install.md', 'old: guides/']));
    expect(info.lastOperation.report.find(({ code }: any) => code === 'redirects-imported')).to.deep.include({
      level: 'info',
      path: '.gitbook.yaml',
      paths: ['/old/install', '/old'],
    });
    const { at } = await publish([id]);
    await redirects(web, `${at}/old/install`, `${at}/install`);
    await redirects(web, `${at}/old`, `${at}/guides`);
    must(await web.get(`${at}/install`), 200);

    const { id: request } = must(await api.post(`/v1/spaces/${id}/change-requests`, { subject: 'Rename' }), 201);
    const [, install, guides] = await pagesOf(id);
    must(
      await api.post(`/v1/spaces/${id}/change-requests/${request}/content`, {
        changes: [{ operation: 'update_page', page: install.id, slug: 'set-up', into: guides.id }],
      }),
      200,
    );
    await redirects(web, `${at}/old/install`, `${at}/install`);
    must(await api.post(`/v1/spaces/${id}/change-requests/${request}/merge`), 200);
    await redirects(web, `${at}/old/install`, `${at}/guides/set-up`);
    await redirects(web, `${at}/old`, `${at}/guides`);
  });

  it('lead to anchors in pages, to files and to other sites', async () => {
    const { id } = await imported(
      leading(['part: guides/use.md#part', 'paper: paper.pdf', 'web: https://example.com/x', 'address: guides/use'], {
        ...PAGES,
        'paper.pdf': '%PDF-1.4',
      }),
    );
    const { at } = await publish([id]);
    await redirects(web, `${at}/part`, `${at}/guides/use#part`);
    await redirects(web, `${at}/part?x=1`, `${at}/guides/use?x=1#part`);
    await redirects(web, `${at}/address?x=1`, `${at}/guides/use?x=1`);
    await redirects(web, `${at}/web?x=1`, 'https://example.com/x');
    const file = await web.get(`${at}/paper`);
    must(file, 307);
    expect(must(await web.get(file.headers.get('location')!), 200)).to.equal('%PDF-1.4');
  });

  it('rank after pages and before the redirects of the site', async () => {
    const { id } = await imported(
      leading(['install: guides/use.md', 'both: guides/use.md', 'below/this: guides/use.md']),
    );
    const site = await publish([id]);
    const { at } = site;
    must(await web.get(`${at}/install`), 200);
    await redirects(web, `${at}/both`, `${at}/guides/use`);
    for (const source of ['/both', '/below/*'])
      must(
        await api.post(`${site.api}/redirects`, {
          source,
          destination: { kind: 'external', url: 'https://example.com/' },
        }),
        201,
      );
    for (const path of ['both', 'below/this']) await redirects(web, `${at}/${path}`, 'https://example.com/');

    const [, install] = await pagesOf(id);
    await edit(id, [{ operation: 'update_page', page: install.id, slug: 'set-up' }]);
    await redirects(web, `${at}/install`, `${at}/guides/use`);
  });

  it('are found for every spelling of a path, and ignore case like those of the site', async () => {
    const { id } = await imported(leading(['/Old Page/: install.md', 'caf%C3%A9/%28x%29: install.md']));
    const { at } = await publish([id]);
    for (const path of ['Old%20Page', 'Old%20Page/', '%4Fld%20Page', 'caf%C3%A9/(x)', 'caf%c3%a9/%28x%29/'])
      await redirects(web, `${at}/${path}`, `${at}/install`);
    for (const path of ['old%20page', 'OldPage', 'Old%20Page/more', 'Old']) await nowhere(`${at}/${path}`);
  });

  it('are relative to the place of the space in a section, as a variant and on several sites', async () => {
    const [first, second, third] = [
      await imported(leading(['old: install.md'])),
      await imported(leading(['old: guides/use.md'])),
      await imported(leading(['old: guides/README.md'])),
    ];
    const named = async ({ id }: { id: string }, title: string) =>
      void must(await api.patch(`/v1/spaces/${id}`, { title }), 200);
    await named(second, 'Second');
    await named(third, 'Third');
    const variants = await publish([first.id, second.id]);
    await redirects(web, `${variants.at}/old`, `${variants.at}/install`);
    await redirects(web, `${variants.at}/second/old`, `${variants.at}/second/guides/use`);
    await nowhere(`${variants.at}/third/old`);

    const sections = await publish([first.id]);
    for (const { id } of [first, second])
      must(
        await api.post(`${sections.api}/sections`, { spaceId: id, title: id === first.id ? 'Main' : 'Reference' }),
        201,
      );
    const [main] = must(await api.get(`${sections.api}/sections`), 200).items;
    must(await api.post(`${sections.api}/site-spaces`, { spaceId: third.id, sectionId: main.id }), 201);
    await redirects(web, `${sections.at}/old`, `${sections.at}/install`);
    await redirects(web, `${sections.at}/reference/old`, `${sections.at}/reference/guides/use`);
    // A default is found by its whole path too.
    await redirects(web, `${sections.at}/main/old`, `${sections.at}/install`);
    await redirects(web, `${sections.at}/third/old`, `${sections.at}/third/guides`);
  });

  it('[A31] reveal nothing that is hidden, restricted or deleted, and form no loop', async () => {
    const { id, repository } = await imported(
      leading(
        [
          'to-hidden: hidden.md',
          'to-staff: staff.md',
          'to-gone: install.md',
          'to-gone-file: paper.pdf',
          'round: https://example.com/',
        ],
        { ...PAGES, 'paper.pdf': '%PDF-1.4' },
      ),
    );
    const site = await publish([id]);
    const { at } = site;
    await redirects(web, `${at}/to-gone`, `${at}/install`);
    const [, install] = await pagesOf(id);
    const {
      items: [paper],
    } = must(await api.get(`/v1/spaces/${id}/content/files`), 200);
    await edit(id, [
      { operation: 'delete_page', page: install.id },
      { operation: 'delete_file', file: paper.id },
    ]);
    const absent = must(await web.get(`${at}/no-such-page`), 404);
    for (const path of ['to-hidden', 'to-staff', 'to-gone', 'to-gone-file'])
      expect(must(await web.get(`${at}/${path}`), 404), path).to.equal(absent);

    must(await api.patch(site.api, { adaptiveContent: { enabled: true } }), 200);
    must(await api.put(`${site.api}/adaptive-schema`, { jsonSchema: VISITORS }), 200);
    const claimed = await web.get(`${at}/to-staff?visitor.beta=true`);
    must(claimed, 308);
    expect(claimed.headers.get('location')).to.equal(`${at}/staff?visitor.beta=true`);
    expect(claimed.headers.get('cache-control')).to.equal('private, no-store');
    await nowhere(`${at}/to-staff`);

    const home = `${world.instance.publicUrl}${at}`;
    plant(leading([`round: ${home}/round`, `else: ${home}/`, 'away: https://example.com/'], PAGES), repository);
    await run(id, repository, { force: true });
    for (const path of ['round', 'else']) await nowhere(`${at}/${path}`);
    await redirects(web, `${at}/away`, 'https://example.com/');
  });

  it('are not followed for visitors whom the site does not admit', async () => {
    const { id } = await imported(leading(['old: install.md']));
    const site = await publish([id], 'share-link');
    await nowhere(`${site.at}/old`);
    const link = must(await api.post(`${site.api}/share-links`, { name: 'Friends' }), 201);
    const { pathname } = new URL(link.urls?.published ?? link.url);
    const path = `${pathname.replace(/\/$/, '')}/old`;
    const answer = await web.get(path);
    must(answer, 308);
    expect(answer.headers.get('location')).to.equal(path.replace(/old$/, 'install'));
  });

  describe('importGitRepository', () => {
    it('replaces the redirects by those of the repository, but not before its changes are merged', async () => {
      const { id, repository } = await imported(leading(['one: install.md', 'two: install.md']));
      const { at } = await publish([id]);
      plant(leading(['one: guides/use.md', 'three: install.md']), repository);
      await run(id, repository, { repoCacheID: 'c' });
      await redirects(web, `${at}/one`, `${at}/guides/use`);
      await nowhere(`${at}/two`);
      await redirects(web, `${at}/three`, `${at}/install`);

      // Pages that say something else, and pages that come, change nothing about them.
      for (const more of [
        { 'install.md': '# Install\n\nMore.\n' },
        {
          'install.md': '# Install\n\nMost.\n',
          'new.md': '# New\n',
          'SUMMARY.md': `${PAGES['SUMMARY.md']}* [New](new.md)\n`,
        },
      ] as Files[]) {
        plant(leading(['one: guides/use.md', 'three: install.md'], { ...PAGES, ...more }), repository);
        expect(codes(await run(id, repository, { repoCacheID: 'c' }))).to.include('redirects-imported');
        await redirects(web, `${at}/three`, `${at}/install`);
      }

      const [home, install] = await pagesOf(id);
      await edit(id, [{ operation: 'update_page', page: home.id, description: 'Ours' }]);
      plant(
        leading(['three: install.md', 'merged: install.md'], {
          ...PAGES,
          'install.md': '# Install\n\nMost.\n',
          'guides/use.md': '# Use\n\nMerged.\n',
        }),
        repository,
      );
      expect((await run(id, repository, { repoCacheID: 'c' })).lastOperation).to.include({ outcome: 'merged' });
      await redirects(web, `${at}/merged`, `${at}/install`);
      await nowhere(`${at}/one`);

      await edit(id, [{ operation: 'update_page', page: install.id, document: { markdown: '# Install\n\nOurs.\n' } }]);
      plant(leading(['four: install.md'], { ...PAGES, 'install.md': '# Install\n\nTheirs.\n' }), repository);
      const { lastOperation } = await run(id, repository, { repoCacheID: 'c' });
      expect(lastOperation.outcome).to.equal('conflicts');
      await redirects(web, `${at}/three`, `${at}/install`);
      await nowhere(`${at}/four`);
      const request = `/v1/spaces/${id}/change-requests/${lastOperation.changeRequest.id}`;
      must(await api.post(`${request}/update`), 200);
      must(
        await api.post(`${request}/content`, {
          changes: [{ operation: 'update_page', page: install.id, document: { markdown: '# Install\n\nBoth.\n' } }],
        }),
        200,
      );
      must(await api.post(`${request}/merge`), 200);
      await redirects(web, `${at}/four`, `${at}/install`);
      await nowhere(`${at}/three`);
    });
  });

  describe('restoreRevision', () => {
    it('restores the redirects of a revision, which only the head decides and a copy takes along', async () => {
      const { id, repository } = await imported(leading(['old: install.md']));
      const { at } = await publish([id]);
      plant(leading(['new: install.md']), repository);
      expect((await run(id, repository, { standalone: true })).lastOperation.outcome).to.equal('standalone');
      await redirects(web, `${at}/old`, `${at}/install`);
      await nowhere(`${at}/new`);

      const copy = must(await api.post(`/v1/spaces/${id}/duplicate`), 201);
      const { revision } = await spaceNow(id);
      await run(id, repository);
      await nowhere(`${at}/old`);
      must(await api.post(`/v1/spaces/${id}/revisions/${revision}/restore`), 200);
      await redirects(web, `${at}/old`, `${at}/install`);
      await nowhere(`${at}/new`);
      await run(id, repository, { force: true });
      await nowhere(`${at}/old`);
      await redirects(web, `${at}/new`, `${at}/install`);
      const other = await publish([copy.id]);
      await redirects(web, `${other.at}/old`, `${other.at}/install`);
      const [, install] = await pagesOf(copy.id);
      await edit(copy.id, [{ operation: 'update_page', page: install.id, slug: 'mine' }]);
      await redirects(web, `${other.at}/old`, `${other.at}/mine`);
    });
  });

  describe('transferSpace', () => {
    it('takes the redirects along, which also survive forgetting the repository and end with the space', async () => {
      const { id } = await imported(leading(['old: install.md']));
      const first = await publish([id]);
      must(await api.delete(`/v1/spaces/${id}/git/legacy-installation`), 205);
      await redirects(web, `${first.at}/old`, `${first.at}/install`);

      const other = await World.create(world.instance);
      must(
        await world.operator.put(`/v1/instance/orgs/${other.organizationId}/members/${world.admin.userId}`, {
          role: 'admin',
        }),
        200,
      );
      must(await api.post(`/v1/spaces/${id}/transfer`, { organization: other.organizationId }), 200);
      await nowhere(`${first.at}/old`);
      const site = must(
        await api.post(`/v1/orgs/${other.organizationId}/sites`, {
          title: 'There',
          visibility: 'public',
          spaces: [id],
        }),
        201,
      );
      const { urls } = must(await api.post(`/v1/orgs/${other.organizationId}/sites/${site.id}/publish`), 200);
      const at = new URL(urls.published).pathname.replace(/\/$/, '');
      await redirects(web, `${at}/old`, `${at}/install`);
      must(await api.delete(`/v1/spaces/${id}`), 205);
      await nowhere(`${at}/old`);
    });
  });

  describe('importSpaceArchive', () => {
    it('replaces the redirects by those of the archive, and removes them when it has none', async () => {
      const uploads = new Uploads(world);
      const { id } = await world.space();
      const importFiles = async (files: Files) =>
        must(
          await api.post(`/v1/spaces/${id}/archive`, {
            key: await uploads.sent(zipOf(Object.entries(files).map(([name, bytes]) => ({ name, bytes })))),
          }),
          201,
        );
      const done = await importFiles(leading(['old: install.md', 'bad: nowhere.md']));
      expect(done.report.map(({ code }: any) => code)).to.include.members([
        'redirects-imported',
        'redirect-without-target',
      ]);
      const { at } = await publish([id]);
      await redirects(web, `${at}/old`, `${at}/install`);
      await importFiles(PAGES);
      await nowhere(`${at}/old`);
    });
  });

  describe('getSpaceArchive', () => {
    it('writes the redirects into archives and into repositories without settings, from which they can be read again', async () => {
      const uploads = new Uploads(world);
      const lines = [
        'old/install: install.md',
        '"caf%C3%A9/100%25": guides/use.md#part',
        '"404": guides',
        'paper: my paper.pdf',
        'web: https://example.com/x?y=1#z',
        'address: guides/use',
      ];
      const { id } = await imported(leading(lines, { ...PAGES, 'my paper.pdf': '%PDF-1.4' }));
      const [, install] = await pagesOf(id);
      await edit(id, [{ operation: 'update_page', page: install.id, slug: 'set-up' }]);
      const stated =
        'redirects:\n  "404": guides/README.md\n  address: guides/use.md\n  café/100%: guides/use.md#part\n  old/install: install.md\n  paper: my%20paper.pdf\n  web: https://example.com/x?y=1#z\n';

      const { url } = must(await api.get(`/v1/spaces/${id}/archive`), 200);
      const zip = Buffer.from(
        await (await fetch(world.instance.url + url.slice(world.instance.publicUrl.length))).arrayBuffer(),
      );
      const copy = await uploads.space();
      must(await api.post(`/v1/spaces/${copy}/archive`, { key: await uploads.sent(zip) }), 201);
      const { at } = await publish([copy]);
      const [, importedPage] = await pagesOf(copy);
      await redirects(web, `${at}/old/install`, `${at}/${importedPage.slug}`);
      await redirects(web, `${at}/caf%C3%A9/100%25`, `${at}/guides/use#part`);
      await redirects(web, `${at}/404`, `${at}/guides`);
      await redirects(web, `${at}/web`, 'https://example.com/x?y=1#z');
      must(await web.get(`${at}/paper`), 307);

      const { repository } = plant({});
      git.removeBranch(repository);
      must(
        await api.post(`/v1/spaces/${id}/git/export`, {
          url: git.urlOf(repository),
          ref: 'refs/heads/main',
          commitMessage: 'm',
        }),
        204,
      );
      expect((await waitForOperations(api, id)).lastOperation).to.include({ outcome: 'exported' });
      expect(
        execFileSync('git', ['-C', join(git.root, repository), 'show', 'main:.gitbook.yaml'], { encoding: 'utf8' }),
      ).to.equal(stated);
    });
  });

  describe('exportToGitRepository', () => {
    it('leaves the redirects in the repository unchanged byte for byte', async () => {
      const files = leading(['old:    install.md # here', '"quoted": ./install.md']);
      const { id, repository } = await imported(files);
      const [, install] = await pagesOf(id);
      await edit(id, [{ operation: 'update_page', page: install.id, slug: 'set-up', title: 'Set up' }]);
      must(
        await api.post(`/v1/spaces/${id}/git/export`, {
          url: git.urlOf(repository),
          ref: 'refs/heads/main',
          commitMessage: 'm',
        }),
        204,
      );
      const { at } = await publish([id]);
      expect(await waitForOperations(api, id)).to.include({ state: 'idle' });
      await redirects(web, `${at}/old`, `${at}/set-up`);
      await redirects(web, `${at}/quoted`, `${at}/set-up`);
      const { revision } = await spaceNow(id);
      expect((await run(id, repository)).lastOperation).to.include({ outcome: 'nothing' });
      expect((await spaceNow(id)).revision).to.equal(revision);
      await redirects(web, `${at}/old`, `${at}/set-up`);
    });
  });

  describe('resolvePublishedContentByUrl', () => {
    it('resolves an address that redirects to the page it leads to', async () => {
      const { id } = await imported(
        leading(['old: guides/use.md#part', 'web: https://example.com/', 'to-hidden: hidden.md']),
      );
      const { site } = await publish([id]);
      const home = site.urls.published;
      const resolve = (path: string) => api.post('/v1/urls/published', { url: home + path });
      expect(must(await resolve('old'), 200)).to.deep.include({
        target: 'content',
        redirect: `${home}guides/use#part`,
      });
      expect(must(await resolve('web'), 200)).to.deep.include({ target: 'external', redirect: 'https://example.com/' });
      const hidden = must(await resolve('to-hidden'), 200);
      expect(hidden).to.include({ pathname: '/to-hidden' }).and.not.have.any.keys('target', 'redirect');
    });
  });
});
