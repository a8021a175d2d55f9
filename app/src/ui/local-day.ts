/** Converts a time of a day of the user's time zone into an instant in ISO 8601; a text that is no day stays as it is. */
function instantOn(day: string, time: string): string {
  const instant = new Date(`${day}T${time}`);
  return Number.isNaN(instant.getTime()) ? day : instant.toISOString();
}

/** Returns the first instant of a day (`2030-01-31`) of the user's time zone, in ISO 8601. */
export const startOfDay = (day: string): string => instantOn(day, '00:00:00.000');
/** Returns the last millisecond of a day (`2030-01-31`) of the user's time zone, in ISO 8601. */
export const endOfDay = (day: string): string => instantOn(day, '23:59:59.999');
