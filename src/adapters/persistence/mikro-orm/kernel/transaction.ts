import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { TransactionAborted } from '../../../../domain/kernel/errors.ts';
import type { Outcome } from './pipeline.ts';
import { isReadOnly, isUnanswered } from './database-errors.ts';
import { closeSilentConnections } from './pool.ts';
import { connect, sendWithin, thenCommit, unprepared, type Statement } from './sql.ts';
import type { StatementLimits } from './statement-limits.ts';

interface DeferredStatement {
  readonly statement: Statement;
  readonly values: readonly unknown[];
}

/**
 * READ COMMITTED transaction on one connection. It takes the connection at the first statement and sends BEGIN
 * together with that statement; COMMIT is sent together with the last statement if that was deferred.
 */
export class Transaction {
  #client: Promise<pg.PoolClient> | undefined;
  #begun = false;
  #over = false;
  #deferred: DeferredStatement | undefined;
  #em: EntityManager | undefined;
  #mayHaveCommitted = false;

  /** @param limits limits of its statements that differ from those of the pool's connections */
  constructor(
    private readonly pool: pg.Pool,
    private readonly orm: MikroORM,
    private readonly limits?: StatementLimits,
  ) {}

  /** Tells whether COMMIT was sent, so that only its answer says whether anything was stored. */
  get mayHaveCommitted(): boolean {
    return this.#mayHaveCommitted;
  }

  async rows<R = any>(statement: Statement, values: readonly unknown[]): Promise<R[]> {
    return (await this.#send(statement, values)).rows;
  }

  /** Runs a statement of the ORM. */
  run(sql: string, values: readonly unknown[]): Promise<Outcome> {
    return this.#send(unprepared(sql), values);
  }

  /**
   * Runs a statement whose result nobody needs before the next statement, or together with COMMIT. If it must have an
   * effect, it has to fail by itself when it has none.
   */
  async defer(statement: Statement, values: readonly unknown[]): Promise<void> {
    if (this.#deferred !== undefined) await this.#sendDeferred(await this.#connected());
    this.#deferred = { statement, values };
  }

  /** Entity manager on this transaction; created when an aggregate is first accessed. */
  get em(): EntityManager {
    return (this.#em ??= this.#fork());
  }

  /** Commits. @throws TransactionAborted where the server rolled back instead */
  async commit(): Promise<void> {
    if (this.#client === undefined && this.#deferred === undefined) return;
    const client = await this.#connected();
    const last = this.#deferred;
    this.#deferred = undefined;
    this.#mayHaveCommitted = true;
    // A single statement is a transaction by itself.
    if (!this.#begun) return last && void (await sendWithin(client, last.statement, last.values, false, this.limits));
    const command =
      last === undefined
        ? (await client.query('COMMIT')).command
        : await thenCommit(client, last.statement, last.values, this.limits);
    this.#begun = false;
    if (command !== 'COMMIT') throw new TransactionAborted();
  }

  /**
   * Rolls back, after an error if there was one. A connection that stopped answering or became read-only is not asked:
   * the server rolls back by itself.
   * @returns true if the connection can be used again
   */
  async rollback(error?: unknown): Promise<boolean> {
    this.#deferred = undefined;
    if (isUnanswered(error) || isReadOnly(error)) {
      void closeSilentConnections(this.pool);
      return false;
    }
    if (!this.#begun) return true;
    return (await this.#client!).query('ROLLBACK').then(
      () => true,
      () => false,
    );
  }

  /** Releases the connection; one that cannot be used again is closed. */
  async release(usable: boolean): Promise<void> {
    this.#over = true;
    const client = await this.#client?.catch(() => undefined);
    client?.release(!usable);
  }

  async #connected(): Promise<pg.PoolClient> {
    if (this.#over) throw new Error('the unit of work has ended');
    return (this.#client ??= connect(this.pool));
  }

  async #send(statement: Statement, values: readonly unknown[]): Promise<Outcome> {
    const client = await this.#connected();
    await this.#sendDeferred(client);
    return sendWithin(client, statement, values, this.#begin(), this.limits);
  }

  /** Tells whether the transaction has yet to begin; the caller then begins it. */
  #begin(): boolean {
    return !this.#begun && (this.#begun = true);
  }

  async #sendDeferred(client: pg.PoolClient): Promise<void> {
    const waiting = this.#deferred;
    if (waiting === undefined) return;
    this.#deferred = undefined;
    await sendWithin(client, waiting.statement, waiting.values, this.#begin(), this.limits);
  }

  #fork(): EntityManager {
    const em = this.orm.em.fork();
    em.setTransactionContext(this);
    return em;
  }
}
