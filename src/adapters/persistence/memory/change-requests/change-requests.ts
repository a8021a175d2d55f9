import { ChangeRequest, type ChangeRequestState } from '../../../../domain/change-requests/change-request.ts';
import type { CommentState } from '../../../../domain/comments/comment.ts';
import { NotFound } from '../../../../domain/kernel/errors.ts';
import type { UserState } from '../../../../domain/users.ts';
import type { BranchAdvance, Branch, Branches } from '../../../../ports/content/branches.ts';
import type { ChangeRequests, LockedChangeRequest } from '../../../../ports/change-requests/change-requests.ts';
import { isNumber } from '../../change-request-key.ts';
import { MemoryRepository, type RepositoryContext } from '../kernel/repository.ts';

/** The change requests of a task; locks the branches in their order before anything is read. */
export class MemoryChangeRequests
  extends MemoryRepository<ChangeRequest, ChangeRequestState>
  implements ChangeRequests
{
  readonly #branches: Branches;

  constructor({ branches, ...context }: RepositoryContext & { branches: Branches }) {
    super(ChangeRequest, 'changeRequests', context);
    this.#branches = branches;
  }

  async lock(spaceId: string, key: string, { primary = false } = {}): Promise<LockedChangeRequest> {
    const where = isNumber(key) ? { spaceId, number: Number(key) } : { spaceId, id: key };
    const found = await this.find(where);
    if (found === undefined) throw new NotFound(ChangeRequest.kind);
    const { id } = found;
    const [head] = primary
      ? (await this.#branches.lock(spaceId, spaceId, id)).slice(1)
      : await this.#branches.lock(spaceId, id);
    const changeRequest = await this.get({ id, spaceId });
    const { overlay } = this.context;
    return {
      changeRequest,
      author: structuredClone(overlay.row<UserState>('users', changeRequest.snapshot().createdBy)!.state),
      head: head!,
      primary: structuredClone(overlay.row<Branch>('branches', spaceId)!.state),
      comments: overlay
        .rows<CommentState>('comments')
        .filter(({ state }) => state.changeRequestId === id && state.status === 'open').length,
    };
  }

  /** Returns nothing: a lock costs nothing here. */
  loadOptimistically(): undefined {}

  override async save(changeRequest: ChangeRequest, advance?: BranchAdvance): Promise<void> {
    if (advance !== undefined) await this.#branches.advance(advance);
    await super.save(changeRequest);
  }
}
