import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { LIMITS, zipLimitsFor, readZip, type ZipLimits } from '../../../src/adapters/archive/read-zip.ts';
import { writeZip } from '../../../src/adapters/archive/write-zip.ts';
import { ZipArchives } from '../../../src/adapters/archive/zip-archives.ts';
import { FairPool, PoolBusy } from '../../../src/application/kernel/fair-pool.ts';
import type { ArchiveSource } from '../../../src/ports/imports/archives.ts';
import { INVALID_ARCHIVES, zipOf, type ZipEntry } from '../../support/files/zip.ts';
import { until } from '../../support/until.ts';

const sourceOf = (zip: Buffer): ArchiveSource => ({
  size: zip.length,
  read: async (start, end) => Readable.from([zip.subarray(start, end)]),
});
const refusal = async (zip: Buffer, limits: Partial<ZipLimits> = {}): Promise<string> => {
  try {
    await readZip(sourceOf(zip), { ...LIMITS, ...limits });
  } catch (error) {
    expect(error).to.have.property('category', 'invalid');
    return (error as Error).message;
  }
  return 'taken';
};
const gitName = (bytes: string): string =>
  createHash('sha1')
    .update(`blob ${Buffer.byteLength(bytes)}\0${bytes}`)
    .digest('hex');
async function filesIn(zip: Buffer): Promise<Record<string, string>> {
  const files = await readZip(sourceOf(zip));
  const found: Record<string, string> = {};
  for await (const { path, oid } of files.list())
    for await (const { bytes } of files.read([oid])) found[path] = bytes.toString();
  return found;
}
async function written(files: Readonly<Record<string, string>>, at = '2024-05-06T07:08:09.000Z'): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of writeZip(
    Object.entries(files).map(([path, text]) => ({
      path,
      content: text === '' ? new Uint8Array() : async () => Readable.from([Buffer.from(text)]),
    })),
    at,
  ))
    chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const HOLDER = { organizationId: 'a', user: 'ann' };

