import { Readable } from 'node:stream';
import { expect } from 'chai';
import sharp from 'sharp';
import { DiskRenderedFiles } from '../../../../src/adapters/storage/disk-rendered-files.ts';
import { SharpScaledImages } from '../../../../src/adapters/storage/sharp-scaled-images.ts';
import { temporaryFolder } from '../../../support/backends.ts';

describe('SharpScaledImages.get', () => {
  let whole: Buffer;
  before(async () => {
    const create = { width: 900, height: 900, channels: 3, background: '#000', noise: { type: 'gaussian' } } as const;
    whole = await sharp({ create }).png().toBuffer();
  });
  const failures: unknown[] = [];
  beforeEach(() => failures.splice(0));
  const open = async (read: () => Promise<Buffer>) => {
    const files = await DiskRenderedFiles.open(temporaryFolder(), { maxBytes: 1_000_000, maxAgeMs: 60_000 });
    const get = async () => {
      const bytes = await read();
      return { size: bytes.length, stream: Readable.from([bytes]) };
    };
    return new SharpScaledImages({ get }, files, (error) => failures.push(error));
  };

  it('reports a picture that cannot be decoded, once', async () => {
    const images = await open(async () => whole.subarray(0, whole.length / 2));
    for (let i = 0; i < 2; i++) expect(await images.get('blob', 480)).to.equal(undefined);
    expect(failures.map(String)).to.have.lengthOf(1);
  });

  it('reports a storage that cannot be read, and scales at a later request', async () => {
    let isDown = true;
    const images = await open(async () => {
      if (isDown) throw new Error('unreachable');
      return whole;
    });
    expect(await images.get('blob', 480)).to.equal(undefined);
    expect(failures.map(String)).to.deep.equal(['Error: unreachable']);
    isDown = false;
    const { size, stream } = (await images.get('blob', 480))!;
    stream.destroy();
    expect(size).to.be.greaterThan(0);
  });
});
