import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft, insert } from '../../support/content/api-content.ts';
import { fillSpace } from '../../support/fill-space.ts';
import { must, World } from '../../support/world.ts';

onEveryBackend('links in reusable contents', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
  });
  const page = (title: string, markdown: string, more: object = {}) =>
    insert(title, { document: { markdown }, ...more });
  const shared = (title: string, markdown: string, more: object = {}) => ({
    operation: 'insert_reusable_content',
    title,
    document: { markdown },
    ...more,
  });
  const write = (id: string, markdown: string) => ({
    operation: 'update_reusable_content',
    reusableContent: id,
    document: { markdown },
  });
  /** Inserts a reusable content; answers its id. */
  const keep = async (draft: Draft, change: object): Promise<string> =>
    (await draft.live(change)).touchedReusableContents[0].reusableContent.id;
  /** Target of a link, its status and its location. */
  const describeLink = ({ status, targetReference: to, locationReferences }: any): string =>
    `${to.url ?? to.file?.name ?? to.reusableContent?.title ?? to.page.title} ${status} in ${locationReferences.map(originOf).sort().join(', ')}`;
  const originOf = (one: any): string =>
    one.kind === 'reusable-content' ? `shared ${one.reusableContent.title}` : one.page.title;
  const list = async (draft: Draft, path: string) => (await draft.inSpace(path)).items.map(describeLink).sort();
  const backlinks = async (draft: Draft, path: string) =>
    (await draft.inSpace(`${path}/backlinks`)).items.map(originOf).sort();

  /** Pages Target, Plain and Reader; Reader includes Outer, which includes Inner; all of them link. */
  const made = async () => {
    const draft = await Draft.open(world);
    const [target, plain] = (
      await draft.live(page('Target', '# Target\n\n## Part\n'), page('Plain', 'words'))
    ).changes.map(({ page: one }: any) => one.id);
    const inner = await keep(draft, shared('Inner', `[p](/pages/${plain}) [x](https://example.org/)`));
    const outer = await keep(
      draft,
      shared('Outer', `[t](/pages/${target}#part)\n\n{% include "/reusable-content/${inner}" %}`),
    );
    const {
      changes: [
        {
          page: { id: reader },
        },
      ],
    } = await draft.live(page('Reader', `[t](/pages/${target})\n\n{% include "/reusable-content/${outer}" %}`));
    return { draft, target, plain, inner, outer, reader };
  };

  describe('listSpaceLinks', () => {
    it('lists links in reusable contents, with the content that holds each', async () => {
      const { draft } = await made();
      expect(await list(draft, '/links')).to.deep.equal([
        'Inner ok in shared Outer',
        'Outer ok in Reader',
        'Plain ok in shared Inner',
        'Target ok in Reader',
        'Target ok in shared Outer',
        'https://example.org/ ok in shared Inner',
      ]);
      expect(await draft.inSpace('/links?limit=0')).to.deep.include({
        count: 6,
        stats: { total: 6, broken: { total: 0 } },
      });
    });

    it('resolves links by path to ids, which hold when the page moves, also on a site', async () => {
      const draft = await Draft.open(world);
      const {
        changes: [
          {
            page: { id: target },
          },
        ],
      } = await draft.live(page('Target', 'words', { slug: 'target' }));
      const id = await keep(draft, shared('Note', '[the target](/target)'));
      await draft.live(page('Reader', `{% include "/reusable-content/${id}" %}`, { slug: 'reader' }));
      const {
        changes: [
          {
            page: { id: group },
          },
        ],
      } = await draft.live({ operation: 'insert_page', type: 'group', title: 'Elsewhere' });
      await draft.live({ operation: 'update_page', page: target, into: group, slug: 'renamed' });
      expect(await list(draft, '/links?status=broken')).to.deep.equal([]);
      expect(await backlinks(draft, `/content/page/${target}`)).to.deep.equal(['shared Note']);
      const { data: site } = await world.admin.client.orgs.createSite(world.organizationId, {
        title: 'Docs',
        visibility: 'public',
        spaces: [draft.spaceId],
      } as never);
      const { urls } = must(
        await world.admin.api.post(`/v1/orgs/${world.organizationId}/sites/${site.id}/publish`),
        200,
      );
      expect(await (await fetch(`${urls.published}reader`)).text()).to.match(
        /<a href="[^"]*\/elsewhere\/renamed"[^>]*>the target</,
      );
    });
  });

  describe('listPageLinksInSpace', () => {
    it('lists links of included reusable contents, nested ones too, after the page’s own', async () => {
      const { draft, reader } = await made();
      const { items, count } = await draft.inSpace(`/content/page/${reader}/links`);
      expect(items.map(describeLink)).to.deep.equal([
        'Target ok in Reader',
        'Outer ok in Reader',
        'Target ok in shared Outer',
        'Inner ok in shared Outer',
        'Plain ok in shared Inner',
        'https://example.org/ ok in shared Inner',
      ]);
      expect(count).to.equal(6);
      const first = await draft.inSpace(`/content/page/${reader}/links?limit=4`);
      const rest = await draft.inSpace(`/content/page/${reader}/links?limit=4&page=${first.next.page}`);
      expect([...first.items, ...rest.items].map(describeLink)).to.deep.equal(items.map(describeLink));
    });

    it('lists links once when contents include each other in a circle', async () => {
      const { draft, inner, outer, plain, reader } = await made();
      await draft.live(write(inner, `[p](/pages/${plain})\n\n{% include "/reusable-content/${outer}" %}`));
      expect((await draft.inSpace(`/content/page/${reader}/links`)).items.map(describeLink)).to.deep.equal([
        'Target ok in Reader',
        'Outer ok in Reader, shared Inner',
        'Target ok in shared Outer',
        'Inner ok in shared Outer',
        'Plain ok in shared Inner',
      ]);
    });

    it('follows edits of the reusable content, edits of its targets and its deletion', async () => {
      const { draft, target, plain, inner, outer } = await made();
      await draft.live({ operation: 'update_page', page: target, document: { markdown: '# Target\n' } });
      expect(await list(draft, '/links?status=broken')).to.deep.equal(['Target broken in shared Outer']);
      await draft.live(write(outer, `[t](/pages/${target})`));
      expect(await list(draft, '/links?status=broken')).to.deep.equal([]);
      await draft.live({ operation: 'delete_page', page: plain });
      expect(await list(draft, '/links?status=broken')).to.deep.equal([`/pages/${plain} broken in shared Inner`]);
      await draft.live({ operation: 'delete_reusable_content', reusableContent: inner });
      expect(await list(draft, '/links')).to.deep.equal(['Outer ok in Reader', 'Target ok in Reader, shared Outer']);
    });
  });

  describe('listSpacePageBacklinks', () => {
    it('counts pages that include a link to the page, page by page', async () => {
      const { draft, target, plain } = await made();
      expect(await backlinks(draft, `/content/page/${plain}`)).to.deep.equal(['shared Inner']);
      expect(await backlinks(draft, `/content/page/${target}`)).to.deep.equal(['Reader', 'shared Outer']);
      const first = await draft.inSpace(`/content/page/${target}/backlinks?limit=1`);
      expect(first.count).to.equal(2);
      const second = await draft.inSpace(`/content/page/${target}/backlinks?limit=1&page=${first.next.page}`);
      expect([...first.items, ...second.items].map(originOf).sort()).to.deep.equal(['Reader', 'shared Outer']);
      expect(second).not.to.have.property('next');

      const {
        insertedFiles: [{ id: file }],
      } = await draft.live({
        operation: 'insert_files',
        files: [{ name: 'a.txt', base64: 'YQ==', contentType: 'text/plain' }],
      });
      await draft.live(shared('With a file', `![a](/files/${file})`));
      expect(await backlinks(draft, `/content/files/${file}`)).to.deep.equal(['shared With a file']);
    });
  });

  describe('listChangeRequestLinks', () => {
    it('keeps links that a change request breaks to the change request', async () => {
      const {
        draft: { person, spaceId },
        target,
        plain,
        inner,
      } = await made();
      const draft = await Draft.on(person, spaceId);
      await draft.edit({ operation: 'delete_page', page: plain });
      const { items, stats } = await draft.get('/links?brokenContext=change-request');
      expect(items.map(describeLink)).to.deep.equal([`/pages/${plain} broken in shared Inner`]);
      expect(stats).to.deep.equal({ total: 6, broken: { total: 1, changeRequest: 1 } });
      await draft.edit(write(inner, `[t](/pages/${target})`));
      expect((await draft.get('/links')).items.map(describeLink).sort()).to.deep.equal([
        'Inner ok in shared Outer',
        'Outer ok in Reader',
        'Target ok in Reader, shared Inner',
        'Target ok in shared Outer',
      ]);
      expect((await draft.get(`/content/page/${target}/backlinks`)).items.map(originOf).sort()).to.deep.equal([
        'Reader',
        'shared Inner',
        'shared Outer',
      ]);
      await draft.merge();
      expect(await list(draft, '/links')).to.deep.equal([
        'Inner ok in shared Outer',
        'Outer ok in Reader',
        'Target ok in Reader, shared Inner',
        'Target ok in shared Outer',
      ]);
    });
  });

  describe('importGitRepository', () => {
    it('resolves links of a reusable content relative to its file in the repository', async () => {
      const draft = await Draft.open(world);
      const filled = await fillSpace(world.instance, draft.spaceId, {
        pages: [
          { title: 'Home', gitPath: 'docs/README.md', markdown: '{% include "../.gitbook/includes/note.md" %}' },
          { title: 'Install', slug: 'install', gitPath: 'docs/guide/install.md', markdown: '# Install' },
        ],
        includes: [
          {
            title: 'Note',
            markdown: '[i](../../docs/guide/install.md) [n](../../docs/none.md)',
            gitPath: '.gitbook/includes/note.md',
          },
        ],
      } as never);
      expect(filled).to.be.an('object');
      expect(await list(draft, '/links')).to.deep.equal([
        '/docs/none.md broken in shared Note',
        'Install ok in shared Note',
        'Note ok in Home',
      ]);
      const home = must(await world.admin.api.get(`${draft.space}/content/pages`), 200).pages.find(
        ({ title }: any) => title === 'Home',
      ).id;
      expect(await list(draft, `/content/page/${home}/links`)).to.deep.equal([
        '/docs/none.md broken in shared Note',
        'Install ok in shared Note',
        'Note ok in Home',
      ]);
    });
  });
});
