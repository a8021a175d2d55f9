import { isAllowed } from '../../domain/permissions/policy.ts';
import { Invalid } from '../../domain/kernel/errors.ts';
import type { Id, OrganizationId, SiteId, SiteSpaceId } from '../../domain/kernel/id.ts';
import {
  applyCustomizationInput,
  defaultCustomization,
  inheritCustomization,
  type Customization,
  type CustomizationOverrides,
  type CustomizationInput,
  type CustomizationReplacement,
  withoutInstructions,
} from '../../domain/sites/customization.ts';
import { listCustomFontIds, type CustomizationFonts } from '../../domain/sites/customization-fonts.ts';
import { applyActionList } from '../../domain/sites/page-actions.ts';
import { SiteCustomization } from '../../domain/sites/site-customization.ts';
import { MAX_SITE_SPACES } from '../../domain/sites/structure/site-structure.ts';
import type { SiteState } from '../../domain/sites/site.ts';
import type { Finders, Work } from '../../ports/kernel/unit-of-work.ts';
import type { AnswerDesk } from '../ask/answer-desk.ts';
import { command, query } from '../kernel/use-case.ts';
import { type SiteFacts, inSite, type InSite } from '../kernel/scope.ts';
import { requireConditions } from './audience/adaptive-schema.ts';
import { readStructure } from './structure/change-structure.ts';
import { resolveCustomFonts } from './custom-fonts.ts';
import { resolveLinkSpaces } from './customization-links.ts';
import { lockSite } from './structure/load-structure.ts';
import type { SiteIcon } from './site-views.ts';
import { requireSiteSpace, type VisibleStructure } from './structure/structure-views.ts';

type OfSiteSpace = InSite & { readonly siteSpaceId: SiteSpaceId };
type CustomizationFinders = Pick<Finders, 'siteCustomizations'>;

/** Customization of a site space, with whether it has overrides. */
export interface SiteSpaceCustomization {
  readonly customization: Customization;
  readonly hasOverrides: boolean;
}

/** Customization of a site and of the site spaces that have overrides. */
export interface SiteCustomizations {
  readonly site: Customization;
  readonly siteSpaces: ReadonlyMap<Id, Customization>;
}

/** Loads all customizations of a site. */
export async function loadCustomizations(
  from: CustomizationFinders,
  { id, title }: Pick<SiteState, 'id' | 'title'>,
): Promise<SiteCustomizations> {
  const { items } = await from.siteCustomizations.list({ siteId: id }, { limit: MAX_SITE_SPACES + 1 });
  return mergeCustomizations(
    title,
    items.map((one) => one.snapshot()),
  );
}

/**
 * Merges stored settings with defaults and inheritance.
 * @param title title of the site
 */
export function mergeCustomizations(
  title: string,
  stored: readonly { readonly siteSpaceId: SiteSpaceId | null; readonly settings: CustomizationOverrides }[],
): SiteCustomizations {
  const site = inheritCustomization(
    defaultCustomization(title),
    stored.find(({ siteSpaceId }) => siteSpaceId === null)?.settings ?? {},
  );
  return {
    site,
    siteSpaces: new Map(
      stored.flatMap(({ siteSpaceId, settings }) =>
        siteSpaceId === null ? [] : [[siteSpaceId, inheritCustomization(site, settings)]],
      ),
    ),
  };
}

/** Loads the favicons of sites, for the sites that have one. */
export async function loadIcons(
  from: CustomizationFinders,
  siteIds: readonly Id[],
): Promise<ReadonlyMap<Id, SiteIcon>> {
  if (siteIds.length === 0) return new Map();
  const { items } = await from.siteCustomizations.list({ id: siteIds }, { limit: siteIds.length });
  return new Map(
    items.flatMap((one): readonly [Id, SiteIcon][] => {
      const { favicon } = one.snapshot().settings;
      return favicon === undefined || Object.keys(favicon).length === 0 ? [] : [[one.id, favicon]];
    }),
  );
}

/** Loads the settings of a site or of a site space, without inherited ones. */
const loadSettings = async (from: CustomizationFinders, id: Id): Promise<CustomizationOverrides> =>
  (await from.siteCustomizations.find({ id }))?.snapshot().settings ?? {};

async function loadSiteCustomization(
  from: Pick<Finders, 'sites' | 'siteCustomizations'>,
  { organizationId, siteId }: InSite,
): Promise<Customization> {
  const { title } = (await from.sites.get({ id: siteId, organizationId })).snapshot();
  return inheritCustomization(defaultCustomization(title), await loadSettings(from, siteId));
}

