import type { SchemaDefinitions } from '../../../domain/openapi-specs/reference/reference-model.ts';
import { html, type Html, type HtmlFragment } from '../../html.ts';
import type { ApiLabels } from './api-labels.ts';
import type { ElementIds } from './element-ids.ts';

/** Means for rendering the parts of an API reference on one page. */
export interface ApiRenderContext {
  readonly labels: ApiLabels;
  readonly definitions: SchemaDefinitions;
  readonly ids: ElementIds;
  /** Renders Markdown of a description as inert HTML. */
  readonly describe: (markdown: string) => Html;
  /** Renders code in a language. */
  readonly code: (code: string, language: string) => Html;
  /** Returns a number that is unique within the page. */
  readonly number: () => number;
  /** Number of fields that one operation may show. */
  readonly maxFields: number;
  /** Colors all request samples; else only the first one. */
  readonly colorsSamples: boolean;
}

/** Renders a heading of a level; levels beyond 6 are paragraphs. */
export const heading = (level: number, id: string, content: HtmlFragment): Html =>
  level > 6
    ? html`<p class="a-heading" id="${id}" dir="auto">${content}</p>`
    : levelHeading(level, html` class="a-heading" id="${id}" dir="auto">${content}`);

function levelHeading(level: number, rest: Html): Html {
  switch (level) {
    case 2:
      return html`<h2${rest}</h2>`;
    case 3:
      return html`<h3${rest}</h3>`;
    case 4:
      return html`<h4${rest}</h4>`;
    case 5:
      return html`<h5${rest}</h5>`;
    default:
      return html`<h6${rest}</h6>`;
  }
}
