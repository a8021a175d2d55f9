import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { TransactionAborted } from '../../../../domain/kernel/errors.ts';
import { connect, rowsWithin, thenCommit, type Statement } from './sql.ts';

interface PutOff {
  readonly statement: Statement;
  readonly values: readonly unknown[];
}

/**
 * One READ COMMITTED transaction on one connection. A connection is taken when the first statement comes, BEGIN goes out
 * together with that statement, and COMMIT together with the last one where that could be put off until the end.
 */
export class Transaction {
  #client: Promise<pg.PoolClient> | undefined;
  #begun = false;
  #over = false;
  #putOff: PutOff | undefined;
  #em: EntityManager | undefined;
  #unconnected: unknown;

  constructor(
    private readonly pool: pg.Pool,
    private readonly orm: MikroORM,
  ) {}

  async rows<R = any>(statement: Statement, values: readonly unknown[]): Promise<R[]> {
    const client = await this.#connected();
    await this.#catchUp(client);
    return rowsWithin<R>(client, statement, values, this.#begin());
  }

  /**
   * Runs a statement whose rows nobody needs before whatever is asked for next, at the latest together with the commit.
   * One that must have an effect has to fail by itself where it has none.
   */
  async putOff(statement: Statement, values: readonly unknown[]): Promise<void> {
    if (this.#putOff !== undefined) await this.#catchUp(await this.#connected());
    this.#putOff = { statement, values };
  }

  /** Why no connection was to be had; undefined where there was one. The ORM tells it in words of its own. */
  get unconnected(): unknown {
    return this.#unconnected;
  }

  /** The ORM inside this transaction; made when the first aggregate is asked for. */
  get em(): EntityManager {
    return (this.#em ??= this.#fork());
  }

  /** @throws TransactionAborted where the server undid everything instead */
  async commit(): Promise<void> {
    if (this.#client === undefined && this.#putOff === undefined) return;
    const client = await this.#connected();
    const last = this.#putOff;
    this.#putOff = undefined;
    // A single statement is a transaction by itself.
    if (!this.#begun) return last && void (await rowsWithin(client, last.statement, last.values, false));
    const command =
      last === undefined
        ? (await client.query('COMMIT')).command
        : await thenCommit(client, last.statement, last.values);
    this.#begun = false;
    if (command !== 'COMMIT') throw new TransactionAborted();
  }

  async rollback(): Promise<void> {
    this.#putOff = undefined;
    if (this.#begun) await (await this.#client!).query('ROLLBACK');
  }

  /** Gives the connection back; one that may be broken is closed. */
  async release(broken: boolean): Promise<void> {
    this.#over = true;
    const client = await this.#client?.catch(() => undefined);
    client?.off('error', ignore);
    client?.release(broken);
  }

  async #connected(): Promise<pg.PoolClient> {
    if (this.#over) throw new Error('the unit of work has ended');
    return (this.#client ??= this.#connect());
  }

  async #connect(): Promise<pg.PoolClient> {
    const client = await connect(this.pool).catch((error: unknown) => {
      this.#unconnected = error;
      throw error;
    });
    // A connection that breaks fails the statement that runs; without a listener it would end the process.
    client.on('error', ignore);
    return client;
  }

  /** Whether the transaction has yet to begin: the caller then begins it. */
  #begin(): boolean {
    return !this.#begun && (this.#begun = true);
  }

  async #catchUp(client: pg.PoolClient): Promise<void> {
    const waiting = this.#putOff;
    if (waiting === undefined) return;
    this.#putOff = undefined;
    await rowsWithin(client, waiting.statement, waiting.values, this.#begin());
  }

  #fork(): EntityManager {
    const em = this.orm.em.fork();
    const acquireConnection = async (): Promise<pg.PoolClient> => {
      const client = await this.#connected();
      await this.#catchUp(client);
      if (this.#begin()) await client.query('BEGIN');
      return client;
    };
    // To the ORM a transaction is a client that hands out one connection again and again.
    const client = Object.create(this.orm.em.getKnex().client, {
      transacting: { value: true },
      acquireConnection: { value: acquireConnection },
      releaseConnection: { value: async () => {} },
    });
    em.setTransactionContext({ client });
    return em;
  }
}

const ignore = (): void => {};
