/** Says what time it is, as an ISO 8601 date-time in UTC with milliseconds. */
export interface Clock {
  now(): string;
}
