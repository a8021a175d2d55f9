import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft } from '../../support/content/api-content.ts';
import { must, World } from '../../support/world.ts';

const MEGABYTE = 1024 * 1024;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAEklEQVR4nGNgYGD4D8IIhnEBAEzXBvoULJvEAAAAAElFTkSuQmCC',
  'base64',
);

onEveryBackend('files of a change request', (backend) => {
  let world: World;
  let draft: Draft;
  before(async () => {
    world = await World.create(await backend.instance());
  });
  beforeEach(async () => {
    draft = await Draft.open(world);
  });

  const issueOf = (answer: any): string => must(answer, 400).error.issues[0].path;
  const refused = async (change: object): Promise<string> => issueOf(await draft.post([change]));

  let server: Server;
  let origin: string;
  before((done) => {
    server = createServer((request, response) => {
      if (request.url === '/missing') response.writeHead(404).end();
      else
        response.end(
          request.url === '/20'
            ? Buffer.alloc(20 * MEGABYTE)
            : request.url === '/21'
              ? Buffer.alloc(20 * MEGABYTE + 1)
              : PNG,
        );
    }).listen(0, '127.0.0.1', () => {
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      done();
    });
  });
  after(() => void server.close());
  const file = (more: object) => ({ operation: 'insert_files', files: [{ name: 'a.png', ...more }] });
  const encoded = (bytes: Buffer) => ({ contentType: 'text/html', base64: bytes.toString('base64') });

  describe('getFileInChangeRequestById', () => {
    it('serves files given as base64 and by URL, with type and size of their bytes', async () => {
      const { insertedFiles, changes } = await draft.edit({
        operation: 'insert_files',
        files: [
          { name: 'a.png', ref: 'a', ...encoded(PNG) },
          { name: 'ü b.bin', url: `${origin}/pic` },
          { name: 'empty.txt', ...encoded(Buffer.alloc(0)) },
        ],
      });
      expect(changes).to.deep.equal([]);
      expect(
        insertedFiles.map(({ name, contentType, size, dimensions, ref }: any) => [
          name,
          contentType,
          size,
          dimensions,
          ref,
        ]),
      ).to.deep.equal([
        ['a.png', 'image/png', PNG.length, { width: 2, height: 3 }, 'a'],
        ['ü b.bin', 'image/png', PNG.length, { width: 2, height: 3 }, undefined],
        ['empty.txt', 'text/plain', 0, undefined, undefined],
      ]);
      const { client } = world.admin;
      const { data: listed } = await client.spaces.listFilesInChangeRequestById(draft.spaceId, draft.id);
      expect(listed.count).to.equal(3);
      const [{ ref: _, ...first }] = insertedFiles;
      expect(listed.items[0]).to.deep.equal(first);
      expect((await client.spaces.getFileInChangeRequestById(draft.spaceId, draft.id, first.id)).data).to.deep.equal(
        first,
      );
      const served = await fetch(first.downloadURL);
      expect(served.status).to.equal(200);
      expect(Buffer.from(await served.arrayBuffer()).equals(PNG)).to.equal(true);

      expect(await draft.inSpace('/content/files')).to.deep.equal({ items: [], count: 0 });
      must(await world.admin.api.get(`${draft.space}/content/files/${first.id}`), 404);
      await draft.merge();
      expect((await client.spaces.getFileById(draft.spaceId, first.id)).data).to.deep.equal(first);
      expect((await client.spaces.listFiles(draft.spaceId, { limit: 2 })).data).to.have.property('next');
      const { revision } = await draft.inSpace('');
      expect(
        (await client.spaces.listFilesInRevisionById(draft.spaceId, revision)).data.items.map(({ id }: any) => id),
      ).to.deep.equal(listed.items.map(({ id }: any) => id));
      expect((await client.spaces.getFileInRevisionById(draft.spaceId, revision, first.id)).data).to.deep.equal(first);
    });
  });

  describe('listFilesInChangeRequestById', () => {
    it('pages through files without doubles or gaps', async () => {
      await draft.edit({
        operation: 'insert_files',
        files: Array.from({ length: 7 }, (_, i) => ({ name: `${i}`, ...encoded(Buffer.from(`${i}`)) })),
      });
      const seen: string[] = [];
      let next = '';
      do {
        const { items, next: following, count } = await draft.get(`/content/files?limit=3${next}`);
        expect(count).to.equal(7);
        seen.push(...items.map(({ name }: any) => name));
        next = following ? `&page=${following.page}` : '';
      } while (next !== '');
      expect(seen).to.deep.equal(['0', '1', '2', '3', '4', '5', '6']);
      expect(await draft.get('/content/files?limit=0')).to.deep.equal({ items: [], count: 7 });
    });
  });

  describe('updateChangeRequestContent', () => {
    it('accepts 1 to 20 files at a time, of at most 1 MB each as base64', async () => {
      const files = (count: number) => ({
        operation: 'insert_files',
        files: Array.from({ length: count }, (_, i) => ({ name: `f${i}`, ...encoded(Buffer.from(`${i}`)) })),
      });
      expect(await refused(files(0))).to.equal('changes.0.files');
      expect(await refused(files(21))).to.equal('changes.0.files');
      expect((await draft.edit(files(20))).insertedFiles).to.have.length(20);
      expect((await draft.edit(file(encoded(Buffer.alloc(MEGABYTE))))).insertedFiles[0].size).to.equal(MEGABYTE);
      expect(await refused(file(encoded(Buffer.alloc(MEGABYTE + 1))))).to.equal('changes.0.files.0.base64');
    });

    it('[A38] names the error of a file', async () => {
      const wrong: [object, string][] = [
        [{ ...encoded(PNG), name: '' }, 'name'],
        [{ ...encoded(PNG), name: 'x'.repeat(257) }, 'name'],
        [{ base64: 'AAAA' }, 'contentType'],
        [{ contentType: 'a/b', base64: 'AAA' }, 'base64'],
        [{ contentType: 'a/b', base64: '!!!!' }, 'base64'],
        [{ url: 'ftp://example.com/x' }, 'url'],
        [{ url: `https://example.com/${'x'.repeat(2048)}` }, 'url'],
        [{ url: 'http://10.0.0.1/x' }, 'url'],
        [{ url: `${origin}/missing` }, 'url'],
        [{ url: `${origin}/21` }, 'url'],
      ];
      for (const [more, field] of wrong)
        expect(await refused(file(more)), JSON.stringify(more).slice(0, 80)).to.equal(`changes.0.files.0.${field}`);
      for (const more of [{}, { ...encoded(PNG), url: `${origin}/x` }])
        expect(await refused(file(more))).to.equal('changes.0.files.0');
      expect((await draft.edit(file({ ...encoded(PNG), name: 'x'.repeat(256) }))).insertedFiles[0].name).to.have.length(
        256,
      );
      expect((await draft.edit(file({ url: `${origin}/20` }))).insertedFiles[0].size).to.equal(20 * MEGABYTE);
    });
  });
});
