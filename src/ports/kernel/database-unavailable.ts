/** What everything is kept in cannot be reached just now, or takes nobody in: nothing was read or begun. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('the database is unreachable at the moment', { cause });
    this.name = 'StorageUnreachable';
  }
}
