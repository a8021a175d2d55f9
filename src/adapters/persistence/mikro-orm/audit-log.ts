import type pg from 'pg';
import type { AuditEntry, AuditFilter, AuditLog } from '../../../ports/audit-log.ts';
import type { Page, PageRequest } from '../../../ports/kernel/repository.ts';
import { eventId, eventPlace } from '../events.ts';
import { sortedListing } from './kernel/listing.ts';
import { rows, statement } from './kernel/sql.ts';
import { selectList, stateFrom } from './kernel/state-mapping.ts';
import { TABLES } from './kernel/tables.ts';

const ENTRY = `e.seq, e.type, e.subject, e.space_id AS "spaceId", e.actor_id AS "actorId", e.token_id AS "tokenId", e.request_id AS "requestId", e.address, e.at, e.data, ${selectList(TABLES.users, 'u', 'actor.')}`;
const FROM = 'events e LEFT JOIN users u ON u.id = e.actor_id';
const entryFrom = ({
  seq,
  type,
  subject,
  spaceId,
  actorId,
  tokenId,
  requestId,
  address,
  at,
  data,
  ...row
}: any): AuditEntry => ({
  id: eventId(seq),
  type,
  subject,
  spaceId,
  actorId,
  tokenId,
  requestId,
  address,
  at,
  data,
  actor: row['actor.id'] === null ? null : stateFrom(TABLES.users, row, 'actor.'),
});

/** Form of the digests by which the API names invite links. */
const DIGEST = /^[0-9a-f]{64}$/;
const INVITE_DIGEST = `encode(sha256(convert_to(e.subject, 'UTF8')), 'hex')`;

const FIND = statement(`SELECT ${ENTRY} FROM ${FROM} WHERE e.organization_id = $1 AND e.seq = $2::bigint`);

/** Reads the events of an organization, by time. */
export class PgAuditLog implements AuditLog {
  constructor(private readonly pool: pg.Pool) {}

  async list(
    organizationId: string,
    { type, actor, target, from, to }: AuditFilter,
    page: PageRequest,
  ): Promise<Page<AuditEntry>> {
    const values: unknown[] = [organizationId];
    const parameter = (value: unknown): string => `$${values.push(value)}`;
    const where = ['e.organization_id = $1'];
    if (type !== undefined) {
      const name = parameter(type);
      where.push(type.includes('.') ? `e.type = ${name}` : `starts_with(e.type, ${name}::text || '.')`);
    }
    if (actor !== undefined) where.push(`e.actor_id = ${parameter(actor)}`);
    if (target !== undefined) {
      const id = parameter(target);
      const named = [`e.subject = ${id}`, `e.space_id = ${id}`, `e.data ->> 'userId' = ${id}`];
      if (DIGEST.test(target)) named.push(`(starts_with(e.type, 'invite.') AND ${INVITE_DIGEST} = ${id})`);
      where.push(`(${named.join(' OR ')})`);
    }
    if (from !== undefined) where.push(`e.at >= ${parameter(from)}::timestamptz`);
    if (to !== undefined) where.push(`e.at <= ${parameter(to)}::timestamptz`);
    return sortedListing(
      this.pool,
      { select: ENTRY, from: FROM, where: where.join(' AND '), values },
      { by: 'e.at', type: 'timestamptz', id: 'e.seq', idType: 'bigint', direction: 'DESC' },
      page,
      entryFrom,
    );
  }

  async find(organizationId: string, id: string): Promise<AuditEntry | undefined> {
    const place = eventPlace(id);
    const [row] = place === undefined ? [] : await rows(this.pool, FIND, [organizationId, place]);
    return row && entryFrom(row);
  }
}
