import { gitSyncSummary } from '../../../../domain/git/git-sync.ts';
import type { SpaceRow } from '../../../../ports/permissions.ts';
import { selectList, stateFrom } from '../kernel/state-mapping.ts';
import { TABLES } from '../kernel/tables.ts';

/** Columns of a space with its head and counts, from `spaces s` joined with `SPACE_FACTS_FROM`. */
export const SPACE_FACTS = `${selectList(TABLES.spaces, 's', 'space.')},
  y.repo_name AS "repoName", y.installation_provider AS "installationProvider", y.url AS "repositoryUrl", y.updated_at AS "syncedAt",
  b.revision_id AS "revisionId", encode(b.content, 'hex') AS content,
  s.comments, s.change_requests AS "changeRequests", s.change_requests_open AS "changeRequestsOpen", s.change_requests_draft AS "changeRequestsDraft"`;
export const SPACE_FACTS_FROM = 'JOIN branches b ON b.id = s.id LEFT JOIN git_syncs y ON y.id = s.id';

/** Converts the columns of a space, its head and its counts. */
export function spaceFacts(row: any): SpaceRow {
  const {
    comments,
    changeRequests,
    changeRequestsOpen,
    changeRequestsDraft,
    revisionId,
    content,
    repoName,
    installationProvider,
    repositoryUrl,
    syncedAt,
  } = row;
  const gitSync = gitSyncSummary({ repoName, installationProvider, url: repositoryUrl, updatedAt: syncedAt });
  return {
    state: stateFrom(TABLES.spaces, row, 'space.'),
    head: { revisionId, content },
    comments,
    changeRequests,
    changeRequestsOpen,
    changeRequestsDraft,
    gitSync,
  };
}
