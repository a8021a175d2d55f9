/** Remedies for a server that refuses to create or change tables, by SQLSTATE. */
const REMEDIES: Readonly<Record<string, string>> = {
  // insufficient_privilege
  '42501': 'make the user of DATABASE_URL the owner of the database',
  // read_only_sql_transaction
  '25006': 'connect to the primary server, or turn default_transaction_read_only off',
};
/** Extensions of PostgreSQL that the schema needs. */
const EXTENSION = /extension "\w+" is not available/;
const MISSING_EXTENSION =
  'install the extensions that come with PostgreSQL, which some systems have as the package postgresql-contrib';

/** Statement that the ORM puts in front of the message of the server. */
const STATEMENT = /^[^]* - /;

/** Adds what the operator has to do when the server refuses a migration; returns other errors unchanged. */
export function toMigrationFailure(error: unknown): unknown {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code, message } = each as Error & { readonly code?: string };
    const remedy = EXTENSION.test(message) ? MISSING_EXTENSION : REMEDIES[code ?? ''];
    if (remedy !== undefined)
      return new Error(`the database cannot be used: ${message.replace(STATEMENT, '')}: ${remedy}`, { cause: error });
  }
  return error;
}
