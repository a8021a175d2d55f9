import type { Revision } from '../../../domain/content/revision.ts';
import type { CommitSignature } from '../../../ports/git/git-repositories.ts';
import type { JobContext } from '../../kernel/job.ts';
import { storableText } from '../sync-report.ts';

/** Commit messages for exports without one. */
const DEFAULT_MESSAGES = {
  merged: 'QUIRE-{change_request_number}: {change_request_subject}',
  edited: 'Quire: No commit message',
};
const MAX_MESSAGE = 10_000;

/**
 * Builds the message of the commit for a revision. `{change_request_number}` and `{change_request_subject}` stand for
 * the change request that was merged last, and for nothing when the revision is not a merge.
 */
export async function commitMessage(
  { read }: Pick<JobContext, 'read'>,
  { spaceId, mergedFrom }: Revision,
  template: string | null,
): Promise<string> {
  const request =
    mergedFrom === undefined ? undefined : (await read.changeRequests.find({ id: mergedFrom, spaceId }))?.snapshot();
  const text = template ?? (request === undefined ? DEFAULT_MESSAGES.edited : DEFAULT_MESSAGES.merged);
  const filled = text.replace(/\{change_request_(number|subject)\}/g, (_, what: string) => {
    if (what === 'number') return request === undefined ? '' : String(request.number);
    return request?.subject || 'No subject';
  });
  return storableText(filled, MAX_MESSAGE).trim() || DEFAULT_MESSAGES.edited;
}

/**
 * Builds the author and committer of a commit. The author is the user who started the export unless the operator
 * configured one; the committer is the instance.
 */
export async function signatures(
  { read, gitIdentity, publicUrl }: Pick<JobContext<'gitIdentity' | 'publicUrl'>, 'read' | 'gitIdentity' | 'publicUrl'>,
  actorId: string,
): Promise<{ readonly author: CommitSignature; readonly committer: CommitSignature }> {
  const host = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '');
  const actor = (await read.users.find({ id: actorId }))?.snapshot();
  return {
    author: gitIdentity.author ?? { name: actor?.displayName || 'Quire', email: `${actorId}@users.noreply.${host}` },
    committer: gitIdentity.committer ?? { name: 'Quire', email: `noreply@${host}` },
  };
}
