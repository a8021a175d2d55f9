import { ChangeRequest, type ChangeRequestState } from '../../../../domain/change-requests/change-request.ts';
import type { Comment, CommentState } from '../../../../domain/comments/comment.ts';
import { NotFound } from '../../../../domain/kernel/errors.ts';
import type { User, UserState } from '../../../../domain/users.ts';
import type { BranchAdvance, Branch, Branches } from '../../../../ports/content/branches.ts';
import type {
  ChangeRequestLocks,
  LockedChangeRequest,
} from '../../../../ports/change-requests/change-request-locks.ts';
import type { Finder, Repository } from '../../../../ports/kernel/repository.ts';
import { isNumber } from '../../change-request-key.ts';

/** The locks of branches, in their order, before anything is read. */
export class MemoryChangeRequestLocks implements ChangeRequestLocks {
  constructor(
    private readonly branches: Branches,
    private readonly changeRequests: Repository<ChangeRequest, ChangeRequestState>,
    private readonly users: Finder<User, UserState>,
    /** A branch as it stands, locked or not. */
    private readonly branch: (id: string) => Branch,
    private readonly comments: Finder<Comment, CommentState>,
  ) {}

  async lock(spaceId: string, key: string, { primary = false } = {}): Promise<LockedChangeRequest> {
    const where = isNumber(key) ? { spaceId, number: Number(key) } : { spaceId, id: key };
    const found = await this.changeRequests.find(where);
    if (found === undefined) throw new NotFound('change request');
    const { id } = found;
    const [head] = primary
      ? (await this.branches.lock(spaceId, spaceId, id)).slice(1)
      : await this.branches.lock(spaceId, id);
    const changeRequest = await this.changeRequests.get({ id, spaceId });
    const author = (await this.users.get({ id: changeRequest.snapshot().createdBy })).snapshot();
    return {
      changeRequest,
      author,
      head: head!,
      primary: this.branch(spaceId),
      comments: await this.comments.count({ changeRequestId: id, status: 'open' }),
    };
  }

  /** A lock costs nothing here. */
  loadOptimistically(): undefined {}

  async save(changeRequest: ChangeRequest, advance?: BranchAdvance): Promise<void> {
    if (advance !== undefined) await this.branches.advance(advance);
    await this.changeRequests.save(changeRequest);
  }
}
