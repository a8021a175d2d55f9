import type { Id } from '../../../domain/kernel/id.ts';
import type { Site } from '../../../domain/sites/site.ts';
import type { SiteStructure } from '../../../domain/sites/structure/site-structure.ts';
import type { CommandContext, QueryContext } from '../../kernel/use-case.ts';
import { requireStructureRights, viewsOf } from '../audience/audience-rights.ts';
import { loadStructure, lockSite, saveStructure } from './load-structure.ts';
import { findSharedRoot } from '../shared-root.ts';
import { loadVisibleStructure, type VisibleStructure } from './structure-views.ts';
import type { InSite, InOrganizationScope } from '../../kernel/scope.ts';

/**
 * Reads the structure of a site as the caller sees it.
 * @throws NotFound for the site
 */
export async function readStructure(
  context: QueryContext<InOrganizationScope, 'tokens' | 'content'>,
  { organizationId, siteId, shareKey }: InSite & { readonly shareKey?: string },
): Promise<VisibleStructure> {
  const site = (await context.read.sites.get({ id: siteId, organizationId })).snapshot();
  return loadVisibleStructure(
    context,
    site,
    await loadStructure(context.read, site),
    await findSharedRoot(context, site, shareKey),
  );
}

type StructureChange<Result> = (structure: SiteStructure, seen: VisibleStructure, site: Site) => Result;

/**
 * Changes the structure of a locked site and returns it as the caller sees it. `change` gets the structure that the
 * caller saw before; when it returns false, nothing is stored and the result is undefined.
 * @param created spaces that the command itself created
 * @throws NotFound for the site, Forbidden when the change widens the audience of a space or removes a space that the
 * caller cannot see
 */
async function changeStructure(
  context: CommandContext<InOrganizationScope, 'content'>,
  { organizationId, siteId }: InSite,
  change: StructureChange<unknown>,
  created: readonly Id[],
): Promise<VisibleStructure | undefined> {
  const { work } = context;
  const site = await lockSite(work, organizationId, siteId);
  const structure = await loadStructure(work, site.snapshot());
  const before = viewsOf(structure);
  if ((await change(structure, await loadVisibleStructure(context, site.snapshot(), structure), site)) === false)
    return undefined;
  await requireStructureRights(context, site.snapshot(), [before, viewsOf(structure)], created);
  await saveStructure(work, structure);
  return loadVisibleStructure(context, site.snapshot(), structure);
}

/**
 * Changes the structure of a site with a change that always applies.
 * @throws as `changeStructure`
 */
export async function updateStructure(
  context: CommandContext<InOrganizationScope, 'content'>,
  of: InSite,
  change: StructureChange<Promise<void> | void>,
  created: readonly Id[] = [],
): Promise<VisibleStructure> {
  return (await changeStructure(context, of, change, created))!;
}

/**
 * Removes a part of the structure of a site. `remove` returns false if the part does not exist.
 * @returns true if it was removed
 * @throws as `changeStructure`
 */
export async function removeFromStructure(
  context: CommandContext<InOrganizationScope, 'content'>,
  of: InSite,
  remove: StructureChange<boolean>,
): Promise<boolean> {
  return (await changeStructure(context, of, remove, [])) !== undefined;
}
