import type { OrganizationId } from '../../domain/kernel/id.ts';
import type { CustomizationOverrides } from '../../domain/sites/customization.ts';
import type { SiteCustomization } from '../../domain/sites/site-customization.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import { listAll } from '../kernel/list-all.ts';

/** Number of customizations read at once; each may have 100,000 characters. */
const BATCH_SIZE = 100;

/** Finds the customizations of an organization whose settings meet a condition. */
export async function* customizationsWhere(
  work: Work,
  organizationId: OrganizationId,
  matches: (settings: CustomizationOverrides) => boolean,
): AsyncGenerator<SiteCustomization> {
  const all = listAll((page) => work.siteCustomizations.list({ organizationId }, { ...page, limit: BATCH_SIZE }));
  for await (const one of all) if (matches(one.snapshot().settings)) yield one;
}
