import { readContent } from '../../domain/content/content.ts';
import { listFiles, pagesInOrder } from '../../domain/content/content-reads.ts';
import type { Hash } from '../../domain/content/objects/content-object.ts';
import type { ObjectQuery } from '../../domain/content/objects/object-query.ts';
import type { SyncReportEntry } from '../../domain/git/sync-operation.ts';
import type { SpaceId } from '../../domain/kernel/id.ts';
import { read } from '../content/reading.ts';
import { restrictionEntry, unsupportedFileEntry } from '../git/export/export-files.ts';
import { limitReport } from '../git/sync-report.ts';
import { query } from '../kernel/use-case.ts';
import { inSpace } from '../kernel/scope.ts';
import { createArchiveLink } from './archive-links.ts';

/**
 * Gets a link to a ZIP archive of the primary content of a space, valid for about an hour. The archive has the files of
 * a Git export; the response lists what it leaves out. The audit log records the request.
 */
export const getSpaceArchive = query<{ readonly spaceId: SpaceId }>()({
  name: 'getSpaceArchive',
  requires: 'space:view',
  scope: inSpace,
  needs: ['content', 'sealer'],
  auditEvent: ({ spaceId }) => ({ type: 'space.archive-exported', aggregateId: spaceId, data: {} }),
  run: async ({ content, sealer, now, scope }, { spaceId }) => ({
    path: createArchiveLink(
      sealer,
      {
        organizationId: scope.organizationId,
        spaceId,
        userId: scope.caller.userId,
        via: scope.caller.via,
        revisionId: scope.space.head.revisionId,
      },
      now,
    ),
    report: await read(content, listOmissions(scope.space.head.content)),
  }),
});

function* listOmissions(hash: Hash): ObjectQuery<readonly SyncReportEntry[]> {
  const content = yield* readContent(hash);
  const { items } = yield* listFiles(content, undefined, Number.MAX_SAFE_INTEGER);
  const pages = (yield* pagesInOrder(content)).map(({ page }) => page);
  const restrictions = restrictionEntry(pages, null);
  return limitReport([
    ...items.flatMap((file) => unsupportedFileEntry(file) ?? []),
    ...(restrictions === undefined ? [] : [restrictions]),
  ]);
}
