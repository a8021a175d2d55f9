import * as z from 'zod';
import { exportToGitRepository } from '../../../application/git/export/start-export.ts';
import {
  cancelGitOperation,
  deleteLegacyGitInstallation,
  getSpaceGitInfo,
} from '../../../application/git/linked-repository.ts';
import { importGitRepository } from '../../../application/git/import/start-import.ts';
import {
  GIT_PROVIDERS,
  GIT_SYNC_PHASES,
  gitSyncSummary,
  type GitSyncSummary,
  type GitSyncState,
} from '../../../domain/git/git-sync.ts';
import { SYNC_OUTCOMES, type SyncReportEntry } from '../../../domain/git/sync-operation.ts';
import type { SyncPoint } from '../../../domain/git/sync-point.ts';
import type { SpaceId } from '../../../domain/kernel/id.ts';
import { dateTime, instant, MAX_URL_LENGTH, webUrl } from '../kernel/fields.ts';
import { noContent, ok, present, removed, resource } from '../kernel/reply.ts';
import { route, tagged } from '../kernel/route.ts';

const facts = {
  repoName: z.string().optional(),
  installationStatus: z
    .enum(['active', 'pending'])
    .meta({ description: '`pending` until the first synchronization has ended.' }),
  installationId: z.string().meta({ description: 'ID of the space: it has one repository, reached without an app.' }),
  installationProvider: z.enum(GIT_PROVIDERS).optional(),
  /** Never present: no space is synchronized through an integration; the contract has the field. */
  integration: z.string().optional(),
  url: z.string().optional(),
  updatedAt: instant.optional(),
};

/** State of the Git synchronization of a space. */
export const GitSyncFactsSchema = z.object(facts);
/** Presents the Git synchronization of a space in the form of other resources. */
export const presentGitSyncFacts = (
  spaceId: SpaceId,
  { repoName, installationProvider, url, updatedAt }: GitSyncSummary,
): z.input<typeof GitSyncFactsSchema> => ({
  ...present({ repoName, installationProvider, url, updatedAt }),
  installationStatus: 'active',
  installationId: spaceId,
});

/** Schema of an entry of the report of an import or export. */
export const reportEntry = z.object({
  level: z.enum(['warning', 'info']),
  code: z.string(),
  path: z.string(),
  line: z.number().int().optional(),
  message: z.string(),
  paths: z.array(z.string()).optional(),
});

const GitSyncResource = resource(
  'GitSync',
  z.object({
    ...facts,
    state: z.enum(GIT_SYNC_PHASES),
    synced: z
      .object({ url: z.string(), ref: z.string(), directory: z.string(), commit: z.string(), revision: z.string() })
      .optional()
      .meta({ description: 'Last state in which the space and its repository were equal' }),
    ignored: z
      .object({ timestamp: instant, at: instant })
      .optional()
      .meta({ description: 'Latest event older than the followed state, with its time of arrival' }),
    lastOperation: z
      .object({
        kind: z.enum(['import', 'export']),
        url: z.string(),
        ref: z.string(),
        commit: z.string().optional(),
        revision: z.string().optional(),
        startedAt: instant,
        finishedAt: instant.optional(),
        pages: z.number().int(),
        files: z.number().int(),
        outcome: z
          .enum(SYNC_OUTCOMES)
          .optional()
          .meta({ description: 'Outcome; with `conflicts`, `changeRequest` contains the changes of the repository' }),
        changeRequest: z.object({ id: z.string(), number: z.number().int() }).optional(),
        faults: z
          .number()
          .int()
          .optional()
          .meta({ description: 'Number of failed connections to the repository in this operation' }),
        retryAt: instant.optional().meta({ description: 'Time of the next attempt; `error` contains the reason' }),
        error: z.string().optional(),
        report: z.array(reportEntry),
      })
      .optional(),
  }),
  (sync: GitSyncState) => {
    const facts = gitSyncSummary(sync);
    const { state, synced, ignored, lastOperation } = sync;
    return {
      ...(facts === undefined || facts === null
        ? { installationStatus: 'pending' as const, installationId: sync.id }
        : presentGitSyncFacts(sync.id, facts)),
      state,
      ...(synced && { synced: presentPoint(synced) }),
      ...(ignored && { ignored: { ...ignored } }),
      ...(lastOperation && { lastOperation: presentOperation(lastOperation) }),
    };
  },
);

