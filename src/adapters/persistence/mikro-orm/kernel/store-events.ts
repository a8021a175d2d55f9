import type { EventRow } from '../../events.ts';

const COLUMNS = 'type, subject, organization_id, space_id, actor_id, token_id, request_id, address, at, data';
const FIELDS =
  'type text, subject text, "organizationId" text, "spaceId" text, "actorId" text, "tokenId" text, "requestId" text, address text, at timestamptz, data jsonb';

/** Statement that stores the events in the JSON parameter with this number. */
export const STORE_EVENTS = (parameter: number): string =>
  `INSERT INTO events (${COLUMNS})
   SELECT type, subject, "organizationId", "spaceId", "actorId", "tokenId", "requestId", address, at, data
   FROM jsonb_to_recordset($${parameter}::jsonb) AS e(${FIELDS})`;

/**
 * Statement that stores events of which some happened in no organization: a copy for each organization of the user.
 */
export const STORE_EVENTS_OF_PERSONS = `INSERT INTO events (${COLUMNS})
   SELECT e.type, e.subject, COALESCE(e."organizationId", m.organization_id), e."spaceId", e."actorId", e."tokenId", e."requestId", e.address, e.at, e.data
   FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (${FIELDS})) WITH ORDINALITY AS e(type, subject, "organizationId", "spaceId", "actorId", "tokenId", "requestId", address, at, data, n)
   LEFT JOIN members m ON e."organizationId" IS NULL AND m.user_id = e.data ->> 'userId'
   ORDER BY e.n, m.organization_id`;

/** Encodes the parameter of `STORE_EVENTS`. */
export const eventsColumn = (events: readonly EventRow[]): string => JSON.stringify(events);