describe('ZipArchives', () => {
  it('reads archives file by file, with Git blob ids', async () => {
    const files = await readZip(
      sourceOf(
        zipOf([
          { name: 'docs/', mode: 0o040755 },
          { name: 'docs/ä.md', bytes: '# Ä\r\n' },
          { name: 'plain.txt', bytes: 'x', method: 0 },
          { name: 'empty', mode: 0 },
        ]),
      ),
    );
    const listed = [];
    for await (const { path, oid, size, kind } of files.list()) listed.push([path, oid, size, kind]);
    expect(listed).to.deep.equal([
      ['docs/ä.md', gitName('# Ä\r\n'), 6, 'file'],
      ['plain.txt', gitName('x'), 1, 'file'],
      ['empty', gitName(''), 0, 'file'],
    ]);
    const read = [];
    for await (const { bytes } of files.read([gitName('x'), gitName('# Ä\r\n')])) read.push(bytes.toString());
    expect(read).to.deep.equal(['x', '# Ä\r\n']);
  });

  it('unpacks files once while the cache has room', async () => {
    const zip = zipOf([
      { name: 'a', bytes: 'aaaa' },
      { name: 'b', bytes: 'bbbb' },
      { name: 'c', bytes: 'cc' },
    ]);
    const source = sourceOf(zip);
    const unpackedAgain = async (keptBytes: number): Promise<string> => {
      let reads = 0;
      const files = await readZip(
        { ...source, read: (start, end) => (reads++, source.read(start, end)) },
        { ...LIMITS, maxCachedBytes: keptBytes },
      );
      let again = '';
      for (const text of ['aaaa', 'bbbb', 'cc']) {
        reads = 0;
        for await (const { bytes } of files.read([gitName(text)])) expect(bytes.toString()).to.equal(text);
        if (reads > 0) again += text[0];
      }
      return again;
    };
    expect(await unpackedAgain(10)).to.equal('');
    expect(await unpackedAgain(9)).to.equal('c');
    expect(await unpackedAgain(7), 'what is small may still have room').to.equal('b');
    expect(await unpackedAgain(0)).to.equal('abc');
  });

  it('limits the number of concurrent reads', async () => {
    const archives = new ZipArchives(
      LIMITS,
      new FairPool({
        work: 'archives',
        places: 2,
        perOrganization: 2,
        perUser: 2,
        waiting: { total: 0, perOrganization: 1, perUser: 1 },
      }),
    );
    const source = sourceOf(zipOf([{ name: 'a' }]));
    const goOn: (() => void)[] = [];
    const held = () => archives.read(source, HOLDER, () => new Promise<void>((resolve) => goOn.push(resolve)));
    const [first, second] = [held(), held()];
    expect(await archives.read(source, HOLDER, async () => 'read').catch((error: unknown) => error)).to.be.instanceOf(
      PoolBusy,
    );
    await until(() => goOn.length === 2);
    goOn[0]!();
    await Promise.race([first, second]);
    expect(await archives.read(source, HOLDER, async () => 'read')).to.equal('read');
    for (const wrong of [
      () => archives.read(sourceOf(Buffer.from('none')), HOLDER, async () => {}),
      () => archives.read(source, HOLDER, () => Promise.reject(new Error('broken'))),
    ])
      expect(await wrong().catch((error: unknown) => error))
        .to.be.instanceOf(Error)
        .and.not.instanceOf(PoolBusy);
    expect(await archives.read(source, HOLDER, async () => 'read'), 'what failed is not read any more').to.equal(
      'read',
    );
    goOn[1]!();
    await Promise.all([first, second]);
  });

  it('[A81] reads for another organization while one has its share running and more waiting', async () => {
    const archives = new ZipArchives();
    const source = sourceOf(zipOf([{ name: 'a' }]));
    let goOn = (): void => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const ofOne = Array.from({ length: 5 }, (_, n) =>
      archives.read(source, { organizationId: 'a', user: `user ${n}` }, () => held),
    );
    expect(await archives.read(source, { organizationId: 'b', user: 'bob' }, async () => 'read')).to.equal('read');
    goOn();
    await Promise.all(ofOne);
  });

  for (const [what, entries, said] of INVALID_ARCHIVES)
    it(`[A40] rejects an archive with ${what} by name`, async () =>
      expect(await refusal(zipOf(entries))).to.match(said));

  it('rejects other and truncated files', async () => {
    const whole = zipOf([{ name: 'a', bytes: 'words' }]);
    for (const bytes of [Buffer.from('not an archive at all, really'), Buffer.alloc(0), whole.subarray(0, -10)])
      expect(await refusal(bytes)).to.include('cannot be read');
  });

  it('[A40] rejects an archive with too many entries before reading any', async () => {
    const entries: ZipEntry[] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
    expect(await refusal(zipOf(entries), { maxEntries: 3 })).to.equal('taken');
    expect(await refusal(zipOf(entries), { maxEntries: 2 })).to.include('3 entries');
    expect(await refusal(zipOf([], 60_000))).to.include('60000 entries, more than the limit of 50000');
  });

  it('[A40] limits the unpacked bytes and the ratio to the archive size', async () => {
    const zip = zipOf([
      { name: 'a', bytes: 'x'.repeat(600) },
      { name: 'b', bytes: 'y'.repeat(400) },
    ]);
    expect(await refusal(zip, { maxBytes: 1000 })).to.equal('taken');
    expect(await refusal(zip, { maxBytes: 999 })).to.include('999 bytes');
    const bomb = zipOf([{ name: 'a', bytes: Buffer.alloc(3_000_000) }]);
    expect(await refusal(bomb, { minRatioBytes: 3_000_000 })).to.equal('taken');
    expect(await refusal(bomb, { minRatioBytes: 2_999_999 })).to.include('100 times its size');
  });

  it('allows archives to unpack to as many bytes as archives may have', async () => {
    expect(zipLimitsFor(LIMITS.maxBytes)).to.deep.equal(LIMITS);
    expect(zipLimitsFor(1)).to.deep.equal(LIMITS);
    expect(zipLimitsFor(LIMITS.maxBytes + 1)).to.deep.equal({ ...LIMITS, maxBytes: LIMITS.maxBytes + 1 });
    const source = sourceOf(zipOf([{ name: 'a', bytes: 'x'.repeat(600) }]));
    expect(await new ZipArchives({ ...LIMITS, maxBytes: 600 }).read(source, HOLDER, async () => 'read')).to.equal(
      'read',
    );
    expect(
      await new ZipArchives({ ...LIMITS, maxBytes: 599 })
        .read(source, HOLDER, async () => 'read')
        .catch(({ message }: Error) => message),
    ).to.include('599 bytes');
  });

  it('[A40] counts the unpacked size of the same bytes under many names', async () => {
    const entries = Array.from({ length: 40 }, (_, i): ZipEntry => ({
      name: 'a',
      bytes: Buffer.alloc(1_000_000),
      overlaps: i > 0,
    }));
    expect(
      await refusal(zipOf(entries.map((entry, i) => ({ ...entry, name: `${i}` }))), { minRatioBytes: 10_000_000 }),
    ).to.match(/100 times its size/);
  });

  it('writes archives that are read back unchanged, with the same bytes each time', async () => {
    const files = { 'README.md': '# Home\n', 'docs/ü.md': 'long '.repeat(10_000), 'empty.txt': '' };
    const zip = await written(files);
    expect(await filesIn(zip)).to.deep.equal(files);
    expect((await written(files)).equals(zip)).to.equal(true);
  });

  it('fails when a file cannot be read, and closes files when the reader stops', async () => {
    const broken = writeZip(
      [{ path: 'a', content: () => Promise.reject(new Error('gone')) }],
      '2024-05-06T07:08:09.000Z',
    );
    const error = await (async () => {
      for await (const _ of broken);
    })().catch((reason: Error) => reason);
    expect((error as Error).message).to.equal('gone');

    const endless = new Readable({
      read() {
        this.push(Buffer.alloc(65_536, Math.random().toString()));
      },
    });
    const closed = new Promise((resolve) => endless.once('close', resolve));
    const output = writeZip([{ path: 'a', content: async () => endless }], '2024-05-06T07:08:09.000Z');
    output.once('data', () => output.destroy());
    await closed;
  });
});
