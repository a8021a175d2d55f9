import type { GitLocation } from '../../../domain/links/content-lookup.ts';
import { normalizedTargetPath } from '../../../domain/links/link-target.ts';
import type {
  LinkInvalidation,
  LinkIndex,
  LinkUpdate,
  LinkTarget,
  BacklinkQuery,
  LinkList,
  LinkListRequest,
  LinkReads,
  TargetWithPages,
  PageLink,
} from '../../../ports/links.ts';
import { statement, rows, type Statement } from './kernel/sql.ts';
import type { Transaction } from './kernel/transaction.ts';
import type pg from 'pg';
import type { Hash } from '../../../domain/content/objects/content-object.ts';
import type { Id, PageId, SpaceId } from '../../../domain/kernel/id.ts';

// `= ANY` besides the joins makes the planner use the indexes, whatever it estimates.
const STORE = statement(
  `WITH unlinked AS (DELETE FROM page_links l USING unnest($2::text[], $3::text[]) AS u(page_id, key) WHERE l.space_id = $1 AND l.page_id = ANY($2) AND l.page_id = u.page_id AND l.key = u.key),
   linked AS (INSERT INTO page_links (space_id, page_id, key) SELECT $1, l.page_id, l.key FROM unnest($4::text[], $5::text[]) AS l(page_id, key) ON CONFLICT DO NOTHING),
   targets AS (
     INSERT INTO link_targets (space_id, key, target_id, kin, broken) SELECT $1, t.* FROM unnest($6::text[], $7::text[], $8::text[], $9::boolean[]) AS t
     ON CONFLICT (space_id, key) DO UPDATE SET target_id = EXCLUDED.target_id, broken = EXCLUDED.broken
     WHERE (link_targets.target_id, link_targets.broken) IS DISTINCT FROM (EXCLUDED.target_id, EXCLUDED.broken)
   ),
   unplaced AS (DELETE FROM git_places g USING unnest($10::text[], $11::text[]) AS u(kind, id) WHERE g.space_id = $1 AND g.kind = u.kind AND g.id = ANY($11) AND g.id = u.id)
   INSERT INTO git_places (space_id, kind, id, path) SELECT $1, p.* FROM unnest($12::text[], $13::text[], $14::text[]) AS p
   ON CONFLICT (space_id, kind, id) DO UPDATE SET path = EXCLUDED.path`,
);
// The subquery makes the planner look up each key, whatever it estimates.
const FORGET = statement(
  `DELETE FROM link_targets t WHERE t.space_id = $1 AND t.key = ANY($2) AND (SELECT l.key FROM page_links l WHERE l.space_id = $1 AND l.key = t.key LIMIT 1) IS NULL`,
);
const CLEAR = statement(
  `WITH links AS (DELETE FROM page_links WHERE space_id = $1), targets AS (DELETE FROM link_targets WHERE space_id = $1) DELETE FROM git_places WHERE space_id = $1`,
);

/** Stores the changes of links that a move of the head makes; sends nothing where there are none. */
export async function storeLinks(
  transaction: Transaction,
  spaceId: string,
  {
    addedLinks: linked,
    removedLinks: unlinked,
    targets,
    gitLocations: places,
    removedGitLocations: unplaced,
  }: LinkUpdate,
): Promise<void> {
  if (linked.length + unlinked.length + targets.length + places.length + unplaced.length > 0) {
    await transaction.rows(STORE, [
      spaceId,
      unlinked.map(({ pageId }) => pageId),
      unlinked.map(({ key }) => key),
      linked.map(({ pageId }) => pageId),
      linked.map(({ key }) => key),
      targets.map(({ key }) => key),
      targets.map(({ target }) => target),
      targets.map(({ key }) => normalizedTargetPath(key)),
      targets.map(({ broken }) => broken),
      unplaced.map(({ kind }) => kind),
      unplaced.map(({ id }) => id),
      places.map(({ kind }) => kind),
      places.map(({ id }) => id),
      places.map(({ path }) => path),
    ]);
  }
  await deleteUnusedTargets(transaction, spaceId, unlinked);
}

