import { SEARCH_SCOPES, type SearchPageQuery } from '../../../application/sites/reader/reader-search-pages.ts';

/** Reads the scope of a search and the space that it refers to from parameters; an invalid scope is ignored. */
export function readScope(parameters: URLSearchParams): Pick<SearchPageQuery, 'from' | 'scope'> {
  const from = parameters.get('from') ?? undefined;
  const scope = SEARCH_SCOPES.find((one) => one === parameters.get('scope'));
  return { ...(from !== undefined && { from }), ...(scope !== undefined && { scope }) };
}
