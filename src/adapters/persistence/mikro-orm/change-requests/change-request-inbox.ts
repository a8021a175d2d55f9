import type pg from 'pg';
import type {
  ChangeRequestInbox,
  InboxFilter,
  InboxOrder,
} from '../../../../ports/change-requests/change-request-inbox.ts';
import type { ChangeRequestRow } from '../../../../ports/change-requests/change-request-reads.ts';
import type { OrganizationUser } from '../../../../ports/kernel/viewer.ts';
import type { Page, PageRequest } from '../../../../ports/kernel/repository.ts';
import { afterInstant, instantKey, pageOf } from '../../list-keys.ts';
import { DEFAULTS, SPACES_FROM } from '../spaces/space-reads.ts';
import {
  hasReviewRequestFor,
  CHANGE_REQUEST,
  CHANGE_REQUEST_FROM,
  changeRequestFacts,
  contributedBy,
} from './change-request-reads.ts';
import { rows, statement } from '../kernel/sql.ts';

const COLUMN: Readonly<Record<InboxOrder, string>> = { updatedAt: 'updated_at', createdAt: 'created_at' };

/**
 * Reads the visible spaces first, then the matching change requests in them, once for both the count and the page.
 */
export class PgChangeRequestInbox implements ChangeRequestInbox {
  constructor(private readonly pool: pg.Pool) {}

  async list(
    { organizationId, userId }: OrganizationUser,
    filter: InboxFilter,
    orderBy: InboxOrder,
    { limit, after }: PageRequest,
  ): Promise<Page<ChangeRequestRow>> {
    const { statuses, creator, contributor, requestedReviewer, site, space } = filter;
    const values: unknown[] = [organizationId, userId, statuses, ...afterInstant(after), limit + 1];
    const parameter = (value: string): string => `$${values.push(value)}`;
    const inside = [
      ...(space === undefined ? [] : [`s.id = ${parameter(space)}`]),
      ...(site === undefined
        ? []
        : [
            `EXISTS (SELECT 1 FROM site_spaces i WHERE i.site_id = ${parameter(site)} AND i.space_id = s.id AND i.organization_id = $1)`,
          ]),
    ];
    const matches = [
      // Array comparisons use the index on both columns, however many organizations there are.
      't.space_id = ANY(ARRAY(SELECT id FROM visible)) AND t.status = ANY($3::text[])',
      ...(creator === undefined ? [] : [`t.created_by = ${parameter(creator)}`]),
      ...(contributor === undefined ? [] : [contributedBy(parameter(contributor))]),
      ...(requestedReviewer === undefined ? [] : [hasReviewRequestFor(parameter(requestedReviewer))]),
    ];
    const text = `${DEFAULTS}, visible AS MATERIALIZED (SELECT s.id ${[SPACES_FROM, ...inside].join(' AND ')}),
      matching AS MATERIALIZED (SELECT t.id, t.${COLUMN[orderBy]} AS at FROM change_requests t WHERE ${matches.join(' AND ')}),
      listed AS (SELECT id, at FROM matching WHERE $4::timestamptz IS NULL OR (at, id) < ($4, $5) ORDER BY at DESC, id DESC LIMIT $6)
      SELECT (SELECT count(*) FROM matching) AS total, f.* FROM (SELECT 1) one LEFT JOIN (
        SELECT l.at AS "listedAt", l.id AS "listed", ${CHANGE_REQUEST} FROM listed l JOIN (${CHANGE_REQUEST_FROM}) ON t.id = l.id
      ) f ON true ORDER BY f."listedAt" DESC, f."listed" DESC`;
    const found = await rows(this.pool, statement(text), values);
    const items = found.filter(({ listed }) => listed !== null).map(changeRequestFacts);
    return pageOf(items, limit, found[0]!.total, ({ state }) => instantKey(state[orderBy], state.id));
  }
}
