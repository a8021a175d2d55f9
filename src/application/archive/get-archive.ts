import type { Id } from '../../domain/kernel/id.ts';
import { query } from '../kernel/use-case.ts';
import { archiveLink } from './archive-links.ts';

/** A link to an archive of the content that a space has now: the files that an export to an empty repository would write. */
export const getSpaceArchive = query({
  name: 'getSpaceArchive',
  requires: 'space:view',
  within: ({ spaceId }: { readonly spaceId: Id }) => ({ space: spaceId }),
  records: ({ spaceId }) => ({ type: 'space.archive-exported', of: spaceId, data: {} }),
  run: async ({ sealer, now, at }, { spaceId }) => ({
    path: archiveLink(sealer, { organizationId: at.organizationId, spaceId, userId: at.caller.userId, revisionId: at.space.head.revisionId }, now),
  }),
});
