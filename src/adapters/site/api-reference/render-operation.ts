import { stringifyExactJson } from '../../../domain/openapi-specs/exact-json.ts';
import type {
  MediaModel,
  OperationModel,
  ResponseModel,
} from '../../../domain/openapi-specs/reference/reference-model.ts';
import type { BodyDirection } from '../../../domain/openapi-specs/reference/sample-value.ts';
import { defaultServerUrl } from '../../../domain/openapi-specs/reference/server-urls.ts';
import { html, type Html, type HtmlFragment } from '../../html.ts';
import { safeUrl } from '../safe-url.ts';
import { writeCodeSamples } from './code-samples.ts';
import { methodClass, methodText } from './method-text.ts';
import { heading, type ApiRenderContext } from './render-context.ts';
import { renderSecurity } from './render-security.ts';
import { breakable, SchemaRenderer } from './render-schema.ts';
import { renderTabs } from './render-tabs.ts';
import { buildSampleRequest, exampleText, isJson, mediaSample } from './request-sample.ts';
import { buildTryItRequest } from './try-it-request.ts';
import { valueText } from './value-text.ts';

const PLACES = ['path', 'query', 'header', 'cookie'] as const;

export interface OperationOptions {
  /** Id of the operation, which begins those of its parts. */
  readonly id: string;
  /** Level of the headings of its parts. */
  readonly level: number;
  /** Shows the title, for a block without a heading of its own. */
  readonly hasTitle: boolean;
  /** Shows the details only on demand. */
  readonly isFolded: boolean;
  /** The page has no other content, so that the reference may take the place of its outline. */
  readonly isWide: boolean;
}

/** Renders an operation or a webhook: what to send and what comes back, beside samples of both. */
export function renderOperation(operation: OperationModel, options: OperationOptions, context: ApiRenderContext): Html {
  const { id, level, hasTitle, isFolded, isWide } = options;
  const { labels, ids } = context;
  const endpoint = renderEndpoint(operation, context);
  const schemas = new SchemaRenderer(context);
  const sectionLevel = hasTitle ? level + 1 : level;
  const section = (name: string, title: string, content: HtmlFragment): Html =>
    html`<div class="a-section">${heading(sectionLevel, ids.take(id, name), title)}${content}</div>`;
  const docs = operation.externalDocs && safeUrl(operation.externalDocs.url, 'link');
  const security = renderSecurity(operation, context);
  const parts: HtmlFragment[] = [
    operation.description !== undefined && html`<div class="a-text">${context.describe(operation.description)}</div>`,
    docs !== undefined &&
      html`<p><a href="${docs}" rel="noopener noreferrer">${operation.externalDocs!.description ?? labels.learnMore}</a></p>`,
    security && section('authorization', labels.authorization, security),
    ...PLACES.map((place) => {
      const parameters = operation.parameters.filter((parameter) => parameter.in === place);
      const whole = place === 'query' ? renderQueryString(operation, [id, place], schemas, context) : undefined;
      if (parameters.length === 0) return whole && section(place, labels[place], whole);
      const fields = parameters.map(({ name, isRequired, schema, description, isDeprecated, examples }) => ({
        name,
        isRequired,
        schema,
        description,
        ...(isDeprecated === true && { isDeprecated }),
        ...(examples.length > 0 && { examples: examples.map(({ value }) => value) }),
      }));
      return section(place, labels[place], html`${schemas.fields(fields, [id, place])}${whole}`);
    }),
    operation.body &&
      section(
        'body',
        labels.body,
        html`${operation.body.description !== undefined && html`<div class="a-text">${context.describe(operation.body.description)}</div>`}${renderContent(operation.body.content, [id, 'body'], directionsOf(operation).body, schemas, context)}`,
      ),
    operation.responses.length > 0 &&
      section(
        'responses',
        labels.responses,
        renderTabs(
          operation.responses.map((response) => ({
            title: statusTitle(response.status),
            content: renderResponse(response, id, directionsOf(operation).response, schemas, context),
          })),
          labels.status,
          context,
          'a-statuses',
        ),
      ),
    operation.callbacks.length > 0 &&
      section(
        'callbacks',
        labels.callbacks,
        html`<ul class="a-fields">${operation.callbacks.map(({ name, requests }) => html`<li class="a-field"><div class="a-line"><span class="a-name" dir="ltr">${name}</span></div>${requests.map((request) => html`<p class="a-rules"><code>${request}</code></p>`)}</li>`)}</ul>`,
      ),
  ];
  const side = renderSide(operation, context);
  const body = html`<div class="a-columns"><div class="a-details">${parts}</div>${side !== undefined && html`<div class="a-side">${side}</div>`}</div>`;
  const title = html`${operation.title}${operation.isDeprecated === true && html` <span class="a-mark a-deprecated">${labels.deprecated}</span>`}`;
  return html`<section class="a-op${isWide && ' a-wide'}${operation.isDeprecated === true && ' a-is-deprecated'}">${
    hasTitle
      ? heading(level, id, title)
      : operation.isDeprecated === true &&
        html`<p class="a-status"><span class="a-mark a-deprecated">${labels.deprecated}</span></p>`
  }${isFolded ? html`<details class="a-fold a-operation-fold"><summary>${endpoint}</summary>${body}</details>` : html`${endpoint}${body}`}</section>`;
}

