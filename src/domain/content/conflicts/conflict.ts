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
 * Kinds of conflicts.
 * - `content`: both sides changed the same lines, or a document that cannot be merged by lines. Sides are hashes of
 * documents.
 * - `field`: both sides set a field to different values; `parent` also if the moves of both sides together would nest
 * the page too deep.
 * - `edit-delete`: one side deleted what the other changed; the deleted side is null, the others are the whole record.
 * - `move-cycle`: moves of both sides put pages below each other. Sides are ids of parents.
 * - `orphan`: one side deleted the page that the other side moved this page below. Sides are ids of parents.
 * - `slug`: two pages claim one path. `theirs` is the claimed slug, `ours` the id of the page that keeps it.
 * - `order`: both sides changed the page's position among its siblings. Sides are ranks.
 * - `file`, `variable`: both sides changed it differently, or one deleted what the other changed.
 */
export type ConflictKind = (typeof CONFLICT_KINDS)[number];

/** Kinds of items that can be in conflict; the `id` of a variable is its name. */
export const CONFLICT_SUBJECT_KINDS = ['page', 'file', 'reusable-content', 'variable'] as const;
export type ConflictSubjectKind = (typeof CONFLICT_SUBJECT_KINDS)[number];
export interface ConflictSubject {
  readonly kind: ConflictSubjectKind;
  readonly id: string;
}

/** Two incompatible changes. The side that lacks the item is null. */
export interface Conflict {
  readonly kind: ConflictKind;
  readonly subject: ConflictSubject;
  /** Id of the page, if the subject is a page. */
  readonly page?: Id;
  /** Path of the page in the merged content; title or name for pages without a path and for other items. */
  readonly path: string;
  readonly field?: string;
  readonly base: Json;
  /** Side of the main content. */
  readonly ours: Json;
  /** Side of the change request. */
  readonly theirs: Json;
  /** Documents and stored files that the sides reference, so that the store keeps them. */
  readonly refs?: readonly Hash[];
  /** Lengths of the conflict markers in the merged document. */
  readonly markers?: readonly number[];
}

/** Conflict before the merged path of its subject is known. */
export type RawConflict = Omit<Conflict, 'path'>;

/** Key under which a subject's conflicts are stored. */
export const conflictKey = ({ kind, id }: ConflictSubject): string => `${kind}/${id}`;

/** Adds conflicts to those of the same subject; a new conflict of the same kind and field replaces the old one. */
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
