import { effectiveLevel } from '../../domain/permissions/access-facts.ts';
import { isAtLeast, type Level } from '../../domain/permissions/level.ts';
import { NotFound } from '../../domain/kernel/errors.ts';
import type { Id, OrganizationId, SpaceId, TranslationId } from '../../domain/kernel/id.ts';
import type { Translation, TranslationState } from '../../domain/translations/translation.ts';
import { type QueryContext } from '../kernel/use-case.ts';
import { viewerOf, type InOrganization } from '../kernel/scope.ts';

/** Maximum number of translations of an organization; a list reads all of them to filter the visible ones. */
export const MAX_TRANSLATIONS = 1_000;
export type InTranslation = InOrganization & { readonly translationId: TranslationId };
export type Scope = { readonly organization: Id };

export type Context = QueryContext<Scope>;

/** A translation as the caller sees it, with the caller's level in the organization. */
export interface TranslationView {
  readonly translation: TranslationState;
  readonly level: Level | undefined;
}

/**
 * Filters translations by visibility: requires access to the source or, once the source is deleted, permission to
 * create content in the organization.
 */
export async function filterVisible(
  { read, scope }: Pick<Context, 'read' | 'scope'>,
  organizationId: OrganizationId,
  states: readonly TranslationState[],
): Promise<readonly TranslationState[]> {
  const sources = [...new Set(states.map(({ spaceId }) => spaceId))];
  if (sources.length === 0) return [];
  const [seen, there] = await Promise.all([
    read.spacesOf.listSpaces(viewerOf(scope.caller, organizationId), { ids: sources }, { limit: sources.length }),
    read.spaces.list({ id: sources, organizationId, deletedAt: null }, { limit: sources.length }),
  ]);
  const visible = new Set(seen.items.map(({ space }) => space.state.id));
  const hidden = new Set(there.items.map(({ id }) => id));
  return states.filter(
    ({ spaceId }) => visible.has(spaceId) || (!hidden.has(spaceId) && isAtLeast(scope.level, 'create')),
  );
}

/** Finds a translation. @throws NotFound if it does not exist or is invisible to the caller */
export async function getVisibleTranslation(
  context: Pick<Context, 'read' | 'scope'>,
  { organizationId, translationId }: InTranslation,
): Promise<Translation> {
  const translation = await context.read.translations.find({ id: translationId, organizationId });
  if (
    translation === undefined ||
    (await filterVisible(context, organizationId, [translation.snapshot()])).length === 0
  )
    throw new NotFound('translation');
  return translation;
}

/** Returns the caller's level on a space; undefined if the space is not visible to the caller. */
export async function levelOnSpace(
  { read, scope }: Pick<Context, 'read' | 'scope'>,
  organizationId: OrganizationId,
  spaceId: SpaceId,
): Promise<Level | undefined> {
  const [found] = (
    await read.spacesOf.listSpaces(viewerOf(scope.caller, organizationId), { ids: [spaceId] }, { limit: 1 })
  ).items;
  return found && effectiveLevel(found.access);
}
