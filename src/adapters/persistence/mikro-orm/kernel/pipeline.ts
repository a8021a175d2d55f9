import pg from 'pg';

/** Parsers of values by type: timestamptz as ISO 8601 text, bigint as a number (all of ours stay below 2^53). */
const PARSERS = new Map<number, (value: string) => unknown>([
  [1184, isoTimestamp],
  [20, Number],
]);
const IN_UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/;
/** Converts a time of PostgreSQL to ISO 8601 in milliseconds. A server in UTC writes it almost as ISO 8601 does. */
function isoTimestamp(value: string): string {
  const parts = IN_UTC.exec(value);
  return parts === null
    ? new Date(value).toISOString()
    : `${parts[1]}T${parts[2]}.${(parts[3] ?? '').padEnd(3, '0').slice(0, 3)}Z`;
}
function parserOf(oid: number): (value: string) => unknown {
  const known = PARSERS.get(oid);
  if (known !== undefined) return known;
  const parser = pg.types.getTypeParser(oid, 'text') as (value: string) => unknown;
  PARSERS.set(oid, parser);
  return parser;
}

/** Statement with the values to run it with. */
export interface Step {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}
/** Result of the last step. */
export interface Outcome {
  readonly rows: any[];
  /** Command tag of the server, such as `COMMIT`. */
  readonly command: string;
  /** Number of rows that were read or written. */
  readonly affected: number;
}

/** Columns of a statement's rows; they do not change while it is prepared on its connection. */
class Columns {
  readonly #names: readonly string[];
  readonly #parsers: readonly ((value: string) => unknown)[];
  readonly #empty: object;

  constructor(fields: readonly { readonly name: string; readonly dataTypeID: number }[]) {
    this.#names = fields.map(({ name }) => name);
    this.#parsers = fields.map(({ dataTypeID }) => parserOf(dataTypeID));
    this.#empty = Object.fromEntries(this.#names.map((name) => [name, null]));
  }

