import { html, type Html, type HtmlFragment } from '../../html.ts';
import type { ApiRenderContext } from './render-context.ts';

/** Number of tabs that the style sheet knows; more items are shown one below the other, folded. */
const MAX_TABS = 12;

export interface TabItem {
  readonly title: HtmlFragment;
  readonly content: Html;
  /** Name by which tabs of equal meaning stay in step. */
  readonly key?: string;
}

/** Renders items as tabs that work without a script: radio buttons show one panel at a time. */
export function renderTabs(
  items: readonly TabItem[],
  label: string,
  { number }: Pick<ApiRenderContext, 'number'>,
  className = '',
): Html {
  if (items.length === 1)
    return html`<div class="a-tabs a-single ${className}"><div class="a-list"><span>${items[0]!.title}</span></div><div class="a-panels"><div class="a-panel">${items[0]!.content}</div></div></div>`;
  if (items.length > MAX_TABS)
    return html`<div class="a-folds">${items.map(({ title, content }) => html`<details class="a-fold"><summary>${title}</summary>${content}</details>`)}</div>`;
  const name = `a-tabs-${number()}`;
  return html`<fieldset class="a-tabs ${className}"><legend class="a-hidden">${label}</legend><div class="a-list">${items.map(
    ({ title, key }, index) =>
      html`<label><input type="radio" name="${name}"${key !== undefined && html` data-key="${key}"`}${index === 0 && html` checked`}>${title}</label>`,
  )}</div><div class="a-panels">${items.map(({ content }) => html`<div class="a-panel">${content}</div>`)}</div></fieldset>`;
}