/** Renders the parameters that are whole queries like bodies, as their names are not sent. */
function renderQueryString(
  { parameters }: OperationModel,
  path: readonly string[],
  schemas: SchemaRenderer,
  context: ApiRenderContext,
): Html | undefined {
  const whole = parameters.filter((parameter) => parameter.in === 'querystring');
  if (whole.length === 0) return undefined;
  return html`${whole.map(({ mediaType, description, schema, examples }) => {
    const media = [{ type: mediaType ?? '', schema, examples }];
    const text = description !== undefined && html`<div class="a-text">${context.describe(description)}</div>`;
    return html`${text}${renderContent(media, path, 'request', schemas, context)}`;
  })}`;
}

/** Returns the directions of the bodies of an operation. The API sends what a webhook receives. */
const directionsOf = ({ kind }: OperationModel): { readonly body: BodyDirection; readonly response: BodyDirection } =>
  kind === 'webhook' ? { body: 'response', response: 'request' } : { body: 'request', response: 'response' };

function renderEndpoint({ kind, method, path, servers }: OperationModel, { labels }: ApiRenderContext): Html {
  const [server] = servers;
  const base = server && defaultServerUrl(server).replace(/\/$/, '');
  const name = methodText(method, kind === 'webhook', labels);
  const prefix = base !== undefined && html`<span class="a-server">${breakable(base)}</span>`;
  return html`<div class="a-endpoint" dir="ltr"><span class="a-method ${methodClass(method)}">${name}</span> <code class="a-path">${prefix}${pathParts(path)}</code></div>`;
}

/** Marks the parameters of a path. */
const pathParts = (path: string): HtmlFragment =>
  path
    .split(/(\{[^{}]*\})/)
    .map((part, index) => (index % 2 === 1 ? html`<span class="a-variable">${part}</span>` : breakPath(part)));
const breakPath = (part: string): HtmlFragment =>
  part.split(/(?=\/)/).map((segment, index) => html`${index > 0 && html`<wbr>`}${segment}`);

/** Renders the body of each media type; types with the same schema share one. */
function renderContent(
  content: readonly MediaModel[],
  path: readonly string[],
  direction: BodyDirection,
  schemas: SchemaRenderer,
  context: ApiRenderContext,
): Html | undefined {
  const bySchema = new Map<string, MediaModel[]>();
  for (const media of content) {
    const key = stringifyExactJson(media.schema ?? null);
    bySchema.set(key, [...(bySchema.get(key) ?? []), media]);
  }
  const groups = [...bySchema.values()];
  const typesOf = (group: readonly MediaModel[]): HtmlFragment =>
    group.map(({ type }, index) => html`${index > 0 && ', '}<code>${type}</code>`);
  if (groups.length === 0) return undefined;
  if (groups.length === 1) {
    const { schema } = groups[0]![0]!;
    return html`<p class="a-media-types">${typesOf(groups[0]!)}</p>${schema !== undefined && schemas.body(schema, path, direction)}`;
  }
  return renderTabs(
    groups.map((group) => ({
      title: typesOf(group),
      content: html`${group[0]!.schema !== undefined && schemas.body(group[0]!.schema, path, direction)}`,
    })),
    context.labels.mediaType,
    context,
    'a-media',
  );
}

