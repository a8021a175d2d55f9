import type pg from 'pg';
import type { CollectionState } from '../../../../domain/collections.ts';
import type { AccessFacts } from '../../../../domain/permissions/access-facts.ts';
import type { SpaceRow } from '../../../../ports/permissions.ts';
import type { SpaceReads } from '../../../../ports/spaces.ts';
import type { OrganizationUser, Viewer } from '../../../../ports/kernel/viewer.ts';
import type { Page, PageRequest } from '../../../../ports/kernel/repository.ts';
import { pageOf, afterSorted, sortedKey } from '../../list-keys.ts';
import { spaceFacts, SPACE_FACTS, SPACE_FACTS_FROM } from './space-facts.ts';
import { sortedListing } from '../kernel/listing.ts';
import { rows, statement } from '../kernel/sql.ts';
import {
  HOLDERS,
  SSO_REQUIRED,
  accessFactsFrom,
  ACCESS_FACTS,
  ACCESS_FACTS_FROM,
} from '../permissions/access-facts.ts';
import { selectList, stateFrom } from '../kernel/state-mapping.ts';
import { TABLES } from '../kernel/tables.ts';

/**
 * Queries for the viewer's membership, the grants of the viewer and the viewer's teams, and each collection of the
 * organization with its effective default and the grants on it and around it, from the root downwards. $1
 * organization, $2 user.
 */
const defaults = (condition: string): string => `WITH RECURSIVE viewer AS MATERIALIZED (
    SELECT m.role, ARRAY${HOLDERS('m.user_id', 'm.organization_id')} AS holders
    FROM members m JOIN users u ON u.id = m.user_id JOIN organizations o ON o.id = m.organization_id
    WHERE m.organization_id = $1 AND m.user_id = $2 AND NOT u.disabled${condition}
  ), given AS MATERIALIZED (
    SELECT g.place_id, array_agg(g.level) AS levels FROM viewer JOIN grants g ON g.holder_id = ANY(viewer.holders) GROUP BY g.place_id
  ), tree AS (
    SELECT c.id, c.default_level AS effective, coalesce(g.levels, '{}') AS granted
    FROM collections c LEFT JOIN given g ON g.place_id = c.id WHERE c.organization_id = $1 AND c.parent_id IS NULL
    UNION ALL
    SELECT c.id, CASE WHEN c.default_level = 'inherit' THEN tree.effective ELSE c.default_level END, tree.granted || coalesce(g.levels, '{}')
    FROM tree JOIN collections c ON c.parent_id = tree.id LEFT JOIN given g ON g.place_id = c.id
  )`;
/** Queries for operations in the organization, whose authorization has checked enforced SSO. */
export const DEFAULTS = defaults('');
/** Queries that are empty where SSO is enforced and $3, the origin of the credential, does not satisfy it. */
const DEFAULTS_BY_ORIGIN = defaults(` AND NOT ${SSO_REQUIRED('$3::text')}`);

/** Condition: the viewer has a level; the same rule as `levelOf` in the domain. */
const VISIBLE = (effective: string, granted: string): string =>
  `(viewer.role = 'admin' OR cardinality(${granted}) > 0 OR (viewer.role IS NOT NULL AND ${effective} IS NOT NULL))`;

const SPACE_DEFAULT = `(CASE WHEN s.default_level = 'inherit' AND s.parent_id IS NOT NULL THEN tree.effective ELSE s.default_level END)`;
const SPACE_GRANTED = `(coalesce(tree.granted, '{}') || coalesce(g.levels, '{}'))`;
const ALL_SPACES_FROM = `FROM viewer CROSS JOIN spaces s
  LEFT JOIN tree ON tree.id = s.parent_id
  LEFT JOIN given g ON g.place_id = s.id
  WHERE s.organization_id = $1`;
export const SPACES_FROM = `${ALL_SPACES_FROM} AND s.deleted_at IS NULL AND ${VISIBLE(SPACE_DEFAULT, SPACE_GRANTED)}`;
/** Deleted spaces on which the viewer has at least the level `create`. */
const DELETED_SPACES_FROM = `${ALL_SPACES_FROM} AND s.deleted_at IS NOT NULL AND (viewer.role = 'admin'
    OR ${SPACE_GRANTED} && ARRAY['create', 'admin'] OR (viewer.role IS NOT NULL AND coalesce(nullif(${SPACE_DEFAULT}, 'inherit'), CASE WHEN ${SPACE_DEFAULT} = 'inherit' THEN viewer.role END) IN ('create', 'admin')))`;
/** Collections `t` that the viewer can see. */
const COLLECTIONS = {
  ctes: DEFAULTS_BY_ORIGIN,
  select: `true AS "isMember", viewer.role, tree.granted, tree.effective AS "effectiveDefault", ${selectList(TABLES.collections, 't')}`,
  from: 'viewer CROSS JOIN collections t JOIN tree ON tree.id = t.id',
  where: `t.organization_id = $1 AND ${VISIBLE('tree.effective', 'tree.granted')}`,
};

