import { z } from 'zod';
import {
  getGlossaryEntry,
  listGlossaryEntries,
  updateGlossaryEntries,
} from '../../application/translations/glossary.ts';
import { listTranslationReviews, type PageReviewView } from '../../application/translations/reviews.ts';
import {
  createTranslation,
  deleteTranslation,
  getTranslation,
  listTranslations,
  runTranslation,
  updateTranslation,
} from '../../application/translations/translations.ts';
import type { TranslationView } from '../../application/translations/visible-translations.ts';
import { isAllowed } from '../../domain/access/policy.ts';
import type { JsonObject } from '../../domain/content/objects/json.ts';
import type { GlossaryEntryState } from '../../domain/translations/glossary-entry.ts';
import { TRANSLATION_LANGUAGES } from '../../domain/translations/languages.ts';
import { REVIEW_PLACES, REVIEW_STATES } from '../../domain/translations/page-review.ts';
import { TRANSLATION_STATUSES, type TranslationWork } from '../../domain/translations/translation.ts';
import { idField, idParam, instant, uri } from './fields.ts';
import { pause, presentPause } from './pause.ts';
import { created, list, noContent, ok, removed, resource } from './kernel/reply.ts';
import { route } from './kernel/route.ts';

const language = z.enum(TRANSLATION_LANGUAGES);
/** In characters, as JSON; what they say is limited by itself. */
const MOST_INSTRUCTIONS_JSON = 100_000;
/** A document of blocks (contract: JSONDocument); what the blocks may be, the use case says. */
const instructions = z
  .looseObject({
    object: z.literal('document'),
    data: z.looseObject({ schemaVersion: z.number().int().optional() }),
    nodes: z.array(z.looseObject({ object: z.literal('block'), type: z.string() })).max(1000),
  })
  .refine(
    (document) => JSON.stringify(document).length <= MOST_INSTRUCTIONS_JSON,
    `must have at most ${MOST_INSTRUCTIONS_JSON} characters as JSON`,
  )
  .transform((document) => document as unknown as JsonObject)
  .meta({
    id: 'TranslationInstructions',
    description: 'A document that says what translations are to heed, such as how readers are addressed.',
  });

const figure = z.number().int();
const usage = z.object({ segments: figure, words: figure, reused: figure, characters: figure, requests: figure });
const usageOf = ({ segments, words, reused, characters, requests }: TranslationWork) => ({
  segments,
  words,
  reused,
  characters,
  requests,
});

export const TranslationResource = resource(
  'Translation',
  z.object({
    object: z.literal('translation'),
    id: z.string(),
    status: z
      .enum(TRANSLATION_STATUSES)
      .meta({ description: '`failed` (extension): `failure` says why, and another run may do better.' }),
    failure: z.object({ message: z.string() }).optional().meta({ description: 'Extension: why the last run failed.' }),
    paused: pause.optional().meta({
      description:
        'Extension: set when the last run was stopped because its orderer lost the right to it; ordering another run resumes.',
    }),
    source: z.object({ space: z.string(), language }),
    language,
    instructions: z.looseObject({}),
    result: z
      .object({ space: z.string(), revision: z.string() })
      .optional()
      .meta({ description: 'Once a run was completed: the space, and its revision after the last one.' }),
    createdAt: instant,
    updatedAt: instant,
    stats: z
      .object({
        runs: figure,
        totalWords: figure,
        totalPages: figure,
        totalDuration: figure,
        latestRunDuration: figure,
        latestPages: figure,
        latestWords: figure,
      })
      .meta({
        description:
          'Runs that were completed; words that engines translated; pages that got another text; durations in seconds.',
      }),
    usage: z.object({ total: usage, latest: usage }).meta({
      description:
        'Extension: texts and words that engines translated, texts that were known already, and what engines were sent.',
    }),
    permissions: z.object({ view: z.boolean(), edit: z.boolean() }),
    urls: z.object({ location: uri }),
  }),
  ({ translation, level }: TranslationView, links) => {
    const { total, latest, runs, totalDuration, latestDuration } = translation.figures;
    const may = (permission: 'translations:view' | 'translations:manage'): boolean =>
      isAllowed(permission, { level, member: true, operator: false });
    return {
      object: 'translation' as const,
      id: translation.id,
      status: translation.status,
      ...(translation.failure !== null &&
        translation.status === 'failed' && { failure: { message: translation.failure } }),
      ...(translation.paused !== null && { paused: presentPause(translation.paused) }),
      source: { space: translation.spaceId, language: translation.sourceLanguage },
      language: translation.language,
      instructions: translation.instructions,
      ...(translation.resultSpaceId !== null &&
        translation.resultRevision !== null && {
          result: { space: translation.resultSpaceId, revision: translation.resultRevision },
        }),
      createdAt: translation.createdAt,
      updatedAt: translation.updatedAt,
      stats: {
        runs,
        totalWords: total.words,
        totalPages: total.pages,
        totalDuration,
        latestRunDuration: latestDuration,
        latestPages: latest.pages,
        latestWords: latest.words,
      },
      usage: { total: usageOf(total), latest: usageOf(latest) },
      permissions: { view: may('translations:view'), edit: may('translations:manage') },
      urls: { location: links.api('orgs', translation.organizationId, 'translations', translation.id) },
    };
  },
);

