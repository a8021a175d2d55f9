import type { OrganizationId, SpaceId } from '../../domain/kernel/id.ts';
import { shareLinkRoot } from '../../domain/sites/audience/audience-paths.ts';
import type { SiteState } from '../../domain/sites/site.ts';
import { unconditionalSpaceRoots } from '../../domain/sites/structure/structure-roots.ts';
import type { Reads, Services } from '../kernel/services.ts';
import { loadStructure } from './structure/load-structure.ts';

/** A space as readers with a share link find it. */
export interface SharedSpace {
  readonly site: SiteState;
  /** Path within the site, with the prefix of the share link. */
  readonly path: string;
}

/**
 * Finds the site of the organization that a share link opens and that shows the space; undefined when there is none.
 */
export async function findSharedSpace(
  { read, tokens }: Pick<Services, 'tokens'> & { readonly read: Reads },
  organizationId: OrganizationId,
  spaceId: SpaceId,
  shareKey: string,
): Promise<SharedSpace | undefined> {
  const link = await read.siteShareLinks.find({ keyHash: tokens.hash(shareKey), active: true });
  const site =
    link &&
    (
      await read.sites.find({ id: link.snapshot().siteId, organizationId, published: true, visibility: 'share-link' })
    )?.snapshot();
  if (site === undefined) return undefined;
  const view = (await loadStructure(read, site)).view();
  const roots = unconditionalSpaceRoots(view);
  const root = view.spaces
    .filter((one) => one.spaceId === spaceId)
    .map(({ id }) => roots.get(id))
    .find((one) => one !== undefined);
  return root === undefined ? undefined : { site, path: shareLinkRoot(shareKey) + root };
}
