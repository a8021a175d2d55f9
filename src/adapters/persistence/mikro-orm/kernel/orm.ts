import type { AnyEntity, EntityData, LoggingOptions, QueryResult } from '@mikro-orm/core';
import { MikroORM, PostgreSqlConnection, PostgreSqlDriver, type Knex } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { WITHOUT_SERVER_LIMITS } from './single-client.ts';
import { Transaction } from './transaction.ts';
import { TABLES } from './tables.ts';

/** Connections of the ORM's own pool, which only migrations use. */
const MIGRATION_CONNECTIONS = 2;

/** Runs what the ORM says within a unit of work on the unit's transaction, everything else on the ORM's own pool. */
class UnitOfWorkConnection extends PostgreSqlConnection {
  override async execute<T extends QueryResult | EntityData<AnyEntity> | EntityData<AnyEntity>[]>(
    query: string | Knex.QueryBuilder | Knex.Raw,
    params: unknown[] = [],
    method: 'all' | 'get' | 'run' = 'all',
    context?: unknown,
    logging?: LoggingOptions,
  ): Promise<T> {
    if (!(context instanceof Transaction)) return super.execute(query, params, method, context, logging);
    if (typeof query !== 'string') throw new Error('a unit of work runs SQL as text');
    const { rows, affected } = await context.run(numberPlaceholders(query, params.length), params);
    return this.transformRawResult<T>({ rows, rowCount: affected }, method);
  }
}

/** Leaves errors as PostgreSQL raises them: the unit of work translates them. */
class UnitOfWorkDriver extends PostgreSqlDriver {
  protected override readonly connection = new UnitOfWorkConnection(this.config);

  protected override rethrow<T>(promise: Promise<T>): Promise<T> {
    return promise;
  }
}

/** Replaces the ORM's placeholders (`?`) by those of PostgreSQL (`$1`). @throws Error unless there is one for each value */
function numberPlaceholders(sql: string, values: number): string {
  let number = 0;
  const numbered = sql.replaceAll('?', () => `$${++number}`);
  if (number !== values) throw new Error(`the statement has ${number} placeholders for ${values} values`);
  return numbered;
}

/** Prepares a connection for migrations, which take as long as there is data. */
const liftServerLimits = (connection: pg.Client, done: (error: Error | null, connection: pg.Client) => void): void =>
  connection.query(WITHOUT_SERVER_LIMITS, (error: Error | null) => done(error, connection));

/** Opens the ORM on the tables of all aggregates. */
export const openOrm = (url: string): Promise<MikroORM> =>
  MikroORM.init({
    driver: UnitOfWorkDriver,
    clientUrl: url,
    // The ORM reads only the host, the names and the password of the URL; the driver reads its parameters, such as those
    // for TLS.
    driverOptions: { connection: { connectionString: url } },
    entities: Object.values(TABLES).map(({ entity }) => entity),
    discovery: { disableDynamicFileAccess: true, warnWhenNoEntities: false },
    pool: { min: 0, max: MIGRATION_CONNECTIONS, afterCreate: liftServerLimits },
    metadataCache: { enabled: false },
    forceUtcTimezone: true,
    allowGlobalContext: true,
    ensureDatabase: false,
    logger: () => {},
  });
