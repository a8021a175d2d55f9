import type pg from 'pg';
import type { Hash } from '../../../domain/content/objects/content-object.ts';
import type { Id } from '../../../domain/kernel/id.ts';
import {
  GarbageCollectionSuperseded,
  type GarbageCollection,
  type GarbageCollectionStats,
  type GarbageCollector,
  type SweepCutoffs,
  type BlobSweepResult,
  type ObjectSweepResult,
} from '../../../ports/garbage-collection.ts';
import { BLOB_HOLDERS } from '../blob-holders.ts';
import { clockOffset, DATABASE_MS } from './kernel/clock-offset.ts';
import { rows, statement } from './kernel/sql.ts';
import { columnName, TABLES } from './kernel/tables.ts';

/** Number of rows that one statement examines, and locks at most. */
const PART = 2_000;

const HELD = BLOB_HOLDERS.map(({ aggregate, field, member }) =>
  member === undefined
    ? `UNION SELECT decode(${columnName(field)}, 'hex') FROM ${TABLES[aggregate].name} WHERE ${columnName(field)} IS NOT NULL`
    : `UNION SELECT decode(one->>'${member}', 'hex') FROM ${TABLES[aggregate].name}, jsonb_array_elements(${columnName(field)}) one`,
).join(' ');

// A new run waits for the statement of the present one, which then does nothing more.
const SUPERSEDE = statement(
  'INSERT INTO collection_run (id) VALUES ($1) ON CONFLICT (one) DO UPDATE SET id = EXCLUDED.id',
);
const NOW = statement(`SELECT ${DATABASE_MS} AS "databaseMs"`);
const FORGET_MARKS = 'TRUNCATE collection_marks';
// One snapshot of all holders: a reference that moves from one to another is seen at one of them.
const MARK_ROOTS = statement(
  `INSERT INTO collection_marks (hash, depth) SELECT h, 0 FROM (SELECT content AS h FROM revisions UNION SELECT content FROM branches ${HELD}) roots`,
);
/** Part of a WITH clause that is empty unless this run is the one that began last. */
const CURRENT_RUN = 'mine AS MATERIALIZED (SELECT 1 FROM collection_run WHERE id = $1 FOR SHARE)';
const IS_CURRENT = 'EXISTS (SELECT FROM mine)';
/** Marks one part of one depth, in the order of hashes; rows that are marked already are not written again. */
const MARK = statement(
  `WITH ${CURRENT_RUN},
   part AS MATERIALIZED (SELECT hash FROM collection_marks WHERE depth = $2 AND hash > decode($3, 'hex') ORDER BY hash LIMIT ${PART}),
   marked AS (
     INSERT INTO collection_marks (hash, depth) SELECT DISTINCT r, $2::int + 1 FROM part JOIN objects o USING (hash), unnest(o.refs) r WHERE ${IS_CURRENT} ON CONFLICT DO NOTHING
   )
   SELECT ${IS_CURRENT} AS mine, (SELECT encode(hash, 'hex') FROM part ORDER BY hash DESC LIMIT 1) AS last`,
);
// Rows are locked in the order of hashes, as they are inserted. An object that is stored while this waits is
// unmarked, and judged as it is after the wait.
const SWEEP = statement(
  `WITH ${CURRENT_RUN},
   part AS MATERIALIZED (SELECT hash FROM objects WHERE hash > decode($2, 'hex') ORDER BY hash LIMIT ${PART}),
   judged AS MATERIALIZED (SELECT p.hash, EXISTS (SELECT FROM collection_marks m WHERE m.hash = p.hash) AS needed FROM part p),
   locked AS MATERIALIZED (
     SELECT o.hash, j.needed, o.condemned_at FROM objects o JOIN judged j USING (hash) WHERE ${IS_CURRENT} AND (o.condemned_at IS NOT NULL OR NOT j.needed) ORDER BY o.hash FOR UPDATE OF o
   ),
   collected AS (
     DELETE FROM objects o USING locked l WHERE o.hash = l.hash AND NOT l.needed AND l.condemned_at < $4::timestamptz AND o.condemned_at < $4::timestamptz RETURNING 1
   ),
   changed AS (
     UPDATE objects o SET condemned_at = CASE WHEN l.needed THEN NULL ELSE $3::timestamptz END FROM locked l WHERE o.hash = l.hash AND (l.needed OR l.condemned_at IS NULL)
   )
   SELECT ${IS_CURRENT} AS mine, (SELECT encode(hash, 'hex') FROM part ORDER BY hash DESC LIMIT 1) AS last,
     (SELECT count(*) FROM collected)::int AS collected, (SELECT count(*) FROM locked WHERE NOT needed)::int AS unneeded`,
);
const SWEEP_BLOBS = statement(
  `WITH ${CURRENT_RUN},
   judged AS MATERIALIZED (
     SELECT b.hash, c.condemned_at, EXISTS (SELECT FROM collection_marks m WHERE m.hash = b.hash) AS needed
     FROM (SELECT decode(h, 'hex') AS hash FROM unnest($2::text[]) h) b LEFT JOIN condemned_blobs c USING (hash) WHERE ${IS_CURRENT}
   ),
   pardoned AS (DELETE FROM condemned_blobs c USING judged j WHERE c.hash = j.hash AND j.needed),
   condemned AS (INSERT INTO condemned_blobs (hash, condemned_at) SELECT hash, $3::timestamptz FROM judged WHERE NOT needed AND condemned_at IS NULL ON CONFLICT DO NOTHING)
   SELECT ${IS_CURRENT} AS mine, (SELECT count(*) FROM judged WHERE NOT needed)::int AS unneeded,
     coalesce((SELECT json_agg(json_build_object('blob', encode(hash, 'hex'), 'condemnedAt', condemned_at)) FROM judged WHERE NOT needed AND condemned_at < $4::timestamptz), '[]') AS deletable`,
);
const UNMARK_BLOBS = statement(
  `DELETE FROM condemned_blobs WHERE hash IN (SELECT decode(h, 'hex') FROM unnest($1::text[]) h)`,
);
const FINISH = statement(
  `UPDATE collection_figures SET finished_at = $1, condemned_objects = $2, condemned_blobs = $3, collected_objects = collected_objects + $4, collected_blobs = collected_blobs + $5`,
);
const STATS = statement(
  `SELECT finished_at AS "finishedAt", condemned_objects AS "condemnedObjects", condemned_blobs AS "condemnedBlobs", collected_objects AS "collectedObjects", collected_blobs AS "collectedBlobs" FROM collection_figures`,
);

