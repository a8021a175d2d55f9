/** The database is unreachable or refuses connections; nothing was read or started. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('the database is unreachable at the moment', { cause });
    this.name = 'StorageUnreachable';
  }
}
