import { DomainError } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { ConflictView } from './conflict-views.ts';

/** The change request conflicts with the primary content and was not merged; nothing was changed. */
export class MergeConflict extends DomainError {
  readonly category = 'conflict';
  constructor(
    /** Current revision of the primary content, unchanged. */
    readonly revision: Id,
    readonly conflicts: readonly ConflictView[],
  ) {
    const many = conflicts.length === 1 ? 'one conflict' : `${conflicts.length} conflicts`;
    super(
      `the change request has ${many} with the primary content; update the change request and resolve the conflicts before merging`,
    );
  }
  /** Clients of the compatible API expect the result beside the error. */
  override get bodyMembers() {
    return { result: 'conflicts', revision: this.revision, conflicts: this.conflicts };
  }
}
