import type { Id } from '../../kernel/id.ts';
import type { Hash } from '../objects/content-object.ts';
import type { Json } from '../objects/json.ts';

export const CONFLICT_KINDS = [
  'content',
  'field',
  'edit-delete',
  'move-cycle',
  'orphan',
  'slug',
  'order',
  'file',
  'variable',
] as const;
/**
 * - `content`: both changed the same lines, or a document that cannot be merged by lines. Sides are hashes of documents.
 * - `field`: both set a field to different values; `parent` when both moved the page, or when the moves of both
 *   together would nest it too deep.
 * - `edit-delete`: one deleted what the other changed; the deleted side is null, the others are the whole record.
 * - `move-cycle`: two moves that put pages under each other. Sides are ids of parents.
 * - `orphan`: one deleted the page that the other put this one under. Sides are ids of parents.
 * - `slug`: two pages claim one path. `theirs` is the slug that was claimed, `ours` the id of the page that keeps it.
 * - `order`: both gave the page another place among its siblings. Sides are ranks.
 * - `file`, `variable`: both changed it differently, or one deleted what the other changed.
 */
export type ConflictKind = (typeof CONFLICT_KINDS)[number];

/** What a conflict is about; of a variable, `id` is its name. */
export const CONFLICT_SUBJECT_KINDS = ['page', 'file', 'reusable-content', 'variable'] as const;
export type ConflictSubjectKind = (typeof CONFLICT_SUBJECT_KINDS)[number];
export interface ConflictSubject {
  readonly kind: ConflictSubjectKind;
  readonly id: string;
}

/** Two changes that cannot both stand. A side that does not have the thing is null. */
export interface Conflict {
  readonly kind: ConflictKind;
  readonly subject: ConflictSubject;
  /** The page, when it is about a page. */
  readonly page?: Id;
  /** The page's path in the merged content (of pages without one, and of other things: its title or name). */
  readonly path: string;
  readonly field?: string;
  readonly base: Json;
  /** The main content's side. */
  readonly ours: Json;
  /** The change request's side. */
  readonly theirs: Json;
  /** Documents and stored files that the sides name, so that the store keeps them. */
  readonly refs?: readonly Hash[];
  /** Lengths of the conflict markers that the merged document holds. */
  readonly markers?: readonly number[];
}

/** A conflict before the merged path of its subject is known. */
export type RawConflict = Omit<Conflict, 'path'>;

/** The key under which a subject's conflicts are kept. */
export const conflictKey = ({ kind, id }: ConflictSubject): string => `${kind}/${id}`;

/** Adds conflicts to those of the same subject; a newer one replaces an older one about the same thing. */
export function addConflicts(known: readonly Conflict[], added: readonly Conflict[]): readonly Conflict[] {
  const about = ({ kind, field }: Conflict): string => `${kind}/${field ?? ''}`;
  const result = new Map(known.map((conflict) => [about(conflict), conflict]));
  for (const conflict of added) {
    const markers = new Set([...(result.get(about(conflict))?.markers ?? []), ...(conflict.markers ?? [])]);
    result.set(
      about(conflict),
      markers.size > 0 ? { ...conflict, markers: [...markers].sort((a, b) => a - b) } : conflict,
    );
  }
  return [...result.values()];
}
