const LENGTH = 20;
const LARGEST = '9223372036854775807'.padStart(LENGTH, '0');

/** The id of an event from its place in the log; longer ago is smaller. */
export const eventId = (place: number | string): string => String(place).padStart(LENGTH, '0');

/** The place of an event; undefined where there can be none of this id. */
export const eventPlace = (id: string): string | undefined =>
  /^\d{20}$/.test(id) && id <= LARGEST ? String(BigInt(id)) : undefined;
