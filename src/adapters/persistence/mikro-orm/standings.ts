import { INHERITED } from './access.ts';

/** The columns of `standingFrom` for a person towards `spaces s`, joined with `STANDING_FROM`. */
export const STANDING = `m.id IS NOT NULL AS "isMember", m.role, g.level AS granted, ${INHERITED('s')}`;
/** @param user where the person's id stands in the statement */
export const STANDING_FROM = (user: string): string =>
  `LEFT JOIN members m ON m.organization_id = s.organization_id AND m.user_id = ${user}
   LEFT JOIN grants g ON g.space_id = s.id AND g.user_id = ${user}`;
