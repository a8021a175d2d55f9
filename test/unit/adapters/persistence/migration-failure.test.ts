import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import pg from 'pg';
import { Database } from '../../../../src/adapters/persistence/mikro-orm/kernel/database.ts';
import { toMigrationFailure } from '../../../../src/adapters/persistence/mikro-orm/kernel/migration-failure.ts';
import { backends } from '../../../support/backends.ts';

for (const backend of backends.filter(({ name }) => name !== 'memory'))
  describe(`a database that refuses migrations (${backend.name})`, () => {
    const role = `guest_${randomBytes(6).toString('hex')}`;
    let url: string;
    let owner: pg.Client;

    const refusal = async (address: string): Promise<string> => {
      const database = await Database.open({ url: address, connections: 2 });
      try {
        return await database.migrate().then(
          () => 'migrated',
          ({ message }: Error) => message,
        );
      } finally {
        await database.close();
      }
    };
    const asGuest = (): string => {
      const guest = new URL(url);
      [guest.username, guest.password] = [role, role];
      return guest.href;
    };

    before(async () => {
      url = (await backend.emptyDatabase())!;
      owner = new pg.Client({ connectionString: url });
      await owner.connect();
      await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD '${role}'`);
    });
    after(async () => {
      await owner.query(`DROP OWNED BY ${role}`);
      await owner.query(`DROP ROLE ${role}`);
      await owner.end();
    });

    it('to a user who may not create tables, or extensions, names the remedy in one line', async () => {
      const remedy = 'make the user of DATABASE_URL the owner of the database';
      expect(await refusal(asGuest())).to.equal(
        `the database cannot be used: permission denied for schema public: ${remedy}`,
      );
      await owner.query(`GRANT ALL ON SCHEMA public TO ${role}`);
      expect(await refusal(asGuest())).to.equal(
        `the database cannot be used: permission denied to create extension "btree_gin": ${remedy}`,
      );
    });

    it('that accepts no changes names the remedy in one line', async () => {
      await owner.query(`ALTER ROLE ${role} SET default_transaction_read_only = on`);
      expect(await refusal(asGuest())).to.match(
        /^the database cannot be used: cannot execute CREATE TABLE in a read-only transaction: connect to the primary server/,
      );
    });
  });

describe('toMigrationFailure', () => {
  it('names the package of missing extensions, and returns other errors unchanged', () => {
    const missing = new Error('CREATE EXTENSION IF NOT EXISTS pg_trgm - extension "pg_trgm" is not available');
    expect((toMigrationFailure(new Error('failed', { cause: missing })) as Error).message).to.match(
      /^the database cannot be used: extension "pg_trgm" is not available: .*postgresql-contrib$/,
    );
    const other = new Error('failed', { cause: new Error('syntax error') });
    expect(toMigrationFailure(other)).to.equal(other);
  });
});
