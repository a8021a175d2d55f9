import { plainWords, type Match, type SearchPlan, type TermMatch } from '../../../../domain/search/search-query.ts';

const quoted = (term: string): string => `'${term.replace(/['\\]/g, '$&$&')}'`;
const termQuery = ({ term, prefix }: TermMatch, weights = ''): string => quoted(term) + (prefix === true || weights !== '' ? `:${prefix === true ? '*' : ''}${weights}` : '');

/** A match as a tsquery. */
function queryOf(match: Match): string {
  if ('term' in match) return termQuery(match);
  if ('any' in match) return `(${match.any.map(queryOf).join(' | ')})`;
  if ('all' in match) return `(${match.all.map(queryOf).join(' & ')})`;
  return `(${match.phrase.map((part, i) => (i === 0 ? '' : ` <${part.at - match.phrase[i - 1]!.at}> `) + termQuery(part)).join('')})`;
}

const beginning = (prefixes: readonly string[], weights: string): string => prefixes.map((term) => termQuery({ term, prefix: true }, weights)).join(' | ');

/** How many parameters `planParameters` makes. */
export const PLAN_PARAMETERS = 5;

/** The parameters of a plan: what is found, the words of its title, its terms, their beginnings in titles and in headings. */
export const planParameters = ({ match, title, terms, prefixes }: SearchPlan): string[] => [queryOf(match), title, terms.map(quoted).join(' | '), beginning(prefixes, 'A'), beginning(prefixes, 'B')];

/**
 * The parameters that tell what is common: words that pages must all have, whether each may go on, whether it says
 * something where it does, and what a head has that says anything; no words where a match asks for something else.
 */
export function wordParameters({ match, terms, prefixes }: SearchPlan): [words: string[], open: boolean[], telling: boolean[], headed: string] {
  const words = plainWords(match) ?? [];
  const headed = [...terms.map(quoted), ...prefixes.map((term) => termQuery({ term, prefix: true }, 'AB'))].join(' | ');
  return [words.map(({ term }) => term), words.map(({ prefix }) => prefix === true), words.map(({ term }) => prefixes.includes(term)), headed];
}
