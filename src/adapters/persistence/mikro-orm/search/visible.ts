import { DEFAULTS, SPACES_FROM } from '../spaces/space-reads.ts';

/** Query `visible`: spaces of an organization ($1) that a user ($2) may read. */
export const VISIBLE = `${DEFAULTS}, visible AS MATERIALIZED (SELECT s.id ${SPACES_FROM})`;
