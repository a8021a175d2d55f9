import type { Writable } from 'node:stream';
import pg from 'pg';
import { BackupWriter, ENTRY, type BackupSummary } from '../instance/backup-archive.ts';
import { listMigrations, listTables, type BackupTable } from '../instance/backup-tables.ts';
import { heldBlobsQuery } from '../instance/missing-blobs.ts';
import { writeRows, type BackupSource } from '../instance/write-backup.ts';
import { collectNamedIds } from './named-ids.ts';
import { ORGANIZATION_FORMAT, ORGANIZATION_MANIFEST, type OrganizationManifest } from './organization-archive.ts';
import { readOrganizationJobs } from './organization-jobs.ts';
import { OBJECTS, ORGANIZATION_TABLES, REACHED_HASHES, USERS, type OrganizationTable } from './organization-tables.ts';
import { openUnlimitedClient } from '../kernel/single-client.ts';

export interface ExportSource extends Omit<BackupSource, 'blobs'> {
  readonly blobs: Pick<BackupSource['blobs'], 'get'>;
}

const SPACES = '(SELECT id FROM spaces WHERE organization_id = $1)';
const MARK_ROOTS = `INSERT INTO ${REACHED_HASHES} (hash, depth)
  SELECT content, 0 FROM revisions WHERE space_id IN ${SPACES} UNION SELECT content, 0 FROM branches WHERE space_id IN ${SPACES}`;
const MARK_NEXT = `INSERT INTO ${REACHED_HASHES} (hash, depth)
  SELECT DISTINCT r, $1::int + 1 FROM ${REACHED_HASHES} h JOIN objects o USING (hash), unnest(o.refs) r WHERE h.depth = $1
  ON CONFLICT DO NOTHING`;
/** Hashes that contents refer to and no object has: those of files. */
const REACHED_BLOBS = `SELECT encode(h.hash, 'hex') AS blob FROM ${REACHED_HASHES} h
  WHERE NOT EXISTS (SELECT FROM objects o WHERE o.hash = h.hash)`;

/**
 * Writes everything of an organization into an archive, as of one moment, while the instance runs. Sealed values stay
 * sealed with the key of the instance.
 * @returns the numbers of what was written
 * @throws Error with one line when the organization does not exist, or a stored file is missing
 */
export async function exportOrganization(
  { url, blobs, version, secretKeyDigest }: ExportSource,
  organizationId: string,
  target: Writable,
): Promise<BackupSummary> {
  const client = await openUnlimitedClient({ connectionString: url, application_name: 'quire-export' });
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    const [organization] = (await client.query('SELECT id, title FROM organizations WHERE id = $1', [organizationId]))
      .rows;
    if (organization === undefined) throw new Error(`no organization has the id ${organizationId}`);
    await markReached(client, organizationId);
    const sources = ORGANIZATION_TABLES.map(({ name, condition }) => ({ table: name, relation: name, condition }));
    await collectNamedIds(client, sources, [organizationId], { withinJson: true });
    const tables = await exportedTables(client);
    const manifest: OrganizationManifest = {
      format: ORGANIZATION_FORMAT,
      organization,
      version,
      createdAt: new Date().toISOString(),
      migrations: await listMigrations(client),
      ...(secretKeyDigest !== undefined && { secretKeyDigest }),
      tables: tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
    };
    const archive = new BackupWriter(target);
    await archive.add(ORGANIZATION_MANIFEST, JSON.stringify(manifest));
    const summary: BackupSummary = { tables: {}, jobs: 0, blobs: 0 };
    for (const table of tables) {
      const [values, condition] = [exportedValues(table), table.condition].map((sql) =>
        sql.replaceAll('$1', pg.escapeLiteral(organizationId)),
      );
      const rows = `COPY (SELECT ${values} FROM "${table.name}" t WHERE ${condition}) TO STDOUT`;
      summary.tables[table.name] = await writeRows(client, table.name, rows, archive);
    }
    const jobs = await readOrganizationJobs(client, organizationId);
    await archive.add(ENTRY.jobs, JSON.stringify(jobs));
    summary.jobs = jobs.length;
    for (const hash of await listFiles(client, organizationId)) {
      const blob = await blobs.get(hash);
      if (blob === undefined) throw new Error(`the stored file ${hash} is missing: run "quire verify"`);
      await archive.addStream(ENTRY.blob(hash), blob.size, blob.stream as AsyncIterable<Uint8Array>);
      summary.blobs++;
    }
    await archive.add(ENTRY.summary, JSON.stringify(summary));
    await archive.finish();
    return summary;
  } finally {
    await client.end();
  }
}

const exportedValues = ({ columns, kept }: OrganizationTable & BackupTable): string =>
  columns
    .map((column) => (kept?.[column] === undefined ? `"${column}"` : `CASE WHEN ${kept[column]} THEN "${column}" END`))
    .join(', ');

/** Tables of an archive in the order of its entries, with the columns that are exported; users come first. */
export async function exportedTables(client: pg.ClientBase): Promise<readonly (OrganizationTable & BackupTable)[]> {
  const columns = new Map((await listTables(client)).map((table) => [table.name, table.columns]));
  return [USERS, ...ORGANIZATION_TABLES, OBJECTS].map((table) => ({
    ...table,
    columns: columns.get(table.name)!.filter((column) => !table.derived?.includes(column)),
  }));
}

/** Marks all objects and files that contents of the organization refer to, level by level. */
async function markReached(client: pg.ClientBase, organizationId: string): Promise<void> {
  await client.query(`CREATE TEMP TABLE ${REACHED_HASHES} (hash bytea PRIMARY KEY, depth int NOT NULL) ON COMMIT DROP`);
  await client.query(`CREATE INDEX ON ${REACHED_HASHES} (depth)`);
  let marked = (await client.query(MARK_ROOTS, [organizationId])).rowCount;
  for (let depth = 0; marked! > 0; depth++) {
    await client.query(`ANALYZE ${REACHED_HASHES}`);
    marked = (await client.query(MARK_NEXT, [depth])).rowCount;
  }
}

async function listFiles(client: pg.ClientBase, organizationId: string): Promise<readonly string[]> {
  const held = heldBlobsQuery('organization_id = $1');
  const { rows } = await client.query<{ blob: string }>(
    `SELECT blob FROM (${REACHED_BLOBS} UNION SELECT blob FROM (${held}) held) files ORDER BY blob`,
    [organizationId],
  );
  return rows.map(({ blob }) => blob);
}
