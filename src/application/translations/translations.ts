import { isAtLeast } from '../../domain/permissions/level.ts';
import { PermissionRequired } from '../../domain/permissions/permission-required.ts';
import type { JsonObject } from '../../domain/content/objects/json.ts';
import { Conflict, NotFound } from '../../domain/kernel/errors.ts';
import type { Id, OrganizationId, SpaceId } from '../../domain/kernel/id.ts';
import type { TranslationLanguage } from '../../domain/translations/languages.ts';
import { Translation, type TranslationState } from '../../domain/translations/translation.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import { type CommandContext } from '../kernel/use-case.ts';
import { inOrganization, type InOrganization } from '../kernel/scope.ts';
import { command, query } from '../kernel/use-case.ts';
import { initiatorOf } from '../permissions/initiator-rights.ts';
import { requireCreateBeside } from '../spaces/duplicate-space.ts';
import { instructionsText } from './instructions.ts';
import { runTranslationRequest } from './run-request.ts';
import {
  levelOnSpace,
  MAX_TRANSLATIONS,
  filterVisible,
  getVisibleTranslation,
  type InTranslation,
  type Scope,
  type TranslationView,
} from './visible-translations.ts';

export interface TranslationInput {
  readonly language: TranslationLanguage;
  readonly source: { readonly space: Id; readonly language: TranslationLanguage };
  readonly instructions?: JsonObject;
}

const NO_INSTRUCTIONS: JsonObject = { object: 'document', data: {}, nodes: [] };

type Context = CommandContext<Scope>;

/** Lists the translations of an organization whose source the caller can see, by ID. */
export const listTranslations = query<InOrganization & { page: PageRequest }>()({
  name: 'listTranslations',
  requires: 'translations:view',
  scope: inOrganization,
  async run(context, { organizationId, page: { limit, after } }) {
    const { read, scope } = context;
    const { items } = await read.translations.list({ organizationId }, { limit: MAX_TRANSLATIONS });
    const visible = await filterVisible(
      context,
      organizationId,
      items.map((one) => one.snapshot()),
    );
    const rest = after === undefined ? visible : visible.filter(({ id }) => id > after);
    const shown = rest.slice(0, limit);
    return {
      items: shown.map((translation): TranslationView => ({ translation, level: scope.level })),
      ...(limit > 0 && rest.length > limit && { next: shown.at(-1)!.id }),
      count: visible.length,
    };
  },
});

/** Gets a translation, with the state of its latest run. */
export const getTranslation = query<InTranslation>()({
  name: 'getTranslation',
  requires: 'translations:view',
  scope: inOrganization,
  run: async (context, input): Promise<TranslationView> => ({
    translation: (await getVisibleTranslation(context, input)).snapshot(),
    level: context.scope.level,
  }),
});

/**
 * Creates a translation of a space into another language. The first run starts at once and creates the translated space
 * beside the source; later runs keep it up to date.
 *
 * Requires the permissions to duplicate the source. Fails with `NotFound` for a source that the caller cannot see, and
 * with `Invalid` when the instructions are too long.
 */
export const createTranslation = command<InOrganization & { body: TranslationInput }>()({
  name: 'createTranslation',
  requires: 'translations:manage',
  scope: inOrganization,
  needs: ['ids'],
  async run(context, { organizationId, body: { language, source, instructions } }): Promise<TranslationView> {
    const { work, ids, now, scope } = context;
    await work.lock('organizations', organizationId);
    await requireSource(context, organizationId, source.space);
    if (instructions !== undefined) instructionsText(instructions);
    if ((await work.translations.count({ organizationId })) >= MAX_TRANSLATIONS)
      throw new Conflict(`an organization can have at most ${MAX_TRANSLATIONS.toLocaleString('en')} translations`);
    const run = ids.next();
    const translation = Translation.create({
      id: ids.next(),
      organizationId,
      spaceId: source.space,
      sourceLanguage: source.language,
      language,
      instructions: instructions ?? NO_INSTRUCTIONS,
      run,
      by: initiatorOf(scope.caller),
      at: now,
    });
    await work.translations.save(translation);
    await work.jobs.enqueue(runTranslationRequest(translation.snapshot(), run));
    return { translation: translation.snapshot(), level: scope.level };
  },
});

