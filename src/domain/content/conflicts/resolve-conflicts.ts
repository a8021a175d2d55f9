import type { Id } from '../../kernel/id.ts';
import { conflictKey, type Conflict, type ConflictKind, type ConflictSubjectKind } from './conflict.ts';
import { withCurrentOurs } from './conflict-sides.ts';
import type { Content } from '../content.ts';
import { openConflicts } from '../content-reads.ts';
import type { ResolutionTask, ConflictResolution, ResolutionContext } from './conflict-resolution.ts';
import { Draft, type StagedContent } from '../edits/draft.ts';
import type { ObjectQuery } from '../objects/object-query.ts';
import { resolveFileOrVariable } from './resolve-file-or-variable.ts';
import { resolvePage } from './resolve-page.ts';

export interface ResolvedContent extends StagedContent {
  /** Remaining conflicts, in the order of their subjects. */
  readonly conflicts: readonly Conflict[];
}

/**
 * Order of resolution: the existence of a page before its fields, its parent before its slug, its slug before its
 * position.
 */
const RESOLUTION_ORDER: readonly ConflictKind[] = [
  'edit-delete',
  'content',
  'field',
  'orphan',
  'move-cycle',
  'slug',
  'order',
  'file',
  'variable',
];

/**
 * Resolves the open conflicts of one item by taking a side: all of them, or those that the resolution selects. The tree
 * stays valid for any choice. Undefined if there is no such conflict.
 * @param subject item; without a kind, any item with this id or name
 * @throws NotPossible (409) if a side cannot be taken with the present content; then nothing is changed
 */
export function* resolveConflicts(
  content: Content,
  subject: { readonly kind?: ConflictSubjectKind; readonly id: string },
  resolution: ConflictResolution,
  context: ResolutionContext,
): ObjectQuery<ResolvedContent | undefined> {
  const open = yield* openConflicts(content);
  const selected = open.filter((conflict) => isAbout(conflict, subject) && isSelected(conflict, resolution));
  if (selected.length === 0) return undefined;

  const draft = new Draft(content);
  const deleted = new Set<string>();
  const inOrder = [...selected].sort((a, b) => RESOLUTION_ORDER.indexOf(a.kind) - RESOLUTION_ORDER.indexOf(b.kind));
  for (const conflict of yield* withCurrentOurs(context.main, inOrder)) {
    const key = conflictKey(conflict.subject);
    if (deleted.has(key)) continue;
    const task: ResolutionTask = { draft, conflict, resolution, context };
    const stays = conflict.subject.kind === 'page' ? yield* resolvePage(task) : yield* resolveFileOrVariable(task);
    if (!stays) deleted.add(key);
  }

  const resolved = new Set(selected);
  const left = open.filter((conflict) => !resolved.has(conflict) && !deleted.has(conflictKey(conflict.subject)));
  for (const key of new Set(selected.map((conflict) => conflictKey(conflict.subject)))) {
    const unresolved = left.filter((conflict) => conflictKey(conflict.subject) === key);
    draft.conflicts.set(key, unresolved.length > 0 ? unresolved : undefined);
  }
  return { ...(yield* draft.finish()), conflicts: left };
}

const isAbout = (
  { subject }: Conflict,
  { kind, id }: { readonly kind?: ConflictSubjectKind; readonly id: Id },
): boolean => subject.id === id && (kind === undefined || subject.kind === kind);

const isSelected = (conflict: Conflict, { kind, field }: ConflictResolution): boolean =>
  (kind === undefined || conflict.kind === kind) && (field === undefined || conflict.field === field);
