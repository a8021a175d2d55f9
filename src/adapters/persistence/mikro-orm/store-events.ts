import type { EventRow } from '../event-row.ts';

/** Stores events given as JSON in the parameter with this number. */
export const STORE_EVENTS = (parameter: number): string =>
  `INSERT INTO events (type, subject, organization_id, space_id, actor_id, token_id, request_id, address, at, data)
   SELECT type, subject, "organizationId", "spaceId", "actorId", "tokenId", "requestId", address, at, data
   FROM jsonb_to_recordset($${parameter}::jsonb) AS e(type text, subject text, "organizationId" text, "spaceId" text, "actorId" text, "tokenId" text, "requestId" text, address text, at timestamptz, data jsonb)`;

/** The parameter of `STORE_EVENTS`. */
export const eventsColumn = (events: readonly EventRow[]): string => JSON.stringify(events);