const COLLECTION = statement(
  `SELECT ${ACCESS_FACTS('c', '$2::text')}, ${selectList(TABLES.collections, 'c')} FROM collections c ${ACCESS_FACTS_FROM('c', '$2::text')} WHERE c.id = $3 AND c.organization_id = $1`,
);

const BY_ID = statement(
  `SELECT ${SPACE_FACTS} FROM spaces s ${SPACE_FACTS_FROM} WHERE s.organization_id = $1 AND s.id = ANY($2::text[]) AND s.deleted_at IS NULL`,
);

const ROOT = statement(
  `SELECT m.id IS NOT NULL AS "isMember", m.role, ${SSO_REQUIRED('$3::text')} AS "ssoRequired" FROM organizations o
   LEFT JOIN members m ON m.organization_id = o.id AND m.user_id = $2 AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = $2 AND u.disabled) WHERE o.id = $1`,
);

/** Reads spaces and collections with the facts about the access of a viewer. */
export class PgSpaceReads implements SpaceReads {
  constructor(private readonly pool: pg.Pool) {}

  async listSpaces(
    { organizationId, userId, via }: Viewer,
    { collectionId, ids, deleted = false }: Parameters<SpaceReads['listSpaces']>[1],
    page: PageRequest,
  ): Promise<Page<{ space: SpaceRow; access: AccessFacts }>> {
    const values: unknown[] = [organizationId, userId, via];
    const spacesFrom = deleted ? DELETED_SPACES_FROM : SPACES_FROM;
    const inside =
      (collectionId === undefined ? '' : ` AND s.parent_id = $${values.push(collectionId)}`) +
      (ids === undefined ? '' : ` AND s.id = ANY($${values.push(ids)}::text[])`);
    // The first page includes the count; later pages run a separate statement for it.
    const counted =
      page.after === undefined
        ? undefined
        : rows<{ count: number }>(
            this.pool,
            statement(`${DEFAULTS_BY_ORIGIN} SELECT count(*) AS count ${spacesFrom}${inside}`),
            [...values],
          );
    const [direction, beyond] = page.order === 'desc' ? ['DESC', '<'] : ['ASC', '>'];
    const key = afterSorted(page.after);
    const after =
      key === undefined ? '' : ` AND (s.rank, s.id) ${beyond} ($${values.push(key[0])}, $${values.push(key[1])})`;
    // The ids of the page are found first, so that heads and counts are read for them alone.
    const text = `${DEFAULTS_BY_ORIGIN}, listed AS (SELECT s.id, viewer.role, ${SPACE_GRANTED} AS granted, ${SPACE_DEFAULT} AS effective, count(*) OVER () AS total ${spacesFrom}${inside}${after} ORDER BY s.rank ${direction}, s.id ${direction} LIMIT ${page.limit + 1})
      SELECT true AS "isMember", l.role, l.granted, l.effective AS "effectiveDefault", l.total, ${SPACE_FACTS}
      FROM listed l JOIN spaces s ON s.id = l.id ${SPACE_FACTS_FROM} ORDER BY s.rank ${direction}, s.id ${direction}`;
    const [found, total] = await Promise.all([rows(this.pool, statement(text), values), counted]);
    const count = total === undefined ? (found[0]?.total ?? 0) : total[0]!.count;
    return pageOf(
      found.map((row) => ({ space: spaceFacts(row), access: accessFactsFrom(row) })),
      page.limit,
      count,
      ({ space: { state } }) => sortedKey(state.rank, state.id),
    );
  }

  async findSpaces(organizationId: string, ids: readonly string[]): Promise<readonly SpaceRow[]> {
    return ids.length === 0 ? [] : (await rows<any>(this.pool, BY_ID, [organizationId, ids])).map(spaceFacts);
  }

  async listCollections(
    { organizationId, userId, via }: Viewer,
    { nested }: { nested: boolean },
    page: PageRequest,
  ): Promise<Page<{ collection: CollectionState; access: AccessFacts }>> {
    const where = COLLECTIONS.where + (nested ? '' : ' AND t.parent_id IS NULL');
    return sortedListing(
      this.pool,
      { ...COLLECTIONS, where, values: [organizationId, userId, via] },
      { by: 't.rank', type: 'text', direction: 'ASC' },
      page,
      (row) => ({ collection: stateFrom(TABLES.collections, row), access: accessFactsFrom(row) }),
    );
  }

  async organizationAccess({
    organizationId,
    userId,
    via,
  }: Viewer): Promise<{ access: AccessFacts; ssoRequired: boolean } | undefined> {
    const [row] = await rows(this.pool, ROOT, [organizationId, userId, via]);
    return (
      row && { access: accessFactsFrom({ ...row, effectiveDefault: 'inherit' }), ssoRequired: row.ssoRequired === true }
    );
  }

  async findCollection(
    { organizationId, userId }: OrganizationUser,
    collectionId: string,
  ): Promise<{ collection: CollectionState; access: AccessFacts } | undefined> {
    const [row] = await rows(this.pool, COLLECTION, [organizationId, userId, collectionId]);
    return row && { collection: stateFrom(TABLES.collections, row), access: accessFactsFrom(row) };
  }
}
