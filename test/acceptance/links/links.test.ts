import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft, insert } from '../../support/content/api-content.ts';
import { fillSpace } from '../../support/fill-space.ts';
import { must, World } from '../../support/world.ts';

const UNKNOWN = '00000000000000000000';

onEveryBackend('links and backlinks', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
  });
  const page = (title: string, markdown: string, more: object = {}) =>
    insert(title, { document: { markdown }, ...more });
  const remove = (id: string) => ({ operation: 'delete_page', page: id });
  const write = (id: string, markdown: string) => ({ operation: 'update_page', page: id, document: { markdown } });
  const made = async (...changes: readonly object[]): Promise<{ draft: Draft; ids: string[] }> => {
    const draft = await Draft.open(world);
    return { draft, ids: (await draft.live(...changes)).changes.map(({ page: one }: any) => one.id) };
  };
  /** Target of a link and its status, in one word. */
  const describeLink = ({ status, targetReference: to }: any): string =>
    `${to.url ?? to.file?.name ?? to.reusableContent?.title ?? to.page.title}${to.internalLocation ? `#${to.internalLocation.anchor}` : ''} ${status}`;
  const pagesOf = (locations: readonly any[]): string[] => locations.map((one) => one.page.title).sort();

  describe('links of a space', () => {
    let draft: Draft;
    let [target, gone, source, other]: string[] = [];
    let otherDraft: Draft;
    let text: string;
    before(async () => {
      otherDraft = (await made(page('Elsewhere', 'words'))).draft;
      const first = await made(page('Target', '# Target\n\n## A part\n'), page('Gone', 'words'));
      draft = first.draft;
      [target, gone] = first.ids;
      text = `[a](/pages/${target}) [b](/pages/${target}#a-part) [c](/pages/${target}#no-part) [d](/pages/${gone})\n\n[e](https://example.org/x) [f](${world.instance.publicUrl}/app/spaces/${draft.spaceId}) [g](/spaces/${otherDraft.spaceId}) [a again](/pages/${target}) \`[h](/pages/${target}#code)\``;
      [source, other] = (await draft.live(page('Source', text), page('Other', `[a](/pages/${target})`))).changes.map(
        ({ page: one }: any) => one.id,
      );
      await draft.live(remove(gone!));
    });

    describe('listPageLinksInSpace', () => {
      it('lists the links of a page in its order, each target once, through the official client', async () => {
        const { data } = await world.admin.client.spaces.listPageLinksInSpace(draft.spaceId, source!);
        const app = `${world.instance.publicUrl}/app/spaces`;
        expect(data.items.map(describeLink)).to.deep.equal([
          'Target ok',
          'Target#a-part ok',
          'Target#no-part broken',
          `/pages/${gone} broken`,
          'https://example.org/x ok',
          `${app}/${draft.spaceId} in-app`,
          `${app}/${otherDraft.spaceId} in-app`,
        ]);
        expect(data).to.deep.include({ count: 7, stats: { total: 7, broken: { total: 2 } } });
        const [{ relation, targetReference, locationReferences }] = data.items;
        expect(relation).to.equal('reference');
        expect(targetReference).to.include({ kind: 'page' });
        expect(targetReference.page).to.include({ id: target, title: 'Target', path: 'target' });
        expect(targetReference.organization.id).to.equal(world.organizationId);
        expect(targetReference.space.id).to.equal(draft.spaceId);
        expect(targetReference.versionContext).to.deep.include({ type: 'revision' });
        expect(targetReference.versionContext.revision).to.deep.include({
          object: 'revision',
          pages: [],
          files: [],
          reusableContents: [],
          tags: [],
        });
        expect(pagesOf(locationReferences)).to.deep.equal(['Source']);
      });

      it('filters by status, page by page without gaps or doubles', async () => {
        for (const path of [`/content/page/${source}/links`, '/links']) {
          const all = await draft.inSpace(path);
          for (const [status, count] of [
            ['ok', 3],
            ['broken', 2],
            ['in-app', 2],
          ] as const) {
            const some = await draft.inSpace(`${path}?status=${status}`);
            expect(some.count, `${path} ${status}`).to.equal(count);
            expect(some.items).to.deep.equal(all.items.filter((one: any) => one.status === status));
            expect(some.stats).to.deep.equal({ total: 7, broken: { total: 2 } });
          }
          const walked = [];
          for (let next: string | undefined = ''; next !== undefined;) {
            const part: any = await draft.inSpace(`${path}?limit=2${next && `&page=${encodeURIComponent(next)}`}`);
            walked.push(...part.items);
            next = part.next?.page;
          }
          expect(walked).to.deep.equal(all.items);
          expect(await draft.inSpace(`${path}?limit=0`)).to.deep.equal({ items: [], count: 7, stats: all.stats });
          must(await world.admin.api.get(`${draft.space}${path}?status=fine`), 400);
          must(await world.admin.api.get(`${draft.space}${path}?page=wrong`), 400);
        }
      });
    });

    describe('listSpaceLinks', () => {
      it('lists all links of the space by target, with the pages that name it', async () => {
        const { data } = await world.admin.client.spaces.listSpaceLinks(draft.spaceId, { status: 'ok' });
        expect(data.items.map((one: any) => [describeLink(one), pagesOf(one.locationReferences)])).to.have.deep.members(
          [
            ['Target ok', ['Other', 'Source']],
            ['Target#a-part ok', ['Source']],
            ['https://example.org/x ok', ['Source']],
          ],
        );
      });

      it('is for those who see the space, and shows only the address of links to other spaces', async () => {
        const stranger = await world.stranger();
        for (const path of ['/links', `/content/page/${source}/links`, `/content/page/${target}/backlinks`])
          must(await stranger.api.get(draft.space + path), 404);
        const guest = await world.member(null);
        must(await world.admin.api.post(`${draft.space}/permissions`, { role: 'read', users: [guest.userId] }), 204);
        const { items } = must(await guest.api.get(`${draft.space}/content/page/${source}/links?status=in-app`), 200);
        expect(JSON.stringify(items)).not.to.contain('Elsewhere');
        expect(items).to.have.length(2);
        for (const path of [
          `/content/page/${UNKNOWN}/links`,
          `/content/page/${UNKNOWN}/backlinks`,
          `/content/files/${UNKNOWN}/backlinks`,
          `/content/page/${gone}/backlinks`,
        ])
          must(await world.admin.api.get(draft.space + path), 404);
      });
    });

    describe('listSpacePageBacklinks', () => {
      it('lists the pages that link to a page, also to a heading that is missing', async () => {
        const { data } = await world.admin.client.spaces.listSpacePageBacklinks(draft.spaceId, target!);
        expect(pagesOf(data.items)).to.deep.equal(['Other', 'Source']);
        expect(data.count).to.equal(2);
        const first = await draft.inSpace(`/content/page/${target}/backlinks?limit=1`);
        const second = await draft.inSpace(
          `/content/page/${target}/backlinks?limit=1&page=${encodeURIComponent(first.next.page)}`,
        );
        expect([...first.items, ...second.items]).to.deep.equal(data.items);
        expect(second.next).to.equal(undefined);
        expect(await draft.inSpace(`/content/page/${source}/backlinks`)).to.deep.equal({ items: [], count: 0 });
      });
    });

    describe('after edits', () => {
      const broken = async () => (await draft.inSpace('/links?status=broken')).items.map(describeLink);
      it('break and heal with headings', async () => {
        await draft.live(write(target!, '# Target\n\n## No part\n'));
        expect(await broken()).to.have.members(['Target#a-part broken', `/pages/${gone} broken`]);
        await draft.live(write(target!, '# Target\n\n## A part\n'));
        expect(await broken()).to.have.members(['Target#no-part broken', `/pages/${gone} broken`]);
      });
      it('stay valid when a page is moved and renamed', async () => {
        await draft.live(
          { operation: 'insert_page', title: 'Folder', type: 'group', ref: 'folder' },
          { operation: 'update_page', page: target, into: 'folder', title: 'Aim', slug: 'aim' },
        );
        expect(await broken()).to.have.members(['Aim#no-part broken', `/pages/${gone} broken`]);
        await draft.live({ operation: 'update_page', page: target, into: null, title: 'Target', slug: 'target' });
      });
      it('break with a deleted page and end with the last page that has them', async () => {
        const { changes } = await draft.live(page('Third', 'words'));
        const third = changes[0].page.id;
        await draft.live(write(other!, `[a](/pages/${third})`));
        expect((await draft.inSpace('/links')).count).to.equal(8);
        await draft.live(remove(third));
        expect(await broken()).to.include(`/pages/${third} broken`);
        await draft.live(write(other!, `[a](/pages/${target})`));
        expect((await draft.inSpace('/links')).stats).to.deep.equal({ total: 7, broken: { total: 2 } });
      });
    });
  });

  describe('links of a change request', () => {
    let draft: Draft;
    let ids: string[];
    before(async () => {
      const first = await made(
        page('One', '## Head\n'),
        page('Two', 'words'),
        page('Three', 'words'),
        page('Lost', 'words'),
      );
      ids = first.ids;
      const [one, two, three, lost] = ids;
      await first.draft.live(
        page('A', `[1](/pages/${one}#head) [2](/pages/${two}) [l](/pages/${lost})`),
        page('B', `[3](/pages/${three}) [2](/pages/${two})`),
        page('C', `[x](https://example.org/)`),
      );
      await first.draft.live(remove(lost!));
      draft = await first.draft.another();
      const pages = (await draft.inSpace('/content/pages')).pages;
      const b = pages.find(({ title }: any) => title === 'B').id;
      // A heading and a page go, a link comes, another goes.
      await draft.edit(write(one!, 'no head'), remove(two!), write(b, `[new](/pages/${one})`));
    });

    describe('listChangeRequestLinks', () => {
      it('lists the links of the space with the changes of the change request, through the official client', async () => {
        const { data } = await world.admin.client.spaces.listChangeRequestLinks(draft.spaceId, draft.id);
        const [one, two, three, lost] = ids;
        expect(
          data.items.map((item: any) => [describeLink(item), pagesOf(item.locationReferences)]),
        ).to.have.deep.members([
          ['One#head broken', ['A']],
          [`/pages/${two} broken`, ['A']],
          [`/pages/${lost} broken`, ['A']],
          ['One ok', ['B']],
          ['https://example.org/ ok', ['C']],
        ]);
        expect(data).to.deep.include({ count: 5, stats: { total: 5, broken: { total: 3, changeRequest: 2 } } });
        expect(
          data.items.find(({ status }: any) => status === 'ok').locationReferences[0].versionContext,
        ).to.have.nested.property('changeRequest.id', draft.id);
        expect((await draft.inSpace('/links')).stats).to.deep.equal({ total: 5, broken: { total: 1 } });
        const [inSpace] = (await draft.inSpace('/links')).items;
        expect(inSpace.locationReferences[0].versionContext.revision).to.include({ object: 'revision' });
        expect([one, three]).not.to.include(undefined);
      });
      it('filters by status and by what broke the link, page by page', async () => {
        const all = await draft.get('/links');
        for (const status of ['ok', 'broken', 'in-app']) {
          const some = await draft.get(`/links?status=${status}`);
          expect(some.items).to.deep.equal(all.items.filter((one: any) => one.status === status));
          expect(some.count).to.equal(some.items.length);
        }
        for (const [context, count] of [
          ['change-request', 2],
          ['space', 1],
        ] as const)
          expect(await draft.get(`/links?brokenContext=${context}`))
            .to.include({ count })
            .and.to.have.nested.property('items.length', count);
        const walked = [];
        for (let next: string | undefined = ''; next !== undefined;) {
          const part: any = await draft.get(`/links?limit=2${next && `&page=${encodeURIComponent(next)}`}`);
          walked.push(...part.items);
          next = part.next?.page;
        }
        expect(walked).to.deep.equal(all.items);
      });
    });

    describe('listPageLinksInChangeRequest', () => {
      it('lists the links of a page as the change request has it', async () => {
        const a = (await draft.inSpace('/content/pages')).pages.find(({ title }: any) => title === 'A').id;
        const { data } = await world.admin.client.spaces.listPageLinksInChangeRequest(draft.spaceId, draft.id, a);
        expect(data.items.map(describeLink)).to.deep.equal([
          'One#head broken',
          `/pages/${ids[1]} broken`,
          `/pages/${ids[3]} broken`,
        ]);
        expect(data.stats).to.deep.equal({ total: 3, broken: { total: 3, changeRequest: 2 } });
      });
    });

    describe('listChangeRequestPageBacklinks', () => {
      it('lists the pages that link to a page in the change request', async () => {
        const { data } = await world.admin.client.spaces.listChangeRequestPageBacklinks(
          draft.spaceId,
          draft.id,
          ids[0]!,
        );
        expect([pagesOf(data.items), data.count]).to.deep.equal([['A', 'B'], 2]);
        expect(await draft.get(`/content/page/${ids[2]}/backlinks`)).to.deep.equal({ items: [], count: 0 });
        must(await world.admin.api.get(`${draft.path}/content/page/${ids[1]}/backlinks`), 404);
        expect(pagesOf((await draft.inSpace(`/content/page/${ids[0]}/backlinks`)).items)).to.deep.equal(['A']);
      });
      it('lists the pages that name a link page by its id, as the space does after the merge', async () => {
        const proposal = await Draft.open(world);
        const signpost = await proposal.insert({
          type: 'link',
          title: 'Signpost',
          document: undefined,
          target: { kind: 'url', url: 'https://example.org/signpost' },
        });
        await proposal.edit(page('Naming', `[signpost](/pages/${signpost})`));
        const below = `/content/page/${signpost}/backlinks`;
        const { items, count } = await proposal.get(below);
        expect([pagesOf(items), count]).to.deep.equal([['Naming'], 1]);
        await proposal.merge();
        expect(pagesOf((await proposal.inSpace(below)).items)).to.deep.equal(['Naming']);
        expect(pagesOf((await (await proposal.another()).get(below)).items)).to.deep.equal(['Naming']);
      });
    });

    describe('listSpaceLinks', () => {
      it('lists the links of the change request after the merge', async () => {
        const { items } = await draft.get('/links');
        await draft.merge();
        expect((await draft.inSpace('/links')).items.map(describeLink)).to.deep.equal(items.map(describeLink));
        expect((await draft.inSpace('/links')).stats).to.deep.equal({ total: 5, broken: { total: 3 } });
      });
    });
  });

  describe('listSpaceFileBacklinks', () => {
    it('lists links from texts and covers, which break when the file is deleted', async () => {
      const file = {
        name: 'logo.txt',
        contentType: 'text/plain',
        base64: Buffer.from('logo').toString('base64'),
        ref: 'logo',
      };
      const before = await Draft.open(world);
      await before.live(
        { operation: 'insert_files', files: [file] },
        page('Text', '![logo](./logo)'),
        insert('Cover', { document: { markdown: 'words' }, cover: { ref: { kind: 'file', file: 'logo' }, yPos: 0 } }),
      );
      const draft = await before.another();
      const [{ id }] = (await draft.inSpace('/content/files')).items;
      const { data } = await world.admin.client.spaces.listSpaceFileBacklinks(draft.spaceId, id);
      expect([pagesOf(data.items), data.count]).to.deep.equal([['Cover', 'Text'], 2]);
      expect(data.items[0]).to.deep.include({ kind: 'page' }).and.to.have.nested.property('file.name', 'logo.txt');

      await draft.edit({ operation: 'insert_page', title: 'More', document: { markdown: `![](/files/${id})` } });
      const { data: proposed } = await world.admin.client.spaces.listChangeRequestFileBacklinks(
        draft.spaceId,
        draft.id,
        id,
      );
      expect([pagesOf(proposed.items), proposed.count]).to.deep.equal([['Cover', 'More', 'Text'], 3]);
      await draft.live({ operation: 'delete_file', file: id });
      expect((await draft.inSpace('/links')).items.map(describeLink)).to.deep.equal([`/files/${id} broken`]);
      must(await world.admin.api.get(`${draft.space}/content/files/${id}/backlinks`), 404);
    });
  });

  describe('importGitRepository', () => {
    it('resolves links by their place in the repository, whatever becomes of the pages', async () => {
      const { id } = await world.space();
      const filled = await fillSpace(world.instance, id, {
        pages: [
          {
            title: 'Home',
            gitPath: 'docs/README.md',
            markdown:
              '[i](guide/install.md#steps) ![l](<../.gitbook/assets/a b.png>) [g](guide/) [n](new.md) [o](../../out.md)\n\n{% include "../.gitbook/includes/note.md" %}',
          },
          {
            title: 'Guide',
            gitPath: 'docs/guide/README.md',
            markdown: '{% content-ref url="install.md" %}\n[install.md](install.md)\n{% endcontent-ref %}',
            pages: [
              {
                title: 'Install',
                gitPath: 'docs/guide/install.md',
                markdown: '## Steps\n\n[up](../README.md) [me](#steps)',
              },
            ],
          },
        ],
        files: [{ name: 'a b.png', bytes: 'x', gitPath: '.gitbook/assets/a b.png' }],
        includes: [{ title: 'Note', markdown: 'note', gitPath: '.gitbook/includes/note.md' }],
      });
      const draft = await Draft.on(world.admin, id);
      const home = async () =>
        (await draft.inSpace(`/content/page/${filled.pages['Home']}/links`)).items.map(describeLink);
      expect(await home()).to.deep.equal([
        'Install#steps ok',
        'a b.png ok',
        'Guide ok',
        '/docs/new.md broken',
        '/../ broken',
        'Note ok',
      ]);
      expect(
        (await draft.inSpace('/links')).items.find(({ relation }: any) => relation === 'dependsOn').targetReference
          .kind,
      ).to.equal('reusable-content');
      expect(pagesOf((await draft.inSpace(`/content/page/${filled.pages['Install']}/backlinks`)).items)).to.deep.equal([
        'Guide',
        'Home',
      ]);

      await draft.live({
        operation: 'update_page',
        page: filled.pages['Install'],
        into: null,
        slug: 'setup',
        title: 'Setup',
      });
      expect((await draft.inSpace('/links?status=broken')).items.map(describeLink)).to.deep.equal([
        '/../ broken',
        '/docs/new.md broken',
      ]);
      // A page that comes to lie where a link leads heals it, by its path.
      await draft.live(
        page('Docs', 'words', { ref: 'docs', slug: 'docs' }),
        page('New', 'words', { into: 'docs', slug: 'new' }),
      );
      expect(await home()).to.include('New ok');
      expect((await draft.inSpace('/links?status=broken')).items.map(describeLink)).to.deep.equal(['/../ broken']);
      const docs = (await draft.inSpace('/content/pages')).pages.find(({ title }: any) => title === 'Docs').id;
      await draft.live({ operation: 'update_page', page: docs, slug: 'other' });
      expect((await draft.inSpace('/links?status=broken')).items.map(describeLink)).to.deep.equal([
        '/../ broken',
        '/docs/new.md broken',
      ]);
      expect((await draft.get('/links')).stats.broken).to.deep.equal({ total: 2, changeRequest: 0 });
    });
  });

  describe('listSpaceLinks', () => {
    it('forgets relative links of a page that is changed or deleted after a page above it was renamed', async () => {
      const { draft, ids } = await made(
        page('Shelf', 'words', { ref: 'shelf' }),
        page('Kept', '<a href="./kept-target">k</a>', { into: 'shelf' }),
        page('Removed', '<a href="./removed-target">r</a>', { into: 'shelf' }),
      );
      const [parent, kept, removed] = ids;
      expect((await draft.inSpace('/links')).items.map(describeLink)).to.deep.equal([
        '/shelf/kept-target broken',
        '/shelf/removed-target broken',
      ]);
      await draft.live({ operation: 'update_page', page: parent, slug: 'rack' });
      const proposal = await draft.another();
      await proposal.edit(remove(removed!));
      const proposed = await proposal.get('/links');
      expect(proposed).to.deep.include({ count: 1, stats: { total: 1, broken: { total: 1, changeRequest: 0 } } });
      expect(proposed.items.map(describeLink)).to.deep.equal(['/shelf/kept-target broken']);
      await draft.live(remove(removed!), write(kept!, '<a href="./kept-target">k</a> again'));
      expect(await draft.inSpace('/links'))
        .to.deep.include({ count: 1, stats: { total: 1, broken: { total: 1 } } })
        .and.to.have.nested.property('items[0].targetReference.url', '/rack/kept-target');
      await draft.live(write(kept!, 'words'));
      expect(await draft.inSpace('/links')).to.deep.include({ items: [], stats: { total: 0, broken: { total: 0 } } });
    });

    it('matches the links of every page after random edits, live or proposed', async () => {
      const { id } = await world.space();
      const paths = ['a.md', 'b.md', 'f/README.md', 'f/c.md', 'f/g/d.md'];
      const filled = await fillSpace(world.instance, id, {
        pages: paths.map((gitPath, i) => ({
          title: `P${i}`,
          gitPath,
          markdown: '[a](a.md) [c](f/c.md#x) [d](../g/d.md) [e](/e.md) [n](/f/n/)',
        })),
      });
      const draft = await Draft.on(world.admin, id);
      const pages: string[] = Object.values(filled.pages);
      let seed = 7;
      const any = <T>(list: readonly T[]): T => list[(seed = (seed * 1103515245 + 12345) % 2 ** 31) % list.length]!;
      const step = (alive: readonly string[]): object =>
        any([
          () => ({
            operation: 'update_page',
            page: any(alive),
            document: {
              markdown: `## ${any(['x', 'y'])}\n\n[1](/pages/${any(pages)}#${any(['x', 'y'])}) [2](/pages/${any(pages)}) ${any(['[3](/files/0)', '{% include "./z.md" %}', '<a href="f/c.md">c</a>'])}`,
            },
          }),
          () => ({
            operation: 'insert_page',
            title: any(['E', 'N', 'F', 'G']),
            slug: any(['e', 'n', 'f', 'g']),
            into: any([null, any(alive)]),
            document: { markdown: `[4](/pages/${any(pages)})` },
          }),
          () => ({ operation: 'update_page', page: any(alive), slug: any(['e', 'n', 'f', 'g']) }),
          () => ({ operation: 'update_page', page: any(alive), into: null }),
          () => ({ operation: 'delete_page', page: any(alive) }),
        ])();
      const below = (list: any[]): any[] => list.flatMap((one) => [one, ...below(one.pages ?? [])]);
      const said = (items: any[]): string[] =>
        items
          .flatMap((one) =>
            one.locationReferences.map((from: any) => `${from.page.title} ${from.page.id} ${describeLink(one)}`),
          )
          .sort();
      const agree = async (at: string, what: string): Promise<string[]> => {
        const api = (path: string) => world.admin.api.get(at + path);
        const alive = below(must(await api('/content/pages'), 200).pages).map((one) => one.id);
        const each = await Promise.all(
          alive.map(async (one) => must(await api(`/content/page/${one}/links?limit=1000`), 200).items),
        );
        const all = must(await api('/links?limit=1000'), 200);
        expect(said(all.items), what).to.deep.equal(said(each.flat()));
        expect([all.count, all.stats.total, all.stats.broken.total], what).to.deep.equal([
          all.items.length,
          all.items.length,
          all.items.filter(({ status }: any) => status === 'broken').length,
        ]);
        for (const one of alive) {
          const named = said(each.flat().filter(({ targetReference: to }: any) => to.page?.id === one))
            .map((line) => line.split(' ')[1])
            .filter((from) => from !== one);
          const { items, count } = must(await api(`/content/page/${one}/backlinks?limit=1000`), 200);
          expect([items.map((from: any) => from.page.id), count], what).to.deep.equal([
            [...new Set(named)].sort(),
            count,
          ]);
          expect(count).to.equal(items.length);
        }
        return alive;
      };
      let alive = await agree(draft.space, 'at first');
      let proposed = await agree(draft.path, 'at first');
      for (let n = 0; n < 3; n++) {
        for (const [at, of] of [
          [draft.space, alive],
          [draft.path, proposed],
          [draft.space, alive],
          [draft.path, proposed],
          [draft.space, alive],
        ] as const) {
          const change = step(of);
          const { status, body } = await world.admin.api.post(`${at}/content?compat=false`, { changes: [change] });
          expect(status, JSON.stringify(body)).to.be.oneOf([200, 400, 404]);
          for (const { page: one } of body.changes ?? [])
            if (one?.id !== undefined && !pages.includes(one.id)) pages.push(one.id);
        }
        alive = await agree(draft.space, `live, ${n}`);
        proposed = await agree(draft.path, `proposed, ${n}`);
      }
    });
  });

  describe('listChangeRequestFileBacklinks', () => {
    it('lists the pages of the change request that link to the file, and 404 for an unknown file', async () => {
      const file = { name: 'a.txt', contentType: 'text/plain', base64: Buffer.from('a').toString('base64') };
      const draft = await Draft.merged(world, { operation: 'insert_files', files: [file] });
      const [{ id }] = (await draft.inSpace('/content/files')).items;
      const change = await draft.another();
      await change.insert({ title: 'Text', document: { markdown: `[a](/files/${id})` } });
      const listed = await change.get(`/content/files/${id}/backlinks`);
      expect([pagesOf(listed.items), listed.count]).to.deep.equal([['Text'], 1]);
      expect((await change.inSpace(`/content/files/${id}/backlinks`)).count).to.equal(0);
      must(await world.admin.api.get(`${change.path}/content/files/${'0'.repeat(20)}/backlinks`), 404);
    });
  });
});