/** Gets the customization of a site, with defaults for what was not set. */
export const getSiteCustomizationById = query<InSite>()({
  name: 'getSiteCustomizationById',
  requires: 'site:view',
  scope: inSite,
  run: async ({ read, scope }, of): Promise<Customization> =>
    customizationFor(scope, await loadSiteCustomization(read, of)),
});

/** Returns a customization as the caller sees it: the instructions for the assistant are for managers of the site. */
const customizationFor = ({ siteLevel, caller }: SiteFacts, customization: Customization): Customization =>
  isAllowed('site:manage', { level: siteLevel, member: true, operator: caller.operator })
    ? customization
    : withoutInstructions(customization);

/**
 * Replaces the customization of a site. Settings that are omitted return to their defaults. `pageActions.items` stands
 * for the other settings of `pageActions`, `pdf.enabled` and `git.showEditLink`: a list that differs from the present
 * one decides, otherwise these settings do. Fails with `Invalid` when the customization is larger than 100,000
 * characters, when a new link leads to something that does not exist, when `ai.mode` needs an answer engine and there
 * is none, or when a new condition names a claim that the site's adaptive schema lacks.
 */
export const updateSiteCustomizationById = command<InSite & { body: CustomizationReplacement }>()({
  name: 'updateSiteCustomizationById',
  requires: 'site:manage',
  scope: inSite,
  needs: ['content', 'siteContent', 'computedOutlines', 'tokens', 'answers'],
  async prepare(context, { body, ...of }): Promise<CustomizationOverrides> {
    requireAnswers(context.answers, body.ai);
    const present = await loadSiteCustomization(context.read, of);
    const spaces = sortedSpaces(await readStructure(context, of));
    return resolveLinkSpaces(context, spaces, applyActionList(body, present), present);
  },
  async run({ work }, { body: _, organizationId, siteId }, settings): Promise<Customization> {
    const resolved = await resolveFonts(work, organizationId, settings);
    await lockSite(work, organizationId, siteId);
    await requireNewConditions(work, siteId, settings, await loadSiteCustomization(work, { organizationId, siteId }));
    await saveSettings(work, { id: siteId, organizationId, siteId, siteSpaceId: null }, resolved);
    return loadSiteCustomization(work, { organizationId, siteId });
  },
});

/** Refuses a mode that needs answers to questions of readers where this instance gives none. */
function requireAnswers({ hasEngine }: Pick<AnswerDesk, 'hasEngine'>, ai: CustomizationInput['ai']): void {
  const mode = ai?.mode ?? 'none';
  if (!hasEngine && mode !== 'none')
    throw Invalid.field('ai.mode', 'must be `none`: this instance answers no questions, as ASK_MODEL is not set');
}

/** Resolves the custom fonts of settings, which cannot be deleted until the unit of work ends. */
async function resolveFonts<C extends CustomizationFonts>(
  work: Work,
  organizationId: OrganizationId,
  settings: C,
): Promise<C> {
  if (listCustomFontIds(settings).length === 0) return settings;
  await work.lock('organizations', organizationId);
  return resolveCustomFonts(work, organizationId, settings);
}

/** Requires that the conditions of header items that `present` does not have are satisfiable. @throws Invalid */
async function requireNewConditions(
  from: Pick<Finders, 'siteAdaptiveSchemas'>,
  siteId: SiteId,
  { header }: Pick<CustomizationInput, 'header'>,
  present: Customization,
): Promise<void> {
  const known = new Set(present.header.links.map(({ condition }) => condition));
  const placed = (header?.links ?? []).flatMap(({ condition }, i) =>
    condition === undefined || known.has(condition) ? [] : [{ path: `header.links.${i}.condition`, condition }],
  );
  await requireConditions(from, siteId, placed);
}

/** Lists the spaces of a site, default spaces first. */
const sortedSpaces = ({ siteSpaces }: VisibleStructure) =>
  [...siteSpaces]
    .sort((a, b) => Number(b.siteSpace.isDefault) - Number(a.siteSpace.isDefault))
    .map(({ space }) => space);

async function loadSiteSpaceCustomization(
  from: Pick<Finders, 'sites' | 'siteCustomizations'>,
  { siteSpaceId, ...of }: OfSiteSpace,
): Promise<SiteSpaceCustomization> {
  const over = await loadSettings(from, siteSpaceId);
  return {
    customization: inheritCustomization(await loadSiteCustomization(from, of), over),
    hasOverrides: Object.keys(over).length > 0,
  };
}

