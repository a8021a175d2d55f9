import type { UnmetRule } from '../../domain/change-requests/merge-rules.ts';
import { DomainError } from '../../domain/kernel/errors.ts';

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
