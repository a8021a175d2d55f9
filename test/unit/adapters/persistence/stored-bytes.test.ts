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
