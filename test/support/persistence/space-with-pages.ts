import { buildProjections } from '../../../src/application/content/projections/build-projections.ts';
import { buildContent, type PageSeed } from '../../../src/domain/content/edits/build-content.ts';
import type { SpaceId } from '../../../src/domain/kernel/id.ts';
import { put, type makeStates } from './aggregates.ts';
import type { Persistence } from './persistence.ts';

const AT = '2030-01-01T00:00:00.000Z';

/**
 * Creates a space whose primary content has the pages.
 * @param maxInline changes up to which the content is projected at once; the default is that of the product
 */
export async function createSpaceWithPages(
  persistence: Persistence,
  { spaces }: Pick<Awaited<ReturnType<typeof makeStates>>, 'spaces'>,
  pages: readonly PageSeed[],
  maxInline?: number,
): Promise<SpaceId> {
  const spaceId = persistence.next();
  await persistence.run((work) => put(work, 'spaces', { ...spaces, id: spaceId, deletedAt: null }));
  const { contentHash, objects } = buildContent({ pages });
  const revision = {
    id: persistence.next(),
    spaceId,
    parents: [],
    content: contentHash,
    type: 'edits' as const,
    createdAt: AT,
    createdBy: null,
  };
  const primary = buildProjections(persistence, { before: null, after: contentHash, objects }, maxInline);
  await persistence.run((work) => work.branches.create({ primary, revision, objects }));
  return spaceId;
}
