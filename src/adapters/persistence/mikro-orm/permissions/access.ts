import type DataLoader from 'dataloader';
import type pg from 'pg';
import type { DefaultLevel } from '../../../../domain/permissions/level.ts';
import type { CollectionState } from '../../../../domain/collections.ts';
import type { VersionedChangeRequest } from '../../../../ports/change-requests/change-request-reads.ts';
import type { CallerResolver, Caller, ResolvedCaller, SiteGrants, SpaceRow } from '../../../../ports/permissions.ts';
import { createCoalescingLoader } from '../kernel/coalescing-loader.ts';
import { rows, statement, type Statement } from '../kernel/sql.ts';
import { spaceFacts, SPACE_FACTS, SPACE_FACTS_FROM } from '../spaces/space-facts.ts';
import { SSO_REQUIRED, accessFactsFrom, ACCESS_FACTS, ACCESS_FACTS_FROM, HOLDERS } from './access-facts.ts';
import { isNumber } from '../../change-request-key.ts';
import { MERGER, MERGER_FROM, mergerFrom } from '../change-requests/merger.ts';
import { selectList, stateFrom } from '../kernel/state-mapping.ts';
import { TABLES } from '../kernel/tables.ts';

/**
 * Callers of valid tokens whose users are not disabled, one row per lookup: $1 hashes of tokens, $2 times, $3 places.
 * The LIMIT limits nothing, but tells the planner the number of lookups: otherwise it assumes ten, and plans each time
 * anew, which takes a millisecond, four times as long as the query.
 */
const CALLERS = `SELECT q.n, u.id AS "userId", t.via, t.id AS "tokenId", t.read_only AS "readOnly", u.operator AND t.organization_id IS NULL AS operator, t.organization_id AS "confinedTo"`;
const FROM_CALLERS = `FROM (SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::text[]) WITH ORDINALITY LIMIT cardinality($1::text[])) AS q(hash, at, place, n)
  JOIN api_tokens t ON t.hash = q.hash AND (t.expires_at IS NULL OR t.expires_at > q.at)
  JOIN users u ON u.id = t.user_id AND NOT u.disabled`;
/** Condition: the token is valid in all organizations, or in this one. */
const TOKEN_COVERS_ORGANIZATION = '(t.organization_id IS NULL OR t.organization_id = m.organization_id)';

const IN_ORGANIZATION = `o.id AS "organizationId", ${SSO_REQUIRED('t.via')} AS "ssoRequired"`;

const TO_INSTANCE = statement(`${CALLERS} ${FROM_CALLERS}`);
const TO_ORGANIZATION = statement(
  `${CALLERS}, ${IN_ORGANIZATION}, m.id IS NOT NULL AS "isMember", m.role
   ${FROM_CALLERS} LEFT JOIN organizations o ON o.id = q.place LEFT JOIN members m ON m.organization_id = o.id AND m.user_id = u.id AND ${TOKEN_COVERS_ORGANIZATION}`,
);
/** Columns of `TO_ORGANIZATION`, and the levels granted on a site of the organization; $4 lists the sites. */
const TO_SITE = statement(
  `${CALLERS}, ${IN_ORGANIZATION}, m.id IS NOT NULL AS "isMember", m.role,
     ARRAY(SELECT g.level FROM ${HOLDERS('m.user_id', 'm.organization_id')} h JOIN grants g ON g.holder_id = h.holder AND g.place_id = i.id) AS "siteGrants"
   ${FROM_CALLERS} LEFT JOIN organizations o ON o.id = q.place LEFT JOIN members m ON m.organization_id = o.id AND m.user_id = u.id AND ${TOKEN_COVERS_ORGANIZATION}
   LEFT JOIN sites i ON i.id = ($4::text[])[q.n] AND i.organization_id = m.organization_id`,
);
const TO_COLLECTION = statement(
  `${CALLERS}, ${IN_ORGANIZATION}, ${ACCESS_FACTS('c', 'u.id')}, ${selectList(TABLES.collections, 'c', 'collection.')}
   ${FROM_CALLERS}
   LEFT JOIN collections c ON c.id = q.place
   LEFT JOIN organizations o ON o.id = c.organization_id
   ${ACCESS_FACTS_FROM('c', 'u.id', TOKEN_COVERS_ORGANIZATION)}`,
);
const toSpace = (also: { readonly select: string; readonly from: string }): Statement =>
  statement(
    `${CALLERS}, ${IN_ORGANIZATION}, ${ACCESS_FACTS('s', 'u.id')}, ${SPACE_FACTS}${also.select}
     ${FROM_CALLERS}
     LEFT JOIN (spaces s ${SPACE_FACTS_FROM}) ON s.id = q.place
     LEFT JOIN organizations o ON o.id = s.organization_id
     ${ACCESS_FACTS_FROM('s', 'u.id', TOKEN_COVERS_ORGANIZATION)}${also.from}`,
  );
const TO_SPACE = toSpace({ select: '', from: '' });
const toChangeRequest = (key: string): Statement =>
  toSpace({
    select: `, ${selectList(TABLES.changeRequests, 'r', 'cr.')}, ${selectList(TABLES.users, 'a', 'author.')}, ${MERGER},
      r.version AS "crVersion", r.comments AS "crComments", h.revision_id AS "crRevisionId", encode(h.content, 'hex') AS "crContent"`,
    from: ` LEFT JOIN (change_requests r JOIN users a ON a.id = r.created_by JOIN branches h ON h.id = r.id ${MERGER_FROM('r')}) ON r.space_id = s.id AND ${key}`,
  });
