import { Readable } from 'node:stream';
import { expect } from 'chai';
import { readZip } from '../../../src/adapters/archive/read-zip.ts';
import { createArchiveLink } from '../../../src/application/imports/archive-links.ts';
import { Tokens } from '../../../src/composition/tokens.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { pngOf } from '../../support/files/pictures.ts';
import { Uploads } from '../../support/files/uploads.ts';
import { apiOf, must, World, type Person } from '../../support/world.ts';
import { INVALID_ARCHIVES, zipOf } from '../../support/files/zip.ts';

const HOUR = 60 * 60 * 1000;
const PNG = pngOf(3, 2);
/** A project with what only its author could have written so. */
const PROJECT: Readonly<Record<string, string | Buffer>> = {
  'README.md':
    '---\ndescription: "Quoted"   # why\nicon: book\n---\n\n# Home\r\n\r\nSee ![a](.gitbook/assets/logo.png) and [usage](guide/usage.md).\n',
  'guide/README.md': '# Guide\n\n{% include "../.gitbook/includes/shared.md" %}\n',
  'guide/usage.md': '# Usage\n\nNo line at the end',
  'SUMMARY.md': '# Table of contents\n\n* [Home](README.md)\n* [Guide](guide/README.md)\n  * [Usage](guide/usage.md)\n',
  '.gitbook/assets/logo.png': PNG,
  '.gitbook/includes/shared.md': '---\ntitle: Shared\n---\n\nSaid once.\n',
  '.gitbook/vars.yaml': 'version: "2.1"\n',
};
const packed = (files: Readonly<Record<string, string | Buffer>>): Buffer =>
  zipOf(Object.entries(files).map(([name, bytes]) => ({ name, bytes })));

