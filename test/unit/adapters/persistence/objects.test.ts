import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { Database } from '../../../../src/adapters/persistence/mikro-orm/kernel/database.ts';
import { PgContentStore } from '../../../../src/adapters/persistence/mikro-orm/content/objects.ts';
import type { Hash } from '../../../../src/domain/content/objects/content-object.ts';
import { backends } from '../../../support/backends.ts';

const hashOf = (text: string): Hash => createHash('sha256').update(text).digest('hex') as Hash;

for (const backend of backends.filter(({ name }) => name !== 'memory'))
  describe(`objects in the database (${backend.name})`, () => {
    let database: Database;
    before(async () => {
      database = await Database.open({ url: (await backend.database())!, connections: 2 });
      await database.migrate();
    });
    after(() => database.close());

    it('store the hashes of the objects that they reference, in order', async () => {
      const objects = [0, 1, 2, 17].map((count) => ({
        hash: hashOf(`of ${count}`),
        type: 'map' as const,
        bytes: new Uint8Array([count]),
        refs: Array.from({ length: count }, (_, i) => hashOf(`${count} ${i}`)),
      }));
      await new PgContentStore(database.reads).put(objects);
      for (const { hash, refs } of objects) {
        const { rows } = await database.reads.query('SELECT refs FROM objects WHERE hash = $1', [
          Buffer.from(hash, 'hex'),
        ]);
        expect(rows[0].refs.map((ref: Buffer) => ref.toString('hex'))).to.deep.equal(refs);
      }
    });
  });
