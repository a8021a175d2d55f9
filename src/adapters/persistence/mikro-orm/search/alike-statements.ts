import { MAX_SIMILAR_WORDS } from '../../../../domain/search/similar-words.ts';
import { statement } from '../kernel/sql.ts';
import { VISIBLE } from './visible.ts';

/** Words of the spaces `spaces` that are similar to each word of `words` that none of theirs begins with. */
const alike = (spaces: string, words: string): string =>
  `SELECT q.word, ARRAY(
     SELECT v.word FROM (SELECT DISTINCT w.word, similarity(w.word, q.word) AS similarity FROM search_words w WHERE w.space_id = ANY(${spaces}) AND w.word % q.word) v
     ORDER BY v.similarity DESC, v.word COLLATE "C" LIMIT ${MAX_SIMILAR_WORDS}
   ) AS alike FROM unnest(${words}::text[]) AS q(word)
   WHERE NOT EXISTS (SELECT 1 FROM search_words w WHERE w.space_id = ANY(${spaces}) AND w.word >= q.word COLLATE "C" AND w.word < (q.word || U&'\\+10FFFF') COLLATE "C")`;
export const ALIKE_IN_SPACE = statement(alike('ARRAY[$1]', '$2'));
export const ALIKE_AMONG = statement(alike('$1::text[]', '$2'));
export const ALIKE_IN_SPACES = statement(`${VISIBLE} ${alike('ARRAY(SELECT id FROM visible)', '$3')}`);
