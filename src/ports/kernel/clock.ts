/** Returns the present time as an ISO 8601 date-time in UTC with milliseconds. */
export interface Clock {
  now(): string;
}