/** Deletes those of the targets that no page names any longer. */
export async function deleteUnusedTargets(
  transaction: Transaction,
  spaceId: string,
  targets: readonly { readonly key: string }[],
): Promise<void> {
  if (targets.length > 0) await transaction.rows(FORGET, [spaceId, targets.map(({ key }) => key)]);
}

/** Deletes all links of a space. */
export async function clearLinks(transaction: Transaction, spaceId: string): Promise<void> {
  await transaction.rows(CLEAR, [spaceId]);
}

const PLACES = statement('SELECT kind, id, path FROM git_places WHERE space_id = $1 AND path = ANY($2) ORDER BY id');
const AFFECTED = statement(
  `SELECT key, target_id AS target, broken FROM link_targets WHERE space_id = $1 AND target_id = ANY($2)
   UNION SELECT key, target_id, broken FROM link_targets WHERE space_id = $1 AND kin = ANY($3)
   UNION SELECT t.key, t.target_id, t.broken FROM unnest($4::text[], $5::text[]) AS u(first, past), LATERAL (
     SELECT key, target_id, broken FROM link_targets WHERE space_id = $1 AND kin >= u.first COLLATE "C" AND kin < u.past COLLATE "C"
   ) t`,
);
const LINKS = statement('SELECT page_id AS "pageId", key FROM page_links WHERE space_id = $1 AND page_id = ANY($2)');

/** Runner of statements: in a transaction, or on what is committed. */
export interface StatementRunner {
  rows<R = any>(statement: Statement, values: readonly unknown[]): Promise<R[]>;
}

/** Lookups of links by indexes. */
export class PgLinkIndex implements LinkIndex {
  constructor(private readonly on: StatementRunner) {}

  gitLocations(spaceId: string, paths: readonly string[]): Promise<readonly GitLocation[]> {
    return this.on.rows<GitLocation>(PLACES, [spaceId, paths]);
  }
  affectedTargets(
    spaceId: string,
    { ids, normalizedPaths: kin, pathPrefixes: under }: LinkInvalidation,
  ): Promise<readonly LinkTarget[]> {
    return this.on.rows<LinkTarget>(AFFECTED, [
      spaceId,
      ids,
      kin,
      under.map((path) => `${path}/`),
      under.map((path) => `${path}0`),
    ]);
  }
  linksOf(spaceId: SpaceId, pages: readonly Id[]): Promise<readonly PageLink[]> {
    return this.on.rows<PageLink>(LINKS, [spaceId, pages]);
  }
}

/** Condition on `link_targets t`: the target begins with the address of this instance, or with a path of the app. */
const IN_APP = `(NOT t.broken AND ((t.key >= $2 AND t.key < $3) OR (t.key >= '/spaces/' AND t.key < '/spaces0') OR (t.key >= '/app/spaces/' AND t.key < '/app/spaces0')))`;
const PAGES = (without: number, each: number): string =>
  `ARRAY(SELECT l.page_id FROM page_links l WHERE l.space_id = t.space_id AND l.key = t.key AND l.page_id <> ALL($${without}::text[]) ORDER BY l.page_id LIMIT $${each}) AS pages`;
const ITEM = `t.key, t.target_id AS target, t.broken`;

const FILTERS = {
  all: 'true',
  broken: 't.broken',
  'in-app': IN_APP,
  ok: `NOT t.broken AND NOT ${IN_APP}`,
};
const list = (filter: string) =>
  statement(
    `WITH listed AS (
       SELECT ${ITEM}, ${PAGES(7, 8)} FROM link_targets t WHERE t.space_id = $1 AND t.key > coalesce($4::text, '') AND t.key <> ALL($6::text[]) AND ${filter} ORDER BY t.key LIMIT $5
     ) SELECT c.*, l.*, (SELECT encode(content, 'hex') FROM branches WHERE id = $1) AS content
     FROM (SELECT coalesce(max(n.targets), 0) AS total, coalesce(max(n.broken), 0) AS broken_count, (SELECT count(*) FROM link_targets t WHERE t.space_id = $1 AND ${IN_APP}) AS in_app_count FROM link_counts n WHERE n.space_id = $1) c
     LEFT JOIN listed l ON true ORDER BY l.key`,
  );
