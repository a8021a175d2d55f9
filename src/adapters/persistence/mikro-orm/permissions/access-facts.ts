import type { DefaultLevel, Level, Role } from '../../../../domain/permissions/level.ts';
import type { AccessFacts } from '../../../../domain/permissions/access-facts.ts';
import { ANY_ORIGIN } from '../../../../ports/kernel/viewer.ts';

/**
 * Expression for what surrounds a place, with `start` its parent: the default level of the nearest collection that has
 * one ('inherit' where none does; null is a level too), then the ids of all collections up to the root, in one walk.
 */
const ANCESTRY = (start: string): string => `(
  WITH RECURSIVE up AS (
    SELECT step.id, step.default_level, step.parent_id, 1 AS depth FROM collections step WHERE step.id = ${start}
    UNION ALL
    SELECT step.id, step.default_level, step.parent_id, up.depth + 1 FROM up JOIN collections step ON step.id = up.parent_id
  ) SELECT ARRAY[CASE WHEN bool_and(default_level IS NOT DISTINCT FROM 'inherit') THEN 'inherit' ELSE (array_agg(default_level ORDER BY depth) FILTER (WHERE default_level IS DISTINCT FROM 'inherit'))[1] END] || array_agg(id)
    FROM up)`;

/** Holders whose grants count for a user: the user and each of the user's teams, in one column `holder`. */
export const HOLDERS = (user: string, organization: string): string =>
  `(SELECT ${user} AS holder UNION ALL SELECT tm.team_id FROM team_members tm WHERE tm.user_id = ${user} AND tm.organization_id = ${organization})`;

/**
 * Columns of `accessFactsFrom` for a user on `place`, an alias of spaces or of collections that is joined with
 * `ACCESS_FACTS_FROM`.
 * @param user expression for the id of the user
 */
export const ACCESS_FACTS = (place: string, user: string): string =>
  `m.id IS NOT NULL AS "isMember", m.role,
   CASE WHEN ${place}.default_level IS DISTINCT FROM 'inherit' OR ancestry.chain IS NULL THEN ${place}.default_level ELSE ancestry.chain[1] END AS "effectiveDefault",
   ARRAY(SELECT g.level FROM ${HOLDERS(user, `${place}.organization_id`)} h JOIN grants g ON g.holder_id = h.holder AND g.place_id = ANY(ancestry.chain[2:] || ${place}.id)) AS granted`;
/** Joins for `ACCESS_FACTS`; a disabled user has no access. @param condition further condition for a member to count */
export const ACCESS_FACTS_FROM = (
  place: string,
  user: string,
  condition = `NOT EXISTS (SELECT 1 FROM users d WHERE d.id = ${user} AND d.disabled)`,
): string =>
  `LEFT JOIN members m ON m.organization_id = ${place}.organization_id AND m.user_id = ${user} AND ${condition}
   CROSS JOIN LATERAL (SELECT CASE WHEN ${place}.parent_id IS NULL THEN NULL ELSE ${ANCESTRY(`${place}.parent_id`)} END AS chain OFFSET 0) ancestry`;

/**
 * Condition on organization `o`: SSO is enforced and the credential's origin is none of its identity providers.
 * @param via expression of type text for the origin; `ANY_ORIGIN` satisfies every organization
 */
export const SSO_REQUIRED = (via: string): string =>
  `(o.sso AND ${via} IS DISTINCT FROM '${ANY_ORIGIN}'
    AND NOT EXISTS (SELECT 1 FROM saml_providers sp WHERE sp.organization_id = o.id AND 'saml:' || sp.id = ${via}))`;

export interface AccessFactsRow {
  readonly isMember: boolean;
  readonly role: Role;
  readonly granted?: readonly Level[];
  readonly effectiveDefault?: DefaultLevel;
}

/** Converts the columns about a user and a scope to the facts that decide on the level. */
export function accessFactsFrom({ isMember, role, granted, effectiveDefault }: AccessFactsRow): AccessFacts {
  return { role: isMember ? role : undefined, grantedLevels: granted ?? [], defaultLevel: effectiveDefault ?? null };
}
