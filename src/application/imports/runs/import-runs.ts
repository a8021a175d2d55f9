import type { ImportedItem } from '../../../domain/imports/import-report.ts';
import {
  ACTIVE_STATUSES,
  asOf,
  ImportRun,
  type ImportRunState,
  type ImportRunStatus,
} from '../../../domain/imports/import-run.ts';
import {
  MAX_IMPORT_FILES,
  type ImportFile,
  type ImportRunSource,
  type ImportRunTarget,
} from '../../../domain/imports/import-source.ts';
import { checkProjectDirectory, normalizeProjectDirectory } from '../../../domain/git/repository-address.ts';
import { Conflict, Invalid, NotFound } from '../../../domain/kernel/errors.ts';
import { PermissionRequired } from '../../../domain/permissions/permission-required.ts';
import type { ImportRunId, OrganizationId, SiteId, SpaceId, UploadId } from '../../../domain/kernel/id.ts';
import { effectiveLevel } from '../../../domain/permissions/access-facts.ts';
import { isAllowed } from '../../../domain/permissions/policy.ts';
import { isUsable } from '../../../domain/uploads.ts';
import type { PageRequest } from '../../../ports/kernel/repository.ts';
import { ChangeRequest } from '../../../domain/change-requests/change-request.ts';
import { inOrganization, viewerOf, type InOrganization } from '../../kernel/scope.ts';
import { command, query, type CommandContext, type QueryContext } from '../../kernel/use-case.ts';
import { initiatorOf } from '../../permissions/initiator-rights.ts';
import { isPermittedOnSite } from '../../permissions/is-permitted.ts';
import { JOB_TYPES } from '../../system/job-types.ts';
import { requireParent } from '../prepare-import.ts';

/** Source of a run as a caller names it. */
export type ImportSourceInput =
  | { readonly type: 'website'; readonly url: string }
  | { readonly type: 'file'; readonly files: readonly UploadId[] }
  | { readonly type: 'git'; readonly url: string; readonly ref: string; readonly directory?: string };

export interface ImportRunInput {
  readonly source: ImportSourceInput;
  readonly target: { readonly space: SpaceId; readonly changeRequest?: string; readonly page?: string };
  readonly site?: SiteId;
}

/** A run with its report once it has ended; lists omit the report. */
export interface ImportRunView {
  readonly run: ImportRunState;
  readonly report?: readonly ImportedItem[];
}

export interface ImportRunFilter {
  readonly space?: SpaceId;
  readonly changeRequest?: string;
  readonly site?: SiteId;
  readonly status?: ImportRunStatus | 'active';
}

type InRun = InOrganization & { readonly importRunId: ImportRunId };
type Scope = { readonly organization: OrganizationId };

/** Maximum number of runs of an organization that are kept; the oldest ones that have ended are deleted first. */
const MAX_RUNS = 1_000;
/** Maximum number of runs of an organization that have not ended. */
const MAX_ACTIVE_RUNS = 50;
/** Time for resolving the host name of a repository before the run starts. */
const CHECK_MS = 3_000;

/**
 * Lists the import runs of an organization, the latest first, without their reports. Runs into spaces that the caller
 * cannot edit are left out. A run that was interrupted and not resumed for six hours is shown as failed.
 */
export const listImportRuns = query<InOrganization & ImportRunFilter & { page: PageRequest }>()({
  name: 'listImportRuns',
  requires: 'organization:view',
  scope: inOrganization,
  async run(context, { organizationId, space, changeRequest, site, status, page: { limit, after } }) {
    const { read, now } = context;
    const where = {
      organizationId,
      ...(space !== undefined && { spaceId: space }),
      ...(changeRequest !== undefined && { changeRequestId: changeRequest }),
      ...(site !== undefined && { siteId: site }),
    };
    const { items } = await read.importRuns.list(where, { limit: MAX_RUNS, order: 'desc' });
    const found = items.map((run) => asOf(run.snapshot(), now)).filter((run) => hasStatus(run, status));
    const visible = await filterEditable(context, organizationId, found);
    const rest = after === undefined ? visible : visible.filter(({ id }) => id < after);
    const shown = rest.slice(0, limit);
    return {
      items: shown.map((run): ImportRunView => ({ run })),
      ...(limit > 0 && rest.length > limit && { next: shown.at(-1)!.id }),
      count: visible.length,
    };
  },
});

/**
 * Gets an import run with its progress and, once it has ended, the report of its items. The report lists at most 1,000
 * items, lost ones first. Requires permission to edit the target space.
 */
export const getImportRun = query<InRun>()({
  name: 'getImportRun',
  requires: 'organization:view',
  scope: inOrganization,
  run: async (context, input): Promise<ImportRunView> => viewOf(context, await findRun(context, input)),
});

