import * as z from 'zod';
import { askInOrganization, streamAskInOrganization, streamAskInSite } from '../../application/ask/ask.ts';
import type { ReadableRevision } from '../../application/ask/answer-sources.ts';
import type { AnswerView as View } from '../../application/ask/live-answer.ts';
import {
  getRecommendedQuestionsInOrganization,
  streamRecommendedQuestionsInOrganization,
  streamRecommendedQuestionsInSite,
} from '../../application/ask/recommended-questions.ts';
import { MAX_GOAL } from '../../domain/insights/agent-feedback.ts';
import { idField } from './kernel/fields.ts';
import { flag } from './kernel/input.ts';
import { eventPerItem, events, ok, resource, whenComplete } from './kernel/reply.ts';
import { route, tagged } from './kernel/route.ts';
import { searchScope } from './search.routes.ts';

const source = z
  .object({
    type: z.literal('page'),
    page: z.string(),
    revision: z.string(),
    space: z.string(),
    sections: z.array(z.string()).meta({ description: 'Sections that contain words of the question.' }),
    title: z.string().meta({ description: 'Extension: title of the page.' }),
  })
  .meta({ id: 'SearchAIAnswerSource' });
const answer = z
  .object({
    answer: z
      .union([
        z.object({ markdown: z.string() }),
        z.object({ document: z.looseObject({ object: z.literal('document') }) }),
      ])
      .optional()
      .meta({ description: 'The answer as far as it is written, without links, images and HTML.' }),
    followupQuestions: z.array(z.string()).meta({ description: 'Always empty.' }),
    sources: z.array(source).meta({ description: 'Pages that the engine gets; the best first.' }),
  })
  .meta({ id: 'SearchAIAnswer' });

type AnswerView = View<ReadableRevision>;

const presentAnswer = ({ sources, markdown, document: blocks }: AnswerView): z.input<typeof answer> => ({
  ...(markdown !== undefined && { answer: blocks === undefined ? { markdown } : { document: { ...blocks } } }),
  followupQuestions: [],
  sources: sources.map(({ spaceId, space: { revisionId }, page, sections }) => ({
    type: 'page',
    page: page.id,
    revision: revisionId,
    space: spaceId,
    sections: [...sections],
    title: page.title,
  })),
});

const AnswerResource = resource('AskAnswer', z.object({ answer: answer.optional() }), (view: AnswerView) => ({
  answer: presentAnswer(view),
}));
const AnswerStreamResource = resource(
  'SearchAIAnswerStream',
  z.object({ type: z.literal('answer'), answer }),
  (view: AnswerView) => ({ type: 'answer' as const, answer: presentAnswer(view) }),
);
const QuestionsResource = resource(
  'SearchAIRecommendedQuestions',
  z.object({ questions: z.array(z.string()) }),
  (questions: readonly string[]) => ({ questions: [...questions] }),
);
const QuestionResource = resource(
  'SearchAIRecommendedQuestionStream',
  z.object({ question: z.string() }),
  (question: string) => ({ question }),
);

/** Maximum length of a question. */
const MAX_QUESTION = 512;
const question = z.string().min(1).max(MAX_QUESTION);
const options = {
  format: z.enum(['document', 'markdown']).default('document'),
  sourcesOnly: flag().default(false).meta({
    description: 'Extension: whether the pages that may contain the answer are enough; works without an engine.',
  }),
};

const ORGANIZATION = '/v1/orgs/:organizationId/ask' as const;
const SITE = '/v1/orgs/:organizationId/sites/:siteId/ask' as const;

export const askRoutes = tagged('Ask', [
  route(`POST ${ORGANIZATION}`, askInOrganization, {
    summary: 'Get an answer from an organization',
    cost: 'heavy',
    optional: true,
    query: options,
    body: z.object({
      query: question,
      previousQueries: z.array(z.string().max(MAX_QUESTION)).max(10).optional().meta({ deprecated: true }),
    }),
    returns: whenComplete(AnswerResource),
  }),
  route(`GET ${ORGANIZATION}/stream`, streamAskInOrganization, {
    summary: 'Get a streamed answer from an organization',
    cost: 'heavy',
    optional: true,
    query: { query: question, ...options },
    returns: events(AnswerStreamResource),
  }),
  route(`GET ${ORGANIZATION}/questions`, getRecommendedQuestionsInOrganization, {
    summary: 'List recommended questions in an organization',
    cost: 'search',
    returns: ok(QuestionsResource),
  }),
  route(`GET ${ORGANIZATION}/questions/stream`, streamRecommendedQuestionsInOrganization, {
    summary: 'List recommended questions as a stream',
    cost: 'search',
    returns: eventPerItem(QuestionResource),
  }),
  route(`POST ${SITE}`, streamAskInSite, {
    summary: 'Get a streamed answer from a site',
    cost: 'heavy',
    optional: true,
    query: options,
    body: z.object({
      question,
      context: z
        .object({
          siteSpaceId: idField
            .optional()
            .meta({ description: 'Site space that the reader is in; it is searched too.' }),
          goal: z.string().max(MAX_GOAL).optional(),
        })
        .optional(),
      scope: searchScope,
      session: z
        .object({ visitorId: idField, sessionId: idField })
        .optional()
        .meta({ description: 'Not used: clients report questions as events.' }),
    }),
    returns: events(AnswerStreamResource),
  }),
  route(`GET ${SITE}/questions`, streamRecommendedQuestionsInSite, {
    summary: 'List recommended questions of a site as a stream',
    cost: 'search',
    query: {
      siteSpaceId: idField.optional(),
      spaceId: idField.optional().meta({ deprecated: true, description: 'Use `siteSpaceId`.' }),
    },
    returns: eventPerItem(QuestionResource),
  }),
]);
