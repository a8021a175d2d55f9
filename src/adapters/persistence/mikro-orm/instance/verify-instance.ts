import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { BlobStore } from '../../../../ports/uploads.ts';
import { Database } from '../kernel/database.ts';
import { DERIVED_COUNTS } from './derived-counts.ts';
import { listBlobs, listHeldBlobs } from './missing-blobs.ts';
import { verifyProjections } from './verify-projections.ts';
import { openUnlimitedClient } from '../kernel/single-client.ts';

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
  /** Number of problems, with those that are not listed. */
  readonly problemCount: number;
}

const MAX_PROBLEMS = 1_000;
/** Objects that one statement examines. */
const PART = 5_000;

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
const UNREACHABLE = `SELECT 'the space ' || id || ' has no primary content' AS problem FROM spaces s WHERE deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM branches b WHERE b.id = s.id)
  UNION ALL SELECT 'the change request ' || c.id || ' has no branch' FROM change_requests c WHERE NOT EXISTS (SELECT 1 FROM branches b WHERE b.id = c.id)
  UNION ALL SELECT 'the content of the branch ' || b.id || ' is not that of its head' FROM branches b JOIN revisions r ON r.id = b.revision_id WHERE r.content <> b.content
  UNION ALL SELECT 'the revision ' || p.parent || ', a parent of ' || r.id || ', is missing' FROM revisions r, unnest(r.parents) AS p(parent) WHERE NOT EXISTS (SELECT 1 FROM revisions o WHERE o.id = p.parent)`;
const COUNTS =
  'SELECT (SELECT count(*)::int FROM branches) AS branches, (SELECT count(*)::int FROM revisions) AS revisions';

/**
 * Checks everything that an instance stores: the hash of every object and file, that each reference leads to an object
 * or a file, that every branch and revision has its content, and that search and links of every space are those that
 * its content gives. Changes nothing. Writers of a space wait while its search and links are compared.
 */
export async function verifyInstance({ url, blobs }: VerifiedInstance): Promise<VerificationReport> {
  const problems: string[] = [];
  let problemCount = 0;
  const report = (problem: string): void => {
    problemCount++;
    if (problems.length < MAX_PROBLEMS) problems.push(problem);
  };
  const client = await openUnlimitedClient({ connectionString: url, application_name: 'quire-verify' });
  const database = await Database.open({ url, connections: 2 });
  try {
    const stored = await verifyBlobs(blobs, report);
    const objects = await verifyObjects(client, stored, report);
    for (const { what } of (await client.query<{ what: string }>(LOST_CONTENTS)).rows) report(`${what} has no content`);
    for (const { problem } of (await client.query<{ problem: string }>(UNREACHABLE)).rows) report(problem);
    for (const { table, find } of DERIVED_COUNTS)
      for (const { id } of (await client.query<{ id: string }>(find, [null])).rows)
        report(`counts in ${table} of ${id} differ from the rows that they count`);
    for (const { blob, holder } of await listHeldBlobs(client))
      if (!stored.has(blob)) report(`the file ${blob} of ${holder} is missing`);
    const { branches, revisions } = (await client.query(COUNTS)).rows[0];
    const spaces = await verifyProjections(database, report);
    return { checked: { objects, branches, revisions, spaces, blobs: stored.size }, problems, problemCount };
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
  for await (const hash of listBlobs(blobs)) {
    const blob = await blobs.get(hash);
    if (blob === undefined) continue;
    stored.add(hash);
    const digest = createHash('sha256');
    for await (const chunk of blob.stream as AsyncIterable<Uint8Array>) digest.update(chunk);
    if (digest.digest('hex') !== hash) report(`the bytes of file ${hash} have another hash`);
  }
  return stored;
}
