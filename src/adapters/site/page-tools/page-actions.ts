import type { PageAction, PageView } from '../../../ports/sites/site-renderer.ts';
import { html, type Html } from '../../html.ts';
import type { SiteLabels } from '../labels.ts';
import { frameLink, menu } from '../navigation.ts';
import { safeUrl } from '../safe-url.ts';
import { pageToolTexts, type PageToolTexts } from './texts.ts';

const NEW_TAB = html` target="_blank" rel="noopener noreferrer nofollow"`;

/**
 * Renders the actions of a page as a button with a menu. Without scripts the button opens the Markdown of the page, the
 * menu is a disclosure, and there is no assistant.
 */
export function pageActions(
  { tools }: PageView,
  language: string | undefined,
  labels: Pick<SiteLabels, 'askQuestion'>,
): Html | undefined {
  if (tools === undefined || tools.actions.length === 0) return undefined;
  const texts = pageToolTexts(language);
  const [first, ...rest] = tools.actions.flatMap((action) => links(action, texts, labels));
  if (first === undefined) return undefined;
  const items = html`<ul>${rest.map((link) => html`<li>${link}</li>`)}</ul>`;
  return html`<div class="s-page-actions" role="group" aria-label="${texts.actions}">${first}${
    rest.length > 0 && menu('s-menu-list', html``, items, texts.actions)
  }</div>
`;
}

function links(
  action: PageAction,
  texts: PageToolTexts,
  { askQuestion }: Pick<SiteLabels, 'askQuestion'>,
): readonly Html[] {
  switch (action.kind) {
    case 'assistant':
      return [html`<button type="button" data-open-assistant hidden>${askQuestion}</button>`];
    case 'markdown':
      return [
        html`<a class="s-copy-page" href="${action.href}" data-copy="${texts.copy}" data-copied="${texts.copied}">${texts.viewMarkdown}</a>`,
      ];
    case 'external-ai':
      return action.chats.flatMap(({ title, href }) => {
        const safe = safeUrl(href, 'link');
        return safe === undefined
          ? []
          : [html`<a href="${safe}"${NEW_TAB}>${texts.openIn.replace('{name}', () => title)}</a>`];
      });
    case 'mcp':
      return [
        html`<a class="s-copy-link" href="${action.href}" data-copied="${texts.copied}" rel="nofollow">${texts.mcp}</a>`,
        ...action.clients.map(
          ({ title, href }) =>
            html`<a href="${href}" rel="nofollow">${texts.installIn.replace('{name}', () => title)}</a>`,
        ),
      ];
    case 'git':
      return [frameLink(action.href, texts.edit, html` rel="nofollow"`)];
    case 'pdf':
      return [
        html`<a href="${action.pageHref}" rel="nofollow">${texts.pdfPage}</a>`,
        html`<a href="${action.spaceHref}" rel="nofollow">${texts.pdfSpace}</a>`,
      ];
  }
}

/**
 * Renders the form that asks whether a page was helpful. The answer leads to the same page, whose thanks are then the
 * target of the URL; scripts and cookies are not needed.
 */
export function feedbackForm({ tools }: PageView, language: string | undefined): Html | undefined {
  if (tools?.feedback === undefined) return undefined;
  const texts = pageToolTexts(language);
  const { action, thanksId, maxComment } = tools.feedback;
  return html`<form class="s-feedback" method="post" action="${action}">
<fieldset><legend>${texts.helpful}</legend><button name="rating" value="good">${texts.yes}</button><button name="rating" value="bad">${texts.no}</button></fieldset>
<details><summary>${texts.comment}</summary><textarea name="comment" rows="3" maxlength="${maxComment}" aria-label="${texts.comment}"></textarea></details>
<p class="s-thanks" id="${thanksId}" tabindex="-1">${texts.thanks}</p>
</form>
`;
}
