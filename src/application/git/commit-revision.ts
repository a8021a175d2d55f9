import type { GitCommit, Revision } from '../../domain/content/revision.ts';
import type { JobContext } from '../kernel/job.ts';
import type { GitJobPayload } from './git-job.ts';

/** Creates the revision of a commit, on behalf of the user for whom the operation runs. */
export async function createCommitRevision(
  { read, ids, clock }: JobContext<'ids' | 'clock'>,
  { spaceId, actorId, commitUrl }: Pick<GitJobPayload, 'spaceId' | 'actorId' | 'commitUrl'>,
  commit: Omit<GitCommit, 'url'>,
  fields: Pick<Revision, 'parents' | 'content'> & { readonly type?: Revision['type'] },
): Promise<Revision> {
  const author = await read.users.find({ id: actorId });
  const url = commitUrl === null ? undefined : `${commitUrl.replace(/\/+$/, '')}/${commit.oid}`;
  return {
    id: ids.next(),
    spaceId,
    type: 'edits',
    createdAt: clock.now(),
    createdBy: author?.id ?? null,
    git: { ...commit, ...(url !== undefined && { url }) },
    ...fields,
  };
}
