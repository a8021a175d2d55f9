import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import pg from 'pg';
import { restoreBackup } from '../../../../src/adapters/persistence/mikro-orm/instance/restore-backup.ts';
import { writeBackup } from '../../../../src/adapters/persistence/mikro-orm/instance/write-backup.ts';
import { Database } from '../../../../src/adapters/persistence/mikro-orm/kernel/database.ts';
import { backends } from '../../../support/backends.ts';
import { until } from '../../../support/until.ts';

const LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
const LIMIT_MS = 200;
const FILE = Buffer.from('A stored file.');
const HASH = createHash('sha256').update(FILE).digest('hex');

for (const backend of backends.filter(({ name }) => name !== 'memory'))
  describe(`a server with limits for every connection (${backend.name})`, () => {
    let observer: pg.Client;
    let url: string;

    /** Sets limits for all new connections to a database. @returns its URL */
    const limited = async (address: string): Promise<string> => {
      const client = new pg.Client({ connectionString: address });
      await client.connect();
      const name = new URL(address).pathname.slice(1);
      for (const limit of LIMITS) await client.query(`ALTER DATABASE "${name}" SET ${limit} = ${LIMIT_MS}`);
      await client.end();
      return address;
    };
    /** Opens a connection without limits. */
    const observe = async (address: string): Promise<pg.Client> => {
      const client = new pg.Client({ connectionString: address });
      await client.connect();
      for (const limit of LIMITS) await client.query(`SET ${limit} = 0`);
      return client;
    };
    /** Waits until a connection has been in a state for longer than the limit allows; fails with the work. */
    const outlasts = async (client: pg.Client, state: string, work: Promise<unknown>): Promise<void> => {
      const holds = until(
        async () =>
          (
            await client.query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
              AND ${state} AND clock_timestamp() - state_change > interval '${2 * LIMIT_MS} ms'`)
          ).rowCount! > 0,
      );
      await Promise.race([holds, work.then(() => expect.fail('the work has ended early'))]);
    };

    before(async () => {
      url = await limited((await backend.database())!);
      observer = await observe(url);
    });
    after(() => observer.end());

    it('lets a node wait for the migrations of another one', async () => {
      const database = await Database.open({ url, connections: 2 });
      try {
        await observer.query('SELECT pg_advisory_lock(7231954001)');
        const migrated = database.migrate();
        await outlasts(observer, `wait_event_type = 'Lock'`, migrated);
        await observer.query('SELECT pg_advisory_unlock_all()');
        expect(await migrated).to.deep.equal([]);
      } finally {
        await database.close();
      }
    });

    it('ends no migration', async () => {
      const database = await Database.open({ url, connections: 2 });
      try {
        for (const limit of LIMITS)
          expect(await database.orm.em.execute(`SHOW ${limit}`)).to.deep.equal([{ [limit]: '0' }]);
      } finally {
        await database.close();
      }
    });

    it('ends no backup, and no restore while it stores files', async () => {
      const archive = new PassThrough();
      const bytes = buffer(archive);
      // Within a transaction, the server's list of connections stays as it was.
      const holder = await observe(url);
      await holder.query('BEGIN');
      await holder.query('LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
      const written = writeBackup(
        {
          url,
          blobs: {
            identity: async () => undefined,
            list: async () => [HASH],
            get: async () => ({ size: FILE.length, stream: Readable.from([FILE]) }) as never,
          },
          version: '1',
          secretKeyDigest: undefined,
        },
        archive,
      );
      await outlasts(observer, `application_name = 'quire-backup' AND wait_event_type = 'Lock'`, written);
      await holder.end();
      expect(await written).to.include({ blobs: 1 });

      const target = await limited((await backend.emptyDatabase())!);
      const witness = await observe(target);
      let release!: () => void;
      const held = new Promise<void>((resolve) => (release = resolve));
      const restored = restoreBackup(
        {
          url: target,
          blobs: {
            identity: async () => undefined,
            put: async () => {
              await held;
              return { hash: HASH, size: FILE.length };
            },
          },
          secretKeyDigest: undefined,
        },
        Readable.from([await bytes]),
      );
      await outlasts(witness, `application_name = 'quire-restore' AND state = 'idle in transaction'`, restored);
      release();
      await witness.end();
      expect(await restored).to.include({ blobs: 1 });
    });
  });