function renderResponse(
  { status, description, headers, content }: ResponseModel,
  id: string,
  direction: BodyDirection,
  schemas: SchemaRenderer,
  context: ApiRenderContext,
): Html {
  const { labels } = context;
  return html`${description !== undefined && html`<div class="a-text">${context.describe(description)}</div>`}${
    headers.length > 0 &&
    html`<details class="a-more"><summary>${labels.responseHeaders}</summary>${schemas.fields(headers, [id, status, 'header'])}</details>`
  }${content.length === 0 ? description === undefined && html`<p class="a-note">${labels.noContent}</p>` : renderContent(content, [id, status], direction, schemas, context)}`;
}

const statusTitle = (status: string): Html => html`<span class="a-dot a-${statusClass(status)}"></span>${status}`;
const statusClass = (status: string): string => (/^[2345]/.test(status) ? `s${status[0]!}` : 's0');

/** Renders samples of the request and of the responses. */
function renderSide(operation: OperationModel, context: ApiRenderContext): Html | undefined {
  const { labels, definitions } = context;
  const isWebhook = operation.kind === 'webhook';
  const samples = isWebhook ? [] : writeCodeSamples(buildSampleRequest(operation, definitions));
  const payload = isWebhook ? exampleTabs(operation.body?.content ?? [], directionsOf(operation).body, context) : [];
  const responses = operation.responses.flatMap((response) =>
    exampleTabs(response.content, directionsOf(operation).response, context).map((tab) => ({
      ...tab,
      title: html`${statusTitle(response.status)}${tab.title !== '' && html` ${tab.title}`}`,
    })),
  );
  const request = isWebhook ? undefined : buildTryItRequest(operation, definitions);
  if (samples.length === 0 && payload.length === 0 && responses.length === 0) return undefined;
  return html`${
    samples.length > 0 &&
    html`<div class="a-box"><div class="a-box-head"><p>${labels.request}</p>${
      request !== undefined &&
      html`<button type="button" class="a-try" hidden data-request="${JSON.stringify(request)}">${labels.tryIt}</button>`
    }</div>${renderTabs(
      samples.map(({ title, language, code }, index) => ({
        title: html`<bdi>${title}</bdi>`,
        key: title,
        content: codeBox(code, context.colorsSamples || index === 0 ? language : '', context, title),
      })),
      labels.language,
      context,
      'a-samples',
    )}</div>`
  }${
    payload.length > 0 &&
    html`<div class="a-box"><div class="a-box-head"><p>${labels.body}</p></div>${renderTabs(
      payload.map(({ title, content }) => ({ title: title === '' ? labels.example : title, content })),
      labels.examples,
      context,
    )}</div>`
  }${
    responses.length > 0 &&
    html`<div class="a-box"><div class="a-box-head"><p>${labels.response}</p></div>${renderTabs(responses.slice(0, MAX_EXAMPLES), labels.status, context)}</div>`
  }`;
}

const MAX_EXAMPLES = 12;

/** Renders the examples of the first media type: all that are stated, or one that is made up. */
function exampleTabs(
  content: readonly MediaModel[],
  direction: BodyDirection,
  context: ApiRenderContext,
): readonly { readonly title: string; readonly content: Html }[] {
  const media = content.find(({ type }) => isJson(type)) ?? content[0];
  if (media === undefined) return [];
  const named = media.examples.filter(({ name }) => name !== undefined);
  const shown =
    named.length > 1 ? named : [{ name: undefined, value: mediaSample(media, context.definitions, direction) }];
  return shown.flatMap(({ name, value }) => {
    if (value === undefined) return [];
    const text = isJson(media.type) ? stringifyExactJson(value, 2) : exampleText(value, media, context.definitions);
    const isXml = /xml/i.test(media.type);
    const language = isJson(media.type) || (typeof value !== 'string' && !isXml) ? 'json' : isXml ? 'xml' : '';
    return [{ title: name ?? '', content: codeBox(text, language, context, name ?? valueText(media.type)) }];
  });
}

/** Renders code that scrolls and is reached by the keyboard. */
export const codeBox = (code: string, language: string, context: ApiRenderContext, label: string): Html =>
  html`<figure class="q-code a-sample"><pre class="a-code" dir="ltr" tabindex="0" role="group" aria-label="${label}"><code>${context.code(code, language)}</code></pre></figure>`;
