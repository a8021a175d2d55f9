import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { createPdfLink } from '../../../src/application/pdf/pdf-links.ts';
import { Tokens } from '../../../src/composition/tokens.ts';
import type { Instance } from '../../../src/instance.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { fillSpace, type SpaceInput } from '../../support/fill-space.ts';
import { pngOf } from '../../support/files/pictures.ts';
import { downloadPdf, readPdf } from '../../support/files/read-pdf.ts';
import { apiOf, must, World, type Person } from '../../support/world.ts';

const PNG = pngOf(8, 6);
const HOUR = 60 * 60 * 1000;

onEveryBackend('PDF files of content', (backend) => {
  let instance: Instance;
  let world: World;
  before(async function () {
    instance = await backend.instance();
    world = await World.create(instance);
  });

  const pathOf = (url: string): string => url.slice(instance.url.length);
  async function filled(content: SpaceInput, title = 'Handbook') {
    const space = await world.space({ title });
    return { id: space.id as string, ids: await fillSpace(instance, space.id, content) };
  }
  const linkTo = async (spaceId: string, query = '', by: Person = world.admin): Promise<string> =>
    must(await by.api.get(`/v1/spaces/${spaceId}/pdf${query}`), 200).url;
  const printed = async (spaceId: string, query = '') => await readPdf(await downloadPdf(await linkTo(spaceId, query)));
  const words = (text: string): string => text.replace(/\s+/g, ' ');

  describe('getSpacePDF', () => {
    it('prints every page with title and text after a cover and a table of contents with correct numbers', async function () {
      const { id } = await filled({
        pages: [
          { title: 'Start', markdown: '# Start\n\nWelcome **to** `it`.' },
          {
            title: 'Guides',
            type: 'group',
            pages: [
              {
                title: 'Long one',
                markdown: Array.from({ length: 120 }, (_, i) => `Paragraph ${i} of many.`).join('\n\n'),
              },
              { title: 'Hidden one', hidden: true, markdown: 'Seen by members.' },
            ],
          },
          { title: 'API', type: 'computed', computed: { type: 'builtin:openapi', props: {}, dependencies: {} } },
          {
            title: 'Some only',
            condition: 'visitor.claims.beta',
            markdown: '{% if visitor.claims.beta %}\nFor some.\n{% endif %}',
          },
        ],
      });
      const { url } = (await world.admin.client.spaces.getSpacePdf(id)).data;
      expect(url).to.match(new RegExp(`^${instance.url}/pdf/[\\w-]+$`));
      const bytes = await downloadPdf(url);
      expect(bytes.toString('latin1', 0, 8)).to.equal('%PDF-1.7');
      const pdf = await readPdf(bytes);
      expect(pdf.sheets[0]).to.include('Handbook');
      for (const title of ['Start', 'Guides', 'Long one', 'Hidden one', 'Some only'])
        expect(pdf.sheets[1]).to.include(title);
      for (const [title, text] of [
        ['Start', 'Welcome to it.'],
        ['Long one', 'Paragraph 0 of many.'],
        ['Hidden one', 'Seen by members.'],
        ['Some only', 'For some.'],
      ] as const) {
        const sheet = pdf.sheets.findIndex((each, i) => i > 1 && words(each).startsWith(title));
        expect(words(pdf.sheets[sheet] ?? ''), title).to.include(text);
        expect(words(pdf.sheets[1]!)).to.match(new RegExp(`${title} ?${sheet + 1}\\b`));
      }
      expect(pdf.sheets.join(' ')).to.include('Paragraph 119 of many.');
      expect(pdf.bookmarks.map(({ title, depth }) => [title, depth])).to.deep.equal([
        ['Start', 0],
        ['Guides', 0],
        ['Long one', 1],
        ['Hidden one', 1],
        ['Some only', 0],
      ]);
      for (const { title, sheet } of pdf.bookmarks.filter((each) => each.title !== 'Guides'))
        expect(words(pdf.sheets[sheet]!).startsWith(title), title).to.equal(true);
      expect([pdf.title, pdf.language]).to.deep.equal(['Handbook', 'en']);
    });

    it('links pages and headings within the file, and everything else to its address', async function () {
      const { id, ids } = await filled({
        pages: [
          {
            title: 'One',
            markdown:
              '[two](/pages/{page:Two}) [below](/pages/{page:Two}#far-down) [gone](/pages/{page:Two}#nowhere) [here](#own)\n\n[out](https://example.com/a?b=(c)) [mail](mailto:a@example.com) [bad](javascript:alert(1)) [lost](missing.md)\n\n## Own\n\nText',
          },
          { title: 'Two', markdown: `${'Filling.\n\n'.repeat(80)}\n## Far down\n\nText` },
        ],
      });
      const pdf = await printed(id);
      const two = pdf.sheets.findIndex((each, i) => i > 1 && each.startsWith('Two'));
      const page = ids.pages['Two']!;
      const from = pdf.links.filter(({ sheet }) => sheet === 2);
      const far = pdf.names.get(`${page}#far-down`)!;
      expect(from.map(({ to, url }) => url ?? to)).to.deep.equal([
        two,
        far,
        two,
        2,
        'https://example.com/a?b=(c)',
        'mailto:a@example.com',
      ]);
      expect(pdf.names.get(page)).to.equal(two);
      expect(far).to.be.greaterThan(two);
      expect(pdf.sheets[far]).to.include('Far down');
    });

    it('prints included, evaluated, drawn and colored content as the site does', async function () {
      const { id } = await filled({
        pages: [
          {
            title: 'All',
            markdown: [
              '{% include "../.gitbook/includes/shared.md" %}',
              'Version <code class="expression">space.vars.version</code>',
              '![shot](/files/{file:shot.png})',
              '![drawing](/files/{file:drawing.svg})',
              '| Name | Value |\n| - | - |\n| alpha | 1 |',
              '{% hint style="danger" %}\nMind the gap.\n{% endhint %}',
              '{% tabs %}\n{% tab title="Second tab" %}\nIn the tab.\n{% endtab %}\n{% endtabs %}',
              '```js\nconst x = 1;\n```',
              '- [x] done',
              'Noted[^1].',
              '[^1]: At the end.',
              '文档 and العربية and 🎉',
            ].join('\n\n'),
          },
        ],
        files: [
          { name: 'shot.png', bytes: PNG, contentType: 'image/png' },
          { name: 'drawing.svg', bytes: '<svg xmlns="http://www.w3.org/2000/svg"', contentType: 'image/svg+xml' },
        ],
        includes: [{ title: 'Shared', markdown: 'Said once, shown often.', gitPath: '.gitbook/includes/shared.md' }],
        variables: { version: '2.1' },
      });
      const pdf = await printed(id);
      const text = words(pdf.sheets.join(' '));
      for (const expected of [
        'Said once, shown often.',
        'Version 2.1',
        '[drawing]',
        'Name',
        'alpha',
        'Danger',
        'Mind the gap.',
        'Second tab',
        'In the tab.',
        'const x = 1;',
        '☑',
        'At the end.',
        '文档',
        '🎉',
      ])
        expect(text).to.include(expected);
      expect(pdf.images).to.equal(1);
      expect(pdf.sheets, 'one page has no cover').to.have.lengthOf(1);
    });

    it('prints the images for the light color scheme alone', async function () {
      const figure = (scheme: string) => `![${scheme} words](https://example.com/${scheme}.png#gh-${scheme}-mode-only)`;
      const picture = (schemes: readonly string[], alt: string) => {
        const at = `https://example.com/${alt}`;
        const sources = schemes.map(
          (one) => `<source media="(prefers-color-scheme: ${one})" srcset="${at}-${one}.png">`,
        );
        return `<picture>${sources.join('')}<img src="${at}.png" alt="${alt}"></picture>`;
      };
      const { id } = await filled({
        pages: [
          {
            title: 'All',
            markdown: [
              `${figure('light')}\n${figure('dark')}`,
              '![night words](https://example.com/night.png#gh-dark-mode-only)',
              picture(['dark'], 'first'),
              picture(['dark', 'light'], 'second'),
            ].join('\n\n'),
          },
        ],
      });
      const pdf = await printed(id);
      expect(pdf.links.map(({ url }) => url)).to.deep.equal(
        ['light', 'first', 'second-light'].map((name) => `https://example.com/${name}.png`),
      );
      expect(words(pdf.sheets.join(' ')))
        .to.include('[light words]')
        .and.not.include('night');
    });

    it('[A45] requests no images and frames of other sites, and prints their words and a link', async function () {
      let requestCount = 0;
      const server = createServer((_, answer) => {
        requestCount++;
        answer.end('secret');
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      try {
        const inside = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret.png`;
        const { id } = await filled({
          pages: [
            {
              title: 'Page',
              markdown: `![the plan](${inside})\n\n<iframe src="${inside}"></iframe>\n\n<img src="file:///etc/passwd" alt="passwords">\n\n<link rel="stylesheet" href="${inside}">\n\n<style>@import url(${inside})</style>\n\n![x](data:image/png;base64,AAAA)\n\nText`,
            },
          ],
        });
        const pdf = await printed(id);
        expect(requestCount).to.equal(0);
        expect(pdf.images).to.equal(0);
        expect(pdf.sheets[0])
          .to.include('[the plan]')
          .and.include('passwords')
          .and.include('Text')
          .and.not.include('root:')
          .and.not.include('@import');
        expect(pdf.links.every(({ url }) => url === inside)).to.equal(true);
      } finally {
        server.close();
      }
    });

    it('prints one page, or a page with those below it, and names wrong parameters', async function () {
      const { id, ids } = await filled({
        pages: [
          { title: 'Top', markdown: 'Top text', pages: [{ title: 'Below', markdown: 'Below text' }] },
          { title: 'Other', markdown: 'Other text' },
          { title: 'Group', type: 'group' },
        ],
      });
      const [top, group] = [ids.pages['Top'], ids.pages['Group']];
      const alone = (await printed(id, `?only=true&page=${top}`)).sheets.join(' ');
      expect(alone).to.include('Top text').and.not.include('Below text').and.not.include('Other text');
      const branch = (await printed(id, `?page=${top}`)).sheets.join(' ');
      expect(branch).to.include('Top text').and.include('Below text').and.not.include('Other text');
      const fields = async (query: string) =>
        must(await world.admin.api.get(`/v1/spaces/${id}/pdf?${query}`), 400).error.issues.map(
          ({ path }: { path: string }) => path,
        );
      expect(await fields('only=true')).to.deep.equal(['page']);
      expect(await fields('only=maybe')).to.deep.equal(['only']);
      expect(await fields(`only=true&page=${group}`)).to.deep.equal(['page']);
      must(await world.admin.api.get(`/v1/spaces/${id}/pdf?page=00000000000000000000`), 404);
    });

    it('makes the same bytes of the same content, once, in a file that only its owner reads', async function () {
      const { id } = await filled({
        pages: [
          { title: 'One', markdown: `![x](/files/{file:x.png})` },
          { title: 'Two', markdown: '```ts\nlet a: string;\n```' },
        ],
        files: [{ name: 'x.png', bytes: PNG }],
      });
      const folder = join(instance.container.get(Tokens.Config).dataDir, 'pdf');
      const before = new Set(readdirSync(folder));
      const url = await linkTo(id);
      const first = await downloadPdf(url);
      const made = readdirSync(folder).filter((name) => !before.has(name));
      expect(made).to.have.lengthOf(1);
      const stat = statSync(join(folder, made[0]!));
      expect(stat.mode & 0o777).to.equal(0o600);
      expect((await downloadPdf(await linkTo(id))).equals(first)).to.equal(true);
      expect(readdirSync(folder).filter((name) => !before.has(name))).to.deep.equal(made);
      const part = await fetch(url, { headers: { range: 'bytes=0-7' } });
      expect([part.status, part.headers.get('content-range'), await part.text()]).to.deep.equal([
        206,
        `bytes 0-7/${first.length}`,
        '%PDF-1.7',
      ]);
      const whole = await fetch(url, { method: 'HEAD' });
      expect([
        whole.status,
        whole.headers.get('content-type'),
        whole.headers.get('content-length'),
        whole.headers.get('content-disposition'),
        whole.headers.get('cache-control'),
      ]).to.deep.equal([
        200,
        'application/pdf',
        String(first.length),
        'inline; filename="Handbook.pdf"',
        'private, no-cache',
      ]);
      expect((await fetch(url, { method: 'POST' })).status).to.equal(405);
    });

    it('[A46] makes a link that ends when it is altered, expires or its user loses access to the space', async function () {
      const { id } = await filled({ pages: [{ title: 'Page', markdown: 'Text' }] });
      const member = await world.member('read');
      const url = await linkTo(id, '', member);
      expect((await downloadPdf(url)).length).to.be.greaterThan(1000);
      const web = apiOf(instance);
      const path = pathOf(url);
      const expected = { ...must(await web.get('/pdf/nonsense'), 404).error, requestId: undefined };
      for (const at of [6, 20, 80, path.length - 2]) {
        const altered = path.slice(0, at) + (path[at] === 'A' ? 'B' : 'A') + path.slice(at + 1);
        expect({ ...must(await web.get(altered), 404).error, requestId: undefined }).to.deep.equal(expected);
      }
      must(await web.get(path.replace('/pdf/', '/files/')), 404);
      const { sealer } = instance.container.get(Tokens.Services);
      const revisionId = must(await world.admin.api.get(`/v1/spaces/${id}`), 200).revision;
      const linkMade = (ago: number): string =>
        createPdfLink(
          sealer,
          { organizationId: world.organizationId, spaceId: id, userId: member.userId, via: null, revisionId },
          new Date(Date.now() - ago).toISOString(),
        );
      expect((await fetch(instance.url + linkMade(0))).status).to.equal(200);
      must(await web.get(linkMade(2 * HOUR)), 404);

      must(await world.admin.api.patch(`/v1/spaces/${id}`, { defaultLevel: null }), 200);
      must(await web.get(path), 404);
      must(await member.api.get(`/v1/spaces/${id}/pdf`), 404);
      must(await (await world.member('read')).api.get(`/v1/spaces/${id}/pdf`), 404);
    });
  });

  describe('getChangeRequestPDF', () => {
    it('prints the content of the change request as of the request', async function () {
      const { id } = await filled({ pages: [{ title: 'Page', markdown: 'Before' }] });
      const base = `/v1/spaces/${id}/change-requests`;
      const changeRequest = must(await world.admin.api.post(base, { subject: 'Better words' }), 201);
      const add = async (title: string) =>
        must(
          await world.admin.api.post(`${base}/${changeRequest.id}/content`, {
            changes: [{ operation: 'insert_page', title, document: { markdown: `${title} words` } }],
          }),
          200,
        );
      await add('Added');
      const { url } = (await world.admin.client.spaces.getChangeRequestPdf(id, changeRequest.id)).data;
      await add('Too late');
      const text = (await readPdf(await downloadPdf(url))).sheets.join(' ');
      expect(text)
        .to.include('Better words')
        .and.include('Before')
        .and.include('Added words')
        .and.not.include('Too late');
      expect((await printed(id)).sheets.join(' ')).to.not.include('Added');
      must(await world.admin.api.get(`${base}/00000000000000000000/pdf`), 404);
    });
  });
});
