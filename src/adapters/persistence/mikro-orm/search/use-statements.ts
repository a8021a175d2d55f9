import { statement } from '../kernel/sql.ts';
import { isWord } from './search-parts.ts';
import { VISIBLE } from './visible.ts';

/** Counts the pages and heads of the spaces `spaces` that have each of the words `words`, which may be prefixes. */
const use = (spaces: string, words: string, open: string): string =>
  `SELECT w.term, w.open AS prefix, sum(least(t.pages, e.pages))::int AS pages, sum(least(t.heads, e.pages))::int AS heads
   FROM unnest(${words}::text[], ${open}::boolean[]) AS w(term, open) CROSS JOIN search_terms e CROSS JOIN LATERAL (
     SELECT coalesce(sum(pages), 0) AS pages, coalesce(sum(heads), 0) AS heads FROM search_terms WHERE space_id = e.space_id AND pages > 0 AND ${isWord('term', 'w.term', 'w.open')}
   ) t WHERE e.space_id = ANY(${spaces}) AND e.term = '' GROUP BY w.term, w.open`;
export const USE_AMONG = statement(use('$1::text[]', '$2', '$3'));
export const USE_IN_SPACES = statement(`${VISIBLE} ${use('ARRAY(SELECT id FROM visible)', '$3', '$4')}`);
