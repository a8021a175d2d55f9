import type { OrganizationId } from '../../domain/kernel/id.ts';
import type { CustomizationOverrides } from '../../domain/sites/customization.ts';
import type { SiteCustomization } from '../../domain/sites/site-customization.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';

/** Number of customizations read at once. */
const BATCH_SIZE = 100;

/** Finds the customizations of an organization whose settings meet a condition. */
export async function* customizationsWhere(
  work: Work,
  organizationId: OrganizationId,
  matches: (settings: CustomizationOverrides) => boolean,
): AsyncGenerator<SiteCustomization> {
  for (let after: string | undefined; ;) {
    const { items, next } = await work.siteCustomizations.list(
      { organizationId },
      { limit: BATCH_SIZE, ...(after !== undefined && { after }) },
    );
    for (const one of items) if (matches(one.snapshot().settings)) yield one;
    if (next === undefined) return;
    after = next;
  }
}
