import { readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { DiskRenderedFiles } from '../../../../src/adapters/storage/disk-rendered-files.ts';
import { temporaryFolder } from '../../../support/backends.ts';

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

describe('DiskRenderedFiles', () => {
  it('returns a file and ranges of it, readable for its owner only', async () => {
    const dir = temporaryFolder();
    const files = await DiskRenderedFiles.open(dir, { maxBytes: 100, maxAgeMs: 60_000 });
    await files.put('key', bytes('0123456789'));
    const part = (await files.get('key', { start: 2, end: 4 }))!;
    let text = '';
    for await (const piece of part.stream) text += piece.toString();
    expect([text, part.size, statSync(join(dir, 'key')).mode & 0o777]).to.deep.equal(['234', 10, 0o600]);
    expect(await files.get('other')).to.equal(undefined);
  });

  it('keeps nothing of an incomplete file', async () => {
    const dir = temporaryFolder();
    const files = await DiskRenderedFiles.open(dir, { maxBytes: 100, maxAgeMs: 60_000 });
    const failed = await files
      .put(
        'key',
        (async function* () {
          yield Buffer.from('half');
          throw new Error('broken off');
        })(),
      )
      .catch((error: Error) => error.message);
    expect([failed, readdirSync(dir)]).to.deep.equal(['broken off', []]);
  });

  it('evicts the least recently used files beyond exactly the maximum size', async () => {
    const dir = temporaryFolder();
    const files = await DiskRenderedFiles.open(dir, { maxBytes: 20, maxAgeMs: 60_000 });
    const ago = (name: string, seconds: number): void =>
      utimesSync(join(dir, name), Date.now() / 1000 - seconds, Date.now() / 1000 - seconds);
    await files.put('a', bytes('0123456789'));
    ago('a', 20);
    await files.put('b', bytes('0123456789'));
    ago('b', 10);
    expect(readdirSync(dir).sort()).to.deep.equal(['a', 'b']);
    await files.put('c', bytes('x'));
    expect(readdirSync(dir).sort()).to.deep.equal(['b', 'c']);
    ago('b', 61);
    await DiskRenderedFiles.open(dir, { maxBytes: 20, maxAgeMs: 60_000 });
    expect(readdirSync(dir)).to.deep.equal(['c']);
  });

  it('rejects names that could escape the directory', async () => {
    const files = await DiskRenderedFiles.open(temporaryFolder(), { maxBytes: 20, maxAgeMs: 60_000 });
    for (const key of ['../a', 'a/b', '', '.', 'a\0'])
      expect(await files.get(key).catch((error: Error) => error.message), key).to.equal('not a key of a rendered file');
  });
});
