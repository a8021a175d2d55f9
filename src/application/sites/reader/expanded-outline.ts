import type { Hash } from '../../../domain/content/objects/content-object.ts';
import type { OrganizationId, SpaceId } from '../../../domain/kernel/id.ts';
import type { Services } from '../../kernel/services.ts';
import type { ExpandedOutline } from './computed-outlines.ts';

/** Loads the outline of a content of a space with the pages of its computed sources, as sites show it to everybody. */
export async function loadExpandedOutline(
  { siteContent, computedOutlines }: Pick<Services, 'siteContent' | 'computedOutlines'>,
  organizationId: OrganizationId,
  spaceId: SpaceId,
  content: Hash,
): Promise<ExpandedOutline> {
  const stored = await siteContent.loadOutline(spaceId, await siteContent.loadContent(content));
  return computedOutlines.expand(organizationId, spaceId, stored);
}