/** Gets the customization of a site space: that of the site with its own overrides. */
export const getSiteSpaceCustomizationById = query<OfSiteSpace>()({
  name: 'getSiteSpaceCustomizationById',
  requires: 'site:view',
  scope: inSite,
  needs: ['tokens', 'content'],
  async run(context, input): Promise<SiteSpaceCustomization> {
    requireSiteSpace(await readStructure(context, input), input.siteSpaceId);
    const { customization, hasOverrides } = await loadSiteSpaceCustomization(context.read, input);
    return { customization: customizationFor(context.scope, customization), hasOverrides };
  },
});

/**
 * Overrides settings of the site's customization for one site space. Settings that are omitted keep their override;
 * `null` removes it. Fails with `Invalid` as `updateSiteCustomizationById` does.
 */
export const overrideSiteSpaceCustomizationById = command<OfSiteSpace & { body: CustomizationInput }>()({
  name: 'overrideSiteSpaceCustomizationById',
  requires: 'site:manage',
  scope: inSite,
  needs: ['tokens', 'content', 'siteContent', 'computedOutlines', 'answers'],
  async prepare(context, { body, siteSpaceId, ...of }): Promise<CustomizationInput> {
    const { space } = requireSiteSpace(await readStructure(context, of), siteSpaceId);
    const { customization } = await loadSiteSpaceCustomization(context.read, { siteSpaceId, ...of });
    requireAnswers(context.answers, body.ai);
    return resolveLinkSpaces(context, [space], applyActionList(body, customization), customization);
  },
  async run({ work }, { body: _, siteSpaceId, organizationId, siteId }, input): Promise<SiteSpaceCustomization> {
    const resolved = await resolveFonts(work, organizationId, input);
    await lockSite(work, organizationId, siteId);
    await work.siteSpaces.get({ id: siteSpaceId, siteId });
    const present = await loadSiteSpaceCustomization(work, { organizationId, siteId, siteSpaceId });
    await requireNewConditions(work, siteId, input, present.customization);
    const settings = applyCustomizationInput(await loadSettings(work, siteSpaceId), resolved);
    await saveSettings(work, { id: siteSpaceId, organizationId, siteId, siteSpaceId }, settings);
    return loadSiteSpaceCustomization(work, { organizationId, siteId, siteSpaceId });
  },
});

/** Deletes all overrides of a site space, so that it looks like the site. */
export const deleteSiteSpaceCustomizationById = command<OfSiteSpace>()({
  name: 'deleteSiteSpaceCustomizationById',
  requires: 'site:manage',
  scope: inSite,
  needs: ['tokens', 'content'],
  async run(context, { siteSpaceId, organizationId, siteId }): Promise<boolean> {
    const { work } = context;
    await lockSite(work, organizationId, siteId);
    const { siteSpaces } = await readStructure(context, { organizationId, siteId });
    return siteSpaces.some(({ siteSpace }) => siteSpace.id === siteSpaceId) && removeSettings(work, siteSpaceId);
  },
});

/** Copies the overrides of a site space to another one. */
export async function copySettings(
  work: Work,
  from: Id,
  to: { readonly id: Id; readonly organizationId: OrganizationId; readonly siteId: SiteId },
): Promise<void> {
  await saveSettings(work, { ...to, siteSpaceId: to.id }, await loadSettings(work, from));
}

/** Limit on the settings of a site or a site space, as JSON in UTF-16 units, because every page contains them. */
const MAX_SETTINGS = 100_000;

/**
 * Saves settings; empty settings are deleted.
 * @throws Invalid when too large
 */
async function saveSettings(
  work: Work,
  place: {
    readonly id: Id;
    readonly organizationId: OrganizationId;
    readonly siteId: SiteId;
    readonly siteSpaceId: SiteSpaceId | null;
  },
  settings: CustomizationOverrides,
): Promise<void> {
  if (JSON.stringify(settings).length > MAX_SETTINGS)
    throw Invalid.field('', `a customization can have at most ${MAX_SETTINGS} characters`);
  if (Object.keys(settings).length === 0) return void (await removeSettings(work, place.id));
  const known = await work.siteCustomizations.find({ id: place.id });
  if (known === undefined) return work.siteCustomizations.save(SiteCustomization.create({ ...place, settings }));
  known.change(settings);
  await work.siteCustomizations.save(known);
}

async function removeSettings(work: Work, id: Id): Promise<boolean> {
  const known = await work.siteCustomizations.find({ id });
  if (known === undefined) return false;
  known.remove();
  await work.siteCustomizations.delete(known);
  return true;
}
