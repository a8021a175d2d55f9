import pg from 'pg';

/** How values of a type are read: timestamptz as ISO 8601 text, bigint as a number (all of ours stay below 2^53). */
const PARSERS = new Map<number, (value: string) => unknown>([
  [1184, (value) => new Date(value).toISOString()],
  [20, Number],
]);
function parserOf(oid: number): (value: string) => unknown {
  const known = PARSERS.get(oid);
  if (known !== undefined) return known;
  const parser = pg.types.getTypeParser(oid, 'text') as (value: string) => unknown;
  PARSERS.set(oid, parser);
  return parser;
}

/** A named statement that is to be run with these values. */
export interface Step {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}
/** What the last step did. */
export interface Outcome {
  readonly rows: any[];
  /** The server's word for it, such as `COMMIT`. */
  readonly command: string;
}

/** The driver's side of a connection. */
interface Connection {
  readonly stream: { cork(): void; uncork(): void };
  /** Texts of the statements that the server knows here, by name. */
  readonly parsedStatements: Record<string, string>;
  parse(statement: { name: string; text: string }): void;
  bind(of: { statement: string; values: readonly (string | Buffer | null)[] }): void;
  describe(of: { type: 'P' }): void;
  execute(of: {}): void;
  sync(): void;
}

/** The columns of a statement's rows, the same as long as it is prepared on its connection. */
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
const NONE = new Columns([]);

const described = new WeakMap<Connection, Map<string, Columns>>();
function columnsOn(connection: Connection): Map<string, Columns> {
  const known = described.get(connection) ?? new Map<string, Columns>();
  described.set(connection, known);
  return known;
}

/**
 * Prepared statements that go out in one write and are answered together, as the driver's `Submittable`; after one that
 * fails, the server leaves out the rest. Beyond what the driver's own query does, it has a statement's columns described
 * only once on each connection: with many columns, that costs both sides more than the row.
 */
export class Pipeline implements pg.Submittable {
  /** Called by the client with what became of it. */
  callback: ((error: Error | null, outcome?: Outcome) => void) | undefined;
  readonly #values: readonly (readonly (string | Buffer | null)[])[];
  #at = 0;
  #rows: object[] = [];
  #command = '';
  #columns = new Map<string, Columns>();

  constructor(private readonly steps: readonly Step[]) {
    this.#values = steps.map(({ values }) => values.map(parameter));
  }

  /** What the server prepares at the moment: the client remembers it once that is done. */
  get name(): string {
    return this.steps[this.#at]!.name;
  }
  get text(): string {
    return this.steps[this.#at]!.text;
  }

  submit(given: unknown): void {
    const connection = given as Connection;
    this.#columns = columnsOn(connection);
    connection.stream.cork();
    try {
      this.steps.forEach(({ name, text }, i) => {
        if (connection.parsedStatements[name] === undefined) connection.parse({ name, text });
        connection.bind({ statement: name, values: this.#values[i]! });
        if (!this.#columns.has(name)) connection.describe({ type: 'P' });
        connection.execute({});
      });
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  }

  handleRowDescription({ fields }: { fields: ConstructorParameters<typeof Columns>[0] }): void {
    this.#columns.set(this.name, new Columns(fields));
  }
  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    this.#rows.push(this.#columns.get(this.name)!.row(fields));
  }
  handleCommandComplete({ text }: { text: string }): void {
    if (!this.#columns.has(this.name)) this.#columns.set(this.name, NONE);
    this.#command = text.split(' ', 1)[0]!;
    if (this.#at === this.steps.length - 1) return;
    this.#at += 1;
    this.#rows = [];
  }
  handleReadyForQuery(): void {
    this.callback?.(null, { rows: this.#rows, command: this.#command });
  }
  handleError(error: Error): void {
    this.callback?.(error);
  }
}

/** A value as the server takes it: in text, bytes as they are. */
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
/** A `bytea[]` in the binary format: as text, bytes would be written twice over and read again. */
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
