import type pg from 'pg';
import type { DefaultLevel, Level, Role } from '../../../domain/access/level.ts';
import type { Standing } from '../../../domain/access/standing.ts';
import type { CollectionState } from '../../../domain/collections/collection.ts';
import type { Access, Caller, Resolved, SpaceFacts } from '../../../ports/access.ts';
import { Coalescer } from './coalescer.ts';
import { rows, statement, type Statement } from './sql.ts';
import { spaceFacts, SPACE_FACTS, SPACE_FACTS_FROM } from './space-facts.ts';
import { selectList, stateFrom } from './state-mapping.ts';
import { TABLES } from './tables.ts';

/** The callers behind valid tokens, one row a question: $1 hashes of tokens, $2 times, $3 places. */
const CALLERS = `SELECT q.n, u.id AS "userId", t.id AS "tokenId", t.read_only AS "readOnly", u.operator`;
const FROM_CALLERS = `FROM unnest($1::text[], $2::timestamptz[], $3::text[]) WITH ORDINALITY AS q(hash, at, place, n)
  JOIN api_tokens t ON t.hash = q.hash AND (t.expires_at IS NULL OR t.expires_at > q.at)
  JOIN users u ON u.id = t.user_id`;

/** The default of the nearest collection that states one, walking up from `start`; 'inherit' where none does. */
export const NEAREST_DEFAULT = (start: string): string => `(
  WITH RECURSIVE up AS (
    SELECT c.default_level, c.parent_id, 1 AS depth FROM collections c WHERE c.id = ${start}
    UNION ALL
    SELECT c.default_level, c.parent_id, up.depth + 1 FROM up JOIN collections c ON c.id = up.parent_id WHERE up.default_level = 'inherit'
  ) SELECT default_level FROM up ORDER BY depth DESC LIMIT 1)`;

/** What is inherited: null is a stated default, so "nobody states one" must be told apart from it. */
export const INHERITED = (of: string): string =>
  `CASE WHEN ${of}.default_level IS DISTINCT FROM 'inherit' OR ${of}.parent_id IS NULL THEN ${of}.default_level ELSE ${NEAREST_DEFAULT(`${of}.parent_id`)} END AS "effectiveDefault"`;

const TO_INSTANCE = statement(`${CALLERS} ${FROM_CALLERS}`);
const TO_ORGANIZATION = statement(
  `${CALLERS}, o.id AS "organizationId", m.id IS NOT NULL AS "isMember", m.role
   ${FROM_CALLERS} LEFT JOIN organizations o ON o.id = q.place LEFT JOIN members m ON m.organization_id = o.id AND m.user_id = u.id`,
);
const TO_COLLECTION = statement(
  `${CALLERS}, m.id IS NOT NULL AS "isMember", m.role, ${selectList(TABLES.collections, 'c', 'collection.')}, c.organization_id AS "organizationId", ${INHERITED('c')}
   ${FROM_CALLERS} LEFT JOIN collections c ON c.id = q.place LEFT JOIN members m ON m.organization_id = c.organization_id AND m.user_id = u.id`,
);
const TO_SPACE = statement(
  `${CALLERS}, m.id IS NOT NULL AS "isMember", m.role, g.level AS granted, ${SPACE_FACTS}, s.organization_id AS "organizationId", ${INHERITED('s')}
   ${FROM_CALLERS}
   LEFT JOIN (spaces s ${SPACE_FACTS_FROM}) ON s.id = q.place AND s.deleted_at IS NULL
   LEFT JOIN members m ON m.organization_id = s.organization_id AND m.user_id = u.id
   LEFT JOIN grants g ON g.space_id = s.id AND g.user_id = u.id`,
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

interface Question {
  readonly tokenHash: string;
  readonly at: string;
  readonly place: string;
}

/** One named statement for each kind of place, on the read pool, always from what is committed; shared by questions that come together. */
export class PgAccess implements Access {
  readonly #instance: Coalescer<Question, any>;
  readonly #organization: Coalescer<Question, any>;
  readonly #collection: Coalescer<Question, any>;
  readonly #space: Coalescer<Question, any>;

  constructor(private readonly pool: pg.Pool) {
    this.#instance = this.#asking(TO_INSTANCE);
    this.#organization = this.#asking(TO_ORGANIZATION);
    this.#collection = this.#asking(TO_COLLECTION);
    this.#space = this.#asking(TO_SPACE);
  }

  async toInstance(tokenHash: string, at: string): Promise<Resolved<{}> | undefined> {
    return resolved(await this.#instance.load({ tokenHash, at, place: '' }), () => ({}));
  }
  /** In an organization the standing is the role itself. */
  async toOrganization(tokenHash: string, organizationId: string, at: string): Promise<Resolved<{}> | undefined> {
    return resolved(await this.#organization.load({ tokenHash, at, place: organizationId }), () => ({}), 'inherit');
  }
  async toCollection(tokenHash: string, collectionId: string, at: string): Promise<Resolved<{ collection: CollectionState }> | undefined> {
    return resolved(await this.#collection.load({ tokenHash, at, place: collectionId }), (row) => ({ collection: stateFrom(TABLES.collections, row, 'collection.') }));
  }
  async toSpace(tokenHash: string, spaceId: string, at: string): Promise<Resolved<{ space: SpaceFacts }> | undefined> {
    return resolved(await this.#space.load({ tokenHash, at, place: spaceId }), (row) => ({ space: spaceFacts(row) }));
  }

  #asking(sql: Statement): Coalescer<Question, any> {
    return new Coalescer(async (questions) => {
      const columns = [questions.map(({ tokenHash }) => tokenHash), questions.map(({ at }) => at), questions.map(({ place }) => place)];
      const answers = new Array<any>(questions.length);
      for (const row of await rows<any>(this.pool, sql, columns)) answers[row.n - 1] = row;
      return answers;
    });
  }
}

/** A row as a caller with a place; a row without an organization has only the caller, no row at all not even that. */
function resolved<P>(row: any, place: (row: any) => P, defaultLevel?: DefaultLevel): Resolved<P> | undefined {
  if (row === undefined) return undefined;
  const { userId, tokenId, readOnly, operator }: Caller = row;
  const caller = { userId, tokenId, readOnly, operator };
  if (row.organizationId == null) return { caller };
  const standing = standingFrom(defaultLevel === undefined ? row : { ...row, effectiveDefault: defaultLevel });
  return { caller, place: { ...place(row), organizationId: row.organizationId, standing } };
}
