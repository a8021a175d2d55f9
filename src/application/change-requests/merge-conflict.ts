import { DomainError } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { ConflictView } from './conflict-views.ts';

/** The change request cannot be merged as it is; nothing was changed. */
export class MergeConflict extends DomainError {
  readonly category = 'conflict';
  constructor(
    /** Where the space's content stands, as before. */
    readonly revision: Id,
    readonly conflicts: readonly ConflictView[],
  ) {
    const many = conflicts.length === 1 ? 'one conflict' : `${conflicts.length} conflicts`;
    super(
      `the change request has ${many} with the primary content; update the change request and resolve the conflicts before merging`,
    );
  }
  /** Clients that know the contract look for the result beside the error. */
  override get bodyMembers() {
    return { result: 'conflicts', revision: this.revision, conflicts: this.conflicts };
  }
}
