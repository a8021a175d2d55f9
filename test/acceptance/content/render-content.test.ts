import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { must, World } from '../../support/world.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

onEveryBackend('rendering of content for the app', (backend) => {
  describe('renderPage', () => {
    let world: World;
    let spaceId: string;
    let pageId: string;
    let otherId: string;
    const edit = async (path: string, changes: readonly object[]) =>
      must(await world.admin.api.post(`/v1/spaces/${spaceId}${path}`, { changes }), 200);
    const render = async (body: object = {}, page = pageId) =>
      must(await world.admin.api.post(`/v1/spaces/${spaceId}/content/page/${page}/render`, body), 200);
    const refuse = async (body: object, status: number, page = pageId) =>
      must(await world.admin.api.post(`/v1/spaces/${spaceId}/content/page/${page}/render`, body), status).error;

    before(async () => {
      world = await World.create(await backend.instance());
      ({ id: spaceId } = await world.space({ title: 'Rendered' }));
      const { changes } = await edit('/content', [
        { operation: 'insert_page', title: 'Other', ref: 'other', document: { markdown: 'There.\n' } },
        {
          operation: 'insert_page',
          title: 'Shown',
          document: { markdown: '# Shown\n\n## Part\n\nSee [other](./other.md) and {{ space.vars.name }}.\n' },
        },
        { operation: 'set_variables', variables: { name: 'Quire' } },
      ]);
      [otherId, pageId] = changes.map((change: any) => change.page.id);
    });

    it('renders the stored page without its title, with links to the app', async () => {
      const { html, outline, plain } = await render();
      expect(html).to.include(`href="${world.instance.publicUrl}/app/spaces/${spaceId}/pages/${otherId}"`);
      expect(html).not.to.match(/<h1|<html|<body/);
      expect(outline).to.deep.equal([{ id: 'part', title: 'Part', level: 2 }]);
      expect(plain).to.equal(false);
    });

    it('renders a text that is not stored, and stores nothing', async () => {
      const markdown = '{% hint style="info" %}\nUnsaved.\n{% endhint %}\n\n```js\nlet a = 1;\n```\n';
      const { html } = await render({ markdown });
      expect(html).to.match(/class="q-hint[^"]*"/);
      expect(html).to.include('Unsaved.');
      expect((await render()).html).not.to.include('Unsaved.');
    });

    it('shows content under conditions, for people who edit it', async () => {
      const { html } = await render({ markdown: '{% if visitor.claims.beta %}\nFor some.\n{% endif %}\n' });
      expect(html).to.include('For some.');
    });

    it('renders inert HTML whatever the text is', async () => {
      const { html } = await render({
        markdown:
          '<script>alert(1)</script>\n<img src=x onerror=alert(2)>\n\n[x](javascript:alert(3))\n\n<iframe src="/"></iframe>\n',
      });
      expect(html).not.to.match(/<script|onerror|javascript:|<iframe|<form|style=/i);
    });

    it('renders a change request and a revision', async () => {
      const before = must(await world.admin.api.get(`/v1/spaces/${spaceId}`), 200).revision;
      const request = must(await world.admin.api.post(`/v1/spaces/${spaceId}/change-requests`, {}), 201);
      await edit(`/change-requests/${request.id}/content`, [
        { operation: 'update_page', page: pageId, document: { markdown: 'See [other](./other.md), proposed.\n' } },
      ]);
      for (const changeRequest of [request.id, String(request.number)]) {
        const { html } = await render({ changeRequest });
        expect(html).to.include('proposed');
        expect(html).to.include(`/app/spaces/${spaceId}/change-requests/${request.id}/pages/${otherId}"`);
      }
      expect((await render()).html).not.to.include('proposed');
      expect((await render({ revision: before })).html).to.equal((await render()).html);
    });

    it('links files so that they open without a token', async () => {
      const answer = await edit('/content', [
        {
          operation: 'insert_files',
          files: [{ name: 'dot.png', contentType: 'image/png', base64: PIXEL, ref: 'dot' }],
        },
      ]);
      const { html } = await render({ markdown: `![dot](/files/${answer.insertedFiles[0].id})\n` });
      const src = /<img[^>]* src="([^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&');
      const response = await fetch(src.replace(world.instance.publicUrl, world.instance.url));
      expect(response.headers.get('content-type')).to.equal('image/png');
    });

    it('refuses pages without text and two contents at once, naming the field', async () => {
      const { changes } = await edit('/content', [{ operation: 'insert_page', type: 'group', title: 'Group' }]);
      expect(
        (await refuse({}, 400, changes[0].page.id)).fields ?? (await refuse({}, 400, changes[0].page.id)).message,
      ).to.not.equal(undefined);
      const request = must(await world.admin.api.post(`/v1/spaces/${spaceId}/change-requests`, {}), 201);
      const { revision } = must(await world.admin.api.get(`/v1/spaces/${spaceId}`), 200);
      const both = await refuse({ changeRequest: request.id, revision }, 400);
      expect(JSON.stringify(both)).to.include('revision');
      await refuse({}, 404, '0'.repeat(20));
      await refuse({ changeRequest: '9999' }, 404);
    });

    it('is refused to people who cannot see the space', async () => {
      const stranger = await world.stranger();
      must(await stranger.api.post(`/v1/spaces/${spaceId}/content/page/${pageId}/render`, {}), 404);
    });
  });

  describe('renderReusableContent', () => {
    let world: World;
    let spaceId: string;
    let noteId: string;
    let pageId: string;
    const at = (id = noteId): string => `/v1/spaces/${spaceId}/content/reusable-contents/${id}/render`;
    const render = async (body: object = {}) => must(await world.admin.api.post(at(), body), 200).html;
    const insertNote = {
      operation: 'insert_reusable_content',
      title: 'Note',
      document: { markdown: 'Ask {{ space.vars.team }}, see [the page](/pages/page).\n' },
    };

    before(async () => {
      world = await World.create(await backend.instance());
      ({ id: spaceId } = await world.space({ title: 'Reused' }));
      const { changes } = must(
        await world.admin.api.post(`/v1/spaces/${spaceId}/content`, {
          changes: [
            { operation: 'insert_page', title: 'Page', document: { markdown: 'Text\n' } },
            { operation: 'set_variables', variables: { team: 'us' } },
            insertNote,
          ],
        }),
        200,
      );
      pageId = changes[0].page.id;
      [{ id: noteId }] = must(await world.admin.api.get(`/v1/spaces/${spaceId}/content/reusable-contents`), 200).items;
    });

    it('renders the stored text with variables and links, or another text that is not stored', async () => {
      const html = await render();
      expect(html).to.include('Ask us');
      expect(html).to.include(`/app/spaces/${spaceId}/pages/${pageId}"`);
      expect(await render({ markdown: '**Other**\n' })).to.include('<strong>Other</strong>');
      expect(await render()).to.equal(html);
    });

    it('renders the text of a change request', async () => {
      const { id } = must(await world.admin.api.post(`/v1/spaces/${spaceId}/change-requests`, {}), 201);
      must(
        await world.admin.api.post(`/v1/spaces/${spaceId}/change-requests/${id}/content`, {
          changes: [
            { operation: 'update_reusable_content', reusableContent: noteId, document: { markdown: 'Proposed.\n' } },
          ],
        }),
        200,
      );
      expect(await render({ changeRequest: id })).to.include('Proposed.');
      expect(await render()).not.to.include('Proposed.');
    });

    it('finds reusable contents only, for people who can see the space', async () => {
      must(await world.admin.api.post(at(pageId), {}), 404);
      must(await (await world.stranger()).api.post(at(), {}), 404);
    });
  });
});
