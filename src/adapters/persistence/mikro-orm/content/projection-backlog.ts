import type { Hash } from '../../../../domain/content/objects/content-object.ts';
import type { Id, SpaceId } from '../../../../domain/kernel/id.ts';
import type { LinkUpdate } from '../../../../ports/links.ts';
import type {
  LinkStep,
  PageProjection,
  ProjectionBacklog,
  Projections,
} from '../../../../ports/content/projections.ts';
import { clearLinks, deleteUnusedTargets, storeLinks } from '../links.ts';
import { storeAllButLast, storeSearchRows } from './projections.ts';
import { statement } from '../kernel/sql.ts';
import type { Transaction } from '../kernel/transaction.ts';

const NEXT = statement(
  `SELECT space_id AS "spaceId" FROM projection_backlog WHERE space_id > coalesce($1::text, '') ORDER BY space_id LIMIT 1`,
);
const FIND = statement(
  `SELECT encode(links_from, 'hex') AS "from", encode(links_to, 'hex') AS "to" FROM projection_backlog WHERE space_id = $1 FOR UPDATE`,
);
const BEGIN = statement(
  `WITH unsearched AS (INSERT INTO unsearched_pages (space_id, page_id) SELECT $1, p FROM unnest($3::text[]) AS p ON CONFLICT DO NOTHING),
   ahead AS (UPDATE branches SET ahead = true WHERE id = $1)
   UPDATE projection_backlog SET links_to = $2 WHERE space_id = $1`,
);
const UNSEARCHED = statement(
  `SELECT page_id AS id FROM unsearched_pages WHERE space_id = $1 AND page_id > coalesce($2::text, '') ORDER BY page_id LIMIT $3`,
);
const SEARCHED = statement('DELETE FROM unsearched_pages WHERE space_id = $1 AND page_id = ANY($2::text[])');
const AT = 'space_id = $1 AND links_from IS NOT DISTINCT FROM $2 AND links_to = $3';
const LOCK_STEP = statement(`SELECT 1 FROM projection_backlog WHERE ${AT} FOR UPDATE`);
const ADVANCE_LINKS = statement(
  `UPDATE projection_backlog SET links_from = links_to, links_to = NULL WHERE ${AT} RETURNING 1`,
);
const COMPLETE = statement(
  'WITH ahead AS (UPDATE branches SET ahead = false WHERE id = $1) DELETE FROM projection_backlog WHERE space_id = $1',
);

const bytesOf = (hash: Hash | null): Buffer | null => (hash === null ? null : Buffer.from(hash, 'hex'));

/**
 * Backlog of derived data in `projection_backlog`; `branches.ahead` tells whoever locks the head of such a space to
 * leave its links alone.
 */
export class PgProjectionBacklog implements ProjectionBacklog {
  constructor(private readonly transaction: Transaction) {}

  async next(after?: Id): Promise<Id | undefined> {
    return (await this.transaction.rows<{ spaceId: SpaceId }>(NEXT, [after ?? null]))[0]?.spaceId;
  }

  async find(spaceId: SpaceId): Promise<LinkStep | undefined> {
    return (await this.transaction.rows<LinkStep>(FIND, [spaceId]))[0];
  }

  async begin(spaceId: SpaceId, { from, to }: LinkStep & { readonly to: Hash }, pages: readonly Id[]): Promise<void> {
    if (from === null) await clearLinks(this.transaction, spaceId);
    await this.transaction.rows(BEGIN, [spaceId, bytesOf(to), pages]);
  }

  async pagesWithoutSearchRows(spaceId: SpaceId, after: Id | undefined, limit: number): Promise<readonly Id[]> {
    return (await this.transaction.rows<{ id: Id }>(UNSEARCHED, [spaceId, after ?? null, limit])).map(({ id }) => id);
  }

  async storeSearchRows(spaceId: SpaceId, pages: readonly PageProjection[]): Promise<void> {
    await storeSearchRows(this.transaction, spaceId, { pages, removed: [] });
    await this.transaction.rows(SEARCHED, [spaceId, pages.map(({ pageId }) => pageId)]);
  }

  async storeLinks(
    spaceId: SpaceId,
    { from, to }: LinkStep & { readonly to: Hash },
    part: LinkUpdate | undefined,
  ): Promise<boolean> {
    const held = await this.transaction.rows(part === undefined ? ADVANCE_LINKS : LOCK_STEP, [
      spaceId,
      bytesOf(from),
      bytesOf(to),
    ]);
    if (held.length === 0) return false;
    if (part === undefined) return true;
    await storeLinks(this.transaction, spaceId, part);
    // Another run of the same step may have deleted these targets since the part was computed.
    await deleteUnusedTargets(this.transaction, spaceId, part.targets);
    return true;
  }

  async complete(spaceId: SpaceId, projections: Projections): Promise<void> {
    const last = await storeAllButLast(this.transaction, spaceId, projections, true);
    if (last !== undefined) await storeSearchRows(this.transaction, spaceId, last);
    await this.transaction.rows(COMPLETE, [spaceId]);
  }
}
