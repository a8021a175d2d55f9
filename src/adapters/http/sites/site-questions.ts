import type Koa from 'koa';
import type { PageQuestion } from '../../../application/sites/reader/reader-questions.ts';
import { Invalid } from '../../../domain/kernel/errors.ts';
import { RESERVED_SEGMENT } from '../../../domain/sites/site-names.ts';
import type { BodyMemory } from '../kernel/body-memory.ts';
import { networkKey } from '../kernel/body.ts';
import { readForm } from '../kernel/web/form.ts';
import { requireOwnRequest } from './site-feedback.ts';
import { readScope } from './site-search-scope.ts';

/** Maximum length of a question. */
const MAX_QUESTION = 512;
/** Maximum number of former questions. */
const MAX_FORMER = 10;
/** Maximum size of the form in bytes: questions of characters that are encoded. */
const MAX_BYTES = 64 * 1024;
const QUESTIONS = new RegExp(`/(?:~|%7e)${RESERVED_SEGMENT.slice(1)}/ask$`, 'i');

/** Tells whether a path takes questions of readers. */
export const isQuestionPath = (path: string): boolean => QUESTIONS.test(path);

/**
 * Reads the question that a page sends.
 * @throws ForeignForm, Invalid, and the errors of `readForm`
 */
export async function readQuestion(ctx: Koa.Context, memory: BodyMemory): Promise<PageQuestion> {
  requireOwnRequest(ctx);
  const form = await readForm(ctx, memory, MAX_BYTES);
  const [question, ...previousQuestions] = [form.get('question') ?? '', ...form.getAll('previous')].map((text) =>
    text.toWellFormed(),
  ) as [string, ...string[]];
  for (const text of [question, ...previousQuestions])
    if (text.length > MAX_QUESTION) throw Invalid.field('question', `must have at most ${MAX_QUESTION} characters`);
  return {
    question,
    previousQuestions: previousQuestions.slice(-MAX_FORMER),
    ...readScope(form),
    network: networkKey(ctx),
  };
}
