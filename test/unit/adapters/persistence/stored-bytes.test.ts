import { expect } from 'chai';
import { MemoryStorageUsage } from '../../../../src/adapters/persistence/memory/uploads.ts';
import { PgStorageUsage } from '../../../../src/adapters/persistence/mikro-orm/uploads.ts';
import { Database } from '../../../../src/adapters/persistence/mikro-orm/kernel/database.ts';
import { MemoryBlobStore } from '../../../../src/adapters/storage/memory-blob-store.ts';
import { OrganizationStorage } from '../../../../src/application/uploads/organization-storage.ts';
import type { StorageUsage } from '../../../../src/ports/uploads.ts';
import { onEveryBackend } from '../../../support/backends.ts';

const blob = (digit: string, size: number) => ({ hash: digit.repeat(64), size });

onEveryBackend('StoredBytes', (backend) => {
  let stored: StorageUsage;
  let close = async (): Promise<void> => {};
  before(async () => {
    const url = await backend.database();
    if (url === undefined) stored = new MemoryStorageUsage();
    else {
      const database = await Database.open({ url, connections: 4 });
      await database.migrate();
      stored = new PgStorageUsage(database.reads);
      close = () => database.close();
    }
  });
  after(() => close());

  it('counts equal blobs once in each organization, until they are deleted', async () => {
    expect(await stored.totalBytes('one')).to.equal(0);
    await stored.record('one', [blob('a', 5), blob('b', 2 ** 40), blob('a', 5)]);
    await Promise.all([
      stored.record('one', [blob('a', 5), blob('c', 1)]),
      stored.record('one', [blob('c', 1), blob('a', 5)]),
    ]);
    await stored.record('two', [blob('a', 5)]);
    expect(await stored.totalBytes('one')).to.equal(2 ** 40 + 6);
    expect(await stored.totalBytes('two')).to.equal(5);
    await stored.forget('a'.repeat(64));
    await stored.forget('f'.repeat(64));
    expect(await stored.totalBytes('one')).to.equal(2 ** 40 + 1);
    expect(await stored.totalBytes('two')).to.equal(0);
  });

  it('lists the organizations that store most, with the size of all different blobs', async () => {
    const before = await stored.overview(10);
    await stored.record('four', [blob('4', 2 ** 41)]);
    await stored.record('five', [blob('4', 2 ** 41), blob('5', 7)]);
    const { files, database, largest } = await stored.overview(2);
    expect(files - before.files).to.equal(2 ** 41 + 7);
    expect(largest).to.deep.equal([
      { organizationId: 'five', bytes: 2 ** 41 + 7 },
      { organizationId: 'four', bytes: 2 ** 41 },
    ]);
    expect(database).to.satisfy((bytes: number | null) => bytes === null || bytes > 1_000_000);
  });

  it('holds the blobs of an import to the limit of its organization', async () => {
    const storage = new OrganizationStorage(stored, 10);
    const blobs = storage.blobsOf(new MemoryBlobStore(), 'three');
    const { hash } = await blobs.put(Buffer.from('0123456'));
    expect(await blobs.has(hash)).to.equal(true);
    await blobs.put(Buffer.from('789'));
    const refused = await blobs.put(Buffer.from('x')).catch((error: Error) => error.message);
    expect(refused).to.equal('the organization stores 10 bytes of files; 1 more exceed its limit of 10 bytes');
  });
});
