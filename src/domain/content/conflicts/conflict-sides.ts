import type { Conflict } from './conflict.ts';
import type { Content } from '../content.ts';
import { getFile, getPage, getReusableContent, getVariable } from '../content-reads.ts';
import type { Json, JsonObject } from '../objects/json.ts';
import { all, type ObjectQuery } from '../objects/object-query.ts';

/**
 * Reads the present side of the main content for a conflict; null if the item does not exist there. A stored conflict
 * keeps the side from which it arose, and stays open when the main content moves on.
 */
function* readOurs(main: Content, conflict: Conflict): ObjectQuery<Json> {
  const {
    kind,
    field,
    subject: { id },
  } = conflict;
  switch (conflict.subject.kind) {
    case 'file':
      return ((yield* getFile(main, id)) ?? null) as unknown as Json;
    case 'variable':
      return (yield* getVariable(main, id)) ?? null;
    default: {
      // The owner of a contested slug is found by the slug, not by the page.
      if (kind === 'slug') return conflict.ours;
      const found = conflict.subject.kind === 'page' ? yield* getPage(main, id) : yield* getReusableContent(main, id);
      if (found === undefined) return null;
      const record = found as unknown as JsonObject;
      if (kind === 'edit-delete') return record;
      return readField(record, kind === 'content' ? 'document' : kind === 'order' ? 'rank' : (field ?? ''));
    }
  }
}

/** Reads a field, or with `layout.width` a member of a field; names of members may contain dots. */
function readField(record: JsonObject, field: string): Json {
  const [name, member] = splitField(field);
  const value = record[name] ?? null;
  if (member === undefined || value === null) return value;
  return (Object.hasOwn(value as JsonObject, member) ? (value as JsonObject)[member] : undefined) ?? null;
}

export function splitField(field: string): [name: string, member: string | undefined] {
  const dot = field.indexOf('.');
  return dot < 0 ? [field, undefined] : [field.slice(0, dot), field.slice(dot + 1)];
}

/** Replaces `ours` of each conflict by the present side of the main content. */
export const withCurrentOurs = (main: Content, conflicts: readonly Conflict[]): ObjectQuery<Conflict[]> =>
  all(
    conflicts.map(function* (conflict): ObjectQuery<Conflict> {
      return { ...conflict, ours: yield* readOurs(main, conflict) };
    }),
  );
