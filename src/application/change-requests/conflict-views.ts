import type { Conflict } from '../../domain/content/conflicts/conflict.ts';
import { decodeDocument } from '../../domain/content/documents/decode-document.ts';
import { withCurrentOurs } from '../../domain/content/conflicts/conflict-sides.ts';
import { readContent } from '../../domain/content/content.ts';
import type { Json, JsonObject } from '../../domain/content/objects/json.ts';
import type { Hash } from '../../domain/content/objects/content-object.ts';
import { all, constantQuery, fetchObject, type ObjectQuery } from '../../domain/content/objects/object-query.ts';

/**
 * A conflict for callers: documents as Markdown, records without internal fields, null for a side that lacks the item.
 */
export interface ConflictView {
  readonly kind: Conflict['kind'];
  readonly subject: Conflict['subject'];
  readonly page?: string;
  readonly path: string;
  readonly field?: string;
  readonly base: Json;
  readonly ours: Json;
  readonly theirs: Json;
}

/**
 * Builds the views of conflicts, with the documents that they refer to. Bytes that are not UTF-8 become U+FFFD.
 * @param main the primary content that was merged, or would be; the views show its present side
 */
export function* readConflictViews(conflicts: readonly Conflict[], main: Hash): ObjectQuery<ConflictView[]> {
  if (conflicts.length === 0) return [];
  const present = yield* withCurrentOurs(yield* readContent(main), conflicts);
  return yield* all(present.map(readConflictView));
}

function* readConflictView(conflict: Conflict): ObjectQuery<ConflictView> {
  const { kind, subject, page, path, field } = conflict;
  const [base, ours, theirs] = yield* all(
    [conflict.base, conflict.ours, conflict.theirs].map((side) => readConflictSide(kind, side)),
  );
  return {
    kind,
    subject,
    ...(page !== undefined && { page }),
    path,
    ...(field !== undefined && { field }),
    base: base!,
    ours: ours!,
    theirs: theirs!,
  };
}

function readConflictSide(kind: Conflict['kind'], side: Json): ObjectQuery<Json> {
  if (side === null) return constantQuery(null);
  if (kind === 'content') return readDocumentText(side as Hash);
  if (kind === 'edit-delete' || kind === 'file') return readRecordView(side as JsonObject);
  return constantQuery(side);
}

/** Removes hashes and ranks, which mean nothing to callers. */
function* readRecordView({
  document,
  blob: _blob,
  rank: _rank,
  frontMatter: _frontMatter,
  ...shown
}: JsonObject): ObjectQuery<Json> {
  return document === undefined ? shown : { ...shown, markdown: yield* readDocumentText(document as Hash) };
}

function* readDocumentText(document: Hash): ObjectQuery<string> {
  return decodeDocument(yield* fetchObject(document));
}
