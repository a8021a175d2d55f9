/** Where the names of those that ran are kept. */
export const MIGRATIONS_TABLE = 'migrations';

/**
 * A step of the schema. Says what the ORM's class of this name says, without its package: to read that takes half of a
 * start, and most starts have nothing to run.
 */
export abstract class Migration {
  readonly #statements: string[] = [];

  /** Adds its statements, in the order in which they are to run. */
  abstract up(): void;

  protected addSql(statement: string): void {
    this.#statements.push(statement);
  }

  /** What it runs. */
  static statementsOf(step: new () => Migration): readonly string[] {
    const made = new step();
    made.up();
    return made.#statements;
  }
}
