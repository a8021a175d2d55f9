import type { SiteId } from '../../../domain/kernel/id.ts';
import { Invalid, NotFound } from '../../../domain/kernel/errors.ts';
import { AdaptiveSchema, type AdaptiveSchemaState } from '../../../domain/sites/audience/adaptive-schema.ts';
import type { VisitorSchema } from '../../../domain/sites/audience/claim-schema.ts';
import { findConditionProblem } from '../../../domain/sites/audience/condition.ts';
import { listTemplateConditions, type TemplateCondition } from '../../../domain/sites/audience/template-conditions.ts';
import type { Finders } from '../../../ports/kernel/unit-of-work.ts';
import { command, query } from '../../kernel/use-case.ts';
import { inSite, type InSite } from '../../kernel/scope.ts';
import { loadStructure, lockSite } from '../structure/load-structure.ts';
import { requireAudience } from './audience-rights.ts';

/** Finds the schema of a site's visitor claims; undefined when the site has none. */
export const findVisitorSchema = async (
  from: Pick<Finders, 'siteAdaptiveSchemas'>,
  siteId: SiteId,
): Promise<VisitorSchema | undefined> => (await from.siteAdaptiveSchemas.find({ id: siteId }))?.snapshot().jsonSchema;

/**
 * Requires that a condition is satisfiable under the site's schema.
 * @throws Invalid naming `condition`
 */
export const requireCondition = (
  from: Pick<Finders, 'siteAdaptiveSchemas'>,
  siteId: SiteId,
  condition: string | null | undefined,
): Promise<void> =>
  requireConditions(from, siteId, typeof condition === 'string' ? [{ path: 'condition', condition }] : []);

/**
 * Requires that conditions are satisfiable under the site's schema.
 * @throws Invalid naming each condition that is not
 */
export async function requireConditions(
  from: Pick<Finders, 'siteAdaptiveSchemas'>,
  siteId: SiteId,
  placed: readonly { readonly path: string; readonly condition: string }[],
): Promise<void> {
  if (placed.length === 0) return;
  const schema = await findVisitorSchema(from, siteId);
  const problems = placed.flatMap(({ path, condition }) => {
    const message = findConditionProblem(condition, schema);
    return message === undefined ? [] : [{ path, message }];
  });
  if (problems.length > 0) throw new Invalid(problems);
}

/**
 * Gets the JSON Schema of the claims that a site knows about its visitors. Fails with `NotFound` when the site has
 * none.
 */
export const getSiteAdaptiveSchema = query<InSite>()({
  name: 'getSiteAdaptiveSchema',
  requires: 'site:view',
  scope: inSite,
  async run({ read }, { organizationId, siteId }): Promise<AdaptiveSchemaState> {
    await read.sites.get({ id: siteId, organizationId });
    const schema = await read.siteAdaptiveSchemas.find({ id: siteId });
    if (schema === undefined) throw new NotFound('adaptive schema');
    return schema.snapshot();
  },
});

/**
 * Replaces the JSON Schema of the claims that a site knows about its visitors. Existing conditions stay; those about
 * removed claims never hold. Requires the permission `space:grant` on each space of the site.
 */
export const updateSiteAdaptiveSchema = command<InSite & { body: { jsonSchema: VisitorSchema } }>()({
  name: 'updateSiteAdaptiveSchema',
  requires: 'site:manage',
  scope: inSite,
  needs: ['content'],
  async run(context, { organizationId, siteId, body: { jsonSchema } }): Promise<AdaptiveSchemaState> {
    const { work, now } = context;
    const site = await lockSite(work, organizationId, siteId);
    await requireAudience(context, await loadStructure(work, site.snapshot()));
    const known = await work.siteAdaptiveSchemas.find({ id: siteId });
    known?.replace(jsonSchema, now);
    const schema = known ?? AdaptiveSchema.create({ id: siteId, organizationId, jsonSchema, updatedAt: now });
    await work.siteAdaptiveSchemas.save(schema);
    return schema.snapshot();
  },
});

/** Lists ready-made conditions for the claims in the schema of a site. */
export const listSiteAdaptiveTemplateConditions = query<InSite>()({
  name: 'listSiteAdaptiveTemplateConditions',
  requires: 'site:view',
  scope: inSite,
  async run({ read }, { organizationId, siteId }): Promise<readonly TemplateCondition[]> {
    await read.sites.get({ id: siteId, organizationId });
    const schema = await findVisitorSchema(read, siteId);
    return schema === undefined ? [] : listTemplateConditions(schema);
  },
});
