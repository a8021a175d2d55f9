import type pg from 'pg';
import type { BlobStore } from '../../../../ports/uploads.ts';
import { BLOB_HOLDERS } from '../../blob-holders.ts';
import { columnName, TABLES } from '../kernel/tables.ts';

/** Reference from a row to a stored file. */
export interface BlobReference {
  readonly blob: string;
  /** Row that refers to the file, for the operator. */
  readonly holder: string;
}

/**
 * Query for the files that rows refer to, as `blob` and `holder`; contents refer to others.
 * @param condition condition for the rows of each of the tables
 * @param relation names the table that has the rows of another one
 */
export const heldBlobsQuery = (condition = 'true', relation = (table: string): string => table): string =>
  BLOB_HOLDERS.map(({ aggregate, field, member }) => {
    const name = relation(TABLES[aggregate].name);
    const column = columnName(field);
    const holder = `'${name} ' || id AS holder`;
    return member === undefined
      ? `SELECT ${column} AS blob, ${holder} FROM ${name} WHERE ${condition} AND ${column} IS NOT NULL`
      : `SELECT one->>'${member}' AS blob, ${holder} FROM ${name}, jsonb_array_elements(${column}) one WHERE ${condition}`;
  }).join(' UNION ALL ');

/** Lists the files that rows refer to. */
export async function listHeldBlobs(client: pg.ClientBase): Promise<readonly BlobReference[]> {
  return (await client.query<BlobReference>(`${heldBlobsQuery()} ORDER BY holder, blob`)).rows;
}

/** Number of hashes that are listed at a time. */
const BATCH = 1_000;

/** Lists all files of a storage. */
export async function* listBlobs(blobs: Pick<BlobStore, 'list'>): AsyncIterable<string> {
  for (let after: string | undefined; ;) {
    const hashes = await blobs.list(after, BATCH);
    yield* hashes;
    if (hashes.length < BATCH) return;
    after = hashes.at(-1);
  }
}

/** Hashes that objects refer to and no object has: those of files. */
const CONTENT_BLOBS = `SELECT DISTINCT encode(r.ref, 'hex') AS blob FROM objects, unnest(refs) AS r(ref)
  WHERE NOT EXISTS (SELECT FROM objects o WHERE o.hash = r.ref)`;

/** Lists the files that rows or contents refer to and a storage does not have, one line each. */
export async function listMissingBlobs(
  client: pg.ClientBase,
  blobs: Pick<BlobStore, 'list'>,
): Promise<readonly string[]> {
  const stored = new Set<string>();
  for await (const hash of listBlobs(blobs)) stored.add(hash);
  const { rows } = await client.query<{ blob: string }>(CONTENT_BLOBS);
  const held = [...(await listHeldBlobs(client)), ...rows.map(({ blob }) => ({ blob, holder: 'content' }))];
  return held.filter(({ blob }) => !stored.has(blob)).map(({ blob, holder }) => `the file ${blob} of ${holder}`);
}
