import type Koa from 'koa';
import texts from './error-texts.json' with { type: 'json' };
import { html } from '../../../html.ts';
import { PLAIN_PAGE_POLICY, plainPage } from './page-style.ts';
import { readerLanguage } from './reader-language.ts';

type Explanation = keyof (typeof texts)['en'];
/** Explanations for readers, by status; other statuses have those of their class. */
const EXPLANATIONS: Readonly<Record<number, Explanation>> = {
  404: 'notFound',
  429: 'tooManyRequests',
  503: 'unavailable',
};

/** Tells whether the client prefers HTML to JSON, as browsers do that open an address. */
export const prefersHtml = (ctx: Koa.Context): boolean => ctx.accepts('json', 'html') === 'html';

/**
 * Answers with an error page in a language of the reader. The request ID lets an operator find a failed request in the
 * log.
 */
export function showError(ctx: Koa.Context, status: number): void {
  const language = readerLanguage(ctx);
  const { title, text } = texts[language][EXPLANATIONS[status] ?? (status < 500 ? 'requestFailed' : 'serverFailed')];
  ctx.status = status;
  ctx.set({
    'Content-Security-Policy': PLAIN_PAGE_POLICY,
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex',
    'X-Content-Type-Options': 'nosniff',
  });
  ctx.type = 'text/html';
  ctx.body = plainPage(
    title,
    html`<p>${text}</p>
${status >= 500 && html`<p><small dir="ltr">${String(ctx.state['requestId'])}</small></p>`}`,
    { code: status, language },
  );
}
