import { stringifyExactJson } from '../../../domain/openapi-specs/exact-json.ts';
import { html, type Html } from '../../html.ts';
import { sampleValue } from '../../../domain/openapi-specs/reference/sample-value.ts';
import { codeBox } from './render-operation.ts';
import { heading, type ApiRenderContext } from './render-context.ts';
import { SchemaRenderer } from './render-schema.ts';

export interface ModelOptions {
  /** Level of the titles. */
  readonly level: number;
  /** Shows titles, for schemas without a heading of their own. */
  readonly hasTitles: boolean;
  readonly isWide: boolean;
  /** Id of the heading of a single schema. */
  readonly id: string | undefined;
}

/** Renders named schemas, each beside an example. */
export const renderModels = (
  schemas: readonly { readonly name: string; readonly key: string }[],
  { level, hasTitles, isWide, id: fixedId }: ModelOptions,
  context: ApiRenderContext,
): Html =>
  html`${schemas.map(({ name, key }) => {
    const id = hasTitles || fixedId === undefined ? context.ids.take(name) : fixedId;
    const schema = { ref: key, types: [] };
    const sample = stringifyExactJson(sampleValue(schema, context.definitions, 'response'), 2);
    return html`<section class="a-op a-model${isWide && ' a-wide'}">${hasTitles && heading(level, id, name)}<div class="a-columns"><div class="a-details">${new SchemaRenderer(context).body(schema, [id])}</div><div class="a-side"><div class="a-box"><div class="a-box-head"><p>${context.labels.example}</p></div>${codeBox(sample, 'json', context, context.labels.example)}</div></div></div></section>`;
  })}`;
