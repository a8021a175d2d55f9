import type pg from 'pg';
import { referencesOf } from '../../../../domain/content/objects/stored-references.ts';
import type { Hash, ObjectType } from '../../../../domain/content/objects/content-object.ts';
import { hashOf } from '../../../../domain/content/objects/hash.ts';
import { isId } from '../../../../domain/kernel/id.ts';
import type { BackupTable } from '../instance/backup-tables.ts';
import { heldBlobsQuery } from '../instance/missing-blobs.ts';
import { collectNamedIds } from './named-ids.ts';
import { NAMED_IDS, ORGANIZATION_TABLES, USERS, type OrganizationTable } from './organization-tables.ts';

/** Table of an archive, with the columns that are exported. */
export type ArchivedTable = OrganizationTable & BackupTable;

/** Names the temporary table with the rows of an archive, which are not trusted. */
export const staged = (table: string): string => `staged_${table}`;

/** Creates the temporary tables for the rows of an archive. */
export async function createStagedTables(client: pg.ClientBase, tables: readonly ArchivedTable[]): Promise<void> {
  for (const { name, columns } of tables)
    await client.query(
      `CREATE TEMP TABLE ${staged(name)} ON COMMIT DROP AS SELECT ${columns.map((column) => `"${column}"`).join(', ')} FROM "${name}" WITH NO DATA`,
    );
  await client.query(`ALTER TABLE ${staged('objects')} ADD PRIMARY KEY (hash)`);
}

/** Users of an archive whose address a user of the instance has. */
export interface MatchedUsers {
  /** Ids of the archive, and those of the instance. */
  readonly ids: ReadonlyMap<string, string>;
  readonly matched: number;
  readonly created: number;
}

/**
 * Matches users by address; the others remain, to be created.
 * @throws Error with one line when a user cannot be told from others
 */
export async function matchUsers(client: pg.ClientBase): Promise<MatchedUsers> {
  const { rows } = await client.query<{ id: string; email: string; here: string | null; unproven: boolean | null }>(
    `SELECT s.id, s.email, u.id AS here, u.unproven FROM ${staged('users')} s LEFT JOIN users u ON u.email = s.email`,
  );
  const strange = rows.find(({ id, email }) => id === null || !isId(id) || email !== email?.toLowerCase());
  if (strange !== undefined) throw new Error('the archive has a user without an id or an address in lower case');
  const unproven = rows.filter((row) => row.unproven === true).map(({ email }) => email);
  if (unproven.length > 0)
    throw new Error(
      `users with these addresses exist and have not proven them, so they may be others: ${unproven.join(', ')}`,
    );
  const matched = rows.filter(({ here }) => here !== null);
  await client.query(`DELETE FROM ${staged('users')} WHERE id = ANY($1::text[])`, [matched.map(({ id }) => id)]);
  return {
    ids: new Map(matched.map(({ id, here }) => [id, here!])),
    matched: matched.length,
    created: rows.length - matched.length,
  };
}

/**
 * Checks that the rows belong to the organization of the manifest, and that no row names anything of another one: no id
 * of the archive may exist in the instance, apart from those of matched users and those that are only displayed.
 */
export async function requireOwnRows(
  client: pg.ClientBase,
  tables: readonly ArchivedTable[],
  organizationId: string,
  users: MatchedUsers,
): Promise<void> {
  const { rows: organizations } = await client.query(`SELECT id FROM ${staged('organizations')}`);
  if (organizations.length !== 1 || organizations[0].id !== organizationId)
    throw new Error('the archive has another organization than its manifest names');
  for (const { name, columns } of tables)
    if (columns.includes('organization_id')) {
      const { rows } = await client.query(
        `SELECT 1 FROM ${staged(name)} WHERE organization_id IS DISTINCT FROM $1 LIMIT 1`,
        [organizationId],
      );
      if (rows.length > 0) throw new Error(`the archive has ${name} of another organization`);
    }
  const sources = [USERS, ...ORGANIZATION_TABLES].map(({ name, displayed }) => ({
    table: name,
    relation: staged(name),
    condition: 'true',
    except: displayed,
  }));
  await collectNamedIds(client, sources, [], { withinJson: false });
  await requireUnknownIds(client, tables, `SELECT id FROM ${NAMED_IDS}`, [], users);
}

