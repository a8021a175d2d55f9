import type { StatementListener } from '../../ports/kernel/statements.ts';
import type { Tracer } from '../../ports/kernel/tracer.ts';

/** Longest SQL of a span. */
const MAX_SQL_CHARACTERS = 2_000;

/** Creates a listener that records round trips to the database as spans, with SQL that has placeholders for values. */
export const traceStatements =
  (tracer: Tracer): StatementListener =>
  ({ pool, name, text, ms, rows, failure }) => {
    const sql = text.replace(/\s+/g, ' ').trim();
    tracer.record({
      name: summarize(sql),
      kind: 'client',
      ms,
      failed: failure !== undefined,
      attributes: {
        'db.system.name': 'postgresql',
        'db.query.text': sql.slice(0, MAX_SQL_CHARACTERS),
        'db.response.returned_rows': rows,
        'error.type': failure,
        'quire.statement': name === '' ? undefined : name,
        'quire.pool': pool,
      },
    });
  };

const TABLE = '"?([a-z_]+(?:"?\\."?[a-z_]+)?)\\b"?';
/** A name that is read and followed by a parenthesis is that of a function; one that is written has its columns there. */
const FIRST_TABLE = new RegExp(
  `\\b(?:(?:into|update)\\s+${TABLE}|(?:from|join)\\s+(?:only\\s+)?${TABLE}(?!\\s*\\())`,
  'i',
);

/** Names a statement by its verb and first table: `SELECT spaces`. */
export function summarize(sql: string): string {
  const [, written, read] = FIRST_TABLE.exec(sql) ?? [];
  const verb = /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? 'CONNECT';
  const table = written ?? read;
  return table === undefined ? verb : `${verb} ${table.replaceAll('"', '')}`;
}