/** Replaces the instructions of a translation. Existing translations stay as they are until the next run. */
export const updateTranslation = command<InTranslation & { body: { instructions: JsonObject } }>()({
  name: 'updateTranslation',
  requires: 'translations:manage',
  scope: inOrganization,
  async run(context, { organizationId, translationId, body: { instructions } }): Promise<TranslationView> {
    const { work, now, scope } = context;
    await getVisibleTranslation(context, { organizationId, translationId });
    instructionsText(instructions);
    const translation = await work.translations.get({ id: translationId, organizationId });
    translation.changeInstructions(instructions, now);
    await work.translations.save(translation);
    return { translation: translation.snapshot(), level: scope.level };
  },
});

/** Deletes a translation. The translated space stays, with what people wrote there. */
export const deleteTranslation = command<InTranslation>()({
  name: 'deleteTranslation',
  requires: 'translations:manage',
  scope: inOrganization,
  async run(context, { organizationId, translationId }): Promise<boolean> {
    const { work } = context;
    const translation = await work.translations.find({ id: translationId, organizationId });
    if (
      translation === undefined ||
      (await filterVisible(context, organizationId, [translation.snapshot()])).length === 0
    )
      return false;
    translation.delete();
    await work.translations.delete(translation);
    return true;
  },
});

/**
 * Starts a run of a translation with the permissions of the caller, or joins the run that is already waiting. Resumes a
 * translation that was paused. Requires level `create` on the source and the translated space.
 */
export const runTranslation = command<InTranslation>()({
  name: 'runTranslation',
  requires: 'translations:manage',
  scope: inOrganization,
  needs: ['ids'],
  async run(context, { organizationId, translationId }): Promise<void> {
    const { work, ids, now, scope } = context;
    await getVisibleTranslation(context, { organizationId, translationId });
    const translation = await work.translations.get({ id: translationId, organizationId });
    const state = translation.snapshot();
    await requireSpaces(context, state);
    const run = translation.requestRun(ids.next(), initiatorOf(scope.caller), now);
    await work.translations.save(translation);
    if (run !== undefined) await work.jobs.enqueue(runTranslationRequest(state, run));
  },
});

/**
 * Requires rights on the source and the result if they exist; the run itself reports missing ones. @throws Forbidden
 */
async function requireSpaces(
  context: Context,
  { organizationId, spaceId, resultSpaceId }: TranslationState,
): Promise<void> {
  const spaces = [spaceId, ...(resultSpaceId === null ? [] : [resultSpaceId])];
  const { items } = await context.work.spaces.list(
    { id: spaces, organizationId, deletedAt: null },
    { limit: spaces.length },
  );
  for (const { id } of items) {
    if (!isAtLeast(await levelOnSpace(context, organizationId, id), 'create'))
      throw new PermissionRequired('space:admin');
  }
  const source = items.find(({ id }) => id === spaceId);
  if (source !== undefined && items.length === 1) await requireCreateBeside(context, source.snapshot());
}

/** Requires rights on the source. @throws NotFound, Forbidden */
async function requireSource(context: Context, organizationId: OrganizationId, spaceId: SpaceId): Promise<void> {
  const level = await levelOnSpace(context, organizationId, spaceId);
  const space =
    level === undefined ? undefined : await context.work.spaces.find({ id: spaceId, organizationId, deletedAt: null });
  if (space === undefined) throw new NotFound('source', spaceId);
  if (!isAtLeast(level, 'create')) throw new PermissionRequired('space:admin');
  await requireCreateBeside(context, space.snapshot());
}
