import { DEFAULTS, SPACES_FROM } from '../spaces/space-reads.ts';

/** `visible`: the spaces of an organization ($1) that somebody ($2) may see. */
export const VISIBLE = `${DEFAULTS}, visible AS MATERIALIZED (SELECT s.id ${SPACES_FROM})`;