onEveryBackend('archives of spaces', (backend) => {
  let world: World;
  let uploads: Uploads;
  before(async () => {
    world = await World.create(await backend.instance());
    uploads = new Uploads(world);
  });

  const importInto = async (space: string, zip: Buffer, by: Person = world.admin) =>
    by.api.post(`/v1/spaces/${space}/archive`, { key: await uploads.sent(zip) });
  const linkTo = async (space: string, by: Person = world.admin): Promise<string> =>
    must(await by.api.get(`/v1/spaces/${space}/archive`), 200).url;
  const pathOf = (url: string): string => url.slice(world.instance.publicUrl.length);
  async function download(url: string): Promise<Buffer> {
    const answer = await fetch(world.instance.url + pathOf(url));
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('content-type')).to.equal('application/zip');
    expect(answer.headers.get('content-disposition')).to.match(/^attachment; filename="[^"]+\.zip"/);
    expect(answer.headers.get('x-content-type-options')).to.equal('nosniff');
    return Buffer.from(await answer.arrayBuffer());
  }
  async function filesIn(zip: Buffer): Promise<Record<string, string>> {
    const files = await readZip({
      size: zip.length,
      read: async (start, end) => Readable.from([zip.subarray(start, end)]),
    });
    const found: Record<string, string> = {};
    for await (const { path, oid } of files.list())
      for await (const { bytes } of files.read([oid])) found[path] = bytes.toString('latin1');
    return found;
  }
  const asFound = (files: Readonly<Record<string, string | Buffer>>) =>
    Object.fromEntries(
      Object.entries(files).map(([path, bytes]) => [path, Buffer.from(bytes as string).toString('latin1')]),
    );
  const outline = (pages: readonly any[]): unknown[] =>
    pages.map(({ title, type, description, pages: below = [] }) => [type, title, description, outline(below)]);
  const pagesOf = async (space: string): Promise<any[]> =>
    must(await world.admin.api.get(`/v1/spaces/${space}/content/pages`), 200).pages;

  describe('getSpaceArchive', () => {
    it('returns an imported archive with the same bytes, every time', async () => {
      const space = await uploads.space();
      const done = must(await importInto(space, packed(PROJECT)), 201);
      expect(done).to.include({ pages: 3, files: 1 });
      expect(must(await world.admin.api.get(`/v1/spaces/${space}`), 200).revision).to.equal(done.revision);
      const first = await download(await linkTo(space));
      expect(await filesIn(first)).to.deep.equal(asFound(PROJECT));
      expect((await download(await linkTo(space))).equals(first)).to.equal(true);
    });

    it('leaves out what an export leaves out, and states so in the link', async () => {
      const space = await uploads.space();
      const files = {
        'README.md': '# Home\n\n[flow](.github/workflows/build.yml) [data](data.csv)\n',
        'SUMMARY.md': '* [Home](README.md)\n',
        '.github/workflows/build.yml': 'on: push\n',
        'data.csv': '1\n',
      };
      expect(must(await importInto(space, packed(files)), 201)).to.include({ files: 2 });
      const { url, report } = must(await world.admin.api.get(`/v1/spaces/${space}/archive`), 200);
      expect(report.map(({ code, path }: any) => [code, path])).to.deep.equal([
        ['path-refused', '.github/workflows/build.yml'],
      ]);
      expect(Object.keys(await filesIn(await download(url)))).to.have.members(['README.md', 'SUMMARY.md', 'data.csv']);
      const group = { operation: 'insert_page', type: 'group', title: 'Internal', hidden: true };
      must(await world.admin.api.post(`/v1/spaces/${space}/content`, { changes: [group] }), 200);
      const restricted = must(await world.admin.api.get(`/v1/spaces/${space}/archive`), 200).report.at(-1);
      expect([restricted.code, restricted.path]).to.deep.equal(['restrictions-not-exported', 'SUMMARY.md']);
      must(await importInto(space, packed({ 'README.md': '# Home\n' })), 201);
      expect(must(await world.admin.api.get(`/v1/spaces/${space}/archive`), 200).report).to.deep.equal([]);
    });

    it('is for readers, and importing is for those who may sync the space', async () => {
      const space = await uploads.space();
      must(await importInto(space, packed(PROJECT)), 201);
      const reader = await world.member('read');
      expect(Object.keys(await filesIn(await download(await linkTo(space, reader))))).to.have.members(
        Object.keys(PROJECT),
      );
      must(await importInto(space, packed(PROJECT), reader), 403);
      must(await importInto(space, packed(PROJECT), await world.member('edit')), 403);
    });

    it('makes a link that ends when it is altered, expires or its user loses access to the space', async () => {
      const space = await uploads.space();
      must(await importInto(space, packed({ 'README.md': '# Home\n' })), 201);
      const member = await world.member('read');
      const path = pathOf(await linkTo(space, member));
      const web = apiOf(world.instance);
      await download(world.instance.publicUrl + path);
      const head = await fetch(world.instance.url + path, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-type')]).to.deep.equal([200, 'application/zip']);
      must(await web.post(path, {}), 405);
      for (const at of [12, 40, path.length - 2])
        must(await web.get(path.slice(0, at) + (path[at] === 'A' ? 'B' : 'A') + path.slice(at + 1)), 404);
      must(await web.get(path.replace('/archives/', '/pdf/')), 404);
      const { sealer } = world.instance.container.get(Tokens.Services);
      const revisionId = must(await world.admin.api.get(`/v1/spaces/${space}`), 200).revision;
      const linkMade = (ago: number): string =>
        createArchiveLink(
          sealer,
          { organizationId: world.organizationId, spaceId: space, userId: member.userId, via: null, revisionId },
          new Date(Date.now() - ago).toISOString(),
        );
      expect((await fetch(world.instance.url + linkMade(HOUR - 60_000))).status).to.equal(200);
      must(await web.get(linkMade(HOUR)), 404);
      must(await world.admin.api.patch(`/v1/spaces/${space}`, { defaultLevel: null }), 200);
      must(await web.get(path), 404);
    });
  });

  describe('importSpaceArchive', () => {
    it('makes the same pages and files in another space', async () => {
      const space = await uploads.space();
      const file = await uploads.insert(space, { name: 'notes.txt', key: await uploads.sent('the notes') });
      must(
        await uploads.edit(space, [
          { operation: 'insert_page', title: 'First', document: { markdown: `Words [here](/files/${file.id}).` } },
          { operation: 'insert_page', title: 'Second', description: 'Told', document: { markdown: 'More.' } },
        ]),
        200,
      );
      const zip = await download(await linkTo(space));
      const other = await uploads.space();
      must(
        await uploads.edit(other, [{ operation: 'insert_page', title: 'Goes away', document: { markdown: 'Old.' } }]),
        200,
      );
      expect(must(await importInto(other, zip), 201)).to.include({ pages: 2, files: 1 });
      expect(outline(await pagesOf(other))).to.deep.equal(outline(await pagesOf(space)));
      expect(await filesIn(await download(await linkTo(other)))).to.deep.equal(await filesIn(zip));
      expect((await pagesOf(other))[1].slug).to.equal('second');
      const [kept] = must(await world.admin.api.get(`/v1/spaces/${other}/content/files`), 200).items;
      expect(await (await fetch(kept.downloadURL)).text()).to.equal('the notes');
    });

    it('changes nothing where the space has the same content, and keeps the ids of remaining pages', async () => {
      const space = await uploads.space();
      const { revision } = must(await importInto(space, packed(PROJECT)), 201);
      const ids = (await pagesOf(space)).map(({ id }) => id);
      expect(must(await importInto(space, packed(PROJECT)), 201).revision).to.equal(revision);
      const next = must(await importInto(space, packed({ ...PROJECT, 'README.md': '# Home\n\nOther.\n' })), 201);
      expect(next.revision).to.not.equal(revision);
      expect((await pagesOf(space)).map(({ id }) => id)).to.deep.equal(ids);
    });

    it('keeps the paths of pages whose files have other names, also in a space with a root folder', async () => {
      const space = await uploads.space();
      must(
        await uploads.edit(space, [{ operation: 'insert_page', title: 'Home', document: { markdown: 'Hello.' } }]),
        200,
      );
      const [home] = await pagesOf(space);
      const page = (title: string, slug: string, more: object = {}) => ({
        operation: 'insert_page',
        title,
        slug,
        document: { markdown: `About ${title}.` },
        ...more,
      });
      must(
        await uploads.edit(space, [
          page('Привет, мир', 'привет'),
          page('Console', 'con.md'),
          page('Below', 'größe', { into: home.id }),
          { operation: 'insert_page', type: 'group', title: 'More' },
        ]),
        200,
      );
      const before = await pagesOf(space);
      const { revision } = must(await importInto(space, await download(await linkTo(space))), 201);
      const after = await pagesOf(space);
      const pathsOf = (pages: readonly any[]): unknown[] =>
        pages.map(({ id, path, pages: below = [] }) => [id, path, pathsOf(below)]);
      expect(pathsOf(after)).to.deep.equal(pathsOf(before));
      expect(must(await importInto(space, await download(await linkTo(space))), 201).revision).to.equal(revision);

      const rooted = Object.fromEntries(Object.entries(PROJECT).map(([path, bytes]) => [`docs/${path}`, bytes]));
      const other = await uploads.space();
      must(await importInto(other, packed({ ...rooted, '.gitbook.yaml': 'root: ./docs/\n' })), 201);
      const written = await pagesOf(other);
      const zip = await download(await linkTo(other));
      must(await importInto(other, zip), 201);
      expect(pathsOf(await pagesOf(other))).to.deep.equal(pathsOf(written));
      expect(must(await importInto(await uploads.space(), zip), 201)).to.include({ pages: 3, files: 1 });
      expect(await filesIn(zip)).to.deep.equal(asFound({ ...rooted, '.gitbook.yaml': 'root: ./docs/\n' }));
    });

    it('keeps the path of a home page whose file is no README.md', async () => {
      const [space, other] = [await uploads.space(), await uploads.space()];
      const files = {
        '.gitbook.yaml': 'root: ./docs/\nstructure:\n  readme: start.md\n',
        'docs/start.md': '# Start\n\n[a](a.md)\n',
        'docs/a.md': '# A\n',
        'docs/SUMMARY.md': '# Table of contents\n\n* [Start](start.md)\n* [A](a.md)\n',
      };
      must(await importInto(space, packed(files)), 201);
      const zip = await download(await linkTo(space));
      expect(await filesIn(zip)).to.deep.equal(asFound(files));
      must(await importInto(other, zip), 201);
      const paths = async (id: string) => (await pagesOf(id)).map(({ path }: any) => path);
      expect(await paths(other))
        .to.deep.equal(await paths(space))
        .and.to.deep.equal(['readme', 'a']);
    });

    it('reads a packed folder as the project, without the files of operating systems', async () => {
      const space = await uploads.space();
      const folder = Object.entries(PROJECT).map(([path, bytes]) => [`docs-main/${path}`, bytes] as const);
      const system = { '__MACOSX/docs-main/._README.md': 'x', 'docs-main/.DS_Store': 'x', 'Thumbs.db': 'x' };
      must(await importInto(space, packed({ ...Object.fromEntries(folder), ...system })), 201);
      expect(await filesIn(await download(await linkTo(space)))).to.deep.equal(asFound(PROJECT));
    });

    it('[A40] reports what it found, and takes an archive inside for a file', async () => {
      const space = await uploads.space();
      const inner = packed({ '../evil.md': 'x' });
      const { report } = must(
        await importInto(
          space,
          packed({
            'README.md': '# Home\n\n[all](.gitbook/assets/all.zip)\n',
            'SUMMARY.md': '* [Home](README.md)\n* [Gone](gone.md)\n',
            '.gitbook/assets/all.zip': inner,
            '.git/config': '[core]',
            [`${'a/'.repeat(30_000)}deep.md`]: '# Deep\n',
          }),
        ),
        201,
      );
      expect(report.map(({ code }: any) => code)).to.have.members(['missing-file', 'path-refused', 'path-refused']);
      expect((await filesIn(await download(await linkTo(space))))['.gitbook/assets/all.zip']).to.equal(
        inner.toString('latin1'),
      );
    });

    it('[A40] names what makes an archive unsafe, and changes nothing', async () => {
      const space = await uploads.space();
      const { revision } = must(await importInto(space, packed(PROJECT)), 201);
      for (const [what, entries, said] of INVALID_ARCHIVES) {
        const { error } = must(await importInto(space, zipOf(entries)), 400);
        expect(error.issues, what).to.have.lengthOf(1);
        expect(error.issues[0].path, what).to.deep.equal('key');
        expect(error.issues[0].message, what).to.match(said);
      }
      must(await importInto(space, Buffer.from('no archive')), 400);
      must(await importInto(space, zipOf([{ name: 'a' }], 60_000)), 400);
      must(await importInto(space, zipOf([{ name: 'a.md', bytes: Buffer.alloc(40 * 1024 ** 2) }])), 400);
      expect(must(await world.admin.api.get(`/v1/spaces/${space}`), 200).revision).to.equal(revision);
    });

    it('replaces nothing unless the space is at the revision that If-Match names', async () => {
      const space = await uploads.space();
      const before = must(await world.admin.api.get(`/v1/spaces/${space}`), 200).revision;
      const key = await uploads.sent(packed(PROJECT));
      const bound = (revision: string) =>
        world.admin.api.post(`/v1/spaces/${space}/archive`, { key }, { 'if-match': `"${revision}"` });
      must(await bound('0'.repeat(20)), 412);
      const { revision } = must(await bound(before), 201);
      must(await bound(before), 412);
      expect(must(await world.admin.api.get(`/v1/spaces/${space}`), 200).revision).to.equal(revision);
    });

    it('uses the upload up', async () => {
      const space = await uploads.space();
      const key = await uploads.sent(packed(PROJECT));
      must(await world.admin.api.post(`/v1/spaces/${space}/archive`, { key }), 201);
      must(await world.admin.api.post(`/v1/spaces/${space}/archive`, { key }), 400);
    });
  });
});