/** Statements for a change request: $4 ids or numbers. */
const TO_CHANGE_REQUEST = {
  id: toChangeRequest('r.id = ($4::text[])[q.n]'),
  number: toChangeRequest('r.number = ($4::int[])[q.n]'),
};

interface Question {
  readonly tokenHash: string;
  readonly at: string;
  readonly place: string;
  /** Id of a site, or id or number of a change request there. */
  readonly child?: string;
}

/**
 * Resolver with one named statement for each kind of place, on the read pool; concurrent lookups share a statement.
 */
export class PgCallerResolver implements CallerResolver {
  readonly #instance: DataLoader<Question, any>;
  readonly #organization: DataLoader<Question, any>;
  readonly #site: DataLoader<Question, any>;
  readonly #collection: DataLoader<Question, any>;
  readonly #space: DataLoader<Question, any>;
  readonly #changeRequest: Readonly<Record<keyof typeof TO_CHANGE_REQUEST, DataLoader<Question, any>>>;

  constructor(private readonly pool: pg.Pool) {
    this.#instance = this.#loader(TO_INSTANCE);
    this.#organization = this.#loader(TO_ORGANIZATION);
    this.#site = this.#loader(TO_SITE, true);
    this.#collection = this.#loader(TO_COLLECTION);
    this.#space = this.#loader(TO_SPACE);
    this.#changeRequest = {
      id: this.#loader(TO_CHANGE_REQUEST.id, true),
      number: this.#loader(TO_CHANGE_REQUEST.number, true),
    };
  }

  async inInstance(tokenHash: string, at: string): Promise<ResolvedCaller<{}> | undefined> {
    return resolved(await this.#instance.load({ tokenHash, at, place: '' }), () => ({}));
  }
  /** Resolves a caller in an organization, where the role alone decides. */
  async inOrganization(tokenHash: string, organizationId: string, at: string): Promise<ResolvedCaller<{}> | undefined> {
    return resolved(await this.#organization.load({ tokenHash, at, place: organizationId }), () => ({}), 'inherit');
  }
  async inSite(
    tokenHash: string,
    organizationId: string,
    siteId: string,
    at: string,
  ): Promise<ResolvedCaller<SiteGrants> | undefined> {
    const row = await this.#site.load({ tokenHash, at, place: organizationId, child: siteId });
    return resolved(row, ({ siteGrants }) => ({ siteGrants }), 'inherit');
  }
  async inCollection(
    tokenHash: string,
    collectionId: string,
    at: string,
  ): Promise<ResolvedCaller<{ collection: CollectionState }> | undefined> {
    return resolved(await this.#collection.load({ tokenHash, at, place: collectionId }), (row) => ({
      collection: stateFrom(TABLES.collections, row, 'collection.'),
    }));
  }
  async inSpace(
    tokenHash: string,
    spaceId: string,
    at: string,
  ): Promise<ResolvedCaller<{ space: SpaceRow }> | undefined> {
    return resolved(await this.#space.load({ tokenHash, at, place: spaceId }), (row) => ({ space: spaceFacts(row) }));
  }

  async inChangeRequest(
    tokenHash: string,
    spaceId: string,
    key: string,
    at: string,
  ): ReturnType<CallerResolver['inChangeRequest']> {
    const loader = this.#changeRequest[isNumber(key) ? 'number' : 'id'];
    const place = (row: any): { space: SpaceRow; changeRequest?: VersionedChangeRequest } => ({
      space: spaceFacts(row),
      ...(row.crVersion !== null && { changeRequest: seen(row) }),
    });
    return resolved(await loader.load({ tokenHash, at, place: spaceId, child: key }), place);
  }

  #loader(sql: Statement, within = false): DataLoader<Question, any> {
    return createCoalescingLoader(async (questions) => {
      const columns = [
        questions.map(({ tokenHash }) => tokenHash),
        questions.map(({ at }) => at),
        questions.map(({ place }) => place),
      ];
      if (within) columns.push(questions.map(({ child }) => child!));
      const answers = new Array<any>(questions.length).fill(undefined);
      for (const row of await rows<any>(this.pool, sql, columns)) answers[row.n - 1] = row;
      return answers;
    });
  }
}

const seen = (row: any): VersionedChangeRequest => ({
  state: stateFrom(TABLES.changeRequests, row, 'cr.'),
  author: stateFrom(TABLES.users, row, 'author.'),
  merger: mergerFrom(row),
  head: { revisionId: row.crRevisionId, content: row.crContent },
  primary: row.revisionId,
  comments: row.crComments,
  version: row.crVersion,
});

/**
 * Reads a caller and a place from a row; a row without an organization has only the caller, and no row means no
 * caller.
 */
function resolved<P>(row: any, place: (row: any) => P, defaultLevel?: DefaultLevel): ResolvedCaller<P> | undefined {
  if (row === undefined) return undefined;
  const { userId, via, tokenId, readOnly, operator, confinedTo }: Caller = row;
  const caller = { userId, via, tokenId, readOnly, operator, confinedTo };
  if (row.organizationId == null) return { caller };
  const access = accessFactsFrom(defaultLevel === undefined ? row : { ...row, effectiveDefault: defaultLevel });
  return {
    caller,
    scope: {
      ...place(row),
      organizationId: row.organizationId,
      access,
      ssoRequired: row.ssoRequired === true,
    },
  };
}
