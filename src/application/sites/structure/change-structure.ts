import type { Id } from '../../../domain/kernel/id.ts';
import type { Site } from '../../../domain/sites/site.ts';
import type { SiteStructure } from '../../../domain/sites/structure/site-structure.ts';
import type { CommandContext, QueryContext } from '../../kernel/use-case.ts';
import { requireStructureRights } from '../audience/audience-rights.ts';
import { loadStructure, lockSite, saveStructure } from './load-structure.ts';
import { findSharedRoot } from '../shared-root.ts';
import { loadVisibleStructure, type VisibleStructure } from './structure-views.ts';

export type OfSite = { readonly organizationId: Id; readonly siteId: Id };
export type Scope = { organization: Id };

/** A site's structure as the caller sees it. @param of the site, and the key of a share link that the caller has @throws NotFound for the site */
export async function readStructure(
  context: QueryContext<Scope, 'tokens' | 'content'>,
  { organizationId, siteId, shareKey }: OfSite & { readonly shareKey?: string },
): Promise<VisibleStructure> {
  const site = (await context.read.sites.get({ id: siteId, organizationId })).snapshot();
  return loadVisibleStructure(
    context,
    site,
    await loadStructure(context.read, site),
    await findSharedRoot(context, site, shareKey),
  );
}

/**
 * Changes a site's structure while nobody else does, and gives it as the caller sees it then, or what `change` answers where that
 * is false: nothing was there to change. What `change` gets is what the caller saw before.
 * @param created spaces that the command itself made
 * @throws NotFound for the site, Forbidden where it widens who reads a space, or removes one that the caller does not see
 */
export async function changeStructure(
  context: CommandContext<Scope, 'content'>,
  { organizationId, siteId }: OfSite,
  change: (structure: SiteStructure, seen: VisibleStructure, site: Site) => unknown,
  created: readonly Id[] = [],
): Promise<VisibleStructure | false> {
  const { work } = context;
  const site = await lockSite(work, organizationId, siteId);
  const structure = await loadStructure(work, site.snapshot());
  const before = structure.view();
  if ((await change(structure, await loadVisibleStructure(context, site.snapshot(), structure), site)) === false)
    return false;
  await requireStructureRights(context, site.snapshot(), [before, structure.view()], created);
  await saveStructure(work, structure);
  return loadVisibleStructure(context, site.snapshot(), structure);
}

/** The same for a change that always does something. */
export async function updateStructure(
  context: CommandContext<Scope, 'content'>,
  of: OfSite,
  change: (structure: SiteStructure, seen: VisibleStructure, site: Site) => Promise<void> | void,
  created: readonly Id[] = [],
): Promise<VisibleStructure> {
  return (await changeStructure(context, of, change, created)) as VisibleStructure;
}
