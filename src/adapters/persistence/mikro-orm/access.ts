import type pg from 'pg';
import type { DefaultLevel, Level, Role } from '../../../domain/access/level.ts';
import type { Standing } from '../../../domain/access/standing.ts';
import type { CollectionState } from '../../../domain/collections/collection.ts';
import type { Access, Caller, Resolved, SpaceFacts } from '../../../ports/access.ts';
import { rows, statement } from './sql.ts';
import { spaceFacts, SPACE_FACTS, SPACE_FACTS_FROM } from './space-facts.ts';
import { selectList, stateFrom } from './state-mapping.ts';
import { TABLES } from './tables.ts';

/** The caller behind a valid token; $1 is the token's hash, $2 the time. */
const CALLER = `SELECT u.id AS "userId", t.id AS "tokenId", t.read_only AS "readOnly", u.operator
  FROM api_tokens t JOIN users u ON u.id = t.user_id
  WHERE t.hash = $1 AND (t.expires_at IS NULL OR t.expires_at > $2::timestamptz)`;

/** The default of the nearest collection that states one, walking up from `start`; 'inherit' where none does. */
export const NEAREST_DEFAULT = (start: string): string => `(
  WITH RECURSIVE up AS (
    SELECT c.default_level, c.parent_id, 1 AS depth FROM collections c WHERE c.id = ${start}
    UNION ALL
    SELECT c.default_level, c.parent_id, up.depth + 1 FROM up JOIN collections c ON c.id = up.parent_id WHERE up.default_level = 'inherit'
  ) SELECT default_level FROM up ORDER BY depth DESC LIMIT 1)`;

/** What is inherited: null is a stated default, so "nobody states one" must be told apart from it. */
const INHERITED = (of: string): string =>
  `CASE WHEN ${of}.default_level IS DISTINCT FROM 'inherit' OR ${of}.parent_id IS NULL THEN ${of}.default_level ELSE ${NEAREST_DEFAULT(`${of}.parent_id`)} END AS "effectiveDefault"`;

const TO_INSTANCE = statement(CALLER);
const TO_ORGANIZATION = statement(
  `WITH caller AS (${CALLER})
   SELECT caller.*, o.id AS "organizationId", m.id IS NOT NULL AS "isMember", m.role
   FROM caller LEFT JOIN organizations o ON o.id = $3 LEFT JOIN members m ON m.organization_id = o.id AND m.user_id = caller."userId"`,
);
const TO_COLLECTION = statement(
  `WITH caller AS (${CALLER})
   SELECT caller.*, m.id IS NOT NULL AS "isMember", m.role, ${selectList(TABLES.collections, 'c', 'collection.')}, c.organization_id AS "organizationId", ${INHERITED('c')}
   FROM caller LEFT JOIN collections c ON c.id = $3 LEFT JOIN members m ON m.organization_id = c.organization_id AND m.user_id = caller."userId"`,
);
const TO_SPACE = statement(
  `WITH caller AS (${CALLER})
   SELECT caller.*, m.id IS NOT NULL AS "isMember", m.role, g.level AS granted, ${SPACE_FACTS}, s.organization_id AS "organizationId", ${INHERITED('s')}
   FROM caller
   LEFT JOIN (spaces s ${SPACE_FACTS_FROM}) ON s.id = $3 AND s.deleted_at IS NULL
   LEFT JOIN members m ON m.organization_id = s.organization_id AND m.user_id = caller."userId"
   LEFT JOIN grants g ON g.space_id = s.id AND g.user_id = caller."userId"`,
);

export interface StandingRow {
  readonly isMember: boolean;
  readonly role: Role;
  readonly granted?: Level | null;
  readonly effectiveDefault?: DefaultLevel;
}

export function standingFrom({ isMember, role, granted, effectiveDefault }: StandingRow): Standing {
  return { role: isMember ? role : undefined, granted: granted ? [granted] : [], defaultLevel: effectiveDefault ?? null };
}

/** One named statement for each kind of place, on the read pool, always from what is committed. */
export class PgAccess implements Access {
  constructor(private readonly pool: pg.Pool) {}

  toInstance(tokenHash: string, at: string): Promise<Resolved<{}> | undefined> {
    return this.#resolve(TO_INSTANCE, [tokenHash, at], () => ({}));
  }
  /** In an organization the standing is the role itself. */
  toOrganization(tokenHash: string, organizationId: string, at: string): Promise<Resolved<{}> | undefined> {
    return this.#resolve(TO_ORGANIZATION, [tokenHash, at, organizationId], () => ({}), 'inherit');
  }
  toCollection(tokenHash: string, collectionId: string, at: string): Promise<Resolved<{ collection: CollectionState }> | undefined> {
    return this.#resolve(TO_COLLECTION, [tokenHash, at, collectionId], (row) => ({ collection: stateFrom(TABLES.collections, row, 'collection.') }));
  }
  toSpace(tokenHash: string, spaceId: string, at: string): Promise<Resolved<{ space: SpaceFacts }> | undefined> {
    return this.#resolve(TO_SPACE, [tokenHash, at, spaceId], (row) => ({ space: spaceFacts(row) }));
  }

  async #resolve<P>(sql: ReturnType<typeof statement>, values: unknown[], place: (row: any) => P, defaultLevel?: DefaultLevel): Promise<Resolved<P> | undefined> {
    const [row] = await rows<any>(this.pool, sql, values);
    if (row === undefined) return undefined;
    const { userId, tokenId, readOnly, operator } = row as Caller;
    const caller = { userId, tokenId, readOnly, operator };
    if (row.organizationId == null) return { caller };
    const standing = standingFrom(defaultLevel === undefined ? row : { ...row, effectiveDefault: defaultLevel });
    return { caller, place: { ...place(row), organizationId: row.organizationId, standing } };
  }
}