const PageReviewResource = resource(
  'TranslationReview',
  z.object({
    object: z.literal('translation-review'),
    page: z.object({ id: z.string(), title: z.string() }).meta({ description: 'Or a reusable content.' }),
    texts: z.array(
      z.object({
        state: z.enum(REVIEW_STATES).meta({
          description:
            '`pinned`: people wrote it, and it stays. `stale`: the source says something else by now; it stays too. `untranslated`: no answer of the engine could be taken, so the source stands there.',
        }),
        place: z.enum(REVIEW_PLACES),
        segment: z.number().int().optional(),
        source: z.string().meta({ description: 'What the source says; of the document, as Markdown.' }),
        text: z.string(),
        suggestion: z
          .string()
          .optional()
          .meta({ description: 'What the engine would say now; written just so, the text follows the source again.' }),
        reason: z.string().optional(),
      }),
    ),
  }),
  ({ review }: PageReviewView) => ({
    object: 'translation-review' as const,
    page: { id: review.pageId, title: review.title },
    texts: review.texts.map(({ since: _, ...text }) => ({ ...text })),
  }),
);

const term = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^\r\n\u2028\u2029\u0085\v\f]*$/, 'must have no line breaks')
  .regex(/\S/, 'must not be blank');
const translations = z
  .partialRecord(language, term)
  .refine((given) => Object.keys(given).length > 0, 'must have a term in one language at least');

const GlossaryEntryResource = resource(
  'GlossaryEntry',
  z.object({
    object: z.literal('glossary-entry'),
    id: z.string(),
    translations: z.partialRecord(language, z.string()),
    createdAt: instant,
    updatedAt: instant,
    urls: z.object({ location: uri }),
  }),
  (entry: GlossaryEntryState, links) => ({
    object: 'glossary-entry' as const,
    id: entry.id,
    translations: entry.translations,
    createdAt: entry.createdAt,
    updatedAt: entry.updatedAt,
    urls: { location: links.api('orgs', entry.organizationId, 'translations-glossary', entry.id) },
  }),
);

const tag = 'Translations';
const inOrganization = { organizationId: idParam };
const inTranslation = { ...inOrganization, translationId: idParam };
const ALL = '/v1/orgs/:organizationId/translations' as const;
const ONE = `${ALL}/:translationId` as const;
const GLOSSARY = '/v1/orgs/:organizationId/translations-glossary' as const;

export const translationRoutes = [
  route(`GET ${ALL}`, listTranslations, {
    summary: 'List the translations of an organization',
    tag,
    path: inOrganization,
    paged: true,
    returns: list(TranslationResource),
  }),
  route(`POST ${ALL}`, createTranslation, {
    summary: 'Keep a space in another language; the first run begins at once',
    tag,
    cost: 'heavy',
    path: inOrganization,
    body: z
      .object({ language, source: z.object({ space: idField, language }), instructions: instructions.optional() })
      .refine((body) => body.language !== body.source.language, {
        path: ['language'],
        message: 'must be another one than that of the source',
      }),
    returns: created(TranslationResource),
  }),
  route(`GET ${ONE}`, getTranslation, {
    summary: 'Get a translation',
    tag,
    path: inTranslation,
    returns: ok(TranslationResource),
  }),
  route(`PUT ${ONE}`, updateTranslation, {
    summary: 'Change the instructions of a translation, from the next run on',
    tag,
    path: inTranslation,
    body: z.object({ instructions }),
    returns: ok(TranslationResource),
  }),
  route(`DELETE ${ONE}`, deleteTranslation, {
    summary: 'Delete a translation; the space with the result stays',
    tag,
    path: inTranslation,
    returns: removed,
  }),
  route(`POST ${ONE}/run`, runTranslation, {
    summary: 'Run a translation: what changed in the source since the last run is translated',
    tag,
    cost: 'heavy',
    path: inTranslation,
    returns: noContent,
  }),
  route(`GET ${ONE}/review`, listTranslationReviews, {
    summary: 'List what people should know of the texts of a translation, page by page',
    tag,
    path: inTranslation,
    paged: true,
    returns: list(PageReviewResource),
  }),

  route(`GET ${GLOSSARY}`, listGlossaryEntries, {
    summary: 'List the terms that are always translated alike',
    tag,
    path: inOrganization,
    paged: true,
    returns: list(GlossaryEntryResource),
  }),
  route(`PUT ${GLOSSARY}`, updateGlossaryEntries, {
    summary: 'Change the glossary, all at once',
    tag,
    path: inOrganization,
    body: z.object({
      operations: z
        .array(
          z.discriminatedUnion('type', [
            z.object({ type: z.literal('insert'), translations }),
            z.object({ type: z.literal('update'), id: idField, translations }),
            z.object({ type: z.literal('delete'), id: idField }),
          ]),
        )
        .min(1)
        .max(500),
    }),
    returns: noContent,
  }),
  route(`GET ${GLOSSARY}/:glossaryEntryId`, getGlossaryEntry, {
    summary: 'Get a term of the glossary',
    tag,
    path: { ...inOrganization, glossaryEntryId: idParam },
    returns: ok(GlossaryEntryResource),
  }),
];
