import type { GitLocation } from '../../../../domain/links/content-lookup.ts';
import { normalizedTargetPath } from '../../../../domain/links/link-target.ts';
import type { LinkInvalidation, LinkIndex, LinkUpdate, LinkTarget } from '../../../../ports/content/links.ts';
import { statement, type Statement } from '../kernel/sql.ts';
import type { Transaction } from '../kernel/transaction.ts';

// `= ANY` beside the joins keeps them on the indexes, whatever the planner thinks of the sizes.
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
// A look-up for each key, whatever the planner thinks of the size of the table.
const FORGET = statement(
  `DELETE FROM link_targets t WHERE t.space_id = $1 AND t.key = ANY($2) AND (SELECT l.key FROM page_links l WHERE l.space_id = $1 AND l.key = t.key LIMIT 1) IS NULL`,
);
const CLEAR = statement(
  `WITH links AS (DELETE FROM page_links WHERE space_id = $1), targets AS (DELETE FROM link_targets WHERE space_id = $1) DELETE FROM git_places WHERE space_id = $1`,
);

/** Stores what a move of the head changes about links; nothing is sent where it changes nothing. */
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
  await forgetUnnamed(transaction, spaceId, unlinked);
}

/** Forgets those targets that no page names. */
export async function forgetUnnamed(
  transaction: Transaction,
  spaceId: string,
  targets: readonly { readonly key: string }[],
): Promise<void> {
  if (targets.length > 0) await transaction.rows(FORGET, [spaceId, targets.map(({ key }) => key)]);
}

/** Forgets all links of a space. */
export async function clearLinks(transaction: Transaction, spaceId: string): Promise<void> {
  await transaction.rows(CLEAR, [spaceId]);
}

const PLACES = statement('SELECT kind, id, path FROM git_places WHERE space_id = $1 AND path = ANY($2) ORDER BY id');
const CONCERNED = statement(
  `SELECT key, target_id AS target, broken FROM link_targets WHERE space_id = $1 AND target_id = ANY($2)
   UNION SELECT key, target_id, broken FROM link_targets WHERE space_id = $1 AND kin = ANY($3)
   UNION SELECT t.key, t.target_id, t.broken FROM unnest($4::text[], $5::text[]) AS u(first, past), LATERAL (
     SELECT key, target_id, broken FROM link_targets WHERE space_id = $1 AND kin >= u.first COLLATE "C" AND kin < u.past COLLATE "C"
   ) t`,
);

/** Runs a statement: in a transaction, or on what is committed. */
export interface RunsStatements {
  rows<R = any>(statement: Statement, values: readonly unknown[]): Promise<R[]>;
}

/** Look-ups among links by indexes. */
export class PgLinkIndex implements LinkIndex {
  constructor(private readonly on: RunsStatements) {}

  gitLocations(spaceId: string, paths: readonly string[]): Promise<readonly GitLocation[]> {
    return this.on.rows<GitLocation>(PLACES, [spaceId, paths]);
  }
  affectedTargets(
    spaceId: string,
    { ids, normalizedPaths: kin, pathPrefixes: under }: LinkInvalidation,
  ): Promise<readonly LinkTarget[]> {
    return this.on.rows<LinkTarget>(CONCERNED, [
      spaceId,
      ids,
      kin,
      under.map((path) => `${path}/`),
      under.map((path) => `${path}0`),
    ]);
  }
}