const presentPoint = ({ url, ref, directory, commit, revision }: SyncPoint) => ({
  url,
  ref,
  directory,
  commit,
  revision,
});

/** Presents the report of an import (`reportEntry`). */
export const presentReport = (report: readonly SyncReportEntry[]) =>
  report.map(({ paths, ...entry }) => ({ ...entry, ...(paths && { paths: [...paths] }) }));

function presentOperation({
  kind,
  url,
  ref,
  startedAt,
  pages,
  files,
  report,
  commit,
  revision,
  finishedAt,
  outcome,
  changeRequest,
  faults,
  retryAt,
  error,
}: NonNullable<GitSyncState['lastOperation']>) {
  return {
    kind,
    url,
    ref,
    startedAt,
    pages,
    files,
    report: presentReport(report),
    ...present({ commit, revision, finishedAt, outcome, faults, retryAt, error }),
    ...(changeRequest && { changeRequest: { ...changeRequest } }),
  };
}

const address = z.string().min(1).max(MAX_URL_LENGTH);

/** Description of the directory of a project in a repository, with the reasons for which it is refused. */
export const PROJECT_DIRECTORY =
  'Directory of the project, relative to the root of the repository, which is the default. It is refused if it contains ' +
  'control characters or is not valid UTF-8, contains a backslash, points outside its directory or is inside .git.';

/** Fields that all operations on a repository share. */
export const ofOperation = {
  url: address.meta({
    description:
      'Address of the repository, which must start with http:// or https://, or another protocol of the instance, and ' +
      'must not contain spaces, backslashes or control characters. It must not have a query or a fragment.',
  }),
  ref: z.string().min(1).max(1024).meta({ description: 'Branch, which must be refs/heads/<branch>.' }),
  repoCacheID: z.string().min(1).max(256).optional(),
  repoTreeURL: webUrl.optional(),
  repoCommitURL: webUrl.optional(),
  repoProjectDirectory: z.string().max(1024).optional().meta({ description: PROJECT_DIRECTORY }),
  timestamp: dateTime.optional().meta({
    description:
      'Time of the event behind the request; events older than the last followed one are ignored, times more than 5 minutes in the future count as now.',
  }),
  force: z.boolean().optional(),
  gitInfo: z.object({ provider: z.enum(GIT_PROVIDERS).optional(), url: webUrl.optional() }).optional(),
};
const importBody = z.object({ ...ofOperation, standalone: z.boolean().optional() });
const exportBody = z.object({ ...ofOperation, commitMessage: z.string().max(10_000).optional() });

export const gitSyncRoutes = tagged('Git', [
  route('POST /v1/spaces/:spaceId/git/import', importGitRepository, {
    summary: 'Import a branch of a Git repository',
    cost: 'heavy',
    body: importBody,
    returns: noContent,
  }),
  route('POST /v1/spaces/:spaceId/git/export', exportToGitRepository, {
    summary: 'Export to a branch of a Git repository',
    cost: 'heavy',
    body: exportBody,
    returns: noContent,
  }),
  route('POST /v1/spaces/:spaceId/git/cancel', cancelGitOperation, {
    summary: 'Cancel the Git import or export of a space',
    returns: noContent,
  }),
  route('DELETE /v1/spaces/:spaceId/git/legacy-installation', deleteLegacyGitInstallation, {
    summary: 'Disconnect the Git repository of a space',
    returns: removed,
  }),
  route('GET /v1/spaces/:spaceId/git/info', getSpaceGitInfo, {
    summary: 'Get the Git sync status of a space',
    returns: ok(GitSyncResource),
  }),
]);