/**
 * Starts to import pages into the primary content or a change request of a space: from a website, from a public Git
 * repository, or from uploaded files of the kind `import_file`. The run adds all pages as one revision, or none.
 *
 * Files are Markdown, HTML and Word documents, and ZIP archives of such files, of a Notion export (Markdown and CSV) or
 * of a Confluence space (HTML). Requires permission to edit the space. Each upload can be used by one run, and is deleted
 * when the run has ended. Fails with `Invalid` for an upload or a source that cannot be used, and with `Conflict` when
 * the space accepts change requests only, or while the organization has too many runs.
 */
export const startImportRun = command<InOrganization & { readonly body: ImportRunInput }>()({
  name: 'startImportRun',
  requires: 'space:edit',
  scope: ({ body }) => ({ space: body.target.space }),
  needs: ['ids', 'content', 'git'],

  async prepare({ git }, { body: { source } }): Promise<void> {
    if (source.type !== 'git') return;
    const { url, ref, directory = '' } = source;
    const issues = [...(await git.check({ url, ref }, AbortSignal.timeout(CHECK_MS)))];
    for (const { message } of checkProjectDirectory(directory)) issues.push({ path: 'directory', message });
    if (issues.length > 0) throw new Invalid(issues.map(({ path, message }) => ({ path: `source.${path}`, message })));
  },

  async run(context, { organizationId, body }): Promise<ImportRunView> {
    const { work, ids, now, scope } = context;
    if (scope.organizationId !== organizationId) throw new NotFound('space', body.target.space);
    await work.lock('organizations', organizationId);
    const active = await work.importRuns.count({ organizationId, status: ACTIVE_STATUSES });
    if (active >= MAX_ACTIVE_RUNS)
      throw new Conflict(`an organization can have at most ${MAX_ACTIVE_RUNS} active import runs; wait for one to end`);
    await makeRoom(context, organizationId);
    const target = await requireTarget(context, body.target);
    const id = ids.next();
    const run = ImportRun.create({
      id,
      organizationId,
      siteId: await resolveSite(context, organizationId, target.spaceId, body.site),
      source: await resolveSource(context, organizationId, id, body.source),
      target,
      by: initiatorOf(scope.caller),
      at: now,
    });
    await work.importRuns.save(run);
    await work.jobs.enqueue(JOB_TYPES.runImport.request({ organizationId, spaceId: target.spaceId, runId: id }));
    return { run: run.snapshot() };
  },
});

/**
 * Cancels an import run. Nothing of it is imported, and its uploads are deleted. Requires permission to edit the target
 * space. Fails with `Conflict` when the run has ended.
 */
export const cancelImportRun = command<InRun>()({
  name: 'cancelImportRun',
  requires: 'organization:view',
  scope: inOrganization,
  async run(context, { organizationId, importRunId }): Promise<ImportRunView> {
    const { work, now } = context;
    await findRun(context, { organizationId, importRunId });
    const run = await work.importRuns.get({ id: importRunId, organizationId });
    run.cancel(now);
    await work.importRuns.save(run);
    // The job deletes the uploads, whether it has begun or not.
    return { run: run.snapshot() };
  },
});

const hasStatus = (run: ImportRunState, status: ImportRunFilter['status']): boolean =>
  status === undefined ||
  run.status === status ||
  (status === 'active' && ACTIVE_STATUSES.some((active) => active === run.status));

async function viewOf({ read, now }: QueryContext<Scope>, run: ImportRunState): Promise<ImportRunView> {
  const report = await read.importReports.find({ id: run.id });
  return { run: asOf(run, now), ...(report !== undefined && { report: report.snapshot().items }) };
}

/** Finds a run. @throws NotFound also for a run into a space that the caller cannot see, Forbidden for one that the caller cannot edit */
async function findRun(
  context: Pick<QueryContext<Scope>, 'read' | 'scope'>,
  { organizationId, importRunId }: InRun,
): Promise<ImportRunState> {
  const run = (await context.read.importRuns.find({ id: importRunId, organizationId }))?.snapshot();
  const [access] = run === undefined ? [] : await listAccess(context, organizationId, [run.spaceId]);
  if (run === undefined || access === undefined) throw new NotFound('import run');
  if (!access.isEditable) throw new PermissionRequired('space:edit');
  return run;
}

/** Returns the runs into spaces that the caller can edit. */
async function filterEditable(
  context: Pick<QueryContext<Scope>, 'read' | 'scope'>,
  organizationId: OrganizationId,
  runs: readonly ImportRunState[],
): Promise<readonly ImportRunState[]> {
  const found = await listAccess(context, organizationId, [...new Set(runs.map(({ spaceId }) => spaceId))]);
  const editable = new Set(found.filter(({ isEditable }) => isEditable).map(({ spaceId }) => spaceId));
  return runs.filter(({ spaceId }) => editable.has(spaceId));
}

