import type { OperationModel, SecuritySchemeModel } from '../../../domain/openapi-specs/reference/reference-model.ts';
import { html, type Html } from '../../html.ts';
import { safeUrl } from '../safe-url.ts';
import type { ApiRenderContext } from './render-context.ts';

/** Renders the ways to authorize an operation; undefined if the document names none. */
export function renderSecurity({ security }: OperationModel, context: ApiRenderContext): Html | undefined {
  if (security.length === 0) return undefined;
  const { labels } = context;
  return html`<ul class="a-fields">${security.map((way, index) =>
    way.length === 0
      ? html`<li class="a-field"><p class="a-body-type">${index > 0 && html`<em>${labels.alternatively}</em> `}${labels.noAuthorization}</p></li>`
      : way.map(
          (scheme, at) =>
            html`<li class="a-field"><div class="a-line">${at > 0 ? html`<em>${labels.together}</em> ` : index > 0 && html`<em>${labels.alternatively}</em> `}<span class="a-name" dir="ltr">${scheme.name}</span> <span class="a-type">${describeScheme(scheme)}</span></div>${
              scheme.description !== undefined &&
              html`<div class="a-text">${context.describe(scheme.description)}</div>`
            }${renderUrls(scheme)}${
              scheme.scopes.length > 0 &&
              html`<p class="a-values"><span class="a-rule-name">${labels.scopes}</span> ${scheme.scopes.map((scope) => html`<code>${scope}</code> `)}</p>`
            }</li>`,
        ),
  )}</ul>`;
}

/** Describes the place of the credentials in the words of HTTP. */
function describeScheme({ type, in: place, parameter, scheme, bearerFormat }: SecuritySchemeModel): string {
  switch (type) {
    case 'apiKey':
      return `API key · ${place ?? 'header'} ${parameter ?? ''}`.trim();
    case 'http':
      return `HTTP ${scheme ?? ''}${bearerFormat === undefined ? '' : ` (${bearerFormat})`}`;
    case 'oauth2':
      return 'OAuth 2.0';
    case 'openIdConnect':
      return 'OpenID Connect';
    case 'mutualTLS':
      return 'mutual TLS';
    case 'other':
      return '';
  }
}

function renderUrls({ flows = [], openIdConnectUrl }: SecuritySchemeModel): Html | undefined {
  const urls = [
    ...flows.flatMap(({ name, authorizationUrl, tokenUrl }) => [
      ...(authorizationUrl === undefined ? [] : [[name, authorizationUrl] as const]),
      ...(tokenUrl === undefined ? [] : [[name, tokenUrl] as const]),
    ]),
    ...(openIdConnectUrl === undefined ? [] : [['OpenID Connect', openIdConnectUrl] as const]),
  ].filter(([, url]) => /^https?:/i.test(url) && safeUrl(url, 'link') !== undefined);
  return urls.length === 0
    ? undefined
    : html`<p class="a-rules">${urls.map(([name, url]) => html`<span class="a-rule"><span class="a-rule-name">${name}</span> <code>${url}</code></span> `)}</p>`;
}
