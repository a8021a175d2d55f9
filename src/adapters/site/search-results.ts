import type { SearchView } from '../../ports/sites/site-renderer.ts';
import { searchAction, searchOrigin } from './appearance-parts.ts';
import { Html, escapeHtml, html } from '../html.ts';
import { formatLabel, type SiteLabels } from './labels.ts';
import { frameLink } from './navigation.ts';
import { splitMatches } from './split-matches.ts';

/** Renders the form, the results and the links between pages of results. */
export function searchResults(view: SearchView, labels: SiteLabels): Html {
  const { site, query, hits, count, isIncomplete } = view;
  const results = hits.map(
    ({ title, href, breadcrumbs, excerpt }) =>
      html`<li>${breadcrumbs.length > 0 && html`<p class="s-hit-trail">${breadcrumbs.map((one) => html`<span dir="auto">${one}</span>`)}</p>`}${frameLink(href, html`<span dir="auto">${highlighted(title, query)}</span>`)}${excerpt && html`<p dir="auto">${highlighted(excerpt, query)}</p>`}</li>`,
  );
  return html`<article class="s-search-page"><h1>${labels.search}</h1>
<form class="s-search-form" method="get" action="${searchAction(site)}"><div class="s-search-row"><input type="search" name="q" maxlength="512" value="${query}" placeholder="${labels.search}" aria-label="${labels.searchIn}">${searchOrigin(site)}<button class="s-button s-primary" type="submit">${labels.search}</button></div>${scopeChoice(view, labels)}</form>
${query.trim() !== '' && html`<p class="s-count" role="status">${count === 0 ? labels.nothingFound : formatLabel(labels.resultCount, { count })}</p>\n`}${results.length > 0 && html`<ul class="s-results">${results}</ul>\n`}${isIncomplete && html`<p>${labels.moreToFind}</p>\n`}${resultPages(view, labels)}</article>
`;
}

function scopeChoice({ site: { searchScopes = [] }, scope = 'all' }: SearchView, labels: SiteLabels): Html | undefined {
  if (searchScopes.length === 0) return undefined;
  const names = { all: labels.scopeAll, section: labels.scopeSection, space: labels.scopeSpace };
  return html`<fieldset class="s-scopes"><legend>${labels.scope}</legend>${(['all', ...searchScopes] as const).map(
    (one) =>
      html`<label><input type="radio" name="scope" value="${one}"${one === scope && html` checked`}>${names[one]}</label>`,
  )}</fieldset>`;
}

function resultPages(view: SearchView, labels: SiteLabels): Html | undefined {
  const { site, query, scope, page, pageCount } = view;
  if (pageCount < 2) return undefined;
  const link = (number: number, label: string, rel: 'prev' | 'next'): Html => {
    const parameters = new URLSearchParams({
      q: query,
      ...(site.spaceId !== undefined && { from: site.spaceId }),
      ...(scope !== undefined && { scope }),
      page: String(number),
    });
    return frameLink(`${searchAction(site)}?${parameters}`, label, html` rel="${rel}"`);
  };
  return html`<nav class="s-result-pages" aria-label="${labels.resultPages}">${page > 1 && link(page - 1, labels.previous, 'prev')}<span>${formatLabel(labels.pageNumber, { page, pages: pageCount })}</span>${page < pageCount && link(page + 1, labels.next, 'next')}</nav>
`;
}

/** Marks the words of a query in a text. */
function highlighted(text: string, query: string): Html {
  const parts = splitMatches(text, query);
  return new Html(
    parts.map((part, i) => (i % 2 === 1 ? `<mark>${escapeHtml(part)}</mark>` : escapeHtml(part))).join(''),
  );
}
