import {
  deleteSiteSpaceCustomizationById,
  getSiteCustomizationById,
  getSiteSpaceCustomizationById,
  overrideSiteSpaceCustomizationById,
  updateSiteCustomizationById,
  type SiteCustomization,
} from '../api/operations.ts';
import { unchangedSince } from '../api/operation.ts';
import type { SitePath } from './site-frame.tsx';

type CustomizationBody = Parameters<typeof updateSiteCustomizationById>[0]['body'];
type Overrides = Parameters<typeof overrideSiteSpaceCustomizationById>[0]['body'];

/** Site or variant whose looks are edited, with the operations on its customization. */
export interface CustomizationPlace {
  readonly key: string;
  load(): Promise<SiteCustomization>;
  /** Saves an edited customization. @param saved the customization as it was loaded */
  save(look: SiteCustomization, saved: SiteCustomization): Promise<unknown>;
  /** Removes what differs from the site; only for variants. */
  readonly reset?: () => Promise<unknown>;
}

/**
 * Returns the customization of a whole site. It states the title of the site where it has no title of its own; a save
 * leaves this title out, so that the pages follow when the site is renamed.
 */
export const customizationOfSite = (path: SitePath, siteTitle: string): CustomizationPlace => ({
  key: path.siteId,
  load: () => getSiteCustomizationById({ path }),
  save: ({ title, ...look }, saved) =>
    updateSiteCustomizationById(
      { path, body: { ...look, ...(title !== siteTitle && { title }) } as CustomizationBody },
      unchangedSince(saved),
    ),
});

/** Returns the customization of a variant: that of the site with what differs here. */
export function customizationOfVariant(path: SitePath, siteSpaceId: string): CustomizationPlace {
  const at = { ...path, siteSpaceId };
  return {
    key: `${path.siteId} ${siteSpaceId}`,
    load: () => getSiteSpaceCustomizationById({ path: at }),
    save: (look, saved) =>
      overrideSiteSpaceCustomizationById({ path: at, body: differences(look, saved) }, unchangedSince(saved)),
    reset: () => deleteSiteSpaceCustomizationById({ path: at }),
  };
}

type Values = Readonly<Record<string, unknown>>;
/** Settings that are overridden as a whole; the others are groups whose members are overridden one by one. */
const WHOLE: ReadonlySet<string> = new Set(['title', 'localizedTitle', 'socialAccounts', 'favicon', 'announcement']);

const changed = (after: Values, before: Values): readonly string[] =>
  [...new Set([...Object.keys(after), ...Object.keys(before)])].filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  );

/** Returns the overrides that lead from one customization to another; null removes one. */
export function differences(look: SiteCustomization, saved: SiteCustomization): Overrides {
  const after = look as unknown as Readonly<Record<string, Values>>;
  const before = saved as unknown as Readonly<Record<string, Values>>;
  return Object.fromEntries(
    changed(after, before).map((name) => [
      name,
      WHOLE.has(name)
        ? (after[name] ?? null)
        : Object.fromEntries(
            changed(after[name] ?? {}, before[name] ?? {}).map((member) => [member, after[name]?.[member] ?? null]),
          ),
    ]),
  );
}
