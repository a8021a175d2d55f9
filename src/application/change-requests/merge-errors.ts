import { DomainError } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { ConflictView } from './conflict-views.ts';
import type { UnmetRule } from '../../domain/change-requests/merge-rules.ts';

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

/** The change request does not meet the merge rules of its space and was not merged; nothing was changed. */
export class MergeRefused extends DomainError {
  readonly category = 'conflict';
  constructor(readonly rules: readonly UnmetRule[]) {
    super(
      `the change request does not meet the merge rules of the space: ${rules.map(({ message }) => message).join('; ')}`,
    );
  }
  override get details() {
    return { rules: this.rules };
  }
}
