import * as z from 'zod';
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
import { isAllowed } from '../../domain/permissions/policy.ts';
import type { GlossaryEntryState } from '../../domain/translations/glossary-entry.ts';
import { TRANSLATION_LANGUAGES } from '../../domain/translations/languages.ts';
import { REVIEW_PLACES, REVIEW_STATES } from '../../domain/translations/page-review.ts';
import type { TranslationWork } from '../../domain/translations/translation.ts';
import { blockDocument } from './kernel/block-document.ts';
import { idField, instant, uri, visibleName } from './kernel/fields.ts';
import { pause, presentPause } from './kernel/pause.ts';
import { created, list, noContent, ok, removed, resource } from './kernel/reply.ts';
import { route, tagged } from './kernel/route.ts';

const language = z.enum(TRANSLATION_LANGUAGES);
const instructions = blockDocument.meta({
  id: 'TranslationInstructions',
  description: 'Document with instructions for translations, such as how to address readers.',
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

/** Statuses that clients of the API know; a failed run is `completed` with a `failure`. */
const STATUSES = ['pending', 'running', 'completed'] as const;

const TranslationResource = resource(
  'Translation',
  z.object({
    object: z.literal('translation'),
    id: z.string(),
    status: z.enum(STATUSES).meta({
      description: 'Status of the last run; `completed` with a `failure` means that it ended without a result.',
    }),
    failure: z
      .object({ message: z.string() })
      .optional()
      .meta({ description: 'Extension: reason of the failure of the last run; another run can succeed.' }),
    paused: pause.optional().meta({
      description:
        'Extension: reason of a pause after the user who started the run lost the permission; another run resumes.',
    }),
    source: z.object({ space: z.string(), language }),
    language,
    instructions: z.looseObject({}),
    result: z
      .object({ space: z.string(), revision: z.string(), language })
      .optional()
      .meta({ description: 'Space with the result, and its revision after the last completed run.' }),
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
          'Completed runs, words translated by engines, pages with a changed text, and durations in seconds.',
      }),
    usage: z.object({ total: usage, latest: usage }).meta({
      description:
        'Extension: texts and words translated by engines, texts reused from memory, and amounts sent to engines.',
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
      status: translation.status === 'failed' ? ('completed' as const) : translation.status,
      ...(translation.failure !== null &&
        translation.status === 'failed' && { failure: { message: translation.failure } }),
      ...(translation.paused !== null && { paused: presentPause(translation.paused) }),
      source: { space: translation.spaceId, language: translation.sourceLanguage },
      language: translation.language,
      instructions: translation.instructions,
      ...(translation.resultSpaceId !== null &&
        translation.resultRevision !== null && {
          result: {
            space: translation.resultSpaceId,
            revision: translation.resultRevision,
            language: translation.language,
          },
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
    page: z.object({ id: z.string(), title: z.string() }).meta({ description: 'Page or reusable content.' }),
    texts: z.array(
      z.object({
        state: z.enum(REVIEW_STATES).meta({
          description:
            '`pinned`: written by people and kept. `stale`: kept although the source has changed. `untranslated`: kept in the source language because no answer of the engine was usable.',
        }),
        place: z.enum(REVIEW_PLACES),
        segment: z.number().int().optional(),
        source: z.string().meta({ description: 'Source text; Markdown for a document.' }),
        text: z.string(),
        suggestion: z.string().optional().meta({
          description: 'Current translation of the engine; a text set to this translation follows the source again.',
        }),
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

const term = visibleName(255).regex(/^[^\r\n\u2028\u2029\u0085\v\f]*$/, 'must have no line breaks');
const translations = z
  .partialRecord(language, term)
  .refine((terms) => Object.keys(terms).length > 0, 'must have a term in at least one language');

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

const ALL = '/v1/orgs/:organizationId/translations' as const;
const ONE = `${ALL}/:translationId` as const;
const GLOSSARY = '/v1/orgs/:organizationId/translations-glossary' as const;

export const translationRoutes = tagged('Translations', [
  route(`GET ${ALL}`, listTranslations, {
    summary: 'List the translations of an organization',
    paged: true,
    returns: list(TranslationResource),
  }),
  route(`POST ${ALL}`, createTranslation, {
    summary: 'Create a translation',
    cost: 'heavy',
    body: z
      .object({ language, source: z.object({ space: idField, language }), instructions: instructions.optional() })
      .refine((body) => body.language !== body.source.language, {
        path: ['language'],
        message: 'must differ from the language of the source',
      }),
    returns: created(TranslationResource),
  }),
  route(`GET ${ONE}`, getTranslation, {
    summary: 'Get a translation',
    returns: ok(TranslationResource),
  }),
  route(`PUT ${ONE}`, updateTranslation, {
    summary: 'Update the instructions of a translation',
    body: z.object({ instructions }),
    returns: ok(TranslationResource),
  }),
  route(`DELETE ${ONE}`, deleteTranslation, {
    summary: 'Delete a translation',
    returns: removed,
  }),
  route(`POST ${ONE}/run`, runTranslation, {
    summary: 'Run a translation',
    cost: 'heavy',
    returns: noContent,
  }),
  route(`GET ${ONE}/review`, listTranslationReviews, {
    summary: 'List the reviews of a translation',
    paged: true,
    returns: list(PageReviewResource),
  }),

  route(`GET ${GLOSSARY}`, listGlossaryEntries, {
    summary: 'List the glossary entries',
    paged: true,
    returns: list(GlossaryEntryResource),
  }),
  route(`PUT ${GLOSSARY}`, updateGlossaryEntries, {
    summary: 'Update the glossary entries',
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
    summary: 'Get a glossary entry',
    returns: ok(GlossaryEntryResource),
  }),
]);