/** Checks that no id of a query exists in the instance, apart from those of matched users. */
async function requireUnknownIds(
  client: pg.ClientBase,
  tables: readonly ArchivedTable[],
  ids: string,
  parameters: readonly unknown[],
  users: MatchedUsers,
): Promise<void> {
  const here = [...users.ids.values()];
  for (const { name, columns } of tables) {
    if (!columns.includes('id')) continue;
    const except = name === USERS.name ? `AND NOT x.id = ANY($${parameters.length + 1}::text[])` : '';
    const { rows } = await client.query<{ id: string }>(
      `SELECT x.id FROM (${ids}) n JOIN "${name}" x ON x.id = n.id WHERE true ${except} LIMIT 1`,
      [...parameters, ...(except === '' ? [] : [here])],
    );
    if (rows.length > 0) throw new Error(`${rows[0]!.id}, which the archive names, exists here already, in ${name}`);
  }
}

/** Checks that ids of jobs are none of the instance, apart from those of matched users. */
export const requireUnknownJobIds = (
  client: pg.ClientBase,
  tables: readonly ArchivedTable[],
  ids: readonly string[],
  users: MatchedUsers,
): Promise<void> => requireUnknownIds(client, tables, 'SELECT unnest($1::text[]) AS id', [[...ids]], users);

const TIMES = `SELECT attname AS name FROM pg_attribute
  WHERE attrelid = $1::regclass AND atttypid = 'timestamptz'::regtype AND attnum > 0 AND NOT attisdropped`;

/** Checks that all times have a year of four digits, as the API writes them. PostgreSQL also has `infinity`. */
export async function requireTimes(client: pg.ClientBase, tables: readonly ArchivedTable[]): Promise<void> {
  for (const { name } of tables) {
    const { rows: columns } = await client.query<{ name: string }>(TIMES, [staged(name)]);
    for (const { name: column } of columns) {
      const { rows } = await client.query(
        `SELECT 1 FROM ${staged(name)} WHERE "${column}" < '0001-01-01T00:00:00Z' OR "${column}" >= '10000-01-01T00:00:00Z' LIMIT 1`,
      );
      if (rows.length > 0) throw new Error(`the archive has ${name} with a ${column} out of range`);
    }
  }
}

const PART = 2_000;
const OBJECTS = `SELECT encode(hash, 'hex') AS hash, type, bytes, ARRAY(SELECT encode(r, 'hex') FROM unnest(refs) r) AS refs
  FROM ${staged('objects')} WHERE hash > decode($1, 'hex') ORDER BY hash LIMIT ${PART}`;
/** Contents that no object of the archive has. */
const LOST_CONTENTS = `SELECT 1 FROM (SELECT content FROM ${staged('revisions')} UNION SELECT content FROM ${staged('branches')}) c
  WHERE NOT EXISTS (SELECT FROM ${staged('objects')} o WHERE o.hash = c.content AND o.type = 'content') LIMIT 1`;
const NAMED_FILES = `SELECT DISTINCT encode(r, 'hex') AS blob FROM ${staged('objects')}, unnest(refs) r
  WHERE NOT EXISTS (SELECT FROM ${staged('objects')} o WHERE o.hash = r)`;
const TYPES: ReadonlySet<string> = new Set<ObjectType>(['content', 'map', 'document']);

/**
 * Checks the hash and the references of each object, which organizations share, and that each content is there.
 * @returns hashes of the files that contents and rows refer to
 */
export async function requireWholeContent(client: pg.ClientBase): Promise<ReadonlySet<string>> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const { rows }: pg.QueryResult<{ hash: Hash; type: ObjectType; bytes: Buffer; refs: Hash[] }> = await client.query(
      OBJECTS,
      [after],
    );
    for (const { hash, type, bytes, refs } of rows) {
      const isSame = TYPES.has(type) && hashOf(type, bytes) === hash;
      const references = isSame ? referencesOf(type, bytes) : new Set<Hash>();
      if (!isSame || refs.length !== references.size || !refs.every((ref) => references.has(ref)))
        throw new Error(`the object ${hash} of the archive is not what its hash says`);
    }
    after = rows.length < PART ? undefined : rows.at(-1)!.hash;
  }
  if ((await client.query(LOST_CONTENTS)).rows.length > 0)
    throw new Error('the archive lacks the content of a revision');
  const held = heldBlobsQuery('true', staged);
  const { rows: files } = await client.query<{ blob: string }>(`${NAMED_FILES} UNION SELECT blob FROM (${held}) held`);
  return new Set(files.map(({ blob }) => blob));
}
