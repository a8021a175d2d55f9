const LENGTH = 20;
const LARGEST = '9223372036854775807'.padStart(LENGTH, '0');

/** Id of an event at this place in the log; older events have smaller ids. */
export const eventId = (place: number | string): string => String(place).padStart(LENGTH, '0');

/** Place of an event in the log; undefined for an id that no event can have. */
export const eventPlace = (id: string): string | undefined =>
  /^\d{20}$/.test(id) && id <= LARGEST ? String(BigInt(id)) : undefined;
