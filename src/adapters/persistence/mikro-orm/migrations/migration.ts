/** Table with the names of the migrations that ran. */
export const MIGRATIONS_TABLE = 'migrations';

/**
 * Step of the schema. Replaces the ORM's class of the same name, because loading its package takes half of a start,
 * and most starts have nothing to migrate.
 */
export abstract class Migration {
  readonly #statements: string[] = [];

  /** Adds the statements, in the order in which they run. */
  abstract up(): void;

  protected addSql(statement: string): void {
    this.#statements.push(statement);
  }

  /** Lists the statements of a migration. */
  static statementsOf(step: new () => Migration): readonly string[] {
    const made = new step();
    made.up();
    return made.#statements;
  }
}
