import type { BoundedPlan } from '../../../../domain/search/plan-bounds.ts';
import {
  conjunctionTerms,
  type Match,
  type SearchPlan,
  type TermMatch,
} from '../../../../domain/search/search-query.ts';

const quoted = (term: string): string => `'${term.replace(/['\\]/g, '$&$&')}'`;
const termQuery = ({ term, prefix }: TermMatch, weights = ''): string =>
  quoted(term) + (prefix === true || weights !== '' ? `:${prefix === true ? '*' : ''}${weights}` : '');

/** Writes a match as a tsquery, with words at these weights, or anywhere. */
function queryOf(match: Match, weights = ''): string {
  const each = (of: readonly Match[]): string[] => of.map((one) => queryOf(one, weights));
  if ('term' in match) return termQuery(match, weights);
  if ('any' in match) return `(${each(match.any).join(' | ')})`;
  if ('all' in match) return `(${each(match.all).join(' & ')})`;
  return `(${match.phrase.map((part, i) => (i === 0 ? '' : ` <${part.at - match.phrase[i - 1]!.at}> `) + termQuery(part, weights)).join('')})`;
}

const beginning = (prefixes: readonly string[], weights: string): string =>
  prefixes.map((term) => termQuery({ term, prefix: true }, weights)).join(' | ');

/** Number of parameters that `planParameters` makes. */
export const PLAN_PARAMETERS = 5;

/** Encodes a plan: its match, the words of its title, its terms, and their prefixes in titles and in headings. */
export const planParameters = ({ match, title, terms, prefixes }: SearchPlan): string[] => [
  queryOf(match),
  title,
  terms.map(quoted).join(' | '),
  beginning(prefixes, 'A'),
  beginning(prefixes, 'B'),
];

/** Encodes the terms for which heads are scanned too; empty for none. */
export const headsParameter = ({ titles, heads }: Pick<BoundedPlan, 'titles' | 'heads'>): string =>
  [...titles.map((title) => queryOf(title, 'A')), ...heads.map((one) => queryOf(one))].join(' | ');

/**
 * Encodes the words that all pages must have: whether each is a prefix, whether it is significant, and what a
 * significant head has; no words where the match is of another kind.
 */
export function wordParameters({
  match,
  terms,
  prefixes,
}: SearchPlan): [words: string[], open: boolean[], telling: boolean[], headed: string] {
  const words = conjunctionTerms(match) ?? [];
  const headed = [...terms.map(quoted), ...prefixes.map((term) => termQuery({ term, prefix: true }, 'AB'))].join(' | ');
  return [
    words.map(({ term }) => term),
    words.map(({ prefix }) => prefix === true),
    words.map(({ term }) => prefixes.includes(term)),
    headed,
  ];
}
