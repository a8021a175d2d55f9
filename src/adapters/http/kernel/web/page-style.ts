import { createHash } from 'node:crypto';
import { PAGE_CSS } from './assets.ts';
import { html, Html } from '../../../html.ts';
import { directionOf, type ReaderLanguage } from './reader-language.ts';

const digest = createHash('sha256').update(PAGE_CSS).digest();

/** Path of the style sheet of the instance's own pages. */
export const PAGE_STYLE_PATH = `/app/~page-${digest.toString('hex').slice(0, 12)}.css`;

/** Content security policy of a page that contains its style sheet and loads nothing. */
export const PLAIN_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${digest.toString('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

interface PlainPageOptions {
  /** Status that the page shows above its title. */
  readonly code?: number;
  readonly language?: ReaderLanguage;
}

/**
 * Renders a page that is complete in itself, for addresses at which nothing else is served. Sent with
 * `PLAIN_PAGE_POLICY`.
 */
export const plainPage = (title: string, body: Html, { code, language = 'en' }: PlainPageOptions = {}): string =>
  html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${new Html(PAGE_CSS)}</style></head>
<body>
<main>
${code !== undefined && html`<p class="code" aria-hidden="true">${code}</p>\n`}<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.value;
