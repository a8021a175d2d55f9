import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { Tokens } from '../../../src/composition/tokens.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { pngOf } from '../../support/files/pictures.ts';
import { download, Uploads } from '../../support/files/uploads.ts';
import { zipOf } from '../../support/files/zip.ts';
import { DAY_MS, TimeTravel } from '../../support/time-travel.ts';
import { must, World } from '../../support/world.ts';

const FILE_LIMIT = 20_000;
const ARCHIVE_LIMIT = 300_000;
const ZIP = { kind: 'space_archive', type: 'application/zip' };

onEveryBackend('archives larger than files may be', (backend) => {
  let time: TimeTravel;
  let world: World;
  let uploads: Uploads;
  before(async () => {
    time = await TimeTravel.start(backend, {
      FILE_LIMIT_BYTES: `${FILE_LIMIT}`,
      ARCHIVE_LIMIT_BYTES: `${ARCHIVE_LIMIT}`,
    });
    world = await World.create(time.instance);
    uploads = new Uploads(world);
  });

  /** A project with a picture, as a ZIP archive of so many bytes. */
  const archiveOf = (size: number): { readonly zip: Buffer; readonly picture: Buffer } => {
    const made = (noise: number) => {
      const picture = Buffer.concat([pngOf(3, 2), randomBytes(noise)]);
      return {
        picture,
        zip: zipOf([
          { name: 'README.md', bytes: '# Home\n\n![](big.png)\n' },
          { name: 'SUMMARY.md', bytes: '* [Home](README.md)\n' },
          { name: 'big.png', bytes: picture, method: 0 },
        ]),
      };
    };
    const exact = made(size - made(0).zip.length);
    expect(exact.zip).to.have.length(size);
    return exact;
  };
  const announce = (size: number, { kind, type }: typeof ZIP) =>
    world.admin.api.post(`/v1/orgs/${world.organizationId}/storage/upload`, {
      file: { name: 'docs.zip', type, size },
      kind,
    });
  const sent = async (zip: Buffer, { kind, type }: typeof ZIP = ZIP): Promise<string> => {
    const { url, key } = must(await announce(zip.length, { kind, type }), 201);
    const { status, text } = await uploads.send(url, zip, { 'content-type': type });
    expect(status, text).to.equal(200);
    return key;
  };
  const importArchive = (space: string, key: string) => world.admin.api.post(`/v1/spaces/${space}/archive`, { key });

  it('are deleted once they are imported, while their content stays', async () => {
    const { container } = time.instance;
    const { blobs } = container.get(Tokens.Services);
    const waiting = async () => (await container.get(Tokens.Queue).status()).waiting;
    const space = await uploads.space();
    const { zip, picture } = archiveOf(5_000);
    const hash = createHash('sha256').update(zip).digest('hex');
    const key = await sent(zip);
    const before = await waiting();
    must(await importArchive(space, key), 201);
    expect(await waiting(), 'a collection is on its way').to.equal(before + 1);
    expect(await blobs.has(hash)).to.equal(true);
    for (let search = 0; search < 2; search++) {
      time.later(DAY_MS + 60 * 60 * 1000);
      await time.run('collect-unneeded');
    }
    expect(await blobs.has(hash)).to.equal(false);
    const [file] = must(await world.admin.api.get(`/v1/spaces/${space}/content/files`), 200).items;
    expect((await download(file.downloadURL)).equals(picture)).to.equal(true);
  });

  describe('importSpaceArchive', () => {
    it('accepts archives up to their own limit, to the byte', async () => {
      const space = await uploads.space();
      const { zip, picture } = archiveOf(ARCHIVE_LIMIT);
      expect(must(await importArchive(space, await sent(zip)), 201)).to.include({ pages: 1, files: 1 });
      const [file] = must(await world.admin.api.get(`/v1/spaces/${space}/content/files`), 200).items;
      expect(file).to.include({ name: 'big.png', contentType: 'image/png', size: picture.length });
      expect((await download(file.downloadURL)).equals(picture)).to.equal(true);

      const { error } = must(await announce(ARCHIVE_LIMIT + 1, ZIP), 400);
      expect(error.issues).to.deep.equal([{ path: 'file.size', message: `must be at most ${ARCHIVE_LIMIT}` }]);
      must(await announce(FILE_LIMIT, { ...ZIP, kind: 'organization_file' }), 201);
      expect(
        must(await announce(FILE_LIMIT + 1, { ...ZIP, kind: 'organization_file' }), 400).error.issues,
      ).to.deep.equal([{ path: 'file.size', message: `must be at most ${FILE_LIMIT}` }]);
    });

    it('[A40] refuses large files that are no archives or expand without bound', async () => {
      const space = await uploads.space();
      must(await announce(5_000, { ...ZIP, type: 'image/png' }), 400);
      const picture = pngOf(3, 2);
      const { url } = must(await announce(picture.length, ZIP), 201);
      expect((await uploads.send(url, picture, { 'content-type': ZIP.type })).status).to.equal(400);
      const bomb = zipOf([{ name: 'README.md', bytes: Buffer.alloc(33 * 1024 ** 2) }]);
      expect(bomb.length).to.be.lessThan(ARCHIVE_LIMIT);
      expect(must(await importArchive(space, await sent(bomb)), 400).error.issues).to.deep.equal([
        { path: 'key', message: 'the archive unpacks to more than 100 times its size' },
      ]);
    });
  });

  it('can be uploaded as files while they are small, and are no files of a space', async () => {
    const space = await uploads.space();
    must(await importArchive(space, await sent(archiveOf(5_000).zip, { ...ZIP, kind: 'organization_file' })), 201);
    const issue = async (answer: any): Promise<string> => must(await answer, 400).error.issues[0].message;
    expect(
      await issue(
        uploads.edit(space, [
          { operation: 'insert_files', files: [{ name: 'docs.zip', key: await sent(archiveOf(5_000).zip) }] },
        ]),
      ),
    ).to.equal('names an upload of the kind space_archive, not organization_file');
    expect(await issue(announce(5_000, { ...ZIP, kind: 'customization_font' }))).to.include(
      'must be the media type of',
    );
  });
});