  row(values: readonly (string | null)[]): object {
    const row: Record<string, unknown> = { ...this.#empty };
    for (let i = 0; i < values.length; i++) {
      const value = values[i];
      if (value != null) row[this.#names[i]!] = this.#parsers[i]!(value);
    }
    return row;
  }
}
const NO_COLUMNS = new Columns([]);

/** Named statements that are prepared on a connection, and the columns of those that ran. */
class PreparedStatements {
  readonly #names = new Set<string>();
  readonly #columns = new Map<string, Columns>();

  static readonly #byConnection = new WeakMap<pg.Connection, PreparedStatements>();
  static on(connection: pg.Connection): PreparedStatements {
    const known = this.#byConnection.get(connection) ?? new PreparedStatements();
    this.#byConnection.set(connection, known);
    return known;
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }
  add(name: string): void {
    if (name !== '') this.#names.add(name);
  }
  columnsOf(name: string): Columns | undefined {
    return this.#columns.get(name);
  }
  describe(name: string, columns: Columns): void {
    if (name !== '') this.#columns.set(name, columns);
  }
}

/** Argument of the driver's methods that says that further messages follow before the next flush. */
const MORE = true;

/**
 * Statements that are sent in one write and answered together; after one that fails, the server skips the rest. An
 * extension of the driver (`pg.Submittable`, as `pg-cursor` is one) for two things that its own query cannot do: several
 * statements in one round trip, and describing the columns of a statement only once on each connection, which with many
 * columns costs more than the row.
 */
export class Pipeline implements pg.Submittable {
  /** Callback that the client sets and expects to be called once. */
  callback: ((error: Error | null, outcome?: Outcome) => void) | undefined;
  readonly #values: (string | Buffer | null)[][];
  #prepared: PreparedStatements | undefined;
  /** Index of the step whose answer is being read. */
  #current = 0;
  #columns: Columns | undefined;
  #rows: object[] = [];
  #tag = '';
  /** Error of a value that cannot be read. Thrown at once, it would end the process: no caller is on the stack. */
  #unreadable: unknown;
  #stopListening: (() => void) | undefined;

  /** @param query_timeout milliseconds to wait for the answer, read by the driver; by default those of the connection */
  constructor(
    private readonly steps: readonly Step[],
    readonly query_timeout?: number,
  ) {
    this.#values = steps.map(({ values }) => values.map(parameter));
  }

  submit(connection: pg.Connection): void {
    const prepared = (this.#prepared = PreparedStatements.on(connection));
    const unprepared = this.steps.filter(({ name }) => !prepared.has(name));
    if (unprepared.length > 0) this.#listen(connection, unprepared);
    connection.stream.cork();
    try {
      for (const [i, step] of this.steps.entries()) {
        const { name, text } = step;
        if (unprepared.includes(step)) connection.parse({ name, text, types: [] }, MORE);
        connection.bind({ statement: name, values: this.#values[i] }, MORE);
        if (prepared.columnsOf(name) === undefined) connection.describe({ type: 'P' }, MORE);
        connection.execute({}, MORE);
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  }

  handleRowDescription({ fields }: { fields: ConstructorParameters<typeof Columns>[0] }): void {
    this.#columns = new Columns(fields);
  }
  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    this.#columns ??= this.#prepared!.columnsOf(this.#name);
    try {
      this.#rows.push(this.#columns!.row(fields));
    } catch (error) {
      this.#unreadable ??= error;
    }
  }
  handleCommandComplete({ text }: { text: string }): void {
    if (this.#prepared!.columnsOf(this.#name) === undefined)
      this.#prepared!.describe(this.#name, this.#columns ?? NO_COLUMNS);
    this.#tag = text;
    if (this.#current === this.steps.length - 1) return;
    this.#current += 1;
    this.#columns = undefined;
    this.#rows = [];
  }
  handleReadyForQuery(): void {
    this.#stopListening?.();
    if (this.#unreadable !== undefined) return this.callback?.(this.#unreadable as Error);
    const words = this.#tag.split(' ');
    this.callback?.(null, { rows: this.#rows, command: words[0]!, affected: Number(words.at(-1)) || 0 });
  }
  handleError(error: Error): void {
    this.#stopListening?.();
    this.callback?.(error);
  }

  get #name(): string {
    return this.steps[this.#current]!.name;
  }

  /** Remembers each of these statements once the server says that it is prepared: it says so in their order. */
  #listen(connection: pg.Connection, unprepared: readonly Step[]): void {
    let next = 0;
    const onPrepared = (): void => this.#prepared!.add(unprepared[next++]!.name);
    connection.on('parseComplete', onPrepared);
    this.#stopListening = () => void connection.off('parseComplete', onPrepared);
  }
}

/** Encodes a value for the server: as text, or bytes as they are. */
function parameter(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (Buffer.isBuffer(value)) return value;
  if (Array.isArray(value))
    return value.length > 0 && value.every(Buffer.isBuffer) ? bytesArray(value) : textArray(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function textArray(values: readonly unknown[]): string {
  return `{${values.map(element).join(',')}}`;
}
function element(value: unknown): string {
  if (Array.isArray(value)) return textArray(value);
  const one = parameter(value);
  return one === null ? 'NULL' : quoted(typeof one === 'string' ? one : `\\x${one.toString('hex')}`);
}
const quoted = (text: string): string => `"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`;

const BYTEA = 17;
/** Encodes a `bytea[]` in the binary format; as text, bytes would be encoded twice and decoded twice. */
function bytesArray(values: readonly Buffer[]): Buffer {
  const array = Buffer.allocUnsafe(values.reduce((sum, { length }) => sum + 4 + length, 20));
  // Dimensions, whether there are nulls, type of elements, their number, number of the first.
  let at = 0;
  for (const field of [1, 0, BYTEA, values.length, 1]) at = array.writeInt32BE(field, at);
  for (const value of values) {
    at = array.writeInt32BE(value.length, at);
    at += value.copy(array, at);
  }
  return array;
}