/** Garbage collection in SQL; this process holds one part at a time. */
export class PgGarbageCollector implements GarbageCollector {
  constructor(private readonly pool: pg.Pool) {}

  async begin(id: Id): Promise<GarbageCollection> {
    const client = await this.pool.connect();
    try {
      await client.query('BEGIN');
      await rows(client, SUPERSEDE, [id]);
      await client.query(FORGET_MARKS);
      await rows(client, MARK_ROOTS, []);
      const [time] = await rows<{ databaseMs: number }>(client, NOW, []);
      const offset = clockOffset(time!.databaseMs);
      await client.query('COMMIT');
      client.release();
      return new PgGarbageCollection(this.pool, id, offset);
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async stats(): Promise<GarbageCollectionStats> {
    return (await rows<GarbageCollectionStats>(this.pool, STATS, []))[0]!;
  }
}

class PgGarbageCollection implements GarbageCollection {
  #depth = 0;
  /** Last hash that was examined in this depth; empty at its start. */
  #last = '';

  constructor(
    private readonly pool: pg.Pool,
    private readonly id: Id,
    readonly clockOffsetMs: number,
  ) {}

  async mark(): Promise<boolean> {
    const { last } = await this.#current<{ last: string | null }>(MARK, [this.id, this.#depth, this.#last]);
    if (last === null && this.#last === '') return false;
    if (last === null) this.#depth++;
    this.#last = last ?? '';
    return true;
  }

  async sweepObjects(after: Hash | undefined, { now, condemnedBefore }: SweepCutoffs): Promise<ObjectSweepResult> {
    const { last, collected, unneeded } = await this.#current<{
      last: Hash | null;
      collected: number;
      unneeded: number;
    }>(SWEEP, [this.id, after ?? '', now, condemnedBefore]);
    return { ...(last !== null && { last }), collected, condemned: unneeded - collected };
  }

  async sweepBlobs(blobs: readonly string[], { now, condemnedBefore }: SweepCutoffs): Promise<BlobSweepResult> {
    const { unneeded, deletable } = await this.#current<{
      unneeded: number;
      deletable: { blob: string; condemnedAt: string }[];
    }>(SWEEP_BLOBS, [this.id, blobs, now, condemnedBefore]);
    return {
      condemned: unneeded - deletable.length,
      deletable: deletable.map(({ blob, condemnedAt }) => ({ blob, condemnedAt: new Date(condemnedAt).toISOString() })),
    };
  }

  async unmarkBlobs(blobs: readonly string[]): Promise<void> {
    await rows(this.pool, UNMARK_BLOBS, [blobs]);
  }

  async finish(
    { condemnedObjects, condemnedBlobs, collectedObjects, collectedBlobs }: Omit<GarbageCollectionStats, 'finishedAt'>,
    now: string,
  ): Promise<void> {
    await rows(this.pool, FINISH, [now, condemnedObjects, condemnedBlobs, collectedObjects, collectedBlobs]);
    await this.pool.query(FORGET_MARKS);
  }

  /** Runs a statement of this run. @throws GarbageCollectionSuperseded when another run began */
  async #current<R>(sql: Parameters<typeof rows>[1], values: readonly unknown[]): Promise<R> {
    const [answer] = await rows<R & { mine: boolean }>(this.pool, sql, values);
    if (answer?.mine !== true) throw new GarbageCollectionSuperseded();
    return answer;
  }
}
