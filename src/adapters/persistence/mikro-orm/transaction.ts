import type { EntityManager } from '@mikro-orm/postgresql';
import { rows, type Queryable, type Statement } from './sql.ts';

/** Runs named statements inside the ORM's transaction, on its own connection. */
export class Transaction {
  #connection: Promise<Queryable> | undefined;

  constructor(private readonly em: EntityManager) {}

  async rows<R = any>(statement: Statement, values: readonly unknown[]): Promise<R[]> {
    this.#connection ??= this.#open();
    return rows<R>(await this.#connection, statement, values);
  }

  async #open(): Promise<Queryable> {
    const context = this.em.getTransactionContext<{ client: { acquireConnection(): Promise<Queryable> } }>();
    if (context === undefined) throw new Error('no transaction is open');
    // Inside a transaction the ORM's client hands out the one connection that the transaction runs on.
    return context.client.acquireConnection();
  }
}
