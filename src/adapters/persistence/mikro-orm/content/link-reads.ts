import type pg from 'pg';
import type { Hash } from '../../../../domain/content/objects/objects.ts';
import type { Id } from '../../../../domain/kernel/id.ts';
import type {
  BacklinkQuery,
  LinkList,
  LinkListRequest,
  LinkReads,
  TargetWithPages,
  PageLink,
} from '../../../../ports/content/links.ts';
import { PgLinkIndex } from './links.ts';
import { rows, statement } from '../kernel/sql.ts';

/** Of `link_targets t`: what is in the app begins with the address of this instance, or with a path of the app. */
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
const LINKS = statement('SELECT page_id AS "pageId", key FROM page_links WHERE space_id = $1 AND page_id = ANY($2)');
const BACKLINKS = statement(
  `WITH naming AS MATERIALIZED (
     SELECT DISTINCT l.page_id FROM (
       SELECT key FROM link_targets WHERE space_id = $1 AND target_id = $2 AND key <> ALL($4::text[]) UNION SELECT key FROM link_targets WHERE space_id = $1 AND key = ANY($3)
     ) t JOIN page_links l ON l.space_id = $1 AND l.key = t.key WHERE l.page_id <> ALL($5::text[])
   ), listed AS (SELECT page_id FROM naming WHERE page_id > coalesce($6::text, '') ORDER BY page_id LIMIT $7)
   SELECT (SELECT count(*) FROM naming) AS count, (SELECT encode(content, 'hex') FROM branches WHERE id = $1) AS content, l.page_id AS "pageId" FROM (SELECT 1) one LEFT JOIN listed l ON true ORDER BY l.page_id`,
);

/** Links by named statements, with what they are of in the same snapshot. */
export class PgLinkReads extends PgLinkIndex implements LinkReads {
  constructor(private readonly pool: pg.Pool) {
    super({ rows: (sql, values) => rows(pool, sql, values) });
  }

  async list(
    spaceId: Id,
    { status, appUrlPrefix: inApp, after, limit, without = [], withoutPages = [] }: LinkListRequest,
    pagesEach: number,
  ): Promise<LinkList> {
    const found = await rows<any>(this.pool, LISTS[status ?? 'all'], [
      spaceId,
      `${inApp}/`,
      `${inApp}0`,
      after ?? null,
      limit + 1,
      without,
      withoutPages,
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
    spaceId: Id,
    keys: readonly string[],
    withoutPages: readonly Id[],
    pagesEach: number,
  ): Promise<readonly TargetWithPages[]> {
    return rows<TargetWithPages>(this.pool, KNOWN, [spaceId, keys, withoutPages, pagesEach]);
  }
  linksOf(spaceId: Id, pages: readonly Id[]): Promise<readonly PageLink[]> {
    return rows<PageLink>(this.pool, LINKS, [spaceId, pages]);
  }
  async backlinks(
    spaceId: Id,
    { target, plus = [], minus = [], withoutPages }: BacklinkQuery,
    { after, limit }: { readonly after?: string | undefined; readonly limit: number },
  ): ReturnType<LinkReads['backlinks']> {
    const found = await rows<{ count: number; content: Hash; pageId: Id | null }>(this.pool, BACKLINKS, [
      spaceId,
      target,
      plus,
      minus,
      withoutPages,
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
