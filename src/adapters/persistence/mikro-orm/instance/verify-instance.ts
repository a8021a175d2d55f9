import { createHash } from 'node:crypto';
import pg from 'pg';
import type { BlobStore } from '../../../../ports/uploads.ts';
import { BLOB_HOLDERS } from '../../blob-holders.ts';
import { columnName, TABLES } from '../kernel/tables.ts';
import { Database } from '../kernel/database.ts';
import { verifyProjections } from './verify-projections.ts';

export interface VerifiedInstance {
  readonly url: string;
  readonly blobs: Pick<BlobStore, 'list' | 'get'>;
}

export interface VerificationReport {
  readonly checked: {
    readonly objects: number;
    readonly branches: number;
    readonly revisions: number;
    /** Spaces whose search rows and links were compared with new ones. */
    readonly spaces: number;
    readonly blobs: number;
  };
  /** One line for each problem; at most as many as a reader can use. */
  readonly problems: readonly string[];
}

const MAX_PROBLEMS = 1_000;
/** Objects that one statement examines. */
const PART = 5_000;
const BLOB_BATCH = 1_000;

/** Objects of a part whose bytes have another hash, and hashes that they refer to and no object has. */
const CHECK_OBJECTS = `WITH part AS MATERIALIZED (SELECT hash, type, bytes, refs FROM objects WHERE hash > $1 ORDER BY hash LIMIT ${PART})
  SELECT (SELECT count(*)::int FROM part) AS count, (SELECT hash FROM part ORDER BY hash DESC LIMIT 1) AS last,
    (SELECT coalesce(array_agg(encode(hash, 'hex')), '{}') FROM part
     WHERE hash <> sha256(convert_to(type, 'UTF8') || '\\x00'::bytea || bytes)) AS changed,
    (SELECT coalesce(json_agg(json_build_array(encode(r.ref, 'hex'), encode(r.hash, 'hex'))), '[]') FROM
      (SELECT DISTINCT ON (ref) ref, hash FROM part, unnest(refs) ref WHERE NOT EXISTS (SELECT 1 FROM objects o WHERE o.hash = ref)) r) AS missing`;
const LOST_CONTENTS = `SELECT 'revision ' || id AS what FROM revisions t WHERE NOT EXISTS (SELECT 1 FROM objects o WHERE o.hash = t.content)
  UNION ALL SELECT 'branch ' || id FROM branches t WHERE NOT EXISTS (SELECT 1 FROM objects o WHERE o.hash = t.content)
  UNION ALL SELECT 'head of branch ' || id FROM branches t WHERE NOT EXISTS (SELECT 1 FROM revisions r WHERE r.id = t.revision_id)`;
const COUNTS =
  'SELECT (SELECT count(*)::int FROM branches) AS branches, (SELECT count(*)::int FROM revisions) AS revisions';

/**
 * Checks everything that an instance stores: the hash of every object and file, that each reference leads to an object
 * or a file, that every branch and revision has its content, and that search and links of every space are those that
 * its content gives. Changes nothing. Writers of a space wait while its search and links are compared.
 */
export async function verifyInstance({ url, blobs }: VerifiedInstance): Promise<VerificationReport> {
  const problems: string[] = [];
  const report = (problem: string): void => {
    if (problems.length < MAX_PROBLEMS) problems.push(problem);
  };
  const client = new pg.Client({ connectionString: url, application_name: 'quire-verify' });
  await client.connect();
  const database = await Database.open({ url, connections: 2 });
  try {
    const stored = await verifyBlobs(blobs, report);
    const objects = await verifyObjects(client, stored, report);
    for (const { what } of (await client.query<{ what: string }>(LOST_CONTENTS)).rows) report(`${what} has no content`);
    for (const { aggregate, field } of BLOB_HOLDERS) {
      const { rows } = await client.query(
        `SELECT id, ${columnName(field)} AS blob FROM ${TABLES[aggregate].name} WHERE ${columnName(field)} IS NOT NULL`,
      );
      for (const { id, blob } of rows)
        if (!stored.has(blob)) report(`the file ${blob} of ${TABLES[aggregate].name} ${id} is missing`);
    }
    const { branches, revisions } = (await client.query(COUNTS)).rows[0];
    const spaces = await verifyProjections(database, report);
    return { checked: { objects, branches, revisions, spaces, blobs: stored.size }, problems };
  } finally {
    await client.end();
    await database.close();
  }
}

async function verifyObjects(
  client: pg.Client,
  stored: ReadonlySet<string>,
  report: (problem: string) => void,
): Promise<number> {
  let total = 0;
  for (let after = Buffer.alloc(0); ;) {
    const { count, last, changed, missing } = (await client.query(CHECK_OBJECTS, [after])).rows[0];
    for (const hash of changed) report(`the bytes of object ${hash} have another hash`);
    // Objects refer to files, too.
    for (const [hash, from] of missing)
      if (!stored.has(hash)) report(`object ${from} refers to ${hash}, which is missing`);
    total += count;
    if (count < PART) return total;
    after = last;
  }
}

/** @returns the hashes of all stored files */
async function verifyBlobs(blobs: VerifiedInstance['blobs'], report: (problem: string) => void): Promise<Set<string>> {
  const stored = new Set<string>();
  for (let after: string | undefined; ;) {
    const hashes = await blobs.list(after, BLOB_BATCH);
    for (const hash of hashes) {
      const blob = await blobs.get(hash);
      if (blob === undefined) continue;
      stored.add(hash);
      const digest = createHash('sha256');
      for await (const chunk of blob.stream as AsyncIterable<Uint8Array>) digest.update(chunk);
      if (digest.digest('hex') !== hash) report(`the bytes of file ${hash} have another hash`);
    }
    if (hashes.length < BLOB_BATCH) return stored;
    after = hashes.at(-1);
  }
}
