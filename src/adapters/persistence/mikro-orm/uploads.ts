import type pg from 'pg';
import type { OrganizationId } from '../../../domain/kernel/id.ts';
import type { StorageOverview, StoredBlob, StorageUsage } from '../../../ports/uploads.ts';
import { rows, statement } from './kernel/sql.ts';

const SUM = statement('SELECT coalesce(sum(size), 0)::float8 AS bytes FROM stored_bytes WHERE organization_id = $1');
// Rows are inserted in the order of hashes, so that concurrent statements do not deadlock.
const RECORD = statement(
  `INSERT INTO stored_bytes (organization_id, hash, size)
   SELECT $1, decode(b.hash, 'hex'), b.size FROM unnest($2::text[], $3::bigint[]) b (hash, size) ORDER BY b.hash
   ON CONFLICT (organization_id, hash) DO NOTHING`,
);
const FORGET = statement(`DELETE FROM stored_bytes WHERE hash = decode($1, 'hex')`);

const TOTALS = statement(
  `SELECT pg_database_size(current_database())::float8 AS database,
     (SELECT coalesce(sum(size), 0)::float8 FROM (SELECT DISTINCT ON (hash) size FROM stored_bytes) blobs) AS files`,
);
const LARGEST = statement(
  `SELECT organization_id AS "organizationId", sum(size)::float8 AS bytes FROM stored_bytes
   GROUP BY organization_id ORDER BY sum(size) DESC, organization_id LIMIT $1`,
);

/** Sizes of stored files, for all nodes. */
export class PgStorageUsage implements StorageUsage {
  constructor(private readonly pool: pg.Pool) {}

  async totalBytes(organizationId: OrganizationId): Promise<number> {
    const [sum] = await rows<{ bytes: number }>(this.pool, SUM, [organizationId]);
    return sum!.bytes;
  }

  async record(organizationId: OrganizationId, blobs: readonly StoredBlob[]): Promise<void> {
    const distinct = [...new Map(blobs.map((blob) => [blob.hash, blob])).values()];
    await rows(this.pool, RECORD, [organizationId, distinct.map(({ hash }) => hash), distinct.map(({ size }) => size)]);
  }

  async forget(hash: string): Promise<void> {
    await rows(this.pool, FORGET, [hash]);
  }

  async overview(limit: number): Promise<StorageOverview> {
    const [[totals], largest] = await Promise.all([
      rows<Omit<StorageOverview, 'largest'>>(this.pool, TOTALS, []),
      rows<StorageOverview['largest'][number]>(this.pool, LARGEST, [limit]),
    ]);
    return { ...totals!, largest };
  }
}
