import type Koa from 'koa';
import {
  MAX_FEEDBACK_COMMENT,
  PAGE_RATINGS,
  type FeedbackSubmission,
} from '../../../application/sites/reader/page-feedback.ts';
import { DomainError, Invalid } from '../../../domain/kernel/errors.ts';
import type { BodyMemory } from '../kernel/body-memory.ts';
import { readForm } from '../kernel/web/form.ts';

/** A form that a page of another website sent. */
class ForeignForm extends DomainError {
  readonly category = 'forbidden';
  constructor() {
    super('the form was not sent by a page of this site');
  }
}

/** Maximum size of a feedback form in bytes: a comment of characters that are encoded. */
const MAX_BYTES = 16 * 1024;

/**
 * Reads the feedback that a page's form sends.
 *
 * Forms of other websites are refused by what the browser states about their origin. A token would prove nothing: the
 * page that contains it is the same for every reader, and no cookie tells readers apart.
 *
 * @throws ForeignForm, Invalid, and the errors of `readForm`
 */
export async function readFeedback(ctx: Koa.Context, memory: BodyMemory): Promise<FeedbackSubmission> {
  requireOwnRequest(ctx);
  const form = await readForm(ctx, memory, MAX_BYTES);
  const rating = PAGE_RATINGS.find((one) => one === form.get('rating'));
  if (rating === undefined) throw Invalid.field('rating', `must be one of ${PAGE_RATINGS.join(', ')}`);
  // Forms send line breaks as two characters, which the field counts as one.
  const comment = (form.get('comment') ?? '').toWellFormed().replaceAll('\r\n', '\n').trim();
  if (comment.length > MAX_FEEDBACK_COMMENT)
    throw Invalid.field('comment', `must have at most ${MAX_FEEDBACK_COMMENT} characters`);
  return { rating, comment };
}

/** Requires that a form was not sent by a page of another website. @throws ForeignForm */
export function requireOwnRequest(ctx: Koa.Context): void {
  if (!isOwnRequest(ctx)) throw new ForeignForm();
}

/** Tells whether a request was not sent by a page of another website, as far as the browser states. */
export function isOwnRequest(ctx: Koa.Context): boolean {
  const site = ctx.get('sec-fetch-site');
  if (site !== '') return site === 'same-origin';
  const origin = ctx.get('origin');
  return origin === '' || (URL.canParse(origin) && new URL(origin).host === ctx.get('host'));
}
