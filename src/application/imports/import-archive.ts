import type { Hash } from '../../domain/content/objects/content-object.ts';
import type { SyncReportEntry } from '../../domain/git/sync-operation.ts';
import type { Id, SpaceId } from '../../domain/kernel/id.ts';
import { contentEdited } from '../../domain/spaces.ts';
import { scheduleGarbageCollection } from '../garbage-collection.ts';
import { FullProject, type RemoteContent } from '../git/import/remote-content.ts';
import { requireMatch } from '../change-requests/require-match.ts';
import { command } from '../kernel/use-case.ts';
import { inSpace } from '../kernel/scope.ts';
import { advancePrimary } from '../content/store-edit.ts';
import { findUploadedFile, useUploads } from '../uploads/uploaded-file.ts';
import type { ArchiveFiles } from '../../ports/imports/archives.ts';
import { listEntries, withoutCommonFolder } from './archive-entries.ts';
import { readUploadedArchive } from './read-uploaded-archive.ts';
import { newRevision } from '../content/new-revision.ts';

/** Result of importing an archive. */
export interface ArchiveImportView {
  readonly spaceId: SpaceId;
  /** Revision with the content of the archive; the current one when the content was the same. */
  readonly revision: Id;
  readonly pages: number;
  readonly files: number;
  readonly report: readonly SyncReportEntry[];
}

interface PreparedArchive {
  /** Project of the archive, fully read before the archive is closed. */
  readonly project: FullProject;
  /** Content that `remote` was built on. */
  readonly base: Hash;
  readonly remote: RemoteContent;
}

/**
 * Replaces the primary content of a space by that of an uploaded archive, as one revision or not at all. Pages and
 * files that exist in both keep their IDs.
 *
 * Fails with `Invalid` when the upload is missing or the archive cannot be read, with `Conflict` when the space accepts
 * change requests only, and with `PreconditionFailed` when `ifMatch` names another revision than the space's.
 */
export const importSpaceArchive = command<{
  readonly spaceId: SpaceId;
  readonly body: { readonly key: Id };
  /** Revision that the space must be at. */
  readonly ifMatch?: Id;
}>()({
  name: 'importSpaceArchive',
  requires: 'space:git-sync',
  scope: inSpace,
  needs: ['blobs', 'files', 'organizationStorage', 'ids', 'content', 'archives', 'gitFormat'],

  async prepare(context, { body, ifMatch }): Promise<PreparedArchive> {
    requireMatch(ifMatch, context.scope.space.head, 'space');
    const { blob, size } = await findUploadedFile(context, body.key, 'archive.zip', 'key', [
      'space_archive',
      'organization_file',
    ]);
    const base = context.scope.space.head.content;
    return readUploadedArchive(context, { blob, size }, 'key', async (files) => {
      const { blobs, organizationStorage, scope } = context;
      const stored = { blobs: organizationStorage.blobsOf(blobs, scope.organizationId) };
      const project = new FullProject({ ...context, ...stored }, await projectOf(files), '', { preservesPaths: true });
      return { project, base, remote: await project.buildOn(base) };
    });
  },

  async run(context, { spaceId, body, ifMatch }, { project, base, remote }): Promise<ArchiveImportView> {
    const { work, scope, now } = context;
    const [head] = await work.branches.lock(spaceId, spaceId);
    requireMatch(ifMatch, head!, 'space');
    // Preparation took time, in which the content may have been locked.
    (await work.spaces.get({ id: spaceId, organizationId: scope.organizationId, deletedAt: null })).requireLive();
    await useUploads(context, [{ key: body.key, field: 'key' }]);
    // Objects of a content that was built on a former head are unreferenced.
    await work.jobs.enqueue(scheduleGarbageCollection(now));
    const { content, root, pages, files, report } =
      head!.content === base ? remote : await project.buildOn(head!.content);
    const summary = { spaceId, pages, files, report };
    if (content === head!.content) return { ...summary, revision: head!.revisionId };
    const revision = newRevision(context, { spaceId, parents: [head!.revisionId], content });
    work.events.record(contentEdited(revision));
    await advancePrimary(context, head!, revision, root);
    return { ...summary, revision: revision.id };
  },
});

/** Opens the project in an archive, which may be a packed folder. */
async function projectOf(files: ArchiveFiles): Promise<ArchiveFiles> {
  const entries = withoutCommonFolder(await listEntries(files));
  return {
    async *list() {
      yield* entries;
    },
    read: (oids) => files.read(oids),
  };
}