const LISTS = {
  all: list(FILTERS.all),
  broken: list(FILTERS.broken),
  'in-app': list(FILTERS['in-app']),
  ok: list(FILTERS.ok),
};

const KNOWN = statement(`SELECT ${ITEM}, ${PAGES(3, 4)} FROM link_targets t WHERE t.space_id = $1 AND t.key = ANY($2)`);
const BACKLINKS = statement(
  `WITH naming AS MATERIALIZED (
     SELECT DISTINCT l.page_id FROM (
       SELECT key FROM link_targets WHERE space_id = $1 AND target_id = $2 AND key <> ALL($4::text[]) UNION SELECT key FROM link_targets WHERE space_id = $1 AND key = ANY($3)
     ) t JOIN page_links l ON l.space_id = $1 AND l.key = t.key WHERE l.page_id <> ALL($5::text[])
   ), listed AS (SELECT page_id FROM naming WHERE page_id > coalesce($6::text, '') ORDER BY page_id LIMIT $7)
   SELECT (SELECT count(*) FROM naming) AS count, (SELECT encode(content, 'hex') FROM branches WHERE id = $1) AS content, l.page_id AS "pageId" FROM (SELECT 1) one LEFT JOIN listed l ON true ORDER BY l.page_id`,
);

/** Reads of links by named statements, with their content in the same snapshot. */
export class PgLinkReads extends PgLinkIndex implements LinkReads {
  constructor(private readonly pool: pg.Pool) {
    super({ rows: (sql, values) => rows(pool, sql, values) });
  }

  async list(
    spaceId: SpaceId,
    { status, appUrlPrefix: inApp, after, limit, excludedKeys = [], excludedPages = [] }: LinkListRequest,
    pagesEach: number,
  ): Promise<LinkList> {
    const found = await rows<any>(this.pool, LISTS[status ?? 'all'], [
      spaceId,
      `${inApp}/`,
      `${inApp}0`,
      after ?? null,
      limit + 1,
      excludedKeys,
      excludedPages,
      pagesEach,
    ]);
    const {
      total,
      broken_count: broken,
      in_app_count: internal,
      content,
    } = found[0] as { total: number; broken_count: number; in_app_count: number; content: Hash };
    const items = found.flatMap(({ key, target, broken: isBroken, pages }): TargetWithPages[] =>
      key === null ? [] : [{ key, target, broken: isBroken, pages }],
    );
    return { content, items, counts: { ok: total - broken - internal, broken, 'in-app': internal } };
  }
  findTargets(
    spaceId: SpaceId,
    keys: readonly string[],
    excludedPages: readonly Id[],
    pagesEach: number,
  ): Promise<readonly TargetWithPages[]> {
    return rows<TargetWithPages>(this.pool, KNOWN, [spaceId, keys, excludedPages, pagesEach]);
  }
  async backlinks(
    spaceId: SpaceId,
    { target, includedKeys = [], excludedKeys = [], excludedPages }: BacklinkQuery,
    { after, limit }: { readonly after?: string | undefined; readonly limit: number },
  ): ReturnType<LinkReads['backlinks']> {
    const found = await rows<{ count: number; content: Hash; pageId: PageId | null }>(this.pool, BACKLINKS, [
      spaceId,
      target,
      includedKeys,
      excludedKeys,
      excludedPages,
      after ?? null,
      limit + 1,
    ]);
    return {
      pages: found.flatMap(({ pageId }) => (pageId === null ? [] : [pageId])),
      count: found[0]!.count,
      content: found[0]!.content,
    };
  }
}