/** Lists those of the spaces that the caller can see. */
async function listAccess(
  { read, scope }: Pick<QueryContext<Scope>, 'read' | 'scope'>,
  organizationId: OrganizationId,
  ids: readonly SpaceId[],
): Promise<{ readonly spaceId: SpaceId; readonly isEditable: boolean }[]> {
  if (ids.length === 0) return [];
  const viewer = viewerOf(scope.caller, organizationId);
  const { items } = await read.spacesOf.listSpaces(viewer, { ids }, { limit: ids.length });
  return items.map(({ space, access }) => ({
    spaceId: space.state.id,
    isEditable: isAllowed('space:edit', { level: effectiveLevel(access), member: true, operator: false }),
  }));
}

type StartContext = CommandContext<{ readonly space: SpaceId }, 'ids' | 'content' | 'git'>;

/** Requires that pages can be added to the target. @throws Conflict, NotFound */
async function requireTarget(
  context: StartContext,
  { space, changeRequest, page }: ImportRunInput['target'],
): Promise<ImportRunTarget> {
  const { read, scope } = context;
  let { head } = scope.space;
  let changeRequestId = null;
  if (changeRequest === undefined) {
    if (scope.space.state.editMode === 'locked')
      throw new Conflict('the content of this space is locked; import into a change request');
  } else {
    const found = await read.changeRequestsOf.find(space, changeRequest);
    if (found === undefined) throw new NotFound('change request', changeRequest);
    ChangeRequest.restore(found.state).requireEditable();
    changeRequestId = found.state.id;
    head = found.head;
  }
  if (page !== undefined) await requireParent(context, head.content, page);
  return { spaceId: scope.space.state.id, changeRequestId, pageId: page ?? null };
}

/** Resolves the site of a run: the named one, else the only one of the space. @throws NotFound */
async function resolveSite(
  { read, scope }: StartContext,
  organizationId: OrganizationId,
  spaceId: SpaceId,
  named: SiteId | undefined,
): Promise<SiteId | null> {
  if (named !== undefined) {
    const isVisible = await isPermittedOnSite(read, 'site:view', viewerOf(scope.caller, organizationId), named);
    if (!isVisible || (await read.sites.find({ id: named, organizationId })) === undefined)
      throw new NotFound('site', named);
    return named;
  }
  const { items } = await read.siteSpaces.list({ spaceId }, { limit: 100 });
  const sites = new Set(items.map((one) => one.snapshot().siteId));
  return sites.size === 1 ? [...sites][0]! : null;
}

async function resolveSource(
  context: StartContext,
  organizationId: OrganizationId,
  runId: ImportRunId,
  source: ImportSourceInput,
): Promise<ImportRunSource> {
  if (source.type === 'website') return source;
  if (source.type === 'git') {
    const { url, ref, directory = '' } = source;
    return { type: 'git', url, ref, directory: normalizeProjectDirectory(directory) };
  }
  if (source.files.length > MAX_IMPORT_FILES)
    throw Invalid.field('source.files', `must have at most ${MAX_IMPORT_FILES} items`);
  const files: ImportFile[] = [];
  for (const [n, key] of source.files.entries())
    files.push(await reserveUpload(context, organizationId, runId, key, `source.files.${n}`));
  return { type: 'file', files };
}

/** Reserves an upload of the caller for the run. @throws Invalid naming `field` */
async function reserveUpload(
  { work, scope, now }: StartContext,
  organizationId: OrganizationId,
  runId: ImportRunId,
  key: UploadId,
  field: string,
): Promise<ImportFile> {
  const upload = await work.uploads.find({ id: key, organizationId, createdBy: scope.caller.userId });
  const state = upload?.snapshot();
  if (upload === undefined || state === undefined || !isUsable(state, now))
    throw Invalid.field(field, 'does not name an upload');
  if (state.kind !== 'import_file')
    throw Invalid.field(field, `names an upload of the kind ${state.kind}, not import_file`);
  if (state.blob === null) throw Invalid.field(field, 'names an upload without content; send the bytes first');
  upload.reserve(runId);
  await work.uploads.save(upload);
  return { key, name: state.name, size: state.size, blob: state.blob };
}

/** Deletes the oldest runs that have ended if the organization has as many runs as are kept. */
async function makeRoom({ work }: StartContext, organizationId: OrganizationId): Promise<void> {
  const count = await work.importRuns.count({ organizationId });
  if (count < MAX_RUNS) return;
  const { items } = await work.importRuns.list({ organizationId }, { limit: count - MAX_RUNS + 1 + MAX_ACTIVE_RUNS });
  const ended = items.filter((run) => !run.isActive).slice(0, count - MAX_RUNS + 1);
  for (const run of ended) await work.importRuns.delete(run);
}
