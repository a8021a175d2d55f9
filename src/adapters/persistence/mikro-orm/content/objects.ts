import type pg from 'pg';
import type { ContentObject, Hash } from '../../../../domain/content/objects/content-object.ts';
import type { ContentStore } from '../../../../ports/content/content-store.ts';
import { rows, statement } from '../kernel/sql.ts';

/** Expression for the array of hashes in a comma-separated text. */
const LISTED = (hashes: string): string =>
  `(CASE WHEN ${hashes} = '' THEN '{}' ELSE '{"\\\\x' || replace(${hashes}, ',', '","\\\\x') || '"}' END)::bytea[]`;

/**
 * Part of a WITH clause that stores objects; `first` is the number of the first of its four parameters. Rows are
 * inserted in the order of their hashes, because opposite orders would deadlock; a condemned row is unmarked.
 */
export const PUT_OBJECTS = (first: number): string => `put AS (
  INSERT INTO objects (hash, type, bytes, refs)
  SELECT o.hash, o.type, o.bytes, ${LISTED('o.refs')}
  FROM unnest($${first}::bytea[], $${first + 1}::text[], $${first + 2}::bytea[], $${first + 3}::text[]) AS o(hash, type, bytes, refs)
  ORDER BY o.hash
  ON CONFLICT (hash) DO UPDATE SET condemned_at = NULL WHERE objects.condemned_at IS NOT NULL
)`;

/** Parameters of `PUT_OBJECTS`. Each object occurs once: one statement must not write a row twice. */
export function objectColumns(contentObjects: readonly ContentObject[]): [Buffer[], string[], Buffer[], string[]] {
  const objects = [...new Map(contentObjects.map((object) => [object.hash, object])).values()];
  return [
    objects.map(({ hash }) => Buffer.from(hash, 'hex')),
    objects.map(({ type }) => type),
    objects.map(({ bytes }) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    objects.map(({ refs }) => refs.join(',')),
  ];
}

const GET = statement(`SELECT encode(hash, 'hex') AS hash, bytes FROM objects WHERE hash = ANY($1)`);
const PUT = statement(`WITH ${PUT_OBJECTS(1)} SELECT 1`);
const BATCH = 2000;

/** Content objects in the database. */
export class PgContentStore implements ContentStore {
  constructor(private readonly pool: pg.Pool) {}

  async get(hashes: readonly Hash[]): Promise<ReadonlyMap<Hash, Uint8Array>> {
    const found = new Map<Hash, Uint8Array>();
    for (let i = 0; i < hashes.length; i += BATCH) {
      const part = hashes.slice(i, i + BATCH).map((hash) => Buffer.from(hash, 'hex'));
      for (const { hash, bytes } of await rows<{ hash: Hash; bytes: Uint8Array }>(this.pool, GET, [part]))
        found.set(hash, bytes);
    }
    return found;
  }

  async put(objects: readonly ContentObject[]): Promise<void> {
    for (let i = 0; i < objects.length; i += BATCH)
      await rows(this.pool, PUT, objectColumns(objects.slice(i, i + BATCH)));
  }
}
